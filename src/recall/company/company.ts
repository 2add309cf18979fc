import { lengthOf } from '../../model/vector.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Line } from '../rank/line.js'
import type { Query } from '../question/query.js'
import { directionOf, placeWords } from './basis.js'

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
  const words = company.of([...new Set([...asked, ...lines.flatMap(({ stems }) => stems)])])
  const width = words[0]?.bytes.length ?? 0
  const known = new Map(words.map((word) => [word.term, directionOf(word)]))
  const question = placeWords(asked, known, width)
  const length = lengthOf(question)
  if (length === 0) return () => 0
  const angles = new Map<FactKey, number>()
  for (const { key, stems } of lines) {
    const line = placeWords(stems, known, width)
    angles.set(key, dot(question, line) / (length * (lengthOf(line) || 1)))
  }
  const best = Math.max(leastAngle, ...angles.values())
  const sure = Math.min(1, company.lines() / enoughLines)
  return ({ key }) => (sure * Math.max(0, angles.get(key) ?? 0)) / best
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, each, at) => sum + each * b[at]!, 0)
