export { maySay } from './may-say.js'
export { bytesOf, metBy, sketchFrom, sketchOf } from './sketch.js'
import type { Judged, Verdict } from '../model/verdict.js'
import { vocabularyOf } from '../language/detect-language.js'
import { layOut, type Pair } from './pair.js'
import { asked, longAgo, ofAnother, onlyOfSubject, restated, swapped } from './rules/bearing.js'
import { denied, mayRaise, type WeighedByRule } from './rules/denied.js'
import { changedOver, ended, replaced } from './rules/change.js'
import { excepted, limited, occasional } from './rules/limit.js'
import { counted, scaled } from './rules/number.js'
import { compared, confirmed, opposed, toned, waved } from './rules/polarity.js'
import { outcomeOf } from './ends.js'
import { meet } from './keys.js'
import { maySay } from './may-say.js'
import { reading } from './reading.js'
import { sketchOf } from './sketch.js'
import { type Rule, verdictOf } from './verdict.js'

/**
 * What a fact does to an opinion that shares an entity with it.
 *
 * A pure function of the two texts: no corpus statistics, no model, no clock,
 * so that no unrelated commit and no other machine moves a belief (docs/beliefs.md).
 */
export function judgePair(opinion: Judged, fact: Judged): Verdict {
  return mayBear(opinion, fact) ? judgeLaidOut(opinion, fact) : nothing
}

/** Whether a fact may do anything to an opinion: a tenth of the cost of judging it, and never false where it does. */
export function mayBear(opinion: Judged, fact: Judged): boolean {
  return maySay(sketchOf(opinion), sketchOf(fact))
}

/** The same, with nothing taken for unrelated before it is laid out. */
export function judgeLaidOut(opinion: Judged, fact: Judged): Verdict {
  return meet(opinion, fact) ? judgeMet(opinion, fact) : nothing
}

/** The same, of two that are known to meet. */
export function judgeMet(opinion: Judged, fact: Judged): Verdict {
  const pair = layOutPair(opinion, fact)
  for (const rule of rules) {
    const verdict = rule(pair)
    if (!verdict) continue
    if (verdict.effect === 'reinforces' && !mayRaise(pair, weighs.get(rule))) return nothing
    // What a thing was changed to stands.
    if (verdict.effect === 'supersedes' && isConfirmed(pair)) return nothing
    return verdict
  }
  return verdictOf('unrelated', [])
}

/** Two texts side by side, both read in one language. */
export function layOutPair(opinion: Judged, fact: Judged): Pair {
  const vocabulary = vocabularyOf(opinion, fact)
  const [said, told] = [reading(opinion, vocabulary), reading(fact, vocabulary)]
  return layOut(said.sentence, told.sentence, union(said.names, told.names))
}

const nothing: Verdict = { effect: 'unrelated', restates: false, strong: false, cues: [] }

const rules: readonly Rule[] = [
  restated,
  asked,
  denied,
  ofAnother,
  onlyOfSubject,
  longAgo,
  compared,
  swapped,
  waved,
  ended,
  changedOver,
  occasional,
  excepted,
  counted,
  scaled,
  limited,
  opposed,
  replaced,
  toned,
  confirmed,
]

const isConfirmed = ({ opinion, fact, names }: Pair): boolean =>
  outcomeOf(opinion.text, fact.text, [...names])?.outcome === 'confirms'

/** Rules that weigh a denial or an opposite themselves, so that of the two texts one may have what the other has not. */
const weighs: ReadonlyMap<Rule, WeighedByRule> = new Map<Rule, WeighedByRule>([
  [compared, 'opposites'],
  [swapped, 'opposites'],
  [scaled, 'degrees'],
  [waved, 'objections'],
])

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return [...b].every((name) => a.has(name)) ? a : new Set([...a, ...b])
}
