import { entityKey, type EntityKey } from '../memory/entity.js'
import type { Fact, FactId } from '../memory/fact.js'
import type { Candidate } from '../store/endings.js'
import type { Day } from '../memory/time.js'
import type { Store } from '../store/store.js'
import { inFoldOrder } from './fold.js'
import { firstBehind } from './outward.js'
import { saysChange } from './says-change.js'

/** A fact that may say of others that they are over. */
interface Asked {
  readonly later: Fact
  readonly earlier: () => readonly Candidate[]
}

/**
 * End the world facts that a later fact about the same one entity says are over,
 * in its own words (DESIGN 4). Less is ended than the judge calls superseded: a
 * fact that ends is gone from what is current, without steps and ledger.
 *
 * A person's `not ^later for ^earlier` takes an end back, and so does retiring
 * the later fact. Facts without a day neither end nor are ended.
 *
 * @param facts what changed, each once; all there are where `changed` is undefined
 * @returns facts that ended, end no more, or end by a fact that changed
 */
export async function endFacts(
  store: Store,
  facts: readonly Fact[],
  changed: readonly FactId[] | undefined,
  progress?: (done: number, total: number) => void,
): Promise<Fact[]> {
  const { endings, beliefs } = store
  const touched = new Set(changed ? endings.forget(changed) : [])
  if (!changed) endings.forgetAll()
  const subjectOf = subjects(store)
  const about = facts.filter((fact) => subjectOf(fact) !== undefined)
  const asked = changed ? inStore(store, about, subjectOf) : inMemory(about, subjectOf)
  if (asked.length > 0) {
    // Most commits say nothing of a change: the judge is not loaded for those.
    const { ends } = await import('./assess/ends.js')
    const { keysOf, meetsKept } = await import('./assess/keys.js')
    const isRefused = refusals(store)
    const load = loading(store, changed ? [] : about)
    for (const [at, { later, earlier }] of asked.entries()) {
      progress?.(at + 1, asked.length)
      const near = earlier().filter(({ keys }) => keys === null || meetsKept(later, keys))
      const unread = new Set(near.flatMap(({ id, keys }) => (keys === null ? [id] : [])))
      for (const fact of load(near.map(({ id }) => id))) {
        if (changed && unread.has(fact.id)) beliefs.keepKeys(fact.id, keysOf(fact))
        if (!isOpen(fact) || fact.day! >= later.day! || subjectOf(fact) !== subjectOf(later)) continue
        if (isRefused(fact.id, later.id)) continue
        const cues = ends(fact, later)
        if (!cues) continue
        endings.end({ fact: fact.id, by: later.id, day: later.day!, cues })
        touched.add(fact.id)
      }
    }
  }
  return changed ? store.factsById([...touched]) : []
}

type SubjectOf = (fact: Fact) => EntityKey | undefined

/** Whom a fact is about, where that is one, on a day, and in the words of its log. */
function subjects(store: Store): SubjectOf {
  const { canonical } = store.entities()
  return ({ kind, day, of, leading, mentions }) =>
    (kind === 'world' || kind === 'experience') && day !== null && of === null && leading === 1
      ? canonical(entityKey(mentions[0]!))
      : undefined
}

/** Whether a fact may end: who wrote until when it is so knows better. */
const isOpen = ({ kind, until }: Fact): boolean => kind === 'world' && until === null

function inMemory(facts: readonly Fact[], subjectOf: SubjectOf): Asked[] {
  const standing = new Map<EntityKey, (Candidate & { readonly at: Day })[]>()
  for (const fact of facts.toSorted(inFoldOrder)) {
    if (!isOpen(fact)) continue
    const subject = subjectOf(fact)!
    const candidate = { id: fact.id, keys: null, at: fact.day! }
    const list = standing.get(subject)
    if (list) list.push(candidate)
    else standing.set(subject, [candidate])
  }
  return facts.flatMap((later) => {
    const list = saysChange(later.text) ? standing.get(subjectOf(later)!) : undefined
    const before = list ? firstBehind(list, later.day!) : 0
    return before > 0 ? [{ later, earlier: () => list!.slice(0, before) }] : []
  })
}

function inStore(store: Store, facts: readonly Fact[], subjectOf: SubjectOf): Asked[] {
  const { endings } = store
  const { keysOf: spellings } = store.entities()
  return facts.flatMap((fact): Asked[] => {
    const keys = spellings(subjectOf(fact)!)
    const earlier = saysChange(fact.text) ? endings.before(keys, fact.day!) : []
    const laters = isOpen(fact) ? store.factsById(endings.after(keys, fact.day!)) : []
    return [
      ...(earlier.length > 0 ? [{ later: fact, earlier: () => earlier }] : []),
      ...firstOf(laters).flatMap((later) =>
        subjectOf(later) !== undefined && saysChange(later.text)
          ? [{ later, earlier: () => [{ id: fact.id, keys: null }] }]
          : [],
      ),
    ]
  })
}

/** Facts by id, each read once. */
function loading(store: Store, known: readonly Fact[]): (ids: readonly FactId[]) => Fact[] {
  const loaded = new Map(known.map((fact) => [fact.id, fact]))
  return (ids) => {
    const missing = ids.filter((id) => !loaded.has(id))
    for (const fact of missing.length > 0 ? firstOf(store.factsById(missing)) : []) loaded.set(fact.id, fact)
    return ids.map((id) => loaded.get(id)!)
  }
}

/** Each fact as its first place has it. */
function firstOf(rows: readonly Fact[]): Fact[] {
  const byId = new Map<FactId, Fact>()
  for (const row of rows.toSorted(inFoldOrder)) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()]
}

/** What a person says is not so: by the pair, and by what is no longer told. */
function refusals(store: Store): (fact: FactId, by: FactId) => boolean {
  const pairs = new Set<string>()
  const retired = new Set<FactId>()
  for (const { target, assertion } of store.assertions.all()) {
    if (target === null) continue
    if (assertion.what === 'retired') retired.add(target)
    if (assertion.what === 'rejected') pairs.add(`${target} ${assertion.opinion}`)
  }
  return (fact, by) => retired.has(by) || pairs.has(`${by} ${fact}`)
}
