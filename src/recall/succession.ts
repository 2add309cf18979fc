import { compare } from '../memory/compare.js'
import { cite, type Fact, type FactId } from '../memory/fact.js'
import type { Day } from '../memory/time.js'
import type { FactKey, StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import type { Fused } from './fuse.js'

/** What took a fact's place. */
export interface Successor {
  readonly id: FactId
  /** The day it was noted, from which on the other is over. */
  readonly timestamp: Day | null
  readonly content: string
  readonly source: string
  /** Where no `was=^id` says so: the words of it that do. */
  readonly cues?: readonly string[]
}

/**
 * The fact that another one was given up for: the first that says so outright
 * (`was=^id`), or else in its words, or what superseded the opinion that it states.
 */
export function successorOf(store: Store, fact: Pick<Fact, 'id' | 'kind'>): Successor | undefined {
  const opinion = fact.kind === 'opinion' ? store.opinionOf(fact.id) : undefined
  const ending = opinion?.evidence.findLast(
    ({ effect, counts, day }) => effect === 'supersedes' && counts && day === opinion.until,
  )
  const isBelieved = opinion?.until === null
  const [named] = ending
    ? store.factsById([ending.fact])
    : isBelieved
      ? []
      : store.factsReplacing(fact.id).toSorted((a, b) => compare(a.day ?? '', b.day ?? '') || compare(a.id, b.id))
  const inferred = named || fact.kind === 'opinion' ? undefined : store.endings.of(fact.id)
  const next = named ?? (inferred && store.factsById([inferred.by])[0])
  return (
    next && {
      id: next.id,
      timestamp: next.day,
      content: next.text,
      source: cite(next.source, next.id),
      ...(inferred ? { cues: inferred.cues } : {}),
    }
  )
}

/** What a fact's score is multiplied by when it is over. */
const overWeight = 0.5
/** And how near it then may come to what took its place. */
const behind = 0.99

/** Facts that are over count less; where their successor is found too, they come behind it, whichever the words meet better. */
export function setBack(
  store: Store,
  found: readonly Fused[],
  facts: ReadonlyMap<FactKey, StoredFact>,
  over: (fact: StoredFact | undefined) => boolean,
): Fused[] {
  const isOver = new Set(found.filter(({ key }) => over(facts.get(key))).map(({ key }) => key))
  const weighed = found.map((one) => (isOver.has(one.key) ? { ...one, score: one.score * overWeight } : one))
  if (isOver.size === 0) return weighed
  const best = new Map<FactId, number>()
  for (const { key, score } of weighed) {
    const id = facts.get(key)?.id
    if (id !== undefined) best.set(id, Math.max(score, best.get(id) ?? 0))
  }
  return weighed.map((one) => {
    const fact = isOver.has(one.key) ? facts.get(one.key) : undefined
    const ahead = fact && best.get(successorOf(store, fact)?.id ?? '')
    return ahead === undefined ? one : { ...one, score: Math.min(one.score, ahead * behind) }
  })
}
