import { isFactId, idMeant, type FactId } from '../model/fact.js'
import { kinds, kindNamed, type RetainKind } from '../model/kind.js'
import { parseBullet } from '../parse/parse-bullet.js'
import { singleSpaced } from '../text/letters.js'

/** Lines of a log, 1-based, both included. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/** A relation of a bullet to what stands. */
export const relationNames = ['was', 'supports', 'contradicts', 'known'] as const
export type RelationName = (typeof relationNames)[number]

/** One bullet as a reader gave it: nothing of it is believed yet. */
export interface ReaderAnswer {
  /** Which of its answer, from 1. */
  readonly number: number
  /** In one line; empty where it said none. */
  readonly text: string
  /** Undefined where it named none that there is. */
  readonly kind: RetainKind | undefined
  /** In the order of the log; empty where it named none. */
  readonly cites: readonly LineRange[]
  readonly entities: readonly string[]
  /** As it was given: anything but a number is NaN; null where it gave none. */
  readonly confidence: number | null
  /** Ids without their caret; what is no id stays as it was said. */
  readonly relations: readonly { readonly relation: RelationName; readonly id: FactId }[]
}

/** A stretch of an answer that is no bullet. */
export interface Unreadable {
  /** Where it begins, in characters. */
  readonly at: number
  /** Its beginning. */
  readonly text: string
  readonly why: 'cut off' | 'no JSON' | 'no bullet'
}

export interface ReadAnswers {
  readonly answers: readonly ReaderAnswer[]
  readonly unreadable: readonly Unreadable[]
}

/** Of a longer answer the rest is not read: a packet of 4,000 tokens has no more to say. */
const mostCharacters = 4_000_000
const mostAnswers = 2000
const mostUnreadable = 50
/** Objects within objects are looked into so far; a bullet has none, and its wrapper one. */
const deepest = 3
const longestShown = 120

/**
 * What a reader answered, bullet by bullet, whatever stands around them: prose, fences, an array, an object that holds
 * one, an object a line. Each object that is whole is read, so that a tail that was cut off takes no other with it. Never
 * throws; in time that grows with the answer's length.
 */
export function readerAnswers(text: string): ReadAnswers {
  const answers: ReaderAnswer[] = []
  const unreadable: Unreadable[] = []
  const said = text.slice(0, mostCharacters)
  const tell = (at: number, end: number, why: Unreadable['why']): void => {
    if (unreadable.length < mostUnreadable)
      unreadable.push({ at, text: said.slice(at, Math.min(end, at + longestShown)), why })
  }
  let empty = false
  for (const { at, end, height, holdsBullet } of objectsIn(said, (slice) => {
    if (answers.length >= mostAnswers) return false
    const value = objectFrom(slice)
    if (value === undefined) return false
    const answer = answerOf(value, answers.length + 1)
    if (answer !== undefined) answers.push(answer)
    else if (Array.isArray(value['bullets'])) empty = true
    return answer !== undefined
  })) {
    if (holdsBullet) continue
    if (end === undefined) tell(at, said.length, 'cut off')
    else if (height > deepest || objectFrom(said.slice(at, end)) === undefined) tell(at, end, 'no JSON')
    else if (!empty) tell(at, end, 'no bullet')
  }
  const isNothing = empty || /^[\s\S]{0,40}\[\s*\]/.test(said)
  if (answers.length === 0 && unreadable.length === 0 && !isNothing) tell(0, said.length, 'no JSON')
  return { answers, unreadable }
}

interface FoundObject {
  readonly at: number
  /** Behind its closing brace; undefined where it has none. */
  readonly end: number | undefined
  /** How many objects stand within each other in it, itself among them. */
  readonly height: number
  readonly holdsBullet: boolean
}

interface OpenObject {
  readonly at: number
  height: number
  holdsBullet: boolean
}

/**
 * The outermost objects of a text, each with whether a bullet is in it; whole ones are offered from the inside out, until
 * one of them is taken. A character is in at most `deepest` of what is offered.
 */
function objectsIn(text: string, take: (slice: string) => boolean): FoundObject[] {
  const found: FoundObject[] = []
  const open: OpenObject[] = []
  let isString = false
  for (const { 0: sign, index: at } of text.matchAll(/[{}"\n]|\\[\s\S]/g)) {
    if (sign === '"') isString = open.length > 0 && !isString
    // No string goes over the end of a line: what seemed one was prose.
    else if (sign === '\n') isString = false
    else if (isString || sign.length > 1) continue
    else if (sign === '{') open.push({ at, height: 1, holdsBullet: false })
    else {
      const last = open.pop()
      if (last === undefined) continue
      const end = at + 1
      if (!last.holdsBullet && last.height <= deepest) last.holdsBullet = take(text.slice(last.at, end))
      const outer = open.at(-1)
      if (outer === undefined) found.push({ ...last, end })
      else {
        outer.height = Math.max(outer.height, last.height + 1)
        outer.holdsBullet ||= last.holdsBullet
      }
    }
  }
  // Of what was never closed only the innermost was cut off: the others are its wrappers.
  const cut = open.at(-1)
  if (cut !== undefined)
    found.push({ ...cut, end: undefined, holdsBullet: cut.holdsBullet && isOnlyEnded(text, cut.at) })
  return found
}

/** Whether behind the last whole object there is no more of another. */
const isOnlyEnded = (text: string, from: number): boolean =>
  !text.slice(Math.max(from, text.lastIndexOf('}'))).includes('"')

type GivenObject = Readonly<Record<string, unknown>>

function objectFrom(slice: string): GivenObject | undefined {
  for (const form of [slice, slice.replace(/,(\s{0,99}[}\]])/g, '$1')]) {
    try {
      return JSON.parse(form) as GivenObject
    } catch {
      // The next form, or none.
    }
  }
  return undefined
}

