import { tokenCost } from '../../text/tokens.js'

/**
 * Tokens of a text, estimated so that a page holds no more of them: by the kind of text 10 to 20 % too many (Chinese up to
 * 30 %), of one line up to 5 % too few.
 */
export const estimateTokens = (text: string): number => tokensOfSize(sizeOf(text))

/** What an estimate is made of, in parts of a token. Sizes of lines add up to that of their text, as estimates do not. */
export type TextSize = number

export const sizeOf: (text: string) => TextSize = tokenCost

export const plus = (a: TextSize, b: TextSize): TextSize => a + b

export const tokensOfSize = (size: TextSize): number => Math.ceil(size)

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
