import { lengthOf } from '../../model/vector.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Line } from '../rank/line.js'
import type { Query } from '../question/query.js'
import { directionOf, placeWords, type Direction } from './basis.js'

/** The least cosine that counts as a full share: where all lines are farther from the question, none gets one. */
const leastAngle = 0.2

/** With fewer lines counted, company weighs proportionally less: part of it is chance. */
const enoughLines = 1000

/**
 * How near a line's words are to those of the question by their company ("You shall know a word by the company it
 * keeps", Firth 1957), as a share of the nearest of these lines: 0 to 1. It is less where words were counted in few
 * lines, and 0 for all where they were not counted.
 */
export function companyAmong(lines: readonly Line[], query: Query, { company }: Store): (line: Line) => number {
  const asked = query.isTime ? [] : query.terms.map(({ stem }) => stem)
  const known = knownIn(company)
  const question = placeWords(
    asked.map((stem) => [stem, 1] as const),
    known(asked),
  )
  const length = lengthOf(question)
  if (length === 0) return () => 0
  const words = known(lines.flatMap(({ stems }) => stems))
  const angles = new Map<FactKey, number>()
  for (const { key, counts } of lines) {
    const line = placeWords(counts, words)
    if (line.length > 0) angles.set(key, dot(question, line) / (length * (lengthOf(line) || 1)))
  }
  const best = Math.max(leastAngle, ...angles.values())
  const sure = Math.min(1, company.lines() / enoughLines)
  return ({ key }) => (sure * Math.max(0, angles.get(key) ?? 0)) / best
}

interface KnownWords {
  readonly stamp: string
  readonly lookedUp: Set<string>
  readonly directions: Map<string, Direction>
}

/** Words that were looked up before: an open process is asked again and again, about the same ones. */
const kept = new WeakMap<Store['company'], KnownWords>()

/** Looks up the directions of words, each word once until the company is counted anew. */
function knownIn(company: Store['company']): (terms: readonly string[]) => ReadonlyMap<string, Direction> {
  const stamp = company.standing()?.stamp ?? ''
  let known = kept.get(company)
  if (known?.stamp !== stamp) kept.set(company, (known = { stamp, lookedUp: new Set(), directions: new Map() }))
  const { lookedUp, directions } = known
  return (terms) => {
    const others = [...new Set(terms)].filter((term) => !lookedUp.has(term))
    for (const term of others) lookedUp.add(term)
    if (others.length > 0) for (const word of company.of(others)) directions.set(word.term, directionOf(word))
    return directions
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}
