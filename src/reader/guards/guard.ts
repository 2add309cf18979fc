import type { ReaderAnswer } from '../answer.js'
import type { Clause } from '../clauses.js'
import type { CitedEvidence, PacketLines } from '../evidence.js'
import type { NumberSaid } from '../numbers.js'
import type { ReaderKnown, ReaderName } from '../standing.js'

/** An answer with all that a guard may ask of it, its lines and what is known. */
export interface GuardedAnswer {
  readonly answer: ReaderAnswer
  readonly given: PacketLines
  readonly known: ReaderKnown
  /** By what names are compared by: each name that is known, under its own name and its aliases. */
  readonly nameOf: (name: string) => ReaderName | undefined
  /** Where in the packet the cited lines stand. */
  readonly places: readonly number[]
  readonly evidence: CitedEvidence
  /** CitedEvidence as literal words are looked for in it. */
  readonly literal: string
  readonly evidenceNumbers: readonly NumberSaid[]
  /** The text without its code spans and quoted words, which are looked for as they stand. */
  readonly bare: string
  readonly literals: readonly string[]
  readonly clauses: readonly Clause[]
  readonly words: ReadonlySet<string>
  /** Words of its entities' names. */
  readonly subjects: ReadonlySet<string>
}

/**
 * Why an answer is refused, in words for who gave it; undefined where it is not. A guard looks at one answer alone, so that
 * a bad one never takes a good one with it.
 */
export type Guard = (of: GuardedAnswer) => string | undefined
