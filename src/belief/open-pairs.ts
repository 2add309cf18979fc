import { entityKey, type EntityKey } from '../model/entity.js'
import type { Fact, FactId, WordsId } from '../model/fact.js'
import { evidenceKinds, isBelief } from '../model/kind.js'
import type { Opinion } from '../model/opinion.js'
import type { Day } from '../model/time.js'
import { once } from '../text/once.js'
import type { Said } from '../store/judgements.js'
import type { KeptKeys } from '../store/texts.js'
import type { Store } from '../store/store.js'
import { meaningsOf, offersOf } from '../judge/keys.js'
export { shareWords } from '../judge/keys.js'
import { inFoldOrder } from './fold.js'
import { anglesFrom, type VectorOf } from './near-facts.js'
import { replaceable } from './may-replace.js'
import { factsOf } from './opinion-inputs.js'

/** How many beliefs a fact is compared with: those that share the most with it, then the last said. */
export const mostBeliefs = 12

/** A fact, and the beliefs that it may bear on. No person and no rule has given a verdict on these pairs. */
export interface OpenFact {
  readonly fact: Fact
  readonly beliefs: readonly Opinion[]
  /** World facts that it may replace, where no person and no rule has said so; three at most. */
  readonly replaces: readonly FactId[]
}

/** Whether something was said of a fact and a belief that the index does not have yet. */
export type IsSaid = (fact: FactId, belief: FactId) => boolean

export interface OpenQuery {
  /** Facts noted before are not asked about. */
  readonly since: Day
  /** Only facts about one of these; facts about anybody where it is left out. */
  readonly about?: readonly EntityKey[] | undefined
  /** Only these facts; all where it is left out. */
  readonly only?: ReadonlySet<FactId> | undefined
}

/**
 * Yields facts with an open effect on beliefs, by day, then by id; each with its beliefs, the nearest first.
 *
 * A fact is compared with the beliefs about its entities that were founded before its day: what is said on the founding
 * day or before moves none. At most `mostBeliefs` are taken: those that share the most with it, and where vectors are
 * kept every third one the nearest in meaning. A pair is not open where a bullet, a line, a rule or a person's `not`
 * says something of it. Facts without a day move nothing, so they are never open.
 */
export function* openFacts(store: Store, { since, about, only }: OpenQuery, isSaid: IsSaid): Generator<OpenFact, void> {
  const { beliefs } = store
  const entities = store.entities()
  const canonicalOf = (fact: Fact): EntityKey[] => {
    const keys = [...new Set(fact.mentions.map((name) => entities.canonical(entityKey(name))))]
    return keys.length > 0 ? keys : ['']
  }
  const wordings = once((key: EntityKey) =>
    wordingsOf(beliefs.saidAbout(key === '' ? [] : entities.keysOf(key)), store),
  )
  const opinionOf = once((statement: FactId): Opinion | undefined => store.opinionOf(statement))
  const vectorOf = once(store.vectors.of)
  const refused = refusals(store)
  const mayReplace = replaceable(store, isSaid)
  const wanted = about && new Set(about.map(entities.canonical))
  let left = only?.size ?? Infinity
  for (const fact of notedFrom(store, since)) {
    if (left === 0) return
    if (only && !only.has(fact.id)) continue
    left--
    if (refused.has(fact.id)) continue
    const keys = canonicalOf(fact)
    if (wanted && !keys.some((key) => wanted.has(key))) continue
    const replaces = mayReplace(fact).map(({ id }) => id)
    const found = nearest(fact, keys.map(wordings), opinionOf, vectorOf)
    if (found.length === 0 && replaces.length === 0) continue
    const judged = new Set(
      beliefs.opinionsOf(
        beliefs.saying([...new Set(beliefs.judgementsBy([fact.id]).map(({ words }): WordsId => words))]),
      ),
    )
    const unsaid = found.filter(
      ({ id, members }) =>
        !judged.has(id) && !members.some((member) => refused.has(`${fact.id} ${member}`) || isSaid(fact.id, member)),
    )
    if (unsaid.length > 0 || replaces.length > 0) yield { fact, beliefs: unsaid, replaces }
  }
}

