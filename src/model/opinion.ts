import type { Confidence, FactId, Source } from './fact.js'
import type { Day } from './time.js'
import type { Effect } from './verdict.js'

/** What a row of the ledger does to the opinion; a verdict, or one of these. */
export type LedgerEffect =
  | Exclude<Effect, 'unrelated'>
  /** The statement that the opinion begins with. */
  | 'states'
  /** The same said again, perhaps with another confidence. */
  | 'restates'
  /** A person's confidence, from its day on. */
  | 'anchors'
  /** A person's confidence, whatever the evidence. */
  | 'pins'

export interface Evidence {
  readonly fact: FactId
  readonly day: Day | null
  readonly effect: LedgerEffect
  /** Whether it counts. It does not where another fact decided its day, or where it is older than the opinion. */
  readonly counts: boolean
  /** The confidence after it. */
  readonly confidence: Confidence
  readonly source: Source
  readonly cues: readonly string[]
}

/** What is believed: a statement with the confidence that its evidence adds up to. */
export interface Opinion {
  /** The id of the first statement in fold order; the id of any other statement means the same opinion. */
  readonly id: FactId
  /** Its statements, in fold order. */
  readonly members: readonly FactId[]
  readonly confidence: Confidence
  readonly updated: Day | null
  /** How many edits adopted on that day are in effect. */
  readonly edits: number
  /** The day from which it is believed no more: a fact superseded it, and nothing has confirmed it since. */
  readonly until: Day | null
  readonly retired: boolean
  /** In fold order; the last one's confidence is the opinion's. */
  readonly evidence: readonly Evidence[]
}

/**
 * The numbers by which beliefs move (docs/beliefs.md).
 *
 * `unstated`: the confidence where no c is stated, in thousandths: somewhat sure. `step`: a tenth of the way to what
 * the evidence says, so that ten facts are needed to be sure of what one said. `against`: what contradicts weighs
 * twice, for people note it less often than what confirms. `again`: half the way at once, for a second day of strong
 * contradiction is no slip of the pen. `within`: the most days between those two.
 */
export const foldConstants = { unstated: 700, step: 0.1, against: 2, again: 0.5, within: 30 } as const

/** The thousandths below which hardly anything is left of a belief: a full page drops it first. */
export const weak = 150
