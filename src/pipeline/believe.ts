import { entityKey, type EntityKey } from '../memory/entity.js'
import type { Fact, FactId } from '../memory/fact.js'
import type { Opinion } from '../memory/opinion.js'
import type { Store } from '../store/store.js'
import type * as judge from './assess/assess.js'
import { endFacts } from './endings.js'
import { foldOn } from './fold-on.js'
import type { Stated } from './fold.js'
import { foldWhole } from './fold-whole.js'
import { evidenceKinds, factsOf } from './ground.js'

/**
 * Bring beliefs up to date with facts that came, went or changed:
 *
 *     changed facts → judgements → opinions (statements that say the same) → fold
 *
 * Only what a changed fact was or is judged with is folded again: from the first
 * day that it changes, or from all it rests on. `changed` undefined: everything anew.
 *
 * @returns the facts whose opinion or end is another than before, by which pages are stale
 */
export async function believe(
  store: Store,
  changed: ReadonlySet<FactId> | undefined,
  progress?: (done: number, total: number) => void,
): Promise<Fact[]> {
  const { beliefs } = store
  const facts = factsOf(changed ? store.factsById([...changed]) : store.factsOfKinds(evidenceKinds))
  const ids = changed ? [...changed] : []
  if (!changed) beliefs.forgetAll()
  const touched = new Set(beliefs.forgetJudgements(ids))
  for (const { fact } of facts.values()) if (fact.kind === 'opinion') touched.add(fact.id)

  const judge = judging(store, changed ? undefined : [...facts.values()])
  for (const opinion of await judge([...facts.values()], progress)) touched.add(opinion)
  const ended = await endFacts(
    store,
    [...facts.values()].map(({ fact }) => fact),
    changed && ids,
  )
  const { rest, moved } = changed ? foldOn(store, touched, ids) : { rest: touched, moved: [] }
  return [...moved, ...foldAgain(store, rest, ids), ...ended]
}

/** Judge facts against whatever they may have to do with, and keep what bears on an opinion. */
function judging(store: Store, everything: readonly Stated[] | undefined) {
  const entities = store.entities()
  const entitiesOf = (fact: Fact): EntityKey[] => {
    const keys = [...new Set(fact.mentions.map((name) => entities.canonical(entityKey(name))))]
    return keys.length > 0 ? keys : ['']
  }
  const near = nearIn(store, (key) => (key === '' ? [] : entities.keysOf(key)))

  return async (facts: readonly Stated[], progress?: (done: number, total: number) => void): Promise<FactId[]> => {
    // Most commits say nothing near an opinion: the judge is not loaded for those.
    const bears = ({ fact }: Stated): boolean =>
      fact.kind === 'opinion' ||
      fact.was !== null ||
      (!everything && entitiesOf(fact).some((key) => near('opinion', key).length > 0))
    if (!facts.some(bears)) return []
    const { assess, keysOf, meetsKept } = await import('./assess/assess.js')
    for (const { fact } of facts) store.beliefs.keepKeys(fact.id, keysOf(fact))
    const nearby = everything
      ? inMemory(everything, entitiesOf)
      : inStore(store, near, entitiesOf, { keysOf, meetsKept })
    const opinions = new Set<FactId>()
    const done = new Set<string>()
    const pair = (opinion: Fact, fact: Fact): void => {
      if (opinion.id === fact.id) return
      // Where everything is judged, no pair comes twice.
      if (!everything) {
        const name = `${opinion.id} ${fact.id}`
        if (done.has(name)) return
        done.add(name)
      }
      // Who says so outright needs no judge.
      const { effect, strong, restates, cues } = fact.was === opinion.id ? replaces : assess(opinion, fact)
      if (effect === 'unrelated') return
      store.beliefs.judge({ opinion: opinion.id, fact: fact.id, effect, strong, restates, cues })
      opinions.add(opinion.id)
    }
    for (const [at, { fact }] of facts.entries()) {
      progress?.(at + 1, facts.length)
      for (const { fact: opinion } of [...replacedBy(store, fact), ...nearby('opinion', fact)]) pair(opinion, fact)
      // Where everything is judged, each fact comes to the opinions by itself.
      if (fact.kind !== 'opinion' || everything) continue
      for (const other of factsOf(store.factsReplacing(fact.id)).values()) pair(fact, other.fact)
      for (const { fact: other } of nearby('evidence', fact)) pair(fact, other)
    }
    return [...opinions]
  }
}

