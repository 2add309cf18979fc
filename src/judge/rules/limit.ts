import type { Verdict } from '../../model/verdict.js'
import { type Link, type Pair, cued } from '../pair.js'
import { areAlternatives } from '../are-alternatives.js'
import { isHead } from '../../language/phrase.js'
import { isLiking, related } from '../related.js'
import { scaleOf } from '../scale.js'
import { toneOf } from '../tone.js'
import { shared, verdictOf } from '../verdict.js'

/** One occasion against a habit. */
export function occasional(pair: Pair): Verdict | undefined {
  const { opinion, fact, links, predicateLink } = pair
  const once = cued(fact, 'once')
  if (!once || (scaleOf(fact)?.value ?? 0) >= 0.5) return undefined
  const habit = cued(opinion, 'habit') ?? cued(opinion, 'most')
  const otherwise =
    links.some(({ sign }) => sign < 0) || areAlternatives(pair) || (toneOf(pair) < 0 && links.length > 0)
  // A habit is spoken of with one occasion on which it was not so: on which it was, there is nothing to tell.
  const told =
    !predicateLink && pair.topic >= 0.5 && links.some((link) => bothHeads(pair, link)) && !cued(fact, 'still')
  if (habit && (otherwise || told))
    return verdictOf('weakens', [`once: ${once.words}`, `habit: ${habit.words}`, ...shared(pair)])
  const rare = cued(opinion, 'few')
  const done = predicateLink ? predicateLink.sign > 0 : pair.topic >= 0.6 && !cued(fact, 'not')
  if (rare && done && !cued(fact, 'few'))
    return verdictOf('weakens', [`once: ${once.words}`, `seldom: ${rare.words}`, ...shared(pair)])
  return undefined
}

const bothHeads = ({ opinion, fact }: Pair, { from, to, how, loose }: Link): boolean =>
  !loose && how !== 'opposite' && isHead(opinion, from) && isHead(fact, to)

export function excepted(pair: Pair): Verdict | undefined {
  const cue = cued(pair.fact, 'exception')
  if (!cue || !related(pair, 0.1) || cued(pair.opinion, 'exception')) return undefined
  return verdictOf('weakens', [`exception: ${cue.words}`, ...shared(pair)])
}

export function limited(pair: Pair): Verdict | undefined {
  const { fact, opinion } = pair
  const away = cued(fact, 'temporary') ?? cued(fact, 'cause')
  if (away && pair.coverage >= 0.3 && (areAlternatives(pair) || pair.predicateLink?.sign === -1))
    return verdictOf('weakens', [`temporary: ${away.words}`, ...shared(pair)])
  const guessed = cued(opinion, 'rumour') ?? cued(opinion, 'hedge')
  const confirmed = cued(fact, 'confirmed')
  const denied = pair.links.some(({ sign }) => sign < 0) || cued(fact, 'not')
  if (guessed && confirmed && pair.coverage >= 0.4 && !denied)
    return verdictOf('reinforces', [`confirmed: ${confirmed.words}`, ...shared(pair)])
  const heard = cued(fact, 'rumour')
  if (heard && !guessed && pair.predicateLink?.sign === -1 && pair.coverage >= 0.3)
    return verdictOf('weakens', [`rumour: ${heard.words}`, ...shared(pair)])
  const doubted = heard ?? cued(fact, 'hedge')
  const against = toneOf(pair) < 0 || cued(fact, 'shun') || pair.links.some(({ sign }) => sign < 0)
  // `In two minds about`; a `may` alone may be said of anything.
  const torn =
    (cued(fact, 'hedge')?.length ?? 0) > 1 && pair.topic > 0.99 && pair.links.every((one) => bothHeads(pair, one))
  if (doubted && !guessed && pair.topic >= 0.6 && pair.links.length && (against || torn))
    return verdictOf('weakens', [`doubt: ${doubted.words}`, ...shared(pair)])
  if (!related(pair)) return undefined
  if (guessed && pair.predicateLink?.sign === 1 && pair.coverage >= 0.5) return verdictOf('reinforces', shared(pair))
  for (const name of ['temporary', 'cause', 'rumour', 'hedge'] as const) {
    const cue = cued(fact, name)
    // What one likes does not pause with what is said of it.
    const passes = name === 'temporary' || name === 'cause'
    if (passes && pair.predicateLink?.sign === 1 && pair.coverage >= 0.5) continue
    if (passes && !pair.predicateLink && pair.predicate !== undefined && isLiking(opinion.tokens[pair.predicate]!))
      continue
    // Hearsay is about what it speaks of.
    if (name === 'rumour' && !pair.predicateLink) continue
    if (cue && !cued(opinion, name)) return verdictOf('weakens', [`${name}: ${cue.words}`, ...shared(pair)])
  }
  return undefined
}
