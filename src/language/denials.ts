import type { Sections } from './sections.js'

/**
 * How a language denies, and which of its words say the opposite of each other though neither denies. Where no blanks are
 * written a phrase is letters.
 */
export const denialLists = [
  /** `not, no one, without`: what they stand with is not so. Each denies once. */
  'words',
  /** Deny too, and may do so together with others of a list behind it: the `no` and the `nadie` of `no confía en nadie`. */
  'verbal',
  /** Where one of `verbal` stands in their clause they only say it again. */
  'echoes',
  /** `not only`: has a word that denies, and denies nothing. */
  'except',
  /** Only carry a denial: the `does` of `does not work`. */
  'carriers',
  /** Before a word that stands by itself as well: the `un` of `unreliable`. */
  'prefixes',
  /** Two sides a line: `more | fewer, less`. */
  'opposites',
] as const

/** A language's `denials.txt`. */
export type Denials = Sections<(typeof denialLists)[number]>
