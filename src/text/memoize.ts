import { lately } from './lately.js'

/** A lookup of words whose answers are kept: a text has few words and says them often. */
export const memoize = <T>(find: (word: string) => T): ((word: string) => T) => lately(20_000, find)
