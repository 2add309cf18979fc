import { countCjk } from '../../text/cjk.js'

/** Tokens of a text, estimated: four characters each, nine for ten CJK characters; of a page or more within 10 %. */
export const estimateTokens = (text: string): number => tokensOfSize(sizeOf(text))

/** What an estimate is made of. Sizes of lines add up to that of their text, as estimates do not. */
export interface TextSize {
  readonly length: number
  readonly wide: number
}

export const sizeOf = (text: string): TextSize => ({ length: text.length, wide: countCjk(text) })

export const plus = (a: TextSize, b: TextSize): TextSize => ({ length: a.length + b.length, wide: a.wide + b.wide })

export const tokensOfSize = ({ length, wide }: TextSize): number => Math.ceil((length - wide) / 4 + wide * 0.9)

/** The first that fit, without a gap: up to one that does not. */
export function leadingWithin<T>(ranked: readonly T[], cost: (one: T) => number, budget: number): T[] {
  let left = budget
  const end = ranked.findIndex((one) => (left -= cost(one)) < 0)
  return ranked.slice(0, end < 0 ? ranked.length : end)
}

/** The best that fit, in order: one too long for what is left makes room for the next. A fact is never cut. */
export function withinBudget<T>(ranked: readonly T[], cost: (one: T) => number, budget: number): T[] {
  let left = budget
  return ranked.filter((one) => {
    const price = cost(one)
    if (price > left) return false
    left -= price
    return true
  })
}