type What = 'opinion' | 'evidence'
type Nearby = (what: What, fact: Fact) => Iterable<Stated>

/** Opinions that share an entity with a fact, each once. */
function inMemory(everything: readonly Stated[], entitiesOf: (fact: Fact) => EntityKey[]): Nearby {
  const byKey = new Map<EntityKey, Stated[]>()
  for (const each of everything) {
    if (each.fact.kind !== 'opinion') continue
    for (const key of entitiesOf(each.fact)) {
      const list = byKey.get(key)
      if (list) list.push(each)
      else byKey.set(key, [each])
    }
  }
  return (_what, fact) => {
    const [first = [], ...more] = entitiesOf(fact).map((key) => byKey.get(key) ?? [])
    return more.length === 0 ? first : new Set([...first, ...more.flat()])
  }
}

type Near = (what: What, key: EntityKey) => { readonly id: FactId; readonly keys: readonly string[] | null }[]

/** What mentions an entity, asked once. */
function nearIn(store: Store, spellings: (key: EntityKey) => readonly EntityKey[]): Near {
  const asked = new Map<string, ReturnType<Near>>()
  return (what, key) => {
    let found = asked.get(`${what} ${key}`)
    if (!found) {
      found = store.beliefs.near(what === 'opinion' ? ['opinion'] : evidenceKinds, spellings(key))
      asked.set(`${what} ${key}`, found)
    }
    return found
  }
}

/**
 * What shares an entity and a key with a fact; the judge calls everything else
 * unrelated. Keys are kept beside their facts, so that what has nothing to do
 * with a commit is neither loaded nor read for it.
 */
function inStore(
  store: Store,
  near: Near,
  entitiesOf: (fact: Fact) => readonly EntityKey[],
  { keysOf, meetsKept }: Pick<typeof judge, 'keysOf' | 'meetsKept'>,
): Nearby {
  const loaded = new Map<FactId, Stated>()
  return (what, fact) => {
    const met = new Set<FactId>()
    const unread = new Set<FactId>()
    for (const key of entitiesOf(fact))
      for (const { id, keys } of near(what, key)) {
        if (keys !== null && !meetsKept(fact, keys)) continue
        met.add(id)
        if (keys === null && !loaded.has(id)) unread.add(id)
      }
    const missing = [...met].filter((id) => !loaded.has(id))
    for (const [id, each] of factsOf(store.factsById(missing))) loaded.set(id, each)
    for (const id of unread) store.beliefs.keepKeys(id, keysOf(loaded.get(id)!.fact))
    return [...met].map((id) => loaded.get(id)!)
  }
}

/** The opinion that a fact says it replaces, whether or not they share an entity. */
const replacedBy = (store: Store, { was }: Fact): Stated[] =>
  was === null ? [] : [...factsOf(store.factsById([was])).values()].filter(({ fact }) => fact.kind === 'opinion')

const replaces = { effect: 'supersedes', strong: true, restates: false, cues: ['was='] } as const

/** Fold every opinion again that any of these statements belongs to, or belonged to. */
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
  for (const opinion of foldWhole(store, [...region])) {
    beliefs.believe(opinion)
    if (!isSame(old.get(opinion.id), opinion)) moved.push(...opinion.members)
  }
  return [...factsOf(store.factsById(moved)).values()].map(({ fact }) => fact)
}

const isSame = (a: Opinion | undefined, b: Opinion): boolean => JSON.stringify(a) === JSON.stringify(b)
