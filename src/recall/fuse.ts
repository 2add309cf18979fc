import type { FactKey } from '../store/rows.js'
import type { Candidate, RetrieverName } from './retrievers.js'

/** Where a retriever had a fact, and what that added to its score. */
export interface Contribution {
  readonly retriever: RetrieverName
  /** 1 is its best. */
  readonly rank: number
  readonly added: number
}

export interface Fused {
  readonly key: FactKey
  readonly score: number
  readonly contributions: readonly Contribution[]
}

/** Weighted sum of what each retriever gave; the caller breaks ties by place. */
export function fuse(
  found: readonly {
    readonly name: RetrieverName
    readonly weight: number
    readonly candidates: readonly Candidate[]
  }[],
): Fused[] {
  const fused = new Map<FactKey, Contribution[]>()
  for (const { name, weight, candidates } of found) {
    candidates.forEach(({ key, score }, at) => {
      const contribution = { retriever: name, rank: at + 1, added: weight * score }
      fused.set(key, [...(fused.get(key) ?? []), contribution])
    })
  }
  return [...fused].map(([key, contributions]) => ({
    key,
    contributions,
    score: contributions.reduce((sum, { added }) => sum + added, 0),
  }))
}
