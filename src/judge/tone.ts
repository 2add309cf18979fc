import { type Pair, cued } from './pair.js'
import { isLiking } from './related.js'
import type { Token } from '../language/sentence.js'

export function toneOf(pair: Pair): -1 | 0 | 1 {
  const { opinion, predicate, predicateLink, links, said } = pair
  const answer = answerTo(pair)
  if (predicate === undefined || predicateLink || !answer) return 0
  const plain = said.some((at) => at !== predicate && opinion.tokens[at]!.tone === 0)
  if (plain ? pair.topic < 0.5 || !links.length : !cued(pair.fact, 'once') || !saidOfName(pair, answer)) return 0
  const own = opinion.tokens[predicate]!
  if (isLiking(own) && !governs(pair, pair.fact.tokens.indexOf(answer))) return 0
  return (own.tone * answer.tone * (own.negated ? -1 : 1) * (answer.negated ? -1 : 1)) as -1 | 0 | 1
}

/** The fact's first word of praise or blame; not that of a thing in passing, `the wrong folder`. */
export function answerTo({ fact, links, names }: Pair): Token | undefined {
  const met = new Set(links.map(({ to }) => to))
  return fact.tokens.find(({ tone, lemma }, at) => {
    if (tone === 0 || fact.vocabulary.isOf('wish', lemma) || met.has(at)) return false
    const next = fact.tokens[at + 1]
    const passing =
      next?.content &&
      next.tone === 0 &&
      !met.has(at + 1) &&
      (fact.vocabulary.isOf('own', fact.tokens[at - 1]?.text ?? '') || names.has(fact.tokens[at - 1]?.text ?? ''))
    return !passing
  })
}

/** `Nimbus was down`: the toned word is told of the very thing. */
function saidOfName({ fact, names }: Pair, answer: Token): boolean {
  const at = fact.tokens.indexOf(answer)
  return fact.vocabulary.isOf('be', fact.tokens[at - 1]?.text ?? '') && names.has(fact.tokens[at - 2]?.text ?? '')
}

/** What is praised or blamed is what is liked: `complained about the venue`, not `lost an earring at the venue`. */
function governs({ fact, links }: Pair, at: number): boolean {
  const met = new Set(links.map(({ to }) => to))
  const [after, back] = [
    fact.tokens.findIndex((_, place) => place > at && met.has(place)),
    [...met].findLast((to) => to < at),
  ]
  const open = (from: number, to: number): boolean => fact.tokens.slice(from, to).every(({ content }) => !content)
  return (after >= 0 && open(at + 1, after)) || (back !== undefined && !fact.tokens[at + 1]?.content)
}