/** Facts noted from a day on, in fold order. They are read a day at a time: most callers stop after a few. */
function* notedFrom(store: Store, since: Day): Generator<Fact> {
  for (const day of store.daysNoted(evidenceKinds, since)) {
    const noted = store.notedOn(evidenceKinds, day).filter(({ of }) => of === null)
    const facts = [...factsOf(noted).values()].map(({ fact }) => fact)
    yield* facts.toSorted(inFoldOrder)
  }
}

interface Wordings {
  /** In fold order. */
  readonly all: readonly Said[]
  /** How many wordings have each key. */
  readonly many: ReadonlyMap<number, number>
  readonly keys: ReadonlyMap<WordsId, ReadonlySet<number>>
}

function wordingsOf(all: readonly (Said & { readonly offers: KeptKeys })[], store: Store): Wordings {
  const many = new Map<number, number>()
  const keys = new Map<WordsId, ReadonlySet<number>>()
  for (const { words, fact, offers } of all) {
    const own = new Set(offers ?? offersOf(store.factsById([fact])[0]!))
    keys.set(words, own)
    for (const key of own) many.set(key, (many.get(key) ?? 0) + 1)
  }
  return { all, many, keys }
}

function nearest(
  fact: Fact,
  lists: readonly Wordings[],
  opinionOf: (statement: FactId) => Opinion | undefined,
  vectorOf: VectorOf,
): Opinion[] {
  const own = [...meaningsOf(fact)]
  const weighed = lists.flatMap(({ all, many, keys }) =>
    all.flatMap((said) => {
      if (said.at.split(' ')[0]! >= fact.day! || said.fact === fact.id) return []
      const has = keys.get(said.words)!
      // A key that few beliefs have says more about which one is meant.
      const weight = own.reduce((sum, key) => (has.has(key) ? sum + 1 / (many.get(key) ?? 1) : sum), 0)
      return [{ said, weight }]
    }),
  )
  const byWords = weighed.toSorted((a, b) => b.weight - a.weight || (a.said.at < b.said.at ? 1 : -1))
  const found = new Map<FactId, Opinion>()
  for (const { said } of byWords.length > mostBeliefs ? withNearest(byWords, fact, vectorOf) : byWords) {
    const opinion = opinionOf(said.fact)
    if (!opinion || opinion.retired || found.has(opinion.id)) continue
    if (isBelief(fact.kind) && opinion.members.includes(fact.id)) continue
    found.set(opinion.id, opinion)
    if (found.size === mostBeliefs) break
  }
  return [...found.values()]
}

/** The same list, where behind every second entry comes the next nearest in meaning, of those with a vector. */
function withNearest<T extends { readonly said: Said }>(byWords: readonly T[], fact: Fact, vectorOf: VectorOf): T[] {
  const angleTo = anglesFrom(fact.id, vectorOf)
  const near = byWords
    .flatMap((each) => {
      const angle = angleTo(each.said.fact)
      return angle === undefined ? [] : [{ each, angle }]
    })
    .toSorted((a, b) => b.angle - a.angle)
  return byWords.flatMap((each, at) => (at % 2 === 1 && near[at >> 1] ? [each, near[at >> 1]!.each] : each))
}

/** Pairs `fact belief` that a person rejected, and the ids of retired facts. */
function refusals(store: Store): ReadonlySet<string> {
  return new Set(
    store.assertions.all('retired', 'rejected').flatMap(({ target, belief, assertion }) => {
      if (target === null) return []
      if (assertion.what === 'retired') return [target]
      return assertion.what === 'rejected' && belief !== null ? [`${target} ${belief}`] : []
    }),
  )
}
