import type { FactId } from '../model/fact.js'
import type { RetainKind } from '../model/kind.js'

/** A name that is known, with what it is called besides. */
export interface ReaderName {
  readonly name: string
  /** `person`, `project`, `place`: as the page of the name says; of a name without a page nobody knows. */
  readonly kind?: string
  readonly aliases?: readonly string[]
}

/** A bullet that stands about a name of the packet. */
export interface ReaderStanding {
  readonly id: FactId
  readonly kind: RetainKind
  readonly text: string
  readonly entities: readonly string[]
  /** 0 to 1; of a belief as it is now. */
  readonly confidence?: number
}

/** What is known beside a packet: what a reader is told, and what its answer is held against. */
export interface ReaderKnown {
  readonly names: readonly ReaderName[]
  readonly standing: readonly ReaderStanding[]
  /** Whom a line may mean that says `I`, or names nobody: the owner of the workspace, and the agent that writes its logs. */
  readonly writers?: readonly string[]
  /** Whether its lines are facts, to be summed up, and no log. */
  readonly isOfFacts?: boolean
}
