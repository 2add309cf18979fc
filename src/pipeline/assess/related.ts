import type { Pair } from './pair.js'

/** Near enough that what limits the fact limits the opinion. `least`: how much of the fact must be about it. */
export function related(
  { coverage, back, predicateLink, predicate, topic, links, said, opinion }: Pair,
  least = 0.25,
): boolean {
  if (coverage >= 0.6) return said.length > 1 || back >= Math.min(least, 0.2)
  // Two likings have nothing in common but the word.
  const plain = predicate !== undefined && opinion.tokens[predicate]!.tone === 0
  if (predicateLink && coverage >= 0.4) return back >= least && (topic > 0 || plain || said.length === 1)
  return topic >= 0.6 && links.length > 1
}
