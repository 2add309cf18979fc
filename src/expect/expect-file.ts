import { isMap, isScalar, isSeq, parseDocument, stringify, type Pair } from 'yaml'
import {
  idReferred,
  referenceIn,
  type Expectation,
  type NoExpectation,
  type WrittenExpectation,
} from './expectation.js'

export interface ExpectationsRead {
  readonly expectations: readonly WrittenExpectation[]
  readonly malformed: readonly NoExpectation[]
}

/** The most characters of an item: the time to read YAML grows faster than its length. */
const longestItem = 16_384
/** The most brackets of an item, or dashes and names of a line: deep nesting would exhaust the stack. */
const deepest = 100

/** Items of a file: more than anybody writes. */
const mostItems = 5000

/** The names that an item may have, each with an example of its value. */
const names = {
  ask: 'where does Peter live',
  'as-of': '2025-11-27',
  entities: '[Peter]',
  cites: '^k3f9a2c1x7',
  never: '^k3f9a2c1x7',
  says: '"@Peter: Lives in Graz."',
  within: '3',
  nothing: 'true',
  belief: '^k3f9a2c1x7',
  above: '0.5',
  below: '0.5',
} as const
type ItemName = keyof typeof names

const ofQuestions: readonly ItemName[] = ['ask', 'as-of', 'entities', 'cites', 'never', 'says', 'within', 'nothing']
const ofBeliefs: readonly ItemName[] = ['belief', 'says', 'above', 'below']

const begun = `# What memory has to answer: memory expect asks it, and says what it answers otherwise.\n`

