import { withArticle } from '../text/article.js'
import { mentionName, mentionsIn, namePattern, uniqueNames } from '../model/entity.js'
import {
  noAttributes,
  isFactId,
  showConfidence,
  type Attributes,
  type Confidence,
  type FactId,
  type Statement,
  type StanceOn,
} from '../model/fact.js'
import { letterPattern } from '../text/letters.js'
import { kindOfLetter, kinds, retainKinds, type RetainKind } from '../model/kind.js'
import { attributeStances, type Stance } from '../model/stance.js'
import { isDay, spanOfDate } from '../model/time.js'
import { compare } from '../text/compare.js'
import { startOf } from '../text/start-of.js'
import { originClasses, originMarkOf } from '../model/origin-class.js'
import { anchorOf, writeAnchor } from '../model/anchor.js'
import { plainText, type NamedReferences } from './parse-text.js'
import { linkAtStart } from './wikilinks.js'

export interface Bullet extends Statement, Attributes {
  readonly kind: RetainKind
  readonly confidence: Confidence | null
}

/** A bullet that was meant to be typed and is not well formed. */
export interface Malformed {
  readonly message: string
  readonly hint: string
}

export type ParsedBullet =
  | { readonly what: 'fact'; readonly bullet: Bullet }
  | { readonly what: 'malformed'; readonly malformed: Malformed }
  /** A bullet without a kind letter: narrative. */
  | { readonly what: 'narrative' }

