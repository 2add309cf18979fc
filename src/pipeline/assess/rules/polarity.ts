import type { Verdict } from '../../../memory/verdict.js'
import { compare } from '../comparison.js'
import { type Pair, cued } from '../pair.js'
import { related } from '../related.js'
import { answerTo, toneOf } from '../tone.js'
import { samePlace } from './change.js'
import { shared, verdictOf, words } from '../verdict.js'

export function compared(pair: Pair): Verdict | undefined {
  const sign = compare(pair)
  if (sign === undefined) return undefined
  if (sign > 0) return verdictOf(pair, 'reinforces', ['comparison: the same way'])
  return verdictOf(pair, 'contradicts', ['comparison: the other way'], { strong: true })
}

/** `Has nothing against it` speaks for it, `no doubts` too. */
export function waved(pair: Pair): Verdict | undefined {
  const { opinion, fact, predicate } = pair
  const cue = cued(fact, 'contrary')
  if (!cue || pair.topic < 0.5 || !pair.links.length) return undefined
  const own = predicate === undefined ? undefined : opinion.tokens[predicate]
  if (!cued(opinion, 'contrary') && !own?.tone && !own?.negated) return undefined
  const against = !cued(opinion, 'contrary') && (own?.tone ?? 0) < 0 !== (own?.negated ?? false)
  if (against) return verdictOf(pair, 'contradicts', [`not against: ${cue.words}`, ...shared(pair)], { strong: true })
  return verdictOf(pair, 'reinforces', [`not against: ${cue.words}`, ...shared(pair)])
}

export function opposed(pair: Pair): Verdict | undefined {
  const { fact, opinion, predicateLink } = pair
  if (!related(pair)) return undefined
  const opposite =
    pair.coverage >= 0.75 && pair.back >= 0.4 && pair.links.some(({ how, sign }) => how === 'opposite' && sign < 0)
  const against = predicateLink
    ? predicateLink.sign < 0 || opposite
    : pair.coverage >= 0.5 &&
      (pair.links.every(({ sign }) => sign < 0) ||
        (pair.coverage >= 0.6 && pair.links.some(({ how, sign }) => how === 'opposite' && sign < 0)))
  if (!against) return undefined
  const cue = predicateLink?.how === 'opposite' ? `opposite: ${words(pair, [predicateLink])}` : 'negation'
  if (cued(fact, 'once') && cued(opinion, 'habit'))
    return verdictOf(pair, 'weakens', [cue, `once: ${cued(fact, 'once')!.words}`])
  const guess = cued(fact, 'rumour') ?? cued(fact, 'temporary')
  if (guess) return verdictOf(pair, 'weakens', [cue, `only: ${guess.words}`, ...shared(pair)])
  const turned = cued(fact, 'changed')
  if (turned && turned.at < (predicateLink?.to ?? 0))
    return verdictOf(pair, 'supersedes', [cue, `changed: ${turned.words}`], { strong: true })
  return verdictOf(pair, 'contradicts', [cue, ...shared(pair)], { strong: true })
}

/** No word answers the opinion's own, but both praise or both blame one thing, or one of each. */
export function toned(pair: Pair): Verdict | undefined {
  const sign = toneOf(pair)
  if (sign === 0) return undefined
  const cue = `tone: ${pair.opinion.tokens[pair.predicate!]!.text} ~ ${answerTo(pair)!.text}`
  if (sign > 0) return verdictOf(pair, 'reinforces', [cue, ...shared(pair)])
  const turned = cued(pair.fact, 'changed')
  if (turned) return verdictOf(pair, 'supersedes', [cue, `changed: ${turned.words}`], { strong: true })
  if (samePlace(pair, pair.predicate!, pair.fact.tokens.indexOf(answerTo(pair)!)))
    return verdictOf(pair, 'contradicts', [cue, ...shared(pair)], { strong: true })
  return verdictOf(pair, 'weakens', [cue, ...shared(pair)])
}

export function confirmed(pair: Pair): Verdict | undefined {
  const { fact, predicateLink, back, links } = pair
  const coverage = pair.coverage - borrowed(pair)
  if (predicateLink ? predicateLink.sign < 0 : links.some(({ sign }) => sign < 0)) return undefined
  const shunned = cued(fact, 'shun')
  if (shunned && !predicateLink && coverage >= 0.6 && cued(fact, 'not'))
    return verdictOf(pair, 'reinforces', [`not: ${shunned.words}`, ...shared(pair)])
  const still = cued(fact, 'still')
  if (still && coverage >= (predicateLink ? 0.6 : 0.65) && back >= 0.3)
    return verdictOf(pair, 'reinforces', [`still: ${still.words}`, ...shared(pair)])
  if (scattered(pair)) return undefined
  if (pair.said.length === 1 && back < 0.5) return undefined
  const alike = predicateLink ? coverage >= 0.6 && back >= 0.35 : coverage >= 0.85
  if (alike || coverage >= 0.85 || isSo(pair)) return verdictOf(pair, 'reinforces', shared(pair))
  return undefined
}

/** `Is a fast store for reads`, `Sparrow is quick at fetching rows`: said of the same thing in so many words. */
function isSo({ fact, names, predicate, predicateLink, coverage, opinion }: Pair): boolean {
  if (!predicateLink || coverage < 0.3 || opinion.tokens[predicate!]!.tone === 0) return false
  const verb = fact.tokens.slice(0, predicateLink.to).findLastIndex(({ text }) => text === 'is' || text === 'are')
  return (
    verb > 0 &&
    names.has(fact.tokens[verb - 1]!.text) &&
    fact.tokens.slice(verb, predicateLink.to).every(({ content }) => !content)
  )
}

/** What stands side by side in the opinion stands apart in the fact: `open bugs`, `an open box of chocolate bugs`. */
function scattered({ opinion, fact, links }: Pair): boolean {
  return links.some((link, at) => {
    const next = links[at + 1]
    if (!next || next.from !== link.from + 1 || link.how !== 'same' || next.how !== 'same') return false
    const [low, high] = [Math.min(link.to, next.to), Math.max(link.to, next.to)]
    const between = fact.tokens.slice(low + 1, high).filter(({ content }) => content).length
    return opinion.vocabulary.code === 'en' && between > 1
  })
}

/** What of the opinion only helps to name another thing in the fact: the `spring` of `the spring sale`. */
function borrowed({ opinion, fact, said, told, links, coverage }: Pair): number {
  if (opinion.vocabulary.code !== 'en' || !links.length) return 0
  const met = new Set(links.map(({ to }) => to))
  const lost = links.filter(({ from, to, how }) => {
    const next = fact.tokens[to + 1]
    if (how !== 'same' || said.includes(from + 1) || !next || !told.includes(to + 1) || met.has(to + 1)) return false
    return (
      next.clause === fact.tokens[to]!.clause && !met.has(to - 1) && determiners.has(fact.tokens[to - 1]?.text ?? '')
    )
  })
  return (coverage * lost.length) / links.length
}

const determiners = new Set(['the', 'a', 'an', 'his', 'her', 'its', 'their', 'my', 'our'])
