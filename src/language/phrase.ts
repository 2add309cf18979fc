import type { Sentence, Token } from './sentence.js'

/** Whether a word is the head noun of its phrase, as `flowers` of `spring flowers`, and not a modifier. */
export function isHead({ tokens, vocabulary }: Sentence, at: number): boolean {
  if (!vocabulary.headLast) return true
  const next = tokens[at + 1]
  return !next?.content || next.clause !== tokens[at]!.clause || vocabulary.ends('adverb', next.text)
}

/**
 * The nouns that a verb before `start` is about: `the daily digest` of `stop sending the daily digest from today on`.
 * Where the verb has no object, as in `the digest was dropped`, its subject.
 */
export function objectsOf(sentence: Sentence, verb: number, start: number): readonly number[] {
  const { tokens, vocabulary } = sentence
  const isGerund = ({ text, isForm }: Token): boolean => vocabulary.ends('gerund', text) && isForm
  const { clause } = tokens[verb]!
  const inside = (at: number): boolean => tokens[at]?.clause === clause && at < tokens.length
  const out: number[] = []
  let at = start
  for (let phrases = 0; phrases < 2; phrases++) {
    const skipped = at
    while (inside(at) && !tokens[at]!.content && at - skipped < 4) at++
    const first = at
    while (inside(at) && tokens[at]!.content && !vocabulary.isOf('recent', tokens[at]!.text)) out.push(at++)
    if (at === first || !isGerund(tokens[first]!)) break
  }
  const behind = tokens[start]?.text ?? ''
  const direct = out.length > 0 && behind !== ',' && behind !== '.' && !vocabulary.isOf('circumstance', behind)
  if (!direct) for (let back = verb - 1; back >= 0 && inside(back); back--) if (tokens[back]!.content) out.push(back)
  return out.filter((place) => place === verb - 1 || isHead(sentence, place) || isGerund(tokens[place]!))
}

/** Whether a word such as `almost` stands before, so that it did not come about: `almost left`, `just about moved`. */
export const isNearly = ({ tokens, vocabulary }: Sentence, at: number): boolean =>
  at > 0 && vocabulary.isOf('nearly', tokens[at - 1]!.text)
