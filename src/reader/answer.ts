import { isFactId, idMeant, type FactId } from '../model/fact.js'
import { kinds, kindNamed, type RetainKind } from '../model/kind.js'
import { parseBullet } from '../parse/parse-bullet.js'
import { singleSpaced } from '../text/letters.js'
import { objectsAnswered, type GivenObject, type ObjectsAnswered } from './objects.js'

/** Lines of a log, 1-based, both included. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/** How a bullet may relate to a bullet that stands. */
export const relationNames = ['was', 'supports', 'contradicts', 'known'] as const
export type RelationName = (typeof relationNames)[number]

/** One bullet as a reader gave it, before any check. */
export interface ReaderAnswer {
  /** Its place in the answer, from 1. */
  readonly number: number
  /** On one line; empty where none was given. */
  readonly text: string
  /** Undefined where no kind was given, or one that does not exist. */
  readonly kind: RetainKind | undefined
  /** In the order of the log; empty where none were given. */
  readonly cites: readonly LineRange[]
  readonly entities: readonly string[]
  /** NaN where something else than a number was given; null where nothing was. */
  readonly confidence: number | null
  /** Ids without their caret. A text that is no id is kept as it was given. */
  readonly relations: readonly { readonly relation: RelationName; readonly id: FactId }[]
}

/** The bullets in a reader's answer, whatever text stands around them. Never throws. */
export const readerAnswers = (text: string): ObjectsAnswered<ReaderAnswer> => objectsAnswered(text, answerOf)

const calledAs = {
  text: ['text', 'statement', 'bullet'],
  kind: ['kind', 'type'],
  cites: ['cites', 'cite', 'citation', 'citations', 'lines', 'line'],
  entities: ['entities', 'entity'],
  confidence: ['confidence', 'c'],
} as const

const fieldOf = (given: GivenObject, field: keyof typeof calledAs): unknown =>
  calledAs[field].map((name) => given[name]).find((value) => value !== undefined && value !== null)

/** One bullet; undefined for an object with neither a text nor a `known` id. */
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
    entities: namesFrom(fieldOf(given, 'entities')),
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

/** The answer with its fields filled from its text, if that is a bullet of a log: `O(c=0.7) @Lena: Likes tea`. */
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

const namesFrom = (given: unknown): string[] => {
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

/** The ids in a value: `^k3f9a2c1x7`, or several in a list or joined by `+`. */
const idsOf = (value: unknown): FactId[] =>
  [value]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? each.split(/[+,\s]+/) : []))
    .map(idMeant)
    .filter((id) => id !== '' && (isFactId(id) || !/^(?:null|none|undefined|n\/a|-)$/.test(id)))
    .slice(0, 20)

const mostRanges = 50
const mostBetween = 12
const rangeForm = /L?(\d{1,7})(?:\s{0,3}(?:-|–|—|\.\.|to|:)\s{0,3}L?(\d{1,7}))?/gi

/** Ranges of lines: `12`, `"12-14"`, `"L12-L14"`, `"memory/2026-02-11.md#L12-L14"`, `[12, 14]`, `["3", "7-8"]`. */
function rangesOf(given: unknown): LineRange[] {
  // Two numbers may be two lines or a range. The range is taken, so that no line between them is left out.
  if (Array.isArray(given) && given.length === 2) {
    const [first, last] = given as readonly unknown[]
    if (typeof first === 'number' && typeof last === 'number' && last > first && last - first < mostBetween)
      return rangesOf(`${first}-${last}`)
  }
  const found = [given].flat(3).flatMap((each: unknown): LineRange[] => {
    if (typeof each === 'number') return [{ first: each, last: each }]
    if (typeof each === 'object' && each !== null) {
      const { first, last, start, end } = each as GivenObject
      return rangesOf(`${String(first ?? start)}-${String(last ?? end ?? first ?? start)}`)
    }
    if (typeof each !== 'string') return []
    // Of each place: a path has digits of its own.
    const places = each.slice(0, 500).split(/[,;]/)
    return places.flatMap((place) =>
      [...place.replace(/^.{0,300}(?:#|\.md:?)/i, '').matchAll(rangeForm)].map(([, first, last = first]) => ({
        first: Number(first),
        last: Number(last),
      })),
    )
  })
  return found
    .filter(({ first, last }) => Number.isInteger(first) && Number.isInteger(last) && first > 0 && last >= first)
    .slice(0, mostRanges)
    .toSorted((a, b) => a.first - b.first || a.last - b.last)
}
