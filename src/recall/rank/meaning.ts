import { companyAmong } from '../company/company.js'
import type { Query } from '../question/query.js'
import type { Meaning } from '../retrieve/retriever.js'
import type { Store } from '../../store/store.js'
import type { View } from './features.js'
import type { Line } from './line.js'
import type { Overlaps } from './overlap.js'

/** How much of a question a line has to hold to be found by its words. */
const foundByWords = 0.6
/** How many times more a model counts where no line holds a word of the question. */
const wordsFail = 2

/**
 * How near lines are to a question in meaning: by a model, which counts more the less of the question any line holds,
 * and by the company of their words.
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
