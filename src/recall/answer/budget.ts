import { countCjk } from '../../text/cjk.js'

/** Tokens of a text, estimated: four characters each, nine for ten CJK characters; of a page or more within 10 %. */
export function estimateTokens(text: string): number {
  const wide = countCjk(text)
  return Math.ceil((text.length - wide) / 4 + wide * 0.9)
}

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
