import type { Verdict } from '../../../memory/verdict.js'
import { type Pair, cued } from '../pair.js'
import { comparable, sameValue } from '../quantities.js'
import { scaleOf } from '../scale.js'
import { toneOf } from '../tone.js'
import { related } from '../related.js'
import { shared, verdictOf } from '../verdict.js'

export function counted(pair: Pair): Verdict | undefined {
  const { opinion, fact } = pair
  for (const stated of opinion.quantities) {
    const told = fact.quantities.filter((one) => comparable(stated, one))
    const same = told.find((one) => sameValue(stated, one))
    const other = told.find((one) => !sameValue(stated, one))
    const changed = cued(fact, 'adjusted') ?? cued(fact, 'changed') ?? cued(fact, 'now') ?? cued(fact, 'ceased')
    const mistaken = cued(fact, 'mistaken') ?? cued(fact, 'not')
    if (same && !(other && (changed || mistaken))) {
      if (pair.links.some(({ sign }) => sign < 0)) continue
      if (pair.coverage < 0.4 && pair.said.length > 0) continue
      return verdictOf(pair, 'reinforces', [`number: ${stated.text} = ${same.text}`, ...shared(pair)])
    }
    if (!other) continue
    const cue = `number: ${stated.text} → ${other.text}`
    const moved = cued(fact, 'adjusted')
    const near = pair.coverage >= 0.3 || (moved && pair.said.length < 2)
    if (changed && !cued(fact, 'mistaken') && near)
      return verdictOf(pair, 'supersedes', [cue, `changed: ${changed.words}`], { strong: true })
    if (pair.coverage < 0.5 && !(cued(fact, 'mistaken') && pair.said.length < 2)) continue
    return verdictOf(pair, 'contradicts', [cue, ...shared(pair)])
  }
  return undefined
}

export function scaled(pair: Pair): Verdict | undefined {
  const told = scaleOf(pair.fact)
  if (!told || !related(pair)) return undefined
  const stated = scaleOf(pair.opinion)
  if (!stated) return undefined
  const turned =
    toneOf(pair) < 0 ||
    pair.links.some(({ sign, how }) => how === 'opposite' || (sign < 0 && !told.negative && !stated.negative))
  const missed = told.negative && cued(pair.fact, 'shun') !== undefined
  const value = turned !== missed ? 1 - told.value : told.value
  const cue = `${stated.words} → ${told.words}`
  if (stated.value >= 0.5 !== value >= 0.5) {
    if (Math.abs(stated.value - value) > 0.5 && !cued(pair.fact, 'once'))
      return verdictOf(pair, 'contradicts', [cue, ...shared(pair)], { strong: true })
    return verdictOf(pair, 'weakens', [cue, ...shared(pair)])
  }
  if (stated.value > 0.95 && value < 0.95) return verdictOf(pair, 'weakens', [cue, ...shared(pair)])
  return pair.coverage >= 0.5 ? verdictOf(pair, 'reinforces', [cue, ...shared(pair)]) : undefined
}
