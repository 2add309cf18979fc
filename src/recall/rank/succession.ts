import { compare } from '../../text/compare.js'
import { cite, type Fact, type FactId } from '../../model/fact.js'
import type { Day } from '../../model/time.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { setBack, setTo, type Ranked } from './rank.js'
import { isBelief } from '../../model/kind.js'

/** The fact that took another's place. */
export interface Successor {
  readonly id: FactId
  /** The day it was noted, from which on the other fact is over. */
  readonly timestamp: Day | null
  readonly content: string
  readonly source: string
  /** Its words that say so, where no `was=^id` does. */
  readonly cues?: readonly string[]
}

/**
 * The fact that took the place of `fact`: the one that superseded the opinion which `fact` states, else the first that
 * says so outright (`was=^id`), else the one whose words say so.
 */
export function successorOf(store: Store, fact: Pick<Fact, 'id' | 'kind'>): Successor | undefined {
  const opinion = isBelief(fact.kind) ? store.opinionOf(fact.id) : undefined
  const ending = opinion?.evidence.findLast(
    ({ effect, counts, day }) => effect === 'supersedes' && counts && day === opinion.until,
  )
  const isBelieved = opinion?.until === null
  const [named] = ending
    ? store.factsById([ending.fact])
    : isBelieved
      ? []
      : store.factsReplacing(fact.id).toSorted((a, b) => compare(a.day ?? '', b.day ?? '') || compare(a.id, b.id))
  const inferred = named || isBelief(fact.kind) ? undefined : store.endings.of(fact.id)
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

export interface RankedFact {
  readonly fact: StoredFact
  readonly one: Ranked
}

/** The share of its score that a fact loses by being over. */
const over = -0.5
/** The most that it may then have of its successor's score, as a share. */
const behind = 0.99

/**
 * Lowers the score of facts that are over. A successor answers the same question in other words (`Moved to Kiel` for
 * `Lives in Bremen`), so it takes the place of the fact that it ended, and that one stands behind it.
 */
export function behindSuccessors(
  store: Store,
  found: readonly RankedFact[],
  isOver: (fact: StoredFact) => boolean,
): RankedFact[] {
  const ended = new Set(found.filter(({ fact }) => isOver(fact)))
  if (ended.size === 0) return [...found]
  const next = new Map([...ended].map((placed) => [placed, successorOf(store, placed.fact)?.id]))
  const places = new Map<FactId, number>()
  for (const [{ one }, id] of next) if (id !== undefined) places.set(id, Math.max(one.score, places.get(id) ?? 0))
  const best = new Map<FactId, number>()
  const weighed = found.map((placed) => {
    const { fact, one } = placed
    const place = places.get(fact.id) ?? 0
    const forward = place > one.score ? setTo(one, 'successor', place) : one
    return { fact, one: ended.has(placed) ? setBack(forward, 'over', over) : forward }
  })
  for (const { fact, one } of weighed) best.set(fact.id, Math.max(one.score, best.get(fact.id) ?? -Infinity))
  return weighed.map(({ fact, one }, at) => {
    const ahead = best.get(next.get(found[at]!) ?? '')
    const most = ahead === undefined ? Infinity : ahead * behind
    return { fact, one: one.score > most && one.score > 0 ? setBack(one, 'over', most / one.score - 1) : one }
  })
}
