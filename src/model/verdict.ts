import type { Kind } from './kind.js'

/** What one fact does to one opinion (docs/beliefs.md). */
export const effects = ['reinforces', 'weakens', 'contradicts', 'supersedes', 'unrelated'] as const
export type Effect = (typeof effects)[number]

/** Who says so: the fact's own bullet, a line of `bank/`, or a rule of the judge. In the order of precedence. */
export const judgedBy = ['bullet', 'line', 'rule'] as const
export type JudgedBy = (typeof judgedBy)[number]

/** As much of a fact as may be judged: two facts with the same words get the same verdict, whenever and wherever. */
export interface Judged {
  readonly kind: Kind
  readonly text: string
  /** Names as written. */
  readonly mentions: readonly string[]
}

export interface Verdict {
  readonly effect: Effect
  /** For two opinions: both say the same, so that they are one opinion. Symmetric; implies `reinforces`. */
  readonly restates: boolean
  /** Explicit negation, an opposite, or a cue of supersession: what a second day makes weigh more. */
  readonly strong: boolean
  /** What the verdict rests on, in the words of the two texts: `negation: not`, `number: 9 → 11`. */
  readonly cues: readonly string[]
}
