import { tokenCost } from '../../text/tokens.js'

/**
 * Tokens of a text as o200k_base counts them, estimated so that a page holds no more of them: by the kind of text 10 to
 * 20 % too many (Chinese up to 40 %), of one line up to 5 % too few.
 */
export const estimateTokens = (text: string): number => tokensOfSize(sizeOf(text))

/** What an estimate is made of, in parts of a token. Sizes of lines add up to that of their text, as estimates do not. */
export type TextSize = number

export const sizeOf: (text: string) => TextSize = tokenCost

export const plus = (a: TextSize, b: TextSize): TextSize => a + b

export const tokensOfSize = (size: TextSize): number => Math.ceil(size)
