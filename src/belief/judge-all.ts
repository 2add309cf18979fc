import type { EntityKey } from '../model/entity.js'
import { wordsId, type FactId } from '../model/fact.js'
import { beliefKinds, evidenceKinds } from '../model/kind.js'
import type { Store } from '../store/store.js'
import { lately } from '../text/lately.js'
import { once } from '../text/once.js'
import { standingAt } from './by-keys.js'
import { inBatches, judging, entitiesIn, offering, placeOf } from './judge-fact.js'
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

/** How many texts `judgeAll` reads before it can be left. */
const atOnce = 20

/**
 * Reads every opinion, then judges every fact. Only ids and recently read texts are held in memory. Each yield tells how
 * many of both are done; there the caller may leave, and later go on with that number.
 */
export async function* judgeAll(
  store: Store,
  opinions: readonly FactId[],
  facts: readonly FactId[],
  done: number,
): AsyncGenerator<number, void> {
  const { beliefs, texts } = store
  if (opinions.length === 0) return texts.forgetAll()
  const { keysOf, verdict } = await reading(store)
  for (const { fact } of inBatches(store, opinions.slice(done))) {
    keysOf(fact)
    if (++done % atOnce === 0) yield done
  }
  const { entitiesOf, spellings } = entitiesIn(store)
  const wordings = once((key: EntityKey) => {
    const said = beliefs.saidAbout(spellings(key))
    return said.length > 0 ? offering(said, ({ offers }) => offers ?? []) : null
  })
  const judgeFact = judging(beliefs, spokenIn(store), {
    near: (fact) => {
      if (!evidenceKinds.includes(fact.kind)) return []
      const about = entitiesOf(fact).flatMap((key) => wordings(key) ?? [])
      if (about.length === 0) return []
      const asks = [...keysOf(fact).asks]
      return about.flatMap((said) => standingAt(said, asks))
    },
    verdict,
  })
  for (const { fact } of inBatches(store, facts.slice(done - opinions.length))) {
    texts.forgetOthers(fact.id, wordsId(fact))
    judgeFact(fact)
    if (++done % atOnce === 0) yield done
  }
  texts.prune()
}

/** A judge that caches what it reads in objects of its own, not with the facts, so that memory can be freed. */
function reading(store: Store): Promise<Judge> {
  const asRead = readLately()
  const stating = lately(textsAtOnce, (id: FactId) => asRead(factsOf(store.factsById([id])).get(id)!.fact))
  return judgeOnce(store, stating, asRead)
}

/** The fewest read texts that are cached, of tens of kilobytes each: facts about one name mostly come together. */
const textsAtOnce = 512
