import { anchorOf, writeAnchor } from '../../model/anchor.js'
import { originClassNamed, originClasses, type OriginClass } from '../../model/origin-class.js'
import { MemoryError } from '../../model/error.js'
import type { Attributes, Confidence, FactId, Statement } from '../../model/fact.js'
import { isMentionable, mentionsIn, nameInMention, uniqueNames } from '../../model/entity.js'
import { kindNamed, isBelief, retainKinds, type RetainKind } from '../../model/kind.js'
import { attributeStances } from '../../model/stance.js'
import { singleSpaced } from '../../text/letters.js'
import { isDay, spanOfDate, type Day } from '../../model/time.js'
import { idGiven, valueShown, valuesIn } from '../curate/judge/answers.js'
import { withBulletRead } from './bullet-given.js'

/** A bullet to be written, as a caller says it. */
export interface RetainEntry {
  /** One statement in one line. A statement in a log's form is taken apart into the fields below. */
  readonly text: string
  /** `world`, `experience`, `opinion`, `observation` or a letter; default: opinion with a confidence, else world. */
  readonly kind?: string | undefined
  /** 0 to 1; opinions only. */
  readonly confidence?: number | undefined
  /** Whom or what it is about, with or without `@`. */
  readonly entities?: readonly string[] | undefined
  /** The day of the log that it goes into; today where it is left out. */
  readonly on?: string | undefined
  /** The day from which it is no longer true. */
  readonly until?: string | undefined
  /** The id of the fact that it replaces. */
  readonly was?: string | undefined
  /** Ids of the beliefs that it supports, weakens or contradicts. */
  readonly supports?: readonly string[] | undefined
  readonly weakens?: readonly string[] | undefined
  readonly contradicts?: readonly string[] | undefined
  /** Ids of the passages that it was drafted from, which make it a suggestion until somebody keeps it. */
  readonly suggested?: readonly string[] | undefined
  /** Ids of what it was made of: passages of its log, or the facts that it sums up. */
  readonly from?: readonly string[] | undefined
  /** The code that it is about, which HEAD has to have: `src/x.ts` or `src/x.ts#symbol`, from the top of the repository. */
  readonly at?: string | undefined
  /** The class of its origin: `person`, `agent`, `import`, `tool` or `web`. */
  readonly origin?: string | undefined
}

/** A bullet that can be written. */
export interface ReadEntry extends Statement, Attributes {
  readonly kind: RetainKind
  readonly confidence: Confidence | null
  /** The day of its log; undefined for today. */
  readonly day: Day | undefined
}

/** How many bullets are read at once; a larger batch is a mistake. */
const mostEntries = 10_000
const fields: readonly string[] = [
  'text',
  'kind',
  'confidence',
  'entities',
  'on',
  'until',
  'was',
  ...attributeStances,
  'suggested',
  'from',
  'at',
  'origin',
]

/**
 * Reads bullets as an agent writes them: a JSON array, an object with `bullets`, or one JSON object a line.
 *
 * @throws MemoryError bad-argument that names what is wrong
 */
export function parseEntries(text: string): RetainEntry[] {
  const given = valuesIn(
    text,
    'bullets',
    '{"text": "Prefers tea", "kind": "O", "confidence": 0.9, "entities": ["Peter"]}',
  )
  readEntries(given)
  return given as RetainEntry[]
}

/** @throws MemoryError bad-argument that names each wrong bullet by its number, from 1 */
export function readEntries(given: readonly unknown[]): ReadEntry[] {
  if (given.length > mostEntries)
    throw new MemoryError('bad-argument', `${mostEntries} bullets at once at most, got ${given.length}`)
  const wrong: string[] = []
  const read = given.flatMap((each, at): ReadEntry[] => {
    const entry = readEntry(each)
    if (typeof entry !== 'string') return [entry]
    wrong.push(numberEntries(at, given.length, entry))
    return []
  })
  refuseBullets(wrong)
  return read
}

export const numberEntries = (at: number, all: number, why: string): string =>
  all === 1 ? why : `bullet ${at + 1}: ${why}`

const mostTold = 20

export function refuseBullets(wrong: readonly string[]): void {
  if (wrong.length === 0) return
  const more = wrong.length > mostTold ? [`and ${wrong.length - mostTold} more`] : []
  throw new MemoryError('bad-argument', `nothing was written: ${[...wrong.slice(0, mostTold), ...more].join('; ')}`)
}

/** Half a surrogate pair, which UTF-8 has no bytes for: a file would hold another text, and another id. */
const half = /\p{Cs}/u
const holdsHalf = (name: string): string => `${name} holds half a character: give it whole, or leave it out`

