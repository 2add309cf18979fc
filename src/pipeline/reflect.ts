import { compare } from '../memory/compare.js'
import type { Fact, FactId } from '../memory/fact.js'
import { unstatedConfidence, type Evidence, type Opinion } from '../memory/opinion.js'

/**
 * Fold facts into opinions: each O fact is an opinion, its statements (one per
 * source) the evidence it rests on, its confidence the one stated first.
 *
 * A pure function of the facts: no clock, no earlier number, no row order. So a
 * sync in ten steps and one rebuild believe the same.
 */
export function reflect(facts: readonly Fact[]): Opinion[] {
  const byId = new Map<FactId, Fact[]>()
  for (const fact of facts) {
    if (fact.kind !== 'opinion') continue
    const sources = byId.get(fact.id)
    if (sources) sources.push(fact)
    else byId.set(fact.id, [fact])
  }
  return [...byId].map(([id, sources]) => {
    const ordered = [...sources].toSorted(inFoldOrder)
    const confidence = ordered.find((fact) => fact.confidence !== null)?.confidence ?? unstatedConfidence
    const evidence = ordered.map((fact): Evidence => ({
      fact: id,
      day: fact.day,
      effect: 'states',
      confidence,
      source: fact.source,
    }))
    return { id, confidence, updated: ordered[0]!.day, evidence }
  })
}

/** Undated first, then by day; equal days by id, then by place. */
export function inFoldOrder(a: Fact, b: Fact): number {
  return compare(a.day ?? '', b.day ?? '') || compare(a.id, b.id) || byPlace(a, b)
}

export const byPlace = (a: Fact, b: Fact): number =>
  compare(a.source.path, b.source.path) || a.source.first - b.source.first