/** What a field may be called. */
const calledAs = {
  text: ['text', 'statement', 'bullet'],
  kind: ['kind', 'type'],
  cites: ['cites', 'cite', 'citation', 'citations', 'lines', 'line'],
  entities: ['entities', 'entity'],
  confidence: ['confidence', 'c'],
} as const

const fieldOf = (given: GivenObject, field: keyof typeof calledAs): unknown =>
  calledAs[field].map((name) => given[name]).find((value) => value !== undefined && value !== null)

/** Undefined for an object that says neither a text nor what stands already. */
function answerOf(given: GivenObject, number: number): ReaderAnswer | undefined {
  const written = fieldOf(given, 'text')
  const relations = relationNames.flatMap((relation) => idsOf(given[relation]).map((id) => ({ relation, id })))
  if (typeof written !== 'string' && relations.every(({ relation }) => relation !== 'known')) return undefined
  const said = singleSpaced(typeof written === 'string' ? written : '').trim()
  const named = fieldOf(given, 'kind')
  const kind = typeof named === 'string' ? kindNamed(named.trim()) : undefined
  const confidence = fieldOf(given, 'confidence')
  const plain: ReaderAnswer = {
    number,
    text: said,
    kind: kind === 'passage' ? undefined : kind,
    cites: rangesOf(fieldOf(given, 'cites')),
    entities: namesGiven(fieldOf(given, 'entities')),
    confidence: confidence === undefined ? null : numberFrom(confidence),
    relations,
  }
  return withoutNotation(plain)
}

const typed = new RegExp(
  `^(?:[-*+] )?([${Object.values(kinds)
    .map(({ letter }) => letter)
    .join('')}])(?=\\(|\\s+@|\\s*:)`,
)

/** A text that was given as a log would have it, `O(c=0.7) @Lena: Likes tea`, taken apart. */
function withoutNotation(answer: ReaderAnswer): ReaderAnswer {
  if (!typed.test(answer.text)) return answer
  const parsed = parseBullet(answer.text.replace(/^[-*+] /, ''))
  if (parsed.what !== 'fact') return answer
  const { kind, text, mentions, leading, confidence } = parsed.bullet
  return {
    ...answer,
    text,
    kind: answer.kind ?? kind,
    entities: [...new Set([...mentions.slice(0, leading), ...answer.entities])],
    confidence: answer.confidence ?? (confidence === null ? null : confidence / 1000),
  }
}

const namesGiven = (given: unknown): string[] => {
  const all = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : []
  const names = all.map((each: unknown) =>
    typeof each === 'string'
      ? each
      : typeof each === 'object' && each !== null
        ? String((each as GivenObject)['name'] ?? '')
        : '',
  )
  return [
    ...new Set(
      names.map((name) =>
        singleSpaced(name)
          .trim()
          .replace(/^@/, '')
          .replace(/^"(.*)"$/, '$1'),
      ),
    ),
  ].filter((name) => name !== '')
}

const numberFrom = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN

/** `^k3f9a2c1x7`, or several of them in a list or joined by `+`. */
const idsOf = (value: unknown): FactId[] =>
  [value]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? each.split(/[+,\s]+/) : []))
    .map(idMeant)
    .filter((id) => id !== '' && (isFactId(id) || !/^(?:null|none|undefined|n\/a|-)$/.test(id)))
    .slice(0, 20)

const mostRanges = 50
const rangeForm = /L?(\d{1,7})(?:\s{0,3}(?:-|–|—|\.\.|to|:)\s{0,3}L?(\d{1,7}))?/gi

/** `12`, `"12-14"`, `"L12-L14"`, `"memory/2026-02-11.md#L12-L14"`, `[12, 14]`, `["3", "7-8"]`. */
function rangesOf(given: unknown): LineRange[] {
  const found = [given].flat(3).flatMap((each: unknown): LineRange[] => {
    if (typeof each === 'number') return [{ first: each, last: each }]
    if (typeof each === 'object' && each !== null) {
      const { first, last, start, end } = each as GivenObject
      return rangesOf(`${String(first ?? start)}-${String(last ?? end ?? first ?? start)}`)
    }
    if (typeof each !== 'string') return []
    const lines = each.slice(0, 500).replace(/^.{0,300}(?:#|\.md:?)/i, '')
    return [...lines.matchAll(rangeForm)].map(([, first, last = first]) => ({
      first: Number(first),
      last: Number(last),
    }))
  })
  return found
    .filter(({ first, last }) => Number.isInteger(first) && Number.isInteger(last) && first > 0 && last >= first)
    .slice(0, mostRanges)
    .toSorted((a, b) => a.first - b.first || a.last - b.last)
}
