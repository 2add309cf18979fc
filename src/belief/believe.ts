import type { Fact, FactId } from '../model/fact.js'
import type { Opinion } from '../model/opinion.js'
import type { Store } from '../store/store.js'
import { endFacts } from './endings.js'
import { foldIncremental } from './fold-incremental.js'
import { foldFull } from './fold-full.js'
import { factsOf } from './opinion-inputs.js'
import { judgeAll, sayAll } from './judge-all.js'
import { judgeChanged } from './judge-changed.js'
import { inBatches } from './judge-fact.js'
import { beliefKinds, isBelief, retainKinds } from '../model/kind.js'

export interface Changed {
  readonly ids: ReadonlySet<FactId>
  /** Old rows of these facts that are gone from their place, or are different now. */
  readonly left: readonly Fact[]
}

/**
 * Brings beliefs up to date with facts that came, went or changed:
 *
 *     changed facts → judgements → opinions (statements that say the same) → fold
 *
 * Only opinions that a changed fact was or is judged with are folded again: from the first changed day where that is
 * possible, else whole.
 *
 * @returns the facts whose opinion or end changed, so that their pages are stale
 */
export async function believe(
  store: Store,
  changed: Changed,
  progress?: (done: number, total: number) => void,
): Promise<Fact[]> {
  const ids = [...changed.ids]
  const facts = [...factsOf(store.factsById(ids)).values()]
  const { touched, evidence } = await judgeChanged(store, facts, ids, progress)
  for (const { fact } of facts) if (isBelief(fact.kind)) touched.add(fact.id)
  const ended = await endFacts(
    store,
    facts.map(({ fact }) => fact),
    { ids, left: changed.left },
    progress,
  )
  const { rest, moved } = foldIncremental(store, touched, ids, [...ids, ...evidence])
  return [...moved, ...foldAgain(store, rest, ids), ...ended]
}

/**
 * Computes all beliefs anew, in the same order as `believe`. After each yield the caller may commit, and later go on
 * from there, even in another process, as long as no fact changes meanwhile.
 *
 * @param done where to go on: the last number that was yielded; 0 begins anew
 * @returns yields how far it has come, counted to `total`: texts read and judged, then ends, then folds
 */
export async function* believeAnew(
  store: Store,
  done = 0,
): AsyncGenerator<{ readonly done: number; readonly total: number }, void> {
  const { beliefs } = store
  const opinions = store.idsOf(beliefKinds)
  const all = store.idsOf(retainKinds)
  const judged = opinions.length + all.length + 1
  const ended = judged + 1
  const total = ended + 1
  if (done === 0) sayAll(store)
  if (done < judged) {
    for await (const texts of judgeAll(store, opinions, all, done)) yield { done: texts, total }
    yield { done: judged, total }
  }
  if (done < ended) {
    await endFacts(store, factsIn(store, all), undefined)
    yield { done: ended, total }
  }
  for (const opinion of foldFull(store, opinions)) beliefs.believe(opinion)
}

function* factsIn(store: Store, ids: readonly FactId[]): Generator<Fact, void> {
  for (const { fact } of inBatches(store, ids)) yield fact
}

/** Folds every opinion again that one of these statements belongs to, or belonged to. */
function foldAgain(store: Store, touched: ReadonlySet<FactId>, changed: readonly FactId[]): Fact[] {
  const { beliefs } = store
  const before = new Set(beliefs.opinionsOf([...touched, ...changed]))
  const region = new Set([...touched, ...beliefs.statementsOf([...before])])
  for (let reached = [...region]; reached.length > 0;) {
    reached = beliefs.restating(reached).filter((id) => !region.has(id))
    for (const id of reached) region.add(id)
  }
  for (const id of beliefs.opinionsOf([...region])) before.add(id)
  const old = new Map([...before].map((id) => [id, beliefs.opinion(id)]))
  beliefs.forget([...before])

  const moved: FactId[] = []
  for (const opinion of foldFull(store, [...region])) {
    beliefs.believe(opinion)
    if (!isSame(old.get(opinion.id), opinion)) moved.push(...opinion.members)
  }
  return [...factsOf(store.factsById(moved)).values()].map(({ fact }) => fact)
}

const isSame = (a: Opinion | undefined, b: Opinion): boolean => JSON.stringify(a) === JSON.stringify(b)
