import type { Sections } from './sections.js'

/**
 * Lists of the words by which a language denies, and of opposites of which neither denies. In a script without blanks a
 * phrase is matched letter by letter.
 */
export const denialLists = [
  /** Deny once each what they stand with: `not, no one, without`. */
  'words',
  /** Deny too, but once together with `echoes` of their clause: the `no` of `no confía en nadie`. */
  'verbal',
  /** Deny too, but only repeat a `verbal` of their clause: the `nadie` of `no confía en nadie`. */
  'echoes',
  /** Have a word that denies, and deny nothing: `not only`. */
  'except',
  /** Only carry a denial: the `does` of `does not work`. */
  'carriers',
  /** Prefixes that deny a word which exists without them too: the `un` of `unreliable`. */
  'prefixes',
  /** Two sides a line: `more | fewer, less`. */
  'opposites',
] as const

/** A language's `denials.txt`. */
export type Denials = Sections<(typeof denialLists)[number]>
