import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Liquid } from 'liquidjs'

/**
 * The package's own page layouts as JavaScript, so that a hook need not load a template engine (18 ms) to fill them.
 * Knows just what they use: text, {{ a.b }}, the filter json, for, and if/else on a property. Anything else stops the
 * build; a workspace's own layouts go through the engine, and a test holds the two against each other.
 *
 * @returns the source of a module that exports `readyLayouts`, by file name
 */
export function compileTemplates(folder) {
  const engine = new Liquid()
  const layouts = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map(
      (name) =>
        `  ${JSON.stringify(name)}: (model) => {\n    let out = ''\n${compile(engine.parse(readFileSync(join(folder, name), 'utf8')), new Map())}    return out\n  },\n`,
    )
  return `export const readyLayouts = {\n${layouts.join('')}}\n`
}

/** `scope`: the variables of the loops around, by their names in the template, with the loop that each belongs to. */
function compile(nodes, scope) {
  return nodes.map((node) => statement(node, scope)).join('')
}

function statement(node, scope) {
  switch (node.constructor.name) {
    case 'HTML':
      return `out += ${JSON.stringify(node.str)}\n`
    case 'Output': {
      const { filters, initial } = node.value
      const value = property(only(initial.postfix), scope)
      if (filters.length === 0) return `out += ${value}\n`
      if (filters.length === 1 && filters[0].name === 'json') return `out += JSON.stringify(${value})\n`
      throw new Error(`a packaged template uses the filter ${filters.map(({ name }) => name).join(', ')}`)
    }
    case 'ForTag': {
      const depth = scope.size
      const inner = new Map(scope).set(node.variable, `each${depth}`).set('forloop', `at${depth}`)
      const body = compile(node.templates, inner)
      return `for (const [at${depth}, each${depth}] of ${property(node.collection, scope)}.entries()) {\n${body}}\n`
    }
    case 'IfTag': {
      const { value, templates } = only(node.branches)
      const test = property(only(value.initial.postfix), scope)
      return `if (${test}) {\n${compile(templates, scope)}} else {\n${compile(node.elseTemplates ?? [], scope)}}\n`
    }
    default:
      throw new Error(`a packaged template uses ${node.constructor.name}`)
  }
}

function property(token, scope) {
  const [first, ...rest] = token.props.map(({ content }) => content)
  if (first === 'forloop') {
    if (rest.join('.') !== 'first') throw new Error(`a packaged template uses forloop.${rest.join('.')}`)
    return `${scope.get('forloop')} === 0`
  }
  return [scope.get(first) ?? `model.${first}`, ...rest].join('.')
}

function only(list) {
  if (list.length !== 1) throw new Error('a packaged template uses an expression of several parts')
  return list[0]
}
