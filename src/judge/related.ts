import type { Pair } from './pair.js'
import { isOn } from '../language/lexicon.js'
import type { Token } from '../language/sentence.js'

/** Near enough that what limits the fact limits the opinion. `least`: how much of the fact must be about it. */
export function isRelated(
  { coverage, back, predicateLink, predicate, topic, links, said, opinion }: Pair,
  least = 0.25,
): boolean {
  if (coverage >= 0.6) return said.length > 1 || back >= Math.min(least, 0.2)
  if (predicateLink && coverage >= 0.4) return back >= least && (topic > 0 || !isLiking(opinion.tokens[predicate!]!))
  return topic >= 0.6 && links.length > 1
}

/** Two likings, or two wishes, have nothing in common but the word. */
export const isLiking = (token: Token | undefined): boolean =>
  token !== undefined && (isOn(token.axes, 'liking') || isOn(token.axes, 'wish'))

/** Near enough that what speaks for or against the fact's words does so for the opinion: two words of a long one are not it. */
export const isNear = ({ coverage, back, said }: Pair): boolean =>
  said.length > 2 ? coverage > 0.5 && coverage * back >= 0.16 : said.length > 1 || back >= 0.3

/** Less of what is said there than this is about the words that the two share: it speaks of something else, and has them by the way. */
const leastAbout = 0.3
/** In a text without blanks each character that no list has is a word, so that shares of it say little. */
export function isByTheWay({ fact, told, links }: Pair): boolean {
  const met = new Set(links.map(({ to }) => to))
  const clauses = new Set([...met].map((at) => fact.tokens[at]!.clause))
  const there = told.filter((at) => clauses.has(fact.tokens[at]!.clause))
  return !fact.vocabulary.spaceless && there.filter((at) => met.has(at)).length < leastAbout * there.length
}
