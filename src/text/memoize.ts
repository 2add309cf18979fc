import { lately } from './lately.js'

/** A lookup of words whose answers are kept: a text has few words and says them often. More than these save no time, and eight languages keep as many each. */
export const memoize = <T>(find: (word: string) => T): ((word: string) => T) => lately(4000, find)
