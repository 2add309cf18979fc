import type { EntityKey } from '../model/entity.js'
import { wordsId, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { beliefKinds, evidenceKinds } from '../model/kind.js'
import type { Store } from '../store/store.js'
import { lately } from '../text/lately.js'
import { once } from '../text/once.js'
import { standingAt } from './by-keys.js'
import { inBatches, judging, entitiesIn, offering, placeOf, type Kept } from './judge-fact.js'
import { judgeOnce, type Judge } from './judge-once.js'
import { factsOf } from './opinion-inputs.js'
import { spokenIn } from './outright.js'
import { readLately } from './read-lately.js'

/** Rebuilds the table of each opinion's wording, and deletes all judgements. */
export function sayAll(store: Store): void {
  const { beliefs } = store
  beliefs.forgetAll()
  for (const { fact } of inBatches(store, store.idsOf(beliefKinds)))
    beliefs.say({ fact: fact.id, words: wordsId(fact), at: placeOf(fact) })
}

/**
 * Judges facts, all but the first `done` of them. Only ids and recently read texts are held in memory.
 *
 * @param all the ids of all facts
 * @returns yields how many are judged, now and then
 */
export async function* judgeAll(store: Store, all: readonly FactId[], done: number): AsyncGenerator<number, void> {
  const { texts } = store
  const judgeFact = await judgingAll(store, store.beliefs)
  if (!judgeFact) return texts.forgetAll()
  for (const { fact } of inBatches(store, all.slice(done))) {
    texts.forgetOthers(fact.id, wordsId(fact))
    judgeFact(fact)
    if (++done % atOnce === 0) yield done
  }
  texts.prune()
}

/** After how many facts `judgeAll` can be left and gone on with. */
const atOnce = 20

/** Makes a function that judges a fact against all opinions; undefined where there are none. */
async function judgingAll(store: Store, kept: Kept): Promise<((fact: Fact) => WordsId[]) | undefined> {
  const { beliefs } = store
  const opinions = store.idsOf(beliefKinds)
  if (opinions.length === 0) return undefined
  const { keysOf, verdict } = await reading(store)
  for (const { fact } of inBatches(store, opinions)) keysOf(fact)
  const { entitiesOf, spellings } = entitiesIn(store)
  const wordings = once((key: EntityKey) => {
    const said = beliefs.saidAbout(spellings(key))
    return said.length > 0 ? offering(said, ({ offers }) => offers ?? []) : null
  })
  return judging(kept, spokenIn(store), {
    near: (fact) => {
      if (!evidenceKinds.includes(fact.kind)) return []
      const about = entitiesOf(fact).flatMap((key) => wordings(key) ?? [])
      if (about.length === 0) return []
      const asks = [...keysOf(fact).asks]
      return about.flatMap((said) => standingAt(said, asks))
    },
    verdict,
  })
}

/** A judge that caches what it reads in objects of its own, not with the facts, so that memory can be freed. */
function reading(store: Store): Promise<Judge> {
  const asRead = readLately()
  const stating = lately(textsAtOnce, (id: FactId) => asRead(factsOf(store.factsById([id])).get(id)!.fact))
  return judgeOnce(store, stating, asRead)
}

/** The fewest read texts that are cached, of tens of kilobytes each: facts about one name mostly come together. */
const textsAtOnce = 512