const letters: readonly string[] = retainKinds.map((kind) => kinds[kind].letter)
const opening = new RegExp(`^([${letters.join('')}])(?=[\\s(:：]|$)`)
/** `X @Peter`, `w(c=0.9)`, `o @Peter`: meant to be typed, by the look of it. */
const mistyped = letterPattern(({ letter }) => `^([A-Za-z\u00c0-\u024f\u0370-\u052f])(?:\\(|\\s+@[${letter}])`)
const spacedAttributes = /^\s+\(\s*[a-z]+\s*=/
/** How many names one bullet can be about: the page of each holds all of the bullet. */
const mostNames = 64
/**
 * A mention before a bullet's colon. A colon or blank has to follow, so emoji behind the name belong to it. In running
 * text, `@Peter🎉` mentions Peter.
 */
const leadingMention = letterPattern(
  (script) =>
    `^\\s*@(${namePattern(script)}${script.mark === '' ? '' : '[\\p{Extended_Pictographic}\\ufe0f\\u200d]*'})(?=[\\s:：])`,
)

/**
 * Read one bullet, without its list marker (docs/grammar.md).
 *
 *     O(c=0.95) @Peter: Prefers concise replies (<1500 chars) on WhatsApp.
 *     │ │       │       └ statement
 *     │ │       └ leading mentions, ended by a colon
 *     │ └ attributes
 *     └ kind
 */
export function parseBullet(markdown: string, named?: NamedReferences): ParsedBullet {
  const letter = opening.exec(markdown)?.[1]
  const kind = letter === undefined ? undefined : kindOfLetter(letter)
  if (kind === undefined) {
    const wrong = mistyped(markdown).exec(markdown)?.[1]
    return wrong === undefined ? { what: 'narrative' } : malformed(unknownKind(wrong))
  }
  let rest = markdown.slice(1)
  if (spacedAttributes.test(rest)) {
    return malformed({
      message: `attributes must follow the letter ${letter} without a space, got ${shown(markdown)}`,
      hint: `write ${letter}(…)`,
    })
  }
  let attributes: ReadAttributes = nothingRead
  if (rest.startsWith('(')) {
    const close = rest.indexOf(')')
    if (close < 0)
      return malformed({
        message: `the bracket after ${letter} is not closed, got ${shown(rest)}`,
        hint: `write ${letter}(…)`,
      })
    const read = readAttributes(kind, rest.slice(1, close))
    if ('message' in read) return malformed(read)
    attributes = read
    rest = rest.slice(close + 1)
  }
  const { names, statement } = splitLeading(rest)
  const text = plainText(statement, named)
  if (text === '') {
    return malformed({ message: `the statement is empty`, hint: `write ${letter} @Name: what is so` })
  }
  const leading = uniqueNames(names)
  const mentions = uniqueNames([...leading, ...mentionsIn(text)])
  if (mentions.length > mostNames)
    return malformed({
      message: `a bullet is about ${mostNames} names at most, got ${mentions.length}`,
      hint: 'say it in several bullets',
    })
  return { what: 'fact', bullet: { kind, text, mentions, leading: leading.length, ...attributes } }
}

const malformed = (found: Malformed): ParsedBullet => ({ what: 'malformed', malformed: found })

function unknownKind(letter: string): Malformed {
  const expected = letters.join(', ')
  const meant = letters.includes(letter.toUpperCase()) ? letter.toUpperCase() : undefined
  return {
    message: `kind must be one of ${expected}, got ${letter}`,
    hint: `write ${meant ?? letters[0]} in its place`,
  }
}

/** Leading mentions count only where a colon ends them; otherwise they are words of the statement. */
function splitLeading(text: string): { names: string[]; statement: string } {
  const names: string[] = []
  let rest = text
  const form = leadingMention(text)
  for (;;) {
    const match = form.exec(rest)
    const linked = match ? undefined : linkAtStart(rest)
    const name = match ? mentionName(match[1]!) : linked?.name
    if (name === undefined || name === '') break
    names.push(name)
    rest = rest.slice(match ? match[0].length : linked!.length)
  }
  const colon = /^\s*[:：]/.exec(rest)
  return colon ? { names, statement: rest.slice(colon[0].length) } : { names: [], statement: text }
}

type ReadAttributes = Attributes & { readonly confidence: Confidence | null }
const nothingRead: ReadAttributes = { confidence: null, ...noAttributes }

interface AttributeRow {
  readonly field: keyof ReadAttributes
  readonly read: (value: string) => string | number | readonly FactId[] | undefined
  readonly expects: string
  /** A correct attribute to suggest in place of the value that was found. */
  readonly right: (value: string) => string
}

const attributeTable: Record<string, AttributeRow> = {
  c: { field: 'confidence', read: readConfidence, expects: 'confidence must be 0 to 1', right: confidenceMeant },
  until: { field: 'until', read: readDate, expects: 'until must be a date', right: () => 'until=YYYY-MM-DD' },
  was: { field: 'was', read: readId, expects: 'was must be the id of a fact', right: () => 'was=^k3f9a2c1x7' },
  ...Object.fromEntries(attributeStances.map((stance) => [stance, stanceRow(stance)])),
  suggested: {
    field: 'suggested',
    read: readIds,
    expects: 'suggested must be the id of a passage, or several joined by +',
    right: () => 'suggested=^k3f9a2c1x7',
  },
  from: {
    field: 'from',
    read: readIds,
    expects: 'from must be the id of what it was made of, or several joined by +',
    right: () => 'from=^k3f9a2c1x7',
  },
  at: {
    field: 'at',
    read: readAnchor,
    expects: 'at must be a path without brackets from the top of the repository, and a symbol in it where you want',
    right: () => 'at=src/x.ts#symbol',
  },
  origin: {
    field: 'originMark',
    read: originMarkOf,
    expects: `origin must be ${originClasses.slice(0, -1).join(', ')} or ${originClasses.at(-1)!}`,
    right: () => 'origin=web',
  },
  of: { field: 'of', read: readId, expects: 'of must be the id of a fact', right: () => 'of=^k3f9a2c1x7' },
  on: { field: 'on', read: readOn, expects: 'on must be a date', right: () => 'on=2025-11-29' },
}

function stanceRow(stance: Stance): AttributeRow {
  const expects = `${stance} must be the id of a belief, or several joined by +`
  return { field: 'stances', read: readIds, expects, right: () => `${stance}=^k3f9a2c1x7` }
}

function readAttributes(kind: RetainKind, inside: string): ReadAttributes | Malformed {
  const letter = kinds[kind].letter
  const read: Record<string, ReadAttributes[keyof ReadAttributes]> = { ...nothingRead }
  const stances: StanceOn[] = []
  const seen = new Set<string>()
  const parts = inside.split(/,(?=\s*[a-z]+\s*=)|,\s*$/)
  for (const [at, part] of parts.entries()) {
    const [name, value] = [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]
    if (!part.includes('=')) {
      const message = `attributes are name=value, got ${shown(part) || 'nothing'}`
      return { message, hint: unsignedMeant(kind, parts, at) }
    }
    const row = Object.hasOwn(attributeTable, name) ? attributeTable[name] : undefined
    if (!row)
      return {
        message: `unknown attribute ${shown(name)}`,
        hint: `the attributes are ${Object.keys(attributeTable).join(', ')}`,
      }
    if (name === 'c' && !kinds[kind].confidence) {
      return {
        message: `${withArticle(kind)} bullet carries no confidence, got c=${shown(value)}`,
        hint: `write ${letter} without c=, or O for an opinion`,
      }
    }
    if (seen.has(name)) return { message: `attribute ${name}= is given twice`, hint: `keep one ${name}=` }
    seen.add(name)
    const result = row.read(value)
    if (result === undefined)
      return {
        message: `${row.expects}, got ${value === '' ? `${name}= without a value` : shown(value)}`,
        hint: name === 'c' ? withPart(letter, parts, at, row.right(value)) : `write ${row.right(value)}`,
      }
    if (typeof result !== 'object' || row.field !== 'stances') read[row.field] = result
    else stances.push(...result.map((belief) => ({ stance: name as Stance, belief })))
  }
  if (seen.has('suggested') && seen.has('from'))
    return { message: 'suggested= and from= both say what it was made of', hint: 'keep suggested= until it is kept' }
  const both = twice(read['was'] as FactId | null, stances)
  if (both !== undefined)
    return { message: `^${both} is spoken of twice, in different ways`, hint: 'keep the one that is so' }
  read['stances'] = stances.toSorted(inOrder)
  return read as unknown as ReadAttributes
}

/** A bracket longer than this is not repeated. */
const longestBracket = 60

/** `write O(c=0.85, until=2026)`: the bracket with one part put right, or without that part where `right` is empty. */
function withPart(letter: string, parts: readonly string[], at: number, right: string): string {
  const all = parts
    .map((part, each) => (each === at ? right : part.trim()))
    .filter((part) => part !== '')
    .join(', ')
  if (all === '') return `write ${letter} without a bracket`
  return `write ${all.length > longestBracket && right !== '' ? right : `${letter}(${shown(all, longestBracket)})`}`
}

/** What a part without a `=` was meant to say: `until 2026-12-01`, `c: 0.9`, `0.9`. */
function unsignedMeant(kind: RetainKind, parts: readonly string[], at: number): string {
  const { letter, confidence } = kinds[kind]
  const part = parts[at]!.trim()
  const [, word = '', value = ''] = /^(\p{L}+)(?:\s*[:：]\s*|\s+)(\S.*)$/u.exec(part) ?? []
  const name = word.toLowerCase()
  const row = Object.hasOwn(attributeTable, name) ? attributeTable[name]! : undefined
  const meant = row ? name : 'c'
  // An empty part, or one whose attribute another part gives, is left out of the hint.
  if (part === '' || parts.some((each) => each.trimStart().startsWith(`${meant}=`)))
    return withPart(letter, parts, at, '')
  if (row && name !== 'c') {
    return row.read(value) === undefined ? `write ${row.right(value)}` : withPart(letter, parts, at, `${name}=${value}`)
  }
  return withPart(letter, parts, at, confidence ? confidenceMeant(row ? value : part) : '')
}

const shown = (text: string, most = 40): string =>
  text.trim().length > most ? `${startOf(text.trim(), most)}…` : text.trim()

function readConfidence(value: string): Confidence | undefined {
  if (!/^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(value)) return undefined
  const thousandths = Math.round(Number(value) * 1000)
  return Number(value) <= 1 ? thousandths : undefined
}

/** `80%`, `80`, `0,8` and `.8` mean 0.80; anything else gets an example. */
function confidenceMeant(value: string): string {
  const meant = confidenceOf(value)
  return `c=${meant === undefined ? '0.95' : showConfidence(meant)}`
}

export function confidenceOf(value: string): Confidence | undefined {
  const percent = /^(?:(\d{1,3})\s*%|([1-9]\d|100))$/.exec(value)
  return readConfidence(percent ? String(Number(percent[1] ?? percent[2]) / 100) : value.replace(',', '.'))
}

function readDate(value: string): string | undefined {
  return spanOfDate(value) ? value : undefined
}

function readId(value: string): string | undefined {
  const id = value.replace(/^\^/, '')
  return isFactId(id) ? id : undefined
}

/** `^k3f9a2c1x7+^12m7d97uez` */
function readIds(value: string): FactId[] | undefined {
  const ids = value.split('+').map((part) => readId(part.trim()))
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined
}

/** `./src/x.ts#symbol` → `src/x.ts#symbol`. A path with brackets was cut short at its first `)`. */
function readAnchor(value: string): string | undefined {
  const anchor = value.includes('(') ? undefined : anchorOf(value)
  return anchor && writeAnchor(anchor)
}

/** The fact or belief that two attributes speak of. */
function twice(was: FactId | null, said: readonly StanceOn[]): FactId | undefined {
  const ids = [...(was === null ? [] : [was]), ...said.map(({ belief }) => belief)]
  return ids.find((id, at) => ids.indexOf(id) < at)
}

const inOrder = (a: StanceOn, b: StanceOn): number =>
  attributeStances.indexOf(a.stance) - attributeStances.indexOf(b.stance) || compare(a.belief, b.belief)

function readOn(value: string): string | undefined {
  const [day, counter, ...more] = value.split('+')
  const dated = day === '-' || isDay(day!) || (counter === undefined && spanOfDate(day!) !== undefined)
  return dated && more.length === 0 && (counter === undefined || /^\d{1,4}$/.test(counter)) ? value : undefined
}
