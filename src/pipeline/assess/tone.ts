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

export const answerTo = ({ fact, links }: Pair): Token | undefined =>
  fact.tokens.find(({ tone }, at) => tone !== 0 && !links.some(({ to }) => to === at))

/** `Nimbus was down`: the toned word is told of the very thing. */
function saidOfName({ fact, names }: Pair, answer: Token): boolean {
  const at = fact.tokens.indexOf(answer)
  return /^(?:is|was|are|were)$/.test(fact.tokens[at - 1]?.text ?? '') && names.has(fact.tokens[at - 2]?.text ?? '')
}