/** An item that makes no sense; caught where items are read. */
class Misread extends Error {
  /** Where it is wrong, in characters from the beginning of the item. */
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/**
 * Reads a list of expectations. Each item is read by itself, so that broken YAML in one spoils no other. It never
 * throws, and expands no alias. Every value is the text as it was written (YAML's failsafe schema): an id of digits is
 * no number, and `ask: yes` is a question.
 */
export function readExpectations(text: string): ExpectationsRead {
  const { items, stray } = itemsOf(text)
  const read = items.slice(0, mostItems).map(expectationIn)
  const [unread] = items.slice(mostItems)
  if (unread) read.push({ line: unread.line, message: `not read from here on: at most ${mostItems} expectations are` })
  return {
    expectations: read.flatMap((each) => ('message' in each ? [] : [each])),
    malformed: [...stray, ...read.flatMap((each) => ('message' in each ? [each] : []))].toSorted(
      (a, b) => a.line - b.line,
    ),
  }
}

/**
 * Adds an expectation at the end of a file; every byte that stands there stays.
 *
 * @returns undefined where the file holds something else than a list
 */
export function withExpectation(
  text: string | undefined,
  expectation: Expectation,
): { readonly text: string; readonly line: number; readonly item: string } | undefined {
  const standing = text ?? begun
  const { items, stray, indent } = itemsOf(standing)
  if (items.length === 0 && stray.length > 0) return undefined
  const eol = standing.includes('\r\n') ? '\r\n' : '\n'
  const item = itemText(expectation)
  const lines = item.trimEnd().split('\n')
  const before = standing === '' || /[\r\n]$/.test(standing) ? standing : standing + eol
  const added = lines.map((line) => `${line === '' ? '' : indent + line}${eol}`).join('')
  return { text: before + added, line: before.split(/\r\n|\n|\r/).length, item }
}

/** The text of an item, `- ask: where does Peter live` and so on; a single value stands without a list. */
function itemText(expectation: Expectation): string {
  const entries = Object.entries(expectation).map(([name, value]) => [
    name === 'asOf' ? 'as-of' : name,
    Array.isArray(value) && value.length === 1 ? (value[0] as string) : (value as unknown),
  ])
  return stringify([Object.fromEntries(entries)], { lineWidth: 0 })
}

/** The text of one item, and the 1-based line that it begins on. */
interface ItemText {
  readonly line: number
  readonly text: string
}

/** Splits a file into the items of its list, by their margin, and the lines that belong to none. */
function itemsOf(text: string): {
  readonly items: readonly ItemText[]
  readonly stray: readonly NoExpectation[]
  readonly indent: string
} {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const isBlank = (line: string): boolean => /^\s*(?:#|$)/.test(line)
  const first = lines.findIndex(
    (line, at) => !isBlank(line) && !(line.trimEnd() === '---' && lines.slice(0, at).every(isBlank)),
  )
  if (first < 0) return { items: [], stray: [], indent: '' }
  const [, indent] = /^( *)-(?: |$)/.exec(lines[first]!) ?? []
  if (indent === undefined)
    return { items: [], stray: [{ line: first + 1, message: strayMessage(lines[first]!) }], indent: '' }
  const items: { line: number; text: string[] }[] = []
  const stray: NoExpectation[] = []
  let isStray = false
  for (const [at, line] of lines.entries()) {
    if (at < first) continue
    const margin = /^ */.exec(line)![0].length
    const isItem = margin === indent.length && /^-(?: |$)/.test(line.slice(margin))
    if (isItem) items.push({ line: at + 1, text: [] })
    else if (margin <= indent.length && !isBlank(line)) {
      if (!isStray) stray.push({ line: at + 1, message: strayMessage(line) })
      isStray = true
      continue
    }
    if (isItem) isStray = false
    if (!isStray) items.at(-1)!.text.push(line.slice(Math.min(margin, indent.length)))
  }
  return { items: items.map((item) => ({ line: item.line, text: `${item.text.join('\n')}\n` })), stray, indent }
}

const strayMessage = (line: string): string =>
  /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(line)
    ? 'a merge left this for somebody to resolve: take one side, and the marks out'
    : `the file is a list of expectations, got ${told(line)}: - ask: ${names.ask} would begin one`

const told = (value: string): string => `“${value.trim().slice(0, 60)}”`

function expectationIn({ line, text }: ItemText): WrittenExpectation | NoExpectation {
  try {
    return { ...expectationOf(pairsIn(text), text), line }
  } catch (cause) {
    if (!(cause instanceof Misread))
      return { line, message: `this is no YAML that can be read: ${String(cause).slice(0, 80)}` }
    return { line: line + text.trimEnd().slice(0, cause.at).split('\n').length - 1, message: cause.message }
  }
}

type Pairs = ReadonlyMap<string, { readonly at: number; readonly values: readonly string[]; readonly isList: boolean }>

function pairsIn(text: string): Pairs {
  if (text.length > longestItem)
    throw new Misread(0, `an item has at most ${longestItem} characters, got ${text.length}: break it up`)
  if (text.split(/[[{]/).length > deepest || text.split('\n').some((line) => line.split(/[-?:]\s/).length > deepest))
    throw new Misread(0, 'an item holds names and values, got lists within lists')
  const { contents, errors } = parseDocument(text, {
    schema: 'failsafe',
    // Checked below: YAML's own check compares all with all, which takes too long where there are many.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const [error] = errors
  if (error)
    throw new Misread(error.pos[0], `this is no YAML: ${error.message}; put a text that holds “: ” or “ #” in quotes`)
  const item = isSeq(contents) ? contents.items[0] : undefined
  if (!isMap(item))
    throw new Misread(0, `an item holds names and values, got ${told(text.slice(1))}: ask: ${names.ask} would be right`)
  const pairs = new Map<string, { at: number; values: readonly string[]; isList: boolean }>()
  for (const { key, value } of item.items as Pair[]) {
    const at = rangeOf(key)
    const name = isScalar(key) ? String(key.value) : ''
    if (!Object.hasOwn(names, name))
      throw new Misread(
        at,
        `there is no ${told(name)} in an expectation: ${Object.keys(names).join(', ')} are what it takes`,
      )
    if (pairs.has(name))
      throw new Misread(at, `${name} stands twice: a list takes several, ${name}: [${names[name as ItemName]}, …]`)
    const values = isSeq(value) ? value.items.map((each) => textOfNode(each)) : [textOfNode(value)]
    if (values.length === 0 || values.includes(undefined))
      throw new Misread(
        at,
        `${name} takes a text, got nothing or something else: ${name}: ${names[name as ItemName]} would be right`,
      )
    pairs.set(name, { at, values: values as string[], isList: isSeq(value) })
  }
  return pairs
}

const rangeOf = (node: unknown): number => (isScalar(node) ? (node.range?.[0] ?? 0) : 0)

/** The text of a node; undefined for an alias (it may expand to far more text), a list, a map, and nothing. */
const textOfNode = (node: unknown): string | undefined =>
  isScalar(node) && typeof node.value === 'string' && node.value.trim() !== '' ? node.value : undefined

function expectationOf(pairs: Pairs, text: string): Expectation {
  const isBelief = pairs.has('belief')
  if (isBelief === pairs.has('ask'))
    throw new Misread(
      0,
      `an expectation is about a question or a belief, got ${isBelief ? 'both' : told(text.slice(1))}: ask: ${names.ask}, or belief: ${names.belief}`,
    )
  const takes = isBelief ? ofBeliefs : ofQuestions
  for (const [name, { at }] of pairs)
    if (!takes.includes(name as ItemName))
      throw new Misread(
        at,
        `${isBelief ? 'a belief' : 'a question'} takes no ${name}: ${takes.join(', ')} are what it takes`,
      )
  return isBelief ? beliefOf(pairs) : askOf(pairs)
}

function askOf(pairs: Pairs): Expectation {
  const [cites, never] = [references(pairs, 'cites'), references(pairs, 'never')]
  const [says, within] = [
    listOf(pairs, 'says'),
    numberOf(pairs, 'within', /^[1-9]\d{0,2}$/, 'a whole number from 1 to 999'),
  ]
  const nothing = pairs.get('nothing')
  if (nothing && nothing.values[0] !== 'true') throw refusal(pairs, 'nothing', 'true, or is left out')
  const wants = [cites ?? (never ? undefined : says), never, nothing].filter((each) => each !== undefined)
  if (wants.length !== 1 || (nothing && (says ?? within) !== undefined))
    throw new Misread(
      0,
      `a question has one of cites, never and nothing: true, got ${wants.length === 0 ? 'none' : 'several'}; what else is expected is an item of its own`,
    )
  const [asOf, entities] = [oneOf(pairs, 'as-of'), listOf(pairs, 'entities')]
  return {
    ask: oneOf(pairs, 'ask')!,
    ...(asOf === undefined ? {} : { asOf }),
    ...(entities ? { entities } : {}),
    ...(cites ? { cites } : {}),
    ...(never ? { never } : {}),
    ...(says ? { says } : {}),
    ...(within === undefined ? {} : { within }),
    ...(nothing ? { nothing: true } : {}),
  }
}

function beliefOf(pairs: Pairs): Expectation {
  const belief = oneOf(pairs, 'belief')!
  const id = idReferred(belief)
  if (id === undefined) throw refusal(pairs, 'belief', 'an id')
  const share = /^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?|\.\d{1,4})$/
  const [above, below] = (['above', 'below'] as const).map((name) =>
    numberOf(pairs, name, share, 'a number from 0 to 1'),
  )
  if (above === undefined && below === undefined)
    throw new Misread(0, `a belief has above or below, got neither: above: ${names.above} would be right`)
  const says = listOf(pairs, 'says')
  return {
    belief: id,
    ...(says ? { says } : {}),
    ...(above === undefined ? {} : { above }),
    ...(below === undefined ? {} : { below }),
  }
}

const refusal = (pairs: Pairs, name: ItemName, takes: string, got = pairs.get(name)!.values[0]!): Misread =>
  new Misread(pairs.get(name)!.at, `${name} takes ${takes}, got ${told(got)}: ${name}: ${names[name]} would be right`)

const listOf = (pairs: Pairs, name: ItemName): readonly string[] | undefined => pairs.get(name)?.values

function oneOf(pairs: Pairs, name: ItemName): string | undefined {
  const found = pairs.get(name)
  if (found?.isList) throw refusal(pairs, name, 'one value', 'a list')
  return found?.values[0]
}

function numberOf(pairs: Pairs, name: ItemName, form: RegExp, takes: string): number | undefined {
  const text = oneOf(pairs, name)
  if (text === undefined) return undefined
  if (!form.test(text)) throw refusal(pairs, name, takes)
  return Number(text)
}

function references(pairs: Pairs, name: ItemName): readonly string[] | undefined {
  return listOf(pairs, name)?.map((value) => {
    const reference = referenceIn(value)
    if (reference === undefined) throw refusal(pairs, name, 'an id or a place (memory/2025-11-27.md#L4)', value)
    return reference
  })
}
