import { compare } from '../../text/compare.js'
import type { FactKey } from '../../store/rows.js'
import type { View } from './features.js'
import { byPlace, type Line } from './line.js'
import type { Query } from '../question/query.js'
import { isBelief } from '../../model/kind.js'

/** How many beliefs of the asker may come along, whatever the question's words. */
const most = 5

/**
 * Where the asker wants something done: their beliefs that bear on it, those first that share words with the question.
 * People seldom repeat how they like it: `format the report`, not `format the report in tables as I prefer`.
 */
export function preferences(lines: readonly Line[], query: Query, overlap: View['overlap']): View['preference'] {
  if (!query.asks.has('doing') || query.me.length === 0) return () => 0
  const mine = lines
    .filter(({ kind, owners }) => isBelief(kind) && query.me.some((key) => owners.has(key)))
    .map((line) => ({ line, bears: overlap(line).words + overlap(line).beginnings }))
    .toSorted((a, b) => b.bears - a.bears || compare(b.line.day ?? '', a.line.day ?? '') || byPlace(a.line, b.line))
    .slice(0, most)
  const kept = new Map<FactKey, number>(mine.map(({ line }, at) => [line.key, 1 - at / most]))
  return ({ key }) => kept.get(key) ?? 0
}
