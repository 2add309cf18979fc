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

/** One fact's effect on one opinion. */
export interface Evidence {
  readonly fact: FactId
  readonly day: Day | null
  readonly effect: LedgerEffect
  /** Whether it decided its day; another fact of that day did, or it is older than the opinion, where not. */
  readonly counts: boolean
  /** The confidence after it. */
  readonly confidence: Confidence
  readonly source: Source
  readonly cues: readonly string[]
}

/** What is believed: a statement with the confidence that its evidence adds up to. */
export interface Opinion {
  /** That of the first statement in fold order; every statement's id means it. */
  readonly id: FactId
  /** Its statements, in fold order. */
  readonly members: readonly FactId[]
  readonly confidence: Confidence
  readonly updated: Day | null
  /** How many edits adopted on that day are in effect. */
  readonly edits: number
  /** From when on it is believed no more: a fact superseded it, and nothing has confirmed it since. */
  readonly until: Day | null
  readonly retired: boolean
  /** In fold order; the last one's confidence is the opinion's. */
  readonly evidence: readonly Evidence[]
}

/**
 * How beliefs move (docs/beliefs.md). Kept in thousandths.
 *
 * `unstated`: where no c is stated, somewhat sure. `step`: a tenth of the way
 * to what the evidence says, so that ten facts are needed to be sure of what
 * one said. `against`: people note what contradicts less often than what
 * confirms, so it weighs twice. `again`: a second day of strong contradiction
 * is no slip of the pen: half the way at once. `within`: days between the two.
 */
export const foldConstants = { unstated: 700, step: 0.1, against: 2, again: 0.5, within: 30 } as const

/** Below this, in thousandths, hardly anything is left of a belief: a full page drops it first. */
export const weak = 150
