import { companyAmong } from '../company/company.js'
import type { Query } from '../question/query.js'
import type { Meaning } from '../retrieve/retriever.js'
import type { Store } from '../../store/store.js'
import type { View } from './features.js'
import type { Line } from './line.js'
import type { Overlaps } from './overlap.js'

/** A line that holds so much of a question is found by its words. */
const foundByWords = 0.6
/** Where no line holds a word of it, what a model says counts so many times more. */
const wordsFail = 2

/**
 * How near lines are to a question in what they mean: as a model has it, the more the less of it any line holds, and as their
 * words stand beside others in these notes.
 *
 * @param meaning undefined where no model is asked
 */
export function meaningIn(
  lines: readonly Line[],
  { query, store, overlap }: { query: Query; store: Store; overlap: Overlaps['overlap'] },
  meaning: Meaning | undefined,
): View['meaning'] {
  const company = companyAmong(lines, query, store)
  if (!meaning) return company
  const held = Math.min(1, Math.max(0, ...lines.map((line) => overlap(line).words)) / foundByWords)
  const trust = 1 + wordsFail * (1 - held)
  return (line) => trust * meaning.of(line.id) + company(line)
}
