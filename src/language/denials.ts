/**
 * How a language denies, and which of its words say the opposite of each other though neither denies: lists of phrases,
 * set apart by commas. Where no blanks are written a phrase is letters.
 */
export interface Denials {
  /** `not, no one, without`: what they stand with is not so. Each denies once. */
  readonly words: string
  /** Deny too, and may do so together with others of a list behind it: the `no` and the `nadie` of `no confía en nadie`. */
  readonly verbal?: string
  /** Where one of `verbal` stands in their clause they only say it again. */
  readonly echoes?: string
  /** `not only`: has a word that denies, and denies nothing. */
  readonly except?: string
  /** Only carry a denial: the `does` of `does not work`. */
  readonly carriers?: string
  /** A denial as part of a word, in small letters, and one of `verbal`: `çalışmıyor`. */
  readonly inside?: RegExp
  /** Two sides a line: `more | less fewer`. */
  readonly opposites: string
}
