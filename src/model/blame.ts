import type { FactId } from './fact.js'
import type { ImpactStep } from './impact.js'
import type { Kind } from './kind.js'
import type { Day } from './time.js'
import type { Writer } from './writer.js'

/** How a belief or a fact stands at a commit. */
export interface BlameState {
  /** 0 to 1; null for what is no belief. */
  readonly confidence: number | null
  /** No longer true from that day on. */
  readonly until: Day | null
  readonly retired: boolean
}

/** A commit at which a belief's state differs from that at each parent. */
export interface BlameStep extends Writer {
  readonly subject: string
  /** The state at the commit's first parent; null where nothing says it there. */
  readonly before: BlameState | null
  readonly after: BlameState | null
  /** The lines that the commit adds and that move the belief; where there are none, the lines that it takes out. */
  readonly because: readonly ImpactStep[]
  readonly withoutThese?: true
  /**
   * The merge that brought the commit to HEAD's own line. `pullRequest` is the number that this merge's subject, or the
   * commit's own, names.
   */
  readonly merge?: { readonly commit: string; readonly subject: string }
  readonly pullRequest?: number
}

export interface Blame {
  readonly id: FactId
  readonly kind: Kind
  readonly content: string
  readonly entities: readonly string[]
  readonly source: string
  /** The state at HEAD; null where no note says it any more. */
  readonly now: BlameState | null
  /** Oldest first. */
  readonly steps: readonly BlameStep[]
  /** Why there may be older steps; null where these are all. */
  readonly ends: string | null
}

/** The state whose beginning `bisect` looks for. */
export interface BisectGoal {
  /** Confidence below this, 0 to 1; never met where no note says it. */
  readonly below?: number | undefined
  /** Confidence at or above this. */
  readonly above?: number | undefined
  /** Over: ended, or given up for another. */
  readonly over?: boolean | undefined
  readonly retired?: boolean | undefined
  /** No note says it. */
  readonly gone?: boolean | undefined
}

export function meetsGoal({ below, above, over, retired, gone }: BisectGoal, state: BlameState | null): boolean {
  if (gone) return state === null
  if (state === null) return false
  const { confidence, until } = state
  return (
    (below === undefined || (confidence !== null && confidence < below)) &&
    (above === undefined || (confidence !== null && confidence >= above)) &&
    (!over || until !== null) &&
    (!retired || state.retired)
  )
}

export interface Bisected extends Omit<Blame, 'steps'> {
  /** The commit since which it is so up to HEAD; null where it is not so at HEAD. */
  readonly first: BlameStep | null
  /** Where it is not so at HEAD: the last commit at which it was, if there was one. */
  readonly last: BlameStep | null
  /** How many commits were looked at. */
  readonly commits: number
}
