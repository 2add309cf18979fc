import { isPartOfCue, type Pair } from './pair.js'
import { isOn } from '../language/lexicon.js'
import { isHead } from '../language/phrase.js'
import type { Token } from '../language/sentence.js'
import { joinsIn } from '../language/statements.js'

/** Whether a fact is near enough to an opinion to weaken it. `least`: the share of the fact that must be about it. */
export function isRelated(
  { coverage, back, predicateLink, predicate, topic, links, said, opinion }: Pair,
  least = 0.25,
): boolean {
  if (coverage >= 0.6) return said.length > 1 || back >= Math.min(least, 0.2)
  if (predicateLink && coverage >= 0.4) return back >= least && (topic > 0 || !isLiking(opinion.tokens[predicate!]!))
  return topic >= 0.6 && links.length > 1
}

/** Whether a word is a liking or a wish: two of these have nothing in common but the word. */
export const isLiking = (token: Token | undefined): boolean =>
  token !== undefined && (isOn(token.axes, 'liking') || isOn(token.axes, 'wish'))

/** Whether a fact is near enough to contradict an opinion. Two words of a long opinion are not enough. */
export const isNear = ({ coverage, back, said }: Pair): boolean =>
  said.length > 2 ? coverage > 0.5 && coverage * back >= 0.16 : said.length > 1 || back >= 0.3

/** The least share of their clauses that the shared words take up: below it, the fact speaks of something else. */
const leastAbout = 0.3
/**
 * Whether a fact has the shared words only in passing. Shares say little in a text without blanks, where each unknown
 * character is a word.
 */
export function isByTheWay({ fact, told, links }: Pair): boolean {
  const met = new Set(links.map(({ to }) => to))
  const clauses = new Set([...met].map((at) => fact.tokens[at]!.clause))
  const there = told.filter((at) => clauses.has(fact.tokens[at]!.clause))
  return !fact.vocabulary.spaceless && there.filter((at) => met.has(at)).length < leastAbout * there.length
}

/**
 * Whether a fact speaks only of a sort of what the opinion speaks of: `Is afraid of dogs`, `afraid of small dogs`. Both
 * have the noun behind the same word, the fact with more between, or behind its cue: `Eats meat`, `gave up red meat`, but
 * `stopped eating meat`. Behind an article it may be the same thing, told more closely: `Drives the Golf`, `the old Golf`.
 */
export function isOfSort({ opinion, fact, links, names, predicate }: Pair): boolean {
  const { vocabulary } = fact
  // Where the order of words is free, or a word is not told from the next, what stands between says little.
  if (vocabulary.verbLast || vocabulary.spaceless) return false
  const met = new Map(links.map(({ from, to }) => [to, from]))
  return links.some(({ from, to }) => {
    const [noun, frame] = [fact.tokens[to]!, opinion.tokens[from - 1]]
    const tells = (at: number): boolean => {
      const token = fact.tokens[at]
      return (
        token !== undefined &&
        token.content &&
        token.clause === noun.clause &&
        !met.has(at) &&
        !names.has(token.text) &&
        !isPartOfCue(fact, at) &&
        !vocabulary.ends('adverb', token.text) &&
        // `Ben Steiner` is no sort of `Steiner`.
        !(token.name && noun.name)
      )
    }
    if (!frame || from === predicate || !isHead(fact, to) || !isHead(opinion, from) || !tells(to - 1)) return false
    let before = to - 2
    while (tells(before)) before--
    const own = fact.tokens[before]
    return (
      own !== undefined &&
      own.clause === noun.clause &&
      frame.clause === opinion.tokens[from]!.clause &&
      !vocabulary.isOf('determiner', own.text) &&
      (own.text === frame.text ||
        met.get(before) === from - 1 ||
        (isPartOfCue(fact, before) && !fact.tokens[before + 1]!.isForm))
    )
  })
}

/** Whether a fact takes up only one of two things that the opinion joins: `Likes tea and coffee`, `likes coffee`. */
export function isOfOne({ opinion, links }: Pair): boolean {
  const { tokens, vocabulary } = opinion
  if (vocabulary.verbLast || vocabulary.spaceless) return false
  const joints = joinsIn(vocabulary.code)
  const isMet = (place: number): boolean => links.some(({ from }) => from === place)
  return tokens.some(({ text, clause }, at) => {
    const next = tokens.findIndex(({ content }, place) => content && place > at)
    return (
      joints.has(text) &&
      tokens[at - 1]?.content === true &&
      tokens[next]?.clause === clause &&
      isMet(at - 1) !== isMet(next)
    )
  })
}
