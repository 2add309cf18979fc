import type { CueName } from '../language/language.js'
import type { Sentence } from '../language/sentence.js'

export interface Scale {
  /** 0, never or none, to 1, always or all. */
  readonly value: number
  readonly words: string
  /** Says so by a negation, which the alignment counts as well. */
  readonly negative: boolean
  /** `Nine out of ten`. */
  readonly counted?: true
}

const steps: readonly (readonly [CueName, number])[] = [
  ['most', 0.85],
  ['few', 0.1],
  ['none', 0],
  ['often', 0.7],
  ['some', 0.45],
  ['every', 1],
]

/** How often, or of how many, a sentence speaks: `nearly every`, `nine out of ten`. */
export function scaleOf(sentence: Sentence): Scale | undefined {
  const share = fraction(sentence)
  if (share) return share
  for (const [name, value] of steps) {
    const cue = sentence.cues.find((one) => one.name === name)
    if (cue)
      return {
        value,
        words: cue.words,
        negative: sentence.cues.some((one) => one.at === cue.at && (one.name === 'not' || one.name === 'no')),
      }
  }
  return undefined
}

function fraction({ quantities, tokens, vocabulary }: Sentence): Scale | undefined {
  for (const [index, part] of quantities.entries()) {
    const whole = quantities[index + 1]
    if (!whole || part.kind !== 'count' || whole.kind !== 'count' || whole.value < part.value || whole.value < 2)
      continue
    const gap = tokens.slice(part.at + part.length, whole.at)
    const between = gap.map(({ text }) => text).join(' ')
    if (
      gap.length < 6 &&
      vocabulary.isOf('of', gap[0]?.text ?? '') &&
      gap.every(({ content, name, text }) => !content || name || vocabulary.isOf('recent', text))
    )
      return {
        value: part.value / whole.value,
        words: `${part.text} ${between} ${whole.text}`,
        negative: false,
        counted: true,
      }
  }
  return undefined
}