/** @returns the bullet, or what is wrong with it */
function readEntry(each: unknown): ReadEntry | string {
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return `is no object: ${valueShown(each)}`
  const given = withBulletRead(each as Readonly<Record<string, unknown>>)
  if (typeof given === 'string') return given
  const unknown = Object.keys(given).find((name) => !fields.includes(name))
  if (unknown !== undefined) return `has no field ${valueShown(unknown)}: the fields are ${fields.join(', ')}`
  const text = given['text']
  if (typeof text !== 'string' || text.trim() === '') return `text must be a statement, got ${valueShown(text)}`
  if (/[\r\n\0]/.test(text.trim())) return 'text must be one line'
  if (half.test(text)) return holdsHalf('text')
  const { kind: asked, confidence, on, until, was } = given
  const kind = asked === undefined ? (confidence === undefined ? 'world' : 'opinion') : kindGiven(asked)
  if (kind === undefined) return `kind must be one of ${retainKinds.join(', ')} or its letter, got ${valueShown(asked)}`
  if (confidence !== undefined && !isBelief(kind)) return `only an opinion has a confidence, and this is kind ${kind}`
  if (confidence !== undefined && !isShare(confidence))
    return `confidence must be 0 to 1, got ${valueShown(confidence)}`
  if (on !== undefined && (typeof on !== 'string' || !isDay(on)))
    return `on must be a day, as in 2025-11-27, got ${valueShown(on)}`
  if (until !== undefined && (typeof until !== 'string' || spanOfDate(until) === undefined))
    return `until must be a date, as in 2026-03-18, got ${valueShown(until)}`
  const replaced = was === undefined ? null : idGiven(was)
  if (replaced === undefined) return `was must be the id of a fact, as in ^k3f9a2c1x7, got ${valueShown(was)}`
  const names = namesOf(given['entities'])
  if (typeof names === 'string') return names
  const stances: { readonly stance: (typeof attributeStances)[number]; readonly belief: FactId }[] = []
  for (const stance of attributeStances) {
    const ids = idsGiven(given, stance, 'beliefs')
    if (typeof ids === 'string') return ids
    stances.push(...ids.map((belief) => ({ stance, belief })))
  }
  const drafted = idsGiven(given, 'suggested', 'passages')
  if (typeof drafted === 'string') return drafted
  const from = idsGiven(given, 'from', 'passages or facts')
  if (typeof from === 'string') return from
  const at = given['at'] === undefined ? null : anchorGiven(given['at'])
  if (at === undefined)
    return `at must be a path from the top of the repository, as in src/x.ts or src/x.ts#symbol, got ${valueShown(given['at'])}`
  const originMark = given['origin'] === undefined ? null : originGiven(given['origin'])
  if (originMark === undefined)
    return `origin must be one of ${originClasses.join(', ')}, got ${valueShown(given['origin'])}`
  const words = singleSpaced(text).trim()
  return {
    kind,
    text: words,
    mentions: uniqueNames([...names, ...mentionsIn(words)]),
    leading: names.length,
    confidence: confidence === undefined ? null : Math.round((confidence as number) * 100) * 10,
    until: (until as string | undefined) ?? null,
    was: replaced,
    stances,
    suggested: drafted,
    from,
    at,
    originMark,
    of: null,
    on: null,
    day: on as Day | undefined,
  }
}

/** @returns the ids, or what is wrong with them */
function idsGiven(given: Readonly<Record<string, unknown>>, name: string, of: string): readonly FactId[] | string {
  const all = given[name] === undefined ? [] : [given[name]].flat()
  const ids = all.map(idGiven)
  const wrong = ids.indexOf(undefined)
  return wrong < 0
    ? [...new Set(ids as FactId[])]
    : `${name} must be ids of ${of}, as in ^k3f9a2c1x7, got ${valueShown(all[wrong])}`
}

const anchorGiven = (value: unknown): string | undefined => {
  const anchor = typeof value === 'string' ? anchorOf(value) : undefined
  return anchor && writeAnchor(anchor)
}

/** An origin's class, never marked as kept: only a person does that, in the line itself. */
const originGiven = (value: unknown): OriginClass | undefined =>
  typeof value === 'string' ? originClassNamed(value) : undefined

const kindGiven = (value: unknown): RetainKind | undefined => {
  const kind = typeof value === 'string' ? kindNamed(value) : undefined
  return kind === 'passage' ? undefined : kind
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1

/** The names as a bullet writes them, without blanks, or what is wrong: a sign that no mention may have. */
function namesOf(given: unknown): string[] | string {
  if (given === undefined) return []
  const all = [given].flat()
  const wrong = all.find((name) => typeof name !== 'string' || name.replace(/^@/, '').trim() === '')
  if (wrong !== undefined) return `entities must be names, got ${valueShown(wrong)}`
  const names = (all as string[]).map(nameInMention)
  if (names.some((name) => half.test(name))) return holdsHalf('a name')
  const unnamed = names.find((name) => !isMentionable(name))
  if (unnamed === undefined) return uniqueNames(names)
  const meant = unnamed.replace(/[^\p{L}\p{M}\p{N}_\-./]+/gu, '')
  return `a name has none of the signs " @ \` < > [ ] * ^ | ~ \\, got ${valueShown(unnamed)}${isMentionable(meant) ? `: write ${meant}, and its other spellings among the aliases of its page` : ''}`
}
