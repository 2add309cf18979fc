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
 * How many wordings of opinions a fact bears on: of those said before it the
 * last ones, of those said after it the first. In notes that people write it is
 * one or two; where thousands of opinions are nearly alike (`Weighs 81.3 kg`,
 * every day), each would bear on all of them. Only what is said later makes a
 * fact reach other opinions than before, and those are older than it is.
 */
export const farthest = 16

/**
 * How many wordings before a fact, and how many after it, are looked at for each
 * word that they share with it. What shares a rarer word besides is found by
 * that, however far away; where hundreds of opinions share one common word
 * (`Likes …`), each would be looked at beside all of them.
 */
export const nearest = 16

/** So many facts are read from the index at once. */
export const batch = 500

/** Facts in turn, as texts that nobody holds on to. */
export function* inBatches(store: Store, ids: readonly FactId[]): Generator<Stated, void> {
  for (let at = 0; at < ids.length; at += batch) {
    const asked = ids.slice(at, at + batch)
    const found = factsOf(store.factsById(asked))
    for (const id of asked) if (found.has(id)) yield found.get(id)!
  }
}

export interface Around {
  /** What was said about the entities of a fact and offers a key that it asks for: a list for each, in order. */
  readonly near: (fact: Fact) => readonly List<Said>[]
  readonly verdict: (said: Said, fact: Fact) => Verdict
}

/** Where it is kept what a fact does, and how far it was compared. */
export type Kept = Pick<Store['beliefs'], 'judge' | 'reaches' | 'compares'>

/** Judge a fact of which no row is left. @returns the words that it bears on */
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

/** Keep a verdict. @returns whether there is anything to keep */
export function keeps(beliefs: Kept, words: WordsId, fact: Fact, { effect, strong, restates, cues }: Verdict): boolean {
  if (effect === 'unrelated') return false
  beliefs.judge({ words, fact: fact.id, effect, source: 'rule', strong, restates, cues })
  return true
}

/** Wordings by what each offers, without the keys themselves: of a large workspace all are held. */
export function offering<S extends Said>(all: readonly S[], offersOf: (said: S) => Iterable<number>): ByKeys<Said> {
  const keys = new Map(all.map((said) => [said.words, offersOf(said)]))
  const bare = all.map(({ words, at, fact }): Said => ({ words, at, fact }))
  return byKeys(bare, ({ words }) => [...keys.get(words)!])
}

/** A place in fold order; no two facts share one. */
export const placeOf = ({ day, id }: Fact): string => `${day ?? ''} ${id}`

/** Whom facts are about; the key of nobody is empty. */
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
