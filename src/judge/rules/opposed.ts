import { isHead } from '../../language/phrase.js'
import type { Sentence } from '../../language/sentence.js'
import type { Verdict } from '../../model/verdict.js'
import { cueNamed, type Pair } from '../pair.js'
import { isByTheWay, isLiking, isNear, isRelated } from '../related.js'
import { askedOfDenial, offeredToDenial, askedOfOpposites, offeredToOpposites, type Rule } from '../rule.js'
import { sharedWords, verdictOf, words } from '../verdict.js'
import { isMended, isOfAnotherThing } from './elsewhere.js'

/** `Likes opera`, `hates opera`; `does not like opera`. */
export const oppositionRule: Rule = {
  offers: (opinion) => [...offeredToOpposites(opinion), ...offeredToDenial(opinion)],
  asks: (fact) => [...askedOfOpposites(fact), ...askedOfDenial(fact)],
  verdict,
}

function verdict(pair: Pair): Verdict | undefined {
  const { fact, opinion, predicateLink } = pair
  if (!isRelated(pair) || isByTheWay(pair)) return undefined
  const opposite =
    pair.coverage >= 0.75 && pair.back >= 0.4 && pair.links.some(({ how, sign }) => how === 'opposite' && sign < 0)
  const against = predicateLink
    ? predicateLink.sign < 0 || opposite
    : pair.coverage >= 0.5 &&
      (pair.links.every(({ sign }) => sign < 0) ||
        (pair.coverage >= 0.6 && pair.links.some(({ how, sign }) => how === 'opposite' && sign < 0)))
  if (!against) return undefined
  if (!isDenied(pair) || isOfAnotherThing(pair) || isNarrower(pair)) return undefined
  if (predicateLink?.how === 'opposite' && isMended(pair)) return undefined
  // `Has not given up`, `used to crash`: a denial of an end, and what was so once, say nothing of now.
  if (cueNamed(fact, 'ceased') || cueNamed(fact, 'past')) return undefined
  // `Has no interest in politics`, `the interest on the mortgage`: of what it is about, nothing is named.
  if (pair.said.length > 1 && pair.topic === 0 && pair.back < 0.5) return undefined
  const cue = predicateLink?.how === 'opposite' ? `opposite: ${words(pair, [predicateLink])}` : 'negation'
  // One review that was not read is an exception to every one.
  const all = cueNamed(opinion, 'every')
  if (all && pair.back < 0.85 && !cueNamed(fact, 'none') && predicateLink?.how !== 'opposite')
    return verdictOf('weakens', [cue, `exception to: ${all.words}`, ...sharedWords(pair)])
  if (cueNamed(fact, 'once') && cueNamed(opinion, 'habit'))
    return verdictOf('weakens', [cue, `once: ${cueNamed(fact, 'once')!.words}`])
  const guess = cueNamed(fact, 'rumour') ?? cueNamed(fact, 'temporary')
  if (guess) return verdictOf('weakens', [cue, `only: ${guess.words}`, ...sharedWords(pair)])
  if (!isNear(pair)) return undefined
  const turned = cueNamed(fact, 'changed')
  if (turned && turned.at < (predicateLink?.to ?? 0))
    return verdictOf('supersedes', [cue, `changed: ${turned.words}`], { strong: true })
  return verdictOf('contradicts', [cue, ...sharedWords(pair)], { strong: true })
}

/** `Does not like white wine` says nothing of red: what is denied is all that the opinion says, or nothing else is. */
function isDenied({ opinion, fact, said, links, coverage, back, topic, predicateLink }: Pair): boolean {
  const isWish = ({ tokens, vocabulary }: Sentence): boolean =>
    tokens.some(({ text, lemma }) => vocabulary.isOf('wish', text) || vocabulary.isOf('wish', lemma))
  // `Prefers short replies`, `does not want short replies`: one wish for another, of the same thing.
  if (isWish(opinion) && isWish(fact) && topic >= 0.85) return true
  if (!predicateLink && said.length > 1 && coverage < 0.85) return false
  if (predicateLink?.how !== 'opposite' && coverage < 0.85 && back < 0.85) return false
  // `Has never visited Japan` denies no wish to.
  if (isWish(opinion) && !isWish(fact)) return false
  return !said.some((at) => isLiking(opinion.tokens[at]!) && !links.some(({ from }) => from === at))
}

/** `Likes the new logo`, `does not like the old logo`; `does not want a second dog`: less is denied than is said. */
function isNarrower({ opinion, fact, links }: Pair): boolean {
  const own = contrastsIn(opinion)
  return links.some(({ to }) => {
    const before = fact.tokens[to - 1]?.text ?? ''
    return isHead(fact, to) && fact.vocabulary.isOf('contrast', before) && !own.has(before)
  })
}

const contrastsIn = ({ tokens, vocabulary }: Sentence): ReadonlySet<string> =>
  new Set(tokens.flatMap(({ text }) => (vocabulary.isOf('contrast', text) ? [text] : [])))
