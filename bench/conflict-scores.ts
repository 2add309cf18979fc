import { meet } from '../src/judge/keys.js'
import { layOutPair } from '../src/judge/judge-pair.js'
import { type Pair, cueNamed } from '../src/judge/pair.js'
import { comparable, sameValue } from '../src/language/quantities.js'
import type { Effect, Judged, Verdict } from '../src/model/verdict.js'

/** How much a pair of bullets looks like a contradiction and like an update: what the conflicts' own scorer ranks them by. */
export interface ConflictScores {
  /** -1, the opinion's opposite, to 1, its confirmation; 0 where the two have nothing to do with each other. */
  readonly polarity: number
  /** 0 to 1: how much the fact speaks of a change of what was so before. */
  readonly change: number
}

/** @param verdict what the judge says of the two */
export function conflictScores(opinion: Judged, fact: Judged, { effect, restates }: Verdict): ConflictScores {
  if (!meet(opinion, fact)) return { polarity: 0, change: 0 }
  const pair = layOutPair(opinion, fact)
  return { polarity: restates ? 1 : round(polarityOf(pair, effect)), change: round(changeOf(pair, effect)) }
}

const round = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 1000) / 1000

/** How alike the two are, of all their words. */
const likeness = ({ coverage, back }: Pair): number => Math.sqrt(coverage * back)

function polarityOf(pair: Pair, effect: Effect): number {
  const near = likeness(pair)
  if (effect === 'contradicts') return -Math.max(0.5, Math.min(1, 0.4 + near))
  if (effect === 'reinforces') return Math.max(0.3, near)
  if (effect === 'weakens') return -0.3
  if (effect === 'supersedes') return -0.4
  const against = pair.links.filter(({ sign }) => sign < 0).length
  if (against === 0 || against * 2 < pair.links.length) return 0
  const never = [...pair.opinion.cues, ...pair.fact.cues].some(
    ({ name, words: said }) => name === 'not' && said.split(' ').includes('never'),
  )
  return -Math.min(1, near * (never ? 1.8 : 1.2))
}

function changeOf(pair: Pair, effect: Effect): number {
  const near = likeness(pair)
  const cue = cueNamed(pair.fact, 'adjusted') ?? cueNamed(pair.fact, 'changed') ?? cueNamed(pair.fact, 'ceased')
  const now = cueNamed(pair.fact, 'now')
  const number = pair.opinion.quantities.some((stated) =>
    pair.fact.quantities.some((told) => comparable(stated, told) && !sameValue(stated, told)),
  )
  const speaks = (number ? 1 : 0) + (cue ? 0.6 : 0) + (now ? 0.4 : 0)
  const score = Math.min(1, near * speaks)
  return effect === 'supersedes' ? Math.max(0.6, score) : score
}
