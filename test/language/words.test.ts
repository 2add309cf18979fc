import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { changeLists } from '../../src/language/changes.js'
import { denialLists } from '../../src/language/denials.js'
import { classNames, cueNames, listNames } from '../../src/language/language.js'
import { labelLists } from '../../src/language/labels.js'
import { entriesOf, linesOf, sidesOf } from '../../src/language/sections.js'
import { momentLists } from '../../src/language/moment-form.js'
import { wordedKinds } from '../../src/recall/question/asks.js'
import { statementLists } from '../../src/language/statements.js'
import { compare } from '../../src/text/compare.js'

const folder = 'src/language'
const filesOf = (ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .toSorted()

/** Which headings a file may have. */
const headings: Readonly<Record<string, readonly string[]>> = {
  'asks.txt': [...wordedKinds, 'copulas', 'articles', 'apposed'],
  'words.txt': [...listNames, ...cueNames.map((name) => `cue ${name}`), ...classNames.map((name) => `class ${name}`)],
  'changes.txt': [...changeLists, 'numbers'],
  'denials.txt': denialLists,
  'irregular.txt': ['irregular'],
  'labels.txt': labelLists,
  'moments.txt': momentLists,
  'statements.txt': statementLists,
  'questions.txt': ['stopWords', 'common', 'marks', 'silent', 'frames', 'turns', 'asking', 'saying', 'whole', 'days'],
}

/** Of these each line is one entry, and the first line that has a word decides. */
const inLines: Readonly<Record<string, string>> = { opposites: '|', states: '>' }

const nameOf = (entry: string): string => entry.replace(/=[^=]*$/, '').replace(/[!@]$/, '')
const numberOf = (entry: string): number => (entry.includes('=') ? Number(entry.replace(/^.*=/, '')) : NaN)

/** By their numbers where they have some, else by their letters. */
function inOrder(a: string, b: string): number {
  const [one, other] = [numberOf(a), numberOf(b)]
  return Number.isNaN(one) || Number.isNaN(other) || one === other ? compare(a, b) : one - other
}

function repeated(all: readonly string[]): string[] {
  return all.filter((each, at) => all.indexOf(each) !== at)
}

/** What is wrong with a file of words. */
function faultsIn(text: string, known: readonly string[]): string[] {
  const parts = text.replace(/^#.*\n/gm, '').split(/^\[/m)
  const sections = parts.slice(1).map((part): [string, string] => {
    const end = part.indexOf(']')
    return [part.slice(0, end), part.slice(end + 1)]
  })
  const faults = [
    ...(parts[0]!.trim() === '' ? [] : ['words stand before the first heading']),
    ...repeated(sections.map(([heading]) => heading)).map((heading) => `[${heading}] stands there twice`),
  ]
  for (const [heading, section] of sections) {
    const wrong = (what: string): void => void faults.push(`[${heading}]: ${what}`)
    if (!known.includes(heading)) wrong('nobody reads it')
    if (section.trim() === '') wrong('is empty')
    const mark = inLines[heading]
    if (mark === undefined && linesOf(section).some((line) => line.length > 120)) wrong('a line is longer than 120')
    for (const each of repeated(mark === undefined ? entriesOf(section).map(nameOf) : linesOf(section)))
      wrong(`has ${each} twice`)
    for (const list of mark === undefined ? [section] : linesOf(section)) {
      const sides = mark === undefined ? [entriesOf(list)] : sidesOf(list.replace(/^[a-z]+:/, ''), mark)
      for (const side of sides) {
        const at = side.findIndex((each, place) => place > 0 && inOrder(side[place - 1]!, each) > 0)
        if (at > 0) wrong(`${side[at]} should stand before ${side[at - 1]}`)
      }
      if (mark !== undefined) for (const each of repeated(sides.flat())) wrong(`has ${each} twice in a line`)
    }
  }
  return faults
}

describe('a file of words has every word once, where anybody finds it', () => {
  test.each(filesOf('.txt'))('%s', (path) => {
    expect(faultsIn(readFileSync(join(folder, path), 'utf8'), headings[path.replace(/^.*\//, '')] ?? [])).toEqual([])
  })

  test.each([
    ['[now]\nnow, currently\n', ['[now]: currently should stand before now']],
    ['[now]\ncurrently, now\nnow\n', ['[now]: has now twice']],
    ['[numbers]\none=1, two=2, three=3, three=3\n', ['[numbers]: has three twice']],
    ['[numbers]\ntwo=2, one=1\n', ['[numbers]: one=1 should stand before two=2']],
    ['[now]\n\n# Nothing yet.\n[to]\nto\n', ['[now]: is empty']],
    ['[never]\nnever\n', ['[never]: nobody reads it']],
    ['[now]\nnow\n[now]\nnow\n', ['[now] stands there twice']],
    ['now\n[to]\nto\n', ['words stand before the first heading']],
    [
      '[opposites]\nliking: like | hate\nslow | fast\nbig, large | little, huge\n',
      ['[opposites]: huge should stand before little'],
    ],
    [
      '[opposites]\nfast | slow, fast\n',
      ['[opposites]: fast should stand before slow', '[opposites]: has fast twice in a line'],
    ],
  ])('a fault is found: %j', (text, faults) => {
    expect(faultsIn(text, ['now', 'to', 'numbers', 'opposites'])).toEqual(faults)
  })
})

/** So long a text is a list of words. */
const longest = 400

function longTextsIn(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && node.getText().length > longest)
      found.push(`${path}: ${node.getText().slice(0, 40)}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true))
  return found
}

test('words of a language stand in files of their own, not in code', () => {
  expect(filesOf('.ts').flatMap((path) => longTextsIn(path, readFileSync(join(folder, path), 'utf8')))).toEqual([])
  expect(longTextsIn('planted.ts', `const words = \`${'word '.repeat(100)}\``)).toHaveLength(1)
})

test('every kind of phrase and every class of words is one that a rule or a phrase asks for', () => {
  const codeIn = (room: string): string[] =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && path !== 'language.ts')
      .map((path) => readFileSync(join(room, path), 'utf8'))
  const code = [...codeIn('src/judge'), ...codeIn(folder)].join('\n')
  const phrases = filesOf('words.txt').map((path) => readFileSync(join(folder, path), 'utf8'))
  const isPhrased = (name: string): boolean => phrases.some((text) => text.includes(`{${name}}`))
  // What only compares is no content, as all phrases of several words are: no rule asks for it.
  expect(cueNames.filter((name) => !code.includes(`'${name}'`))).toEqual(['than'])
  expect(classNames.filter((name) => !code.includes(`isOf('${name}'`) && !isPhrased(name))).toEqual([])
})
