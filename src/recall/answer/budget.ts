import { tokenCost } from '../../text/tokens.js'

/**
 * Estimates the tokens of a text as o200k_base counts them, for a page never too few: by the kind of text 10 to 20 %
 * too many (Chinese up to 40 %). Of one line it may be up to 5 % too few.
 */
export const estimateTokens = (text: string): number => tokensOfSize(sizeOf(text))

/**
 * The tokens of a text with their fractions. Sizes of lines add up to that of their text; estimates, which are rounded
 * up, do not.
 */
export type TextSize = number

export const sizeOf: (text: string) => TextSize = tokenCost

export const plus = (a: TextSize, b: TextSize): TextSize => a + b

export const tokensOfSize = (size: TextSize): number => Math.ceil(size)
