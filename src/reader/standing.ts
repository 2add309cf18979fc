import type { FactId } from '../model/fact.js'
import type { RetainKind } from '../model/kind.js'

export interface ReaderName {
  readonly name: string
  /** `person`, `project`, `place`: the type on the name's page; left out where there is none. */
  readonly kind?: string
  readonly aliases?: readonly string[]
}

/** A standing bullet about a name of the packet. */
export interface ReaderStanding {
  readonly id: FactId
  readonly kind: RetainKind
  readonly text: string
  readonly entities: readonly string[]
  /** 0 to 1; for a belief, its confidence now. */
  readonly confidence?: number
}

/** What is known beside a packet. A reader is told it, and its answer is checked against it. */
export interface ReaderKnown {
  readonly names: readonly ReaderName[]
  readonly standing: readonly ReaderStanding[]
  /** Whom `I`, or a line without a name, may mean: the workspace's owner and the agent that writes its logs. */
  readonly writers?: readonly string[]
  /** Whether the packet's lines are facts to be summed up, not a log. */
  readonly isOfFacts?: boolean
}
