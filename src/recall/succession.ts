import { compare } from '../memory/compare.js'
import { cite, type Fact, type FactId } from '../memory/fact.js'
import type { Day } from '../memory/time.js'
import type { Store } from '../store/store.js'

/** What took a fact's place. */
export interface Successor {
  readonly id: FactId
  /** The day it was noted, from which on the other is over. */
  readonly timestamp: Day | null
  readonly content: string
  readonly source: string
}

/**
 * The fact that another one was given up for: the first that says so outright
 * (`was=^id`), or what superseded the opinion that it states.
 */
export function successorOf(store: Store, fact: Pick<Fact, 'id' | 'kind'>): Successor | undefined {
  const opinion = fact.kind === 'opinion' ? store.opinionOf(fact.id) : undefined
  const ending = opinion?.evidence.findLast(
    ({ effect, counts, day }) => effect === 'supersedes' && counts && day === opinion.until,
  )
  const isBelieved = opinion?.until === null
  const [next] = ending
    ? store.factsById([ending.fact])
    : isBelieved
      ? []
      : store.factsReplacing(fact.id).toSorted((a, b) => compare(a.day ?? '', b.day ?? '') || compare(a.id, b.id))
  return next && { id: next.id, timestamp: next.day, content: next.text, source: cite(next.source, next.id) }
}
