import type { EntityKey } from '../model/entity.js'
import { wordsId, type Fact, type FactId, type WordsId } from '../model/fact.js'
import { beliefKinds, evidenceKinds, retainKinds } from '../model/kind.js'
import type { Store } from '../store/store.js'
import { lately } from '../text/lately.js'
import { once } from '../text/once.js'
import { standingAt } from './by-keys.js'
import { batch, inBatches, judging, entitiesIn, offering, placeOf, type Kept } from './judge-fact.js'
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

/** Judges every fact. Only ids and recently read texts are held in memory. */
export async function judgeAll(store: Store, progress?: (done: number, total: number) => void): Promise<void> {
  const { texts } = store
  const judgeFact = await judgingAll(store, store.beliefs)
  if (!judgeFact) return texts.forgetAll()
  const all = store.idsOf(retainKinds)
  let done = 0
  for (const { fact } of inBatches(store, all)) {
    progress?.(++done, all.length)
    texts.forgetOthers(fact.id, wordsId(fact))
    judgeFact(fact)
  }
  texts.prune()
}

/**
 * Reads and judges every text beforehand, a batch at a time, and stores only the cached answers (`judgeOnce`), no
 * judgements. When this is cut short, the batches that were finished stay.
 *
 * @param write runs work in a transaction of its own; returns false if another process has replaced what `sayAll` wrote
 * @returns whether everything was read: false where `write` returned false
 */
export async function judgeAhead(
  store: Store,
  write: (work: () => void) => Promise<boolean>,
  progress?: (done: number, total: number) => void,
): Promise<boolean> {
  const opinions = store.idsOf(beliefKinds)
  const keepsNothing = { judge: () => {}, reaches: () => {}, compares: () => {} }
  const { keysOf } = await reading(store)
  const each = async (
    ids: readonly FactId[],
    work: (fact: Fact) => void,
    first: number,
    of: number,
  ): Promise<boolean> => {
    for (let at = 0; at < ids.length; at += batch) {
      progress?.(first + at, of)
      const isThere = await write(() => {
        for (const { fact } of inBatches(store, ids.slice(at, at + batch))) work(fact)
      })
      if (!isThere) return false
    }
    return true
  }
  const all = opinions.length > 0 ? store.idsOf(retainKinds) : []
  const steps = opinions.length + all.length
  if (!(await each(opinions, keysOf, 0, steps))) return false
  const judgeFact = await judgingAll(store, keepsNothing)
  return !judgeFact || each(all, judgeFact, opinions.length, steps)
}

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
