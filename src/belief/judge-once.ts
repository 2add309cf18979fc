import { wordsId, type Fact, type FactId } from '../model/fact.js'
import { isBelief } from '../model/kind.js'
import type { Judged, Verdict } from '../model/verdict.js'
import { judgeVersion } from '../model/version.js'
import type { Said } from '../store/judgements.js'
import type { Store } from '../store/store.js'
import type { TextKeys } from '../store/texts.js'
import { lately } from '../text/lately.js'
import { memoizeWeakly } from '../text/memoize.js'

export interface Judge {
  /** The keys by which a fact finds opinions and, if it is one, is found (judge/keys.ts). */
  keysOf(fact: Fact): TextKeys
  /** The verdict of a fact on an opinion that shares a key with it. */
  verdict(said: Said, fact: Fact): Verdict
}

/**
 * A judge that reads the same texts once. Its answers are kept in the index, so that a rebuild, or a sync after one
 * that was cut short, does not ask again. Reading a text costs fifty times what looking up an answer costs.
 *
 * @param opinionOf the text of an opinion, by the id of a statement
 * @param asRead the text of a fact; given where the fact is not to hold what was read of it
 */
export async function judgeOnce(
  { texts }: Store,
  opinionOf: (id: FactId) => Judged,
  asRead: (fact: Fact) => Judged = (fact) => fact,
): Promise<Judge> {
  const { asksOf, judgeMet, offersOf } = await import('../judge/judge-pair.js')
  texts.madeBy(String(judgeVersion))
  const words = memoizeWeakly((fact: Fact) => wordsId(fact))
  const verdictsOf = lately(16, texts.verdictsOf)
  return {
    keysOf(fact) {
      const kept = texts.keysOf(fact.id, words(fact))
      if (kept) return kept
      const read = asRead(fact)
      const keys = { offers: isBelief(fact.kind) ? offersOf(read) : null, asks: asksOf(read) }
      texts.keepKeys(fact.id, words(fact), keys)
      return keys
    },
    verdict(said, fact) {
      const verdicts = verdictsOf(words(fact))
      const kept = verdicts.get(said.words)
      if (kept !== undefined) return kept ?? noVerdict
      const verdict = judgeMet(opinionOf(said.fact), asRead(fact))
      const bearing = verdict.effect === 'unrelated' ? null : verdict
      texts.keepVerdict(words(fact), said.words, bearing)
      verdicts.set(said.words, bearing)
      return bearing ?? noVerdict
    },
  }
}

export const noVerdict: Verdict = { effect: 'unrelated', restates: false, strong: false, cues: [] }
