import { isHead } from '../../language/phrase.js'
import type { Sentence } from '../../language/sentence.js'
import type { Pair } from '../pair.js'
import { isLiking } from '../related.js'

/** Whether a fact says an opinion's words of something else, and so denies or ends nothing that the opinion says. */
export const isOfAnotherThing = (pair: Pair): boolean =>
  isOfAnotherLiking(pair) ||
  isOwnedByAnother(pair) ||
  isTurnedAbout(pair) ||
  isCalledSo(pair) ||
  isOtherOne(pair) ||
  isPutBefore(pair)

/**
 * Whether a fact has the opinion's words only in a name: `Has missed a deadline`, `his band is called Missed Deadline`.
 * A whole name is no such case: `star wars` is `Star Wars`.
 */
function isCalledSo({ opinion, fact, links }: Pair): boolean {
  const isName = (at: number): boolean => (fact.tokens[at]?.name ?? false) && !/\d/.test(fact.tokens[at]!.text)
  const isWholeName = (from: number, to: number): boolean =>
    links.some((link) => Math.abs(link.to - to) === 1 && link.from - from === link.to - to)
  return links.some(
    ({ from, to }) =>
      !opinion.tokens[from]!.name && isName(to) && (isName(to - 1) || isName(to + 1)) && !isWholeName(from, to),
  )
}

/**
 * Whether a fact is about another of several things that share a word: `Pool A restarts`, `pool C does not`; `Dentist
 * Moreau`, `dentist Albrecht`.
 */
function isOtherOne({ opinion, fact, names, links }: Pair): boolean {
  const letterBehind = ({ tokens }: Sentence, at: number): string | undefined => {
    const next = tokens[at + 1]
    return next?.name && /^\D$/.test(next.text) ? next.text : undefined
  }
  const placeOf = ({ tokens }: Sentence, name: string): number => tokens.findIndex(({ text }) => text === name)
  const alike = [
    ...links.map(({ from, to }) => [from, to] as const),
    ...[...names].map((name) => [placeOf(opinion, name), placeOf(fact, name)] as const),
  ]
  const isLettered = alike.some(([from, to]) => {
    const [own, other] = [letterBehind(opinion, from), letterBehind(fact, to)]
    return from >= 0 && to >= 0 && own !== undefined && other !== undefined && own !== other
  })
  if (isLettered || names.size < 2) return isLettered
  const { tokens } = fact
  const isWhole = [...names].every((name) => tokens.some(({ text }) => text === name))
  return (
    !isWhole &&
    tokens.some(({ text }, at) => {
      const next = tokens[at + 1]
      return names.has(text) && next?.name === true && !names.has(next.text) && !/\d/.test(next.text)
    })
  )
}

/** Whether the opinion's predicate is a mere modifier in the fact: `Cannot swim`, `his swim bag`. */
function isPutBefore({ opinion, fact, links, predicateLink }: Pair): boolean {
  if (!predicateLink || !fact.vocabulary.headLast) return false
  const { from, to } = predicateLink
  const { vocabulary, tokens } = fact
  return (
    vocabulary.isOf('his', tokens[to - 1]?.text ?? '') &&
    !tokens[to]!.isForm &&
    tokens[to]!.tone === 0 &&
    !isHead(fact, to) &&
    isHead(opinion, from) &&
    !links.some((link) => link.to === to + 1)
  )
}

/**
 * Whether two texts like, praise or blame different things: no word that both have is the thing itself. Examples are
 * `Dislikes green tea`, `likes the colour blue`; `a careful driver`, `a careless speller`. And `does not like waiting
 * for coffee` is about waiting.
 */
function isOfAnotherLiking(pair: Pair): boolean {
  const { opinion, fact, links, predicateLink } = pair
  if (!predicateLink) return false
  const { from: said, to: told } = predicateLink
  const beside = links.filter((link) => link !== predicateLink)
  const isMet = beside.some(({ from, to }) => isHead(opinion, from) && isHead(fact, to))
  if (isLiking(opinion.tokens[said])) {
    const object = headBehind(fact, told)
    return beside.length > 0 && (!isMet || (object !== undefined && !links.some(({ to }) => to === object)))
  }
  // A word that neither praises nor blames may be the thing itself: `A morning person`, `a night owl`.
  if (opinion.tokens[said]!.tone === 0 || isMet) return false
  if (!isHead(opinion, said) && !isHead(fact, told)) return true
  return beside.length === 0 && hasSubject(opinion, pair.said, said) && hasSubject(fact, pair.told, told)
}

/** Whether a noun with an article stands before the predicate: the `UI` of `finds the UI confusing`. */
const hasSubject = ({ tokens, vocabulary }: Sentence, words: readonly number[], predicate: number): boolean =>
  words.some((at) => at < predicate && vocabulary.isOf('determiner', tokens[at - 1]?.text ?? ''))

/** The last noun of the phrase behind a verb; undefined where none begins right there. */
function headBehind(sentence: Sentence, verb: number): number | undefined {
  const { tokens, vocabulary } = sentence
  if (!vocabulary.headLast) return undefined
  const first = tokens.findIndex(({ content }, at) => at > verb && content)
  if (first < 0 || first > verb + 3 || tokens[first]!.clause !== tokens[verb]!.clause) return undefined
  let at = first
  while (!isHead(sentence, at)) at++
  return at
}

/** Whether what the fact speaks of is another's: `The plan is good`, `Bob's plan is bad`. */
function isOwnedByAnother({ opinion, fact, names, links }: Pair): boolean {
  if (opinion.tokens.some(({ owns }) => owns)) return false
  return fact.tokens.some(
    ({ owns, text }, at) =>
      owns && !names.has(text) && links.some(({ to }) => to === at + 1) && !links.some(({ to }) => to === at),
  )
}

/**
 * Whether somebody is the object of the opinion and the subject of the fact: `Trusts Bob`, `Bob does not trust the
 * vendor`.
 */
function isTurnedAbout({ opinion, fact, links, predicateLink }: Pair): boolean {
  if (!predicateLink || !fact.vocabulary.headLast) return false
  return links.some(
    ({ from, to }) =>
      from > predicateLink.from &&
      to < predicateLink.to &&
      opinion.tokens[from]!.name &&
      // Not where he is the object all the same: `Trusted by Bob`; `in Bob's house nobody trusts Bob`.
      !fact.tokens.some(
        ({ text, lemma }, at) =>
          at > predicateLink.to && (fact.vocabulary.isOf('by', text) || lemma === fact.tokens[to]!.lemma),
      ),
  )
}

/**
 * Whether the fault that the fact names was mended: `Is reliable`, `fixed a crash`; `is flaky`, `fixed the flaky
 * suite`.
 */
export function isMended({ fact: { tokens, vocabulary }, links, predicateLink }: Pair): boolean {
  const place = predicateLink?.to ?? links[0]?.to
  if (place === undefined) return false
  const { clause } = tokens[place]!
  return tokens.some(
    ({ clause: own, text, lemma, isForm }, at) =>
      own === clause &&
      // A noun mends nothing: `The repair was costly`, `the fix crashed it`.
      (isForm || at === 0) &&
      (vocabulary.isOf('mend', lemma) || vocabulary.isOf('mend', text)) &&
      !vocabulary.isOf('determiner', tokens[at - 1]?.text ?? ''),
  )
}
