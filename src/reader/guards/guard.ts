import type { ReaderAnswer } from '../answer.js'
import type { Clause } from '../clauses.js'
import type { CitedEvidence, PacketLines } from '../evidence.js'
import type { NumberSaid } from '../numbers.js'
import type { ReaderKnown, ReaderName } from '../standing.js'

/** An answer with all that guards need: its lines, what is known, and parts of its text. */
export interface GuardedAnswer {
  readonly answer: ReaderAnswer
  readonly given: PacketLines
  readonly known: ReaderKnown
  /** A known name, by itself or an alias, in any spelling that compares as equal. */
  readonly nameOf: (name: string) => ReaderName | undefined
  /** The cited lines, as indices into the packet's lines. */
  readonly places: readonly number[]
  readonly evidence: CitedEvidence
  /** The evidence's text in `literalForm`. */
  readonly literal: string
  readonly evidenceNumbers: readonly NumberSaid[]
  /** The text without code spans and quoted words, which stand in `literals`. */
  readonly bare: string
  readonly literals: readonly string[]
  readonly clauses: readonly Clause[]
  readonly words: ReadonlySet<string>
  /** Content words of its entities' names. */
  readonly subjects: ReadonlySet<string>
}

/**
 * The reason to refuse an answer, in words for the reader that gave it; undefined if there is none. A guard looks at
 * one answer alone, so a bad answer never takes a good one with it.
 */
export type Guard = (of: GuardedAnswer) => string | undefined
