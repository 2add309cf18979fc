import type { Kind } from './kind.js'

/** What one fact does to one opinion (docs/beliefs.md). */
export const effects = ['reinforces', 'weakens', 'contradicts', 'supersedes', 'unrelated'] as const
export type Effect = (typeof effects)[number]

/**
 * Who gives a verdict, in the order of precedence: the fact's own bullet, a line of `bank/`, or a rule of the judge.
 */
export const judgedBy = ['bullet', 'line', 'rule'] as const
export type JudgedBy = (typeof judgedBy)[number]

/**
 * The parts of a fact that a verdict may rest on. Day and place are not among them: the same words get the same
 * verdict.
 */
export interface Judged {
  readonly kind: Kind
  readonly text: string
  readonly mentions: readonly string[]
}

export interface Verdict {
  readonly effect: Effect
  /** Whether both are opinions that say the same, and so are one belief. Symmetric; implies `reinforces`. */
  readonly restates: boolean
  /**
   * Whether it rests on explicit negation, an opposite or a cue of supersession: it weighs more if a second day repeats
   * it.
   */
  readonly strong: boolean
  /** What the verdict rests on, in the words of the two texts: `negation: not`, `number: 9 → 11`. */
  readonly cues: readonly string[]
}
