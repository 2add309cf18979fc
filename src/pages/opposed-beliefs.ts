import { compare } from '../text/compare.js'
import { showConfidence } from '../model/fact.js'
import { escapeStatement } from '../render/escape.js'
import type { ShownFact } from '../render/render-line.js'
import { seal } from '../model/page.js'
import type { Store } from '../store/store.js'

const mostPairs = 5
const count = (more: number): string => (more === 1 ? '1 more pair' : `${more} more pairs`)

/**
 * Lines with two beliefs of a page that contradict each other and both stand: somebody has to say which one holds.
 *
 *     Against each other: “Likes flying” (0.64) and “Never boards a plane” (0.70)
 */
export function opposedOn(store: Store, shown: readonly ShownFact[]): string {
  const beliefs = new Map(shown.flatMap((each) => (each.opinion ? [[each.opinion.id, each] as const] : [])))
  if (beliefs.size < 2) return ''
  const said = (id: string): string => {
    const { fact, opinion } = beliefs.get(id)!
    // A backtick in each of two statements would make code of the words between them.
    return `“${escapeStatement(fact.text.replaceAll('`', '’'))}” (${showConfidence(opinion!.confidence)})`
  }
  const pairs = store.beliefs
    .opposed([...beliefs.keys()])
    .map((pair) => pair.map(said).toSorted(compare).join(' and '))
    .toSorted(compare)
  const more = pairs.length > mostPairs ? [`and ${count(pairs.length - mostPairs)}`] : []
  return [...pairs.slice(0, mostPairs), ...more].map((pair) => seal(`Against each other: ${pair}`)).join('\n')
}
