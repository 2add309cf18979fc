import { lengthOf } from '../../model/vector.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Line } from '../rank/line.js'
import type { Query } from '../question/query.js'
import { directionOf, placeWords, type Direction } from './basis.js'

/** The cosine of an angle beyond which a line's words are in no company with those of the question, whatever the others'. */
const leastAngle = 0.2

/** What words stand beside in fewer lines is chance by as much as they are fewer. */
const enoughLines = 1000

/**
 * How near a line's words come to those of the question in what they stand beside ("You shall know a word by the company it
 * keeps", Firth 1957), as a share of the nearest of these lines: 0 to 1, and less where
 * little was written that words were counted in; 0 for all where they were not.
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

/** An open process is asked again and again, about the same words. */
const kept = new WeakMap<Store['company'], KnownWords>()

/** What is known of words, each looked up once for as long as what is known stays the same. */
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
