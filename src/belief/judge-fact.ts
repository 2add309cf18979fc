import { entityKey, type EntityKey } from '../model/entity.js'
import { wordsId, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { isBelief } from '../model/kind.js'
import type { Verdict } from '../model/verdict.js'
import type { Said } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import { byKeys, type ByKeys, type List } from './by-keys.js'
import type { Stated } from './fold.js'
import { factsOf } from './opinion-inputs.js'
import type { Spoken } from './outright.js'
import { boundOf, outward } from './outward.js'

/**
 * On how many wordings of opinions a fact bears at most: the last ones said before it, and the first ones after it. In
 * people's notes it is one or two. Where thousands of opinions are nearly alike (`Weighs 81.3 kg`, every day), each
 * fact would bear on all of them.
 */
export const farthest = 16

/**
 * Of the wordings that share a word with a fact, so many before it and so many after it are looked at, for each such
 * word. A wording that also shares a rarer word is found by that word, however far away. Without this limit, where
 * hundreds of opinions share a common word (`Likes …`), a fact would be compared with all.
 */
export const nearest = 16

const batch = 500

/** Yields the facts one by one, reading a batch at a time; none is held on to. */
export function* inBatches(store: Store, ids: readonly FactId[]): Generator<Stated, void> {
  for (let at = 0; at < ids.length; at += batch) {
    const asked = ids.slice(at, at + batch)
    const found = factsOf(store.factsById(asked))
    for (const id of asked) if (found.has(id)) yield found.get(id)!
  }
}

export interface Around {
  /** Wordings about a fact's entities: a sorted list for each key that the fact asks for. */
  readonly near: (fact: Fact) => readonly List<Said>[]
  readonly verdict: (said: Said, fact: Fact) => Verdict
}

/** Keeps verdicts of facts, and how far each fact was compared. */
export type Kept = Pick<Store['beliefs'], 'judge' | 'reaches' | 'compares'>

/**
 * Makes a function that judges a fact and gives the wordings that it bears on. Whoever calls it has removed the fact's
 * old verdicts.
 */
export function judging(beliefs: Kept, spoken: Spoken, { near, verdict }: Around): (fact: Fact) => WordsId[] {
  return (fact) => {
    const own = isBelief(fact.kind) ? wordsId(fact) : undefined
    const outright = spoken.of(fact)
    for (const [words, judgement] of outright) beliefs.judge({ words, fact: fact.id, ...judgement })
    const found = [...outright.keys()]
    const lists = near(fact)
    const place = placeOf(fact)
    const reach = (back: boolean): string | null => {
      let bears = 0
      for (const each of outward(lists, place, back, nearest)) {
        if (each.words === own || outright.has(each.words)) continue
        if (own !== undefined && spoken.isApart(own, each.words)) continue
        if (!keeps(beliefs, each.words, fact, verdict(each, fact))) continue
        found.push(each.words)
        if (++bears === farthest) return each.at
      }
      return null
    }
    const [since, until] = [reach(true), reach(false)]
    if (since !== null || until !== null) beliefs.reaches(fact.id, { since, until })
    const bounds = [true, false].map((back) => lists.flatMap((list) => boundOf(list, place, back, nearest) ?? []))
    if (bounds.some((each) => each.length > 0)) {
      const places = [...bounds.flat(), place].toSorted()
      beliefs.compares(fact.id, { since: places[0]!, until: places.at(-1)! })
    }
    return found
  }
}

/** Keeps a verdict unless it is `unrelated`. @returns whether it did */
export function keeps(beliefs: Kept, words: WordsId, fact: Fact, { effect, strong, restates, cues }: Verdict): boolean {
  if (effect === 'unrelated') return false
  beliefs.judge({ words, fact: fact.id, effect, source: 'rule', strong, restates, cues })
  return true
}

/**
 * Makes an index of wordings by the keys that each offers. It does not hold the lists of keys: a large workspace has
 * all its wordings in memory.
 */
export function offering<S extends Said>(all: readonly S[], offersOf: (said: S) => Iterable<number>): ByKeys<Said> {
  const keys = new Map(all.map((said) => [said.words, offersOf(said)]))
  const bare = all.map(({ words, at, fact }): Said => ({ words, at, fact }))
  return byKeys(bare, ({ words }) => [...keys.get(words)!])
}

/** A place in fold order; no two facts share one. */
export const placeOf = ({ day, id }: Fact): string => `${day ?? ''} ${id}`

/** Gives the entities that a fact mentions, and the spellings of each. The key `''` stands for nobody. */
export function entitiesIn(store: Store) {
  const entities = store.entities()
  return {
    entitiesOf(fact: Fact): EntityKey[] {
      const keys = [...new Set(fact.mentions.map((name) => entities.canonical(entityKey(name))))]
      return keys.length > 0 ? keys : ['']
    },
    spellings: (key: EntityKey): readonly EntityKey[] => (key === '' ? [] : entities.keysOf(key)),
  }
}
