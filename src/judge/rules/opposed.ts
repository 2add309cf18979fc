import { isHead } from '../../language/phrase.js'
import type { Sentence } from '../../language/sentence.js'
import type { Verdict } from '../../model/verdict.js'
import { cueNamed, type Pair } from '../pair.js'
import { isByTheWay, isLiking, isNear, isOfSort, isRelated } from '../related.js'
import { askedOfDenial, offeredToDenial, askedOfOpposites, offeredToOpposites, type Rule } from '../rule.js'
import { sharedWords, verdictOf, words } from '../verdict.js'
import { isMended, isOfAnotherThing } from './elsewhere.js'

/** Finds opposites and denials: `Likes opera`, `hates opera`; `does not like opera`. */
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
  if (!isDenied(pair) || isOfAnotherThing(pair) || isNarrower(pair) || isOfSort(pair)) return undefined
  if (predicateLink?.how === 'opposite' && isMended(pair)) return undefined
  // The denial of an end (`has not given up`) and what was so once (`used to crash`) say nothing of now.
  if (cueNamed(fact, 'ceased') || cueNamed(fact, 'past')) return undefined
  // The fact names nothing of the opinion's topic: `Has no interest in politics`, `the interest on the mortgage`.
  if (pair.said.length > 1 && pair.topic === 0 && pair.back < 0.5) return undefined
  const cue = predicateLink?.how === 'opposite' ? `opposite: ${words(pair, [predicateLink])}` : 'negation'
  // An exception only weakens what is said of every one: one review that was not read.
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

/**
 * Whether a fact denies all that the opinion says, or says nothing else: `Does not like white wine` says nothing of
 * red.
 */
function isDenied({ opinion, fact, said, links, coverage, back, topic, predicateLink }: Pair): boolean {
  const isWish = ({ tokens, vocabulary }: Sentence): boolean =>
    tokens.some(({ text, lemma }) => vocabulary.isOf('wish', text) || vocabulary.isOf('wish', lemma))
  // Two wishes about the same thing: `Prefers short replies`, `does not want short replies`.
  if (isWish(opinion) && isWish(fact) && topic >= 0.85) return true
  if (!predicateLink && said.length > 1 && coverage < 0.85) return false
  if (predicateLink?.how !== 'opposite' && coverage < 0.85 && back < 0.85) return false
  // `Has never visited Japan` does not deny a wish to.
  if (isWish(opinion) && !isWish(fact)) return false
  return !said.some((at) => isLiking(opinion.tokens[at]!) && !links.some(({ from }) => from === at))
}

/**
 * Whether a fact denies less than the opinion says: `Likes the new logo`, `does not like the old logo`; `does not want
 * a second dog`.
 */
function isNarrower({ opinion, fact, links }: Pair): boolean {
  const own = contrastsIn(opinion)
  return links.some(({ to }) => {
    const before = fact.tokens[to - 1]?.text ?? ''
    return isHead(fact, to) && fact.vocabulary.isOf('contrast', before) && !own.has(before)
  })
}

const contrastsIn = ({ tokens, vocabulary }: Sentence): ReadonlySet<string> =>
  new Set(tokens.flatMap(({ text }) => (vocabulary.isOf('contrast', text) ? [text] : [])))
