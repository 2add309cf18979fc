import {
  Context,
  defaultOperators,
  evalToken,
  ForTag,
  Liquid,
  Parser,
  TagToken,
  TokenKind,
  Tokenizer,
  toValueSync,
  type Emitter,
  type Operators,
  type Template,
  type TopLevelToken,
} from 'liquidjs'
import { layoutFilters, layoutTags, filterSize, filterText } from './layout-filters.js'
import type { Layout } from './layout.js'

/** The longest page, in characters; a page has 200 lines. */
const largestPage = 1_000_000
/** The longest template, in characters; ours have a thousand. */
const largestTemplate = 100_000
/** How deep tags may nest: the result of a deeper template would depend on the stack of the machine. */
const deepest = 64
/**
 * The most work to fill a page, in characters. Each step costs the length of all tags and outputs of the template;
 * filters and comparisons cost what they read and make. So every template ends, at the same point on every machine.
 */
const mostWork = 5_000_000

/** A `for` that counts the members of its list as work, even where the loop prints nothing. */
class CountedFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    const collection: unknown = yield evalToken(this.collection, context)
    context.memoryLimit.use(Array.isArray(collection) ? collection.length : 1)
    yield* super.render(context, emitter)
  }
}

/** Operators that count the operands as work, since comparing reads them. */
const operators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, work]) => [
    name,
    // A unary operator gets its operand and the context.
    (left: unknown, right: unknown, context?: Context) => {
      const given = context === undefined ? [left] : [left, right]
      ;(context ?? (right as Context)).memoryLimit.use(filterSize(given))
      return work(left, right, context!)
    },
  ]),
)

/**
 * Text with placeholders and loops: no code, no files, no network. An unknown variable is an error, so that a typo in a
 * workspace's own template shows. So is a filter or tag outside the closed lists.
 */
const engine = new Liquid({
  // Set, because asking the system for them takes longer than filling all templates.
  locale: 'en',
  timezoneOffset: 0,
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  cache: false,
  relativeReference: false,
  templates: {},
  operators,
  parseLimit: largestTemplate,
  memoryLimit: mostWork,
})
for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name)
for (const [name, filter] of Object.entries(layoutFilters))
  engine.registerFilter(name, function (value: unknown, ...options: unknown[]): unknown {
    this.context.memoryLimit.use(filterSize([value, ...options]))
    const made = (filter as (value: unknown, ...options: unknown[]) => unknown)(value, ...options)
    this.context.memoryLimit.use(filterSize([made]))
    return made
  })
for (const name of Object.keys(engine.tags))
  if (!(layoutTags as readonly string[]).includes(name)) Reflect.deleteProperty(engine.tags, name)
engine.registerTag('for', CountedFor)

/** A page while it is filled, of bounded length. */
class Sheet implements Emitter {
  buffer = ''
  write(text: unknown): void {
    const more = filterText(text)
    if (this.buffer.length + more.length > largestPage) throw new Error(`fills more than ${largestPage} characters`)
    this.buffer += more
  }
}

/** @throws an error with line and column, which lists the known filters or tags where one is unknown */
export function liquidLayout(template: string): Layout {
  const { templates, step } = explained(() => parsed(template))
  return (model) =>
    explained(() => {
      const context = new Context({ ...model }, engine.options, { sync: true }, { liquid: engine })
      // The engine calls this before each step.
      context.renderLimit.check = () => context.memoryLimit.use(step)
      return toValueSync(engine.renderer.renderTemplates(templates, context, new Sheet())) as string
    })
}

/** Parses a template. `step`: characters of all its tags and outputs, the most that one step may evaluate. */
function parsed(template: string): { readonly templates: Template[]; readonly step: number } {
  if (template.length > largestTemplate) throw new Error(`is longer than ${largestTemplate} characters`)
  const tokens: TopLevelToken[] = new Tokenizer(template, operators).readTopLevelTokens(engine.options)
  refuseDepth(tokens)
  const step = tokens.reduce((sum, { kind, begin, end }) => sum + (kind === TokenKind.HTML ? 0 : end - begin), 1)
  return { templates: new Parser(engine).parseTokens(tokens), step }
}

function refuseDepth(tokens: readonly TopLevelToken[]): void {
  let depth = 0
  for (const token of tokens) {
    if (token.kind === TokenKind.HTML) continue
    if (token instanceof TagToken) depth += token.name.startsWith('end') ? -1 : nests.has(token.name) ? 1 : 0
    if (Math.max(depth, bracketsIn(token.getText())) <= deepest) continue
    const [line, column] = token.getPosition()
    throw new Error(`nests more than ${deepest} deep, line:${line}, col:${column}`)
  }
}

function bracketsIn(text: string): number {
  let [depth, most] = [0, 0]
  for (const [bracket] of text.matchAll(/[[\]()]/g)) most = Math.max(most, (depth += '[('.includes(bracket) ? 1 : -1))
  return most
}

const nests: ReadonlySet<string> = new Set(['if', 'unless', 'for', 'case', 'comment', 'raw'])

/** The engine's messages that say too little, each with a better one. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/undefined filter: ([^,\s]*)/, `unknown filter $1 (the filters are ${Object.keys(layoutFilters).join(', ')})`],
  [/tag "([^"]*)" not found/, `unknown tag $1 (the tags are ${layoutTags.join(', ')})`],
  [/memory alloc limit exceeded/, 'takes more work than a page is worth'],
]

function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    const message = meanings.reduce((text, [found, meant]) => text.replace(found, meant), said)
    throw new Error(message, { cause })
  }
}
