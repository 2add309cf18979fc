import { type Pair, cued } from './pair.js'
import type { Token } from './sentence.js'

export function toneOf(pair: Pair): -1 | 0 | 1 {
  const { opinion, predicate, predicateLink, links, said } = pair
  const answer = answerTo(pair)
  if (predicate === undefined || predicateLink || !answer) return 0
  const plain = said.some((at) => at !== predicate && opinion.tokens[at]!.tone === 0)
  if (plain ? pair.topic < 0.5 || !links.length : !cued(pair.fact, 'once') || !saidOfName(pair, answer)) return 0
  const own = opinion.tokens[predicate]!
  return (own.tone * answer.tone * (own.negated ? -1 : 1) * (answer.negated ? -1 : 1)) as -1 | 0 | 1
}

/** The fact's first word of praise or blame; not that of a thing in passing, `the wrong folder`. */
export function answerTo({ fact, links }: Pair): Token | undefined {
  const met = new Set(links.map(({ to }) => to))
  return fact.tokens.find(({ tone, lemma }, at) => {
    if (tone === 0 || wishes.has(lemma) || met.has(at)) return false
    const next = fact.tokens[at + 1]
    const passing =
      next?.content && next.tone === 0 && !met.has(at + 1) && determiners.test(fact.tokens[at - 1]?.text ?? '')
    return !passing
  })
}

const determiners = /^(?:the|his|her|its|their|my|our)$/

/** Say what is wished, and nothing good of it. */
const wishes = new Set(['want', 'need', 'insist', 'prefer'])

/** `Nimbus was down`: the toned word is told of the very thing. */
function saidOfName({ fact, names }: Pair, answer: Token): boolean {
  const at = fact.tokens.indexOf(answer)
  return /^(?:is|was|are|were)$/.test(fact.tokens[at - 1]?.text ?? '') && names.has(fact.tokens[at - 2]?.text ?? '')
}
