import { vocabularyOf } from '../language/detect-language.js'
import type { Judged, Verdict } from '../model/verdict.js'
import { outcomeOf } from './ends.js'
import { isOfOther, mayRaise } from './guards.js'
import { meet } from './keys.js'
import { layOut, type Pair } from './pair.js'
import { reading } from './reading.js'
import { rules } from './rules.js'

export { asksOf, offersOf } from './keys.js'

/**
 * What a fact does to an opinion that shares an entity with it. A pure function of the two texts: no corpus statistics,
 * no model, no clock, so that no unrelated commit and no other machine moves a belief (docs/beliefs.md).
 */
export const judgePair = (opinion: Judged, fact: Judged): Verdict =>
  meet(opinion, fact) ? judgeMet(opinion, fact) : nothing

/** The same as `judgePair`, for two texts that are known to meet. */
export function judgeMet(opinion: Judged, fact: Judged): Verdict {
  const pair = layOutPair(opinion, fact)
  for (const rule of rules) {
    const verdict = rule.verdict(pair)
    if (!verdict) continue
    if (!rule.isVerbatim && isOfOther(pair)) return nothing
    if (verdict.effect === 'reinforces' && !mayRaise(pair)) return nothing
    // An opinion that names what a thing was changed to still holds.
    if (verdict.effect === 'supersedes' && isConfirmed(pair)) return nothing
    return verdict
  }
  return nothing
}

/** Lays two texts side by side, both read in one language. */
export function layOutPair(opinion: Judged, fact: Judged): Pair {
  const vocabulary = vocabularyOf(opinion, fact)
  const [one, other] = [reading(opinion, vocabulary), reading(fact, vocabulary)]
  return layOut(one.sentence, other.sentence, union(one.names, other.names))
}

const nothing: Verdict = { effect: 'unrelated', restates: false, strong: false, cues: [] }

const isConfirmed = ({ opinion, fact, names }: Pair): boolean =>
  outcomeOf(opinion.text, fact.text, [...names])?.outcome === 'confirms'

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return [...b].every((name) => a.has(name)) ? a : new Set([...a, ...b])
}
