import type { Confidence, FactId, Source } from './fact.js'
import type { Day } from './time.js'

/** One fact's effect on one opinion. */
export interface Evidence {
  readonly fact: FactId
  readonly day: Day | null
  readonly effect: 'states'
  /** The confidence after it. */
  readonly confidence: Confidence
  readonly source: Source
}

/** What is believed: a statement with the confidence that its evidence adds up to. */
export interface Opinion {
  readonly id: FactId
  readonly confidence: Confidence
  readonly updated: Day | null
  /** In fold order; the last one's confidence is the opinion's. */
  readonly evidence: readonly Evidence[]
}

/** The confidence of an opinion that states none. */
export const unstatedConfidence: Confidence = 700
