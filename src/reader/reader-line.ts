import type { Day } from '../model/time.js'

/** A log, read from a commit, for a reader. */
export interface ReaderLog {
  /** From the root of the workspace: `memory/2026-02-11.md`. */
  readonly path: string
  readonly day: Day
  readonly text: string
}

export interface HeadingAbove {
  /** 1-based, in the log. */
  readonly line: number
  /** 1 to 6. */
  readonly level: number
  readonly title: string
}

/** A line of a log that a reader is shown and may cite: no blank line, rule, comment, or bullet of a Retain section. */
export interface ReaderLine {
  /** 1-based, in the log. */
  readonly number: number
  /** As written, without comments and with credentials masked. */
  readonly text: string
  /** As written, without comments, nothing masked: the id of a section is made from it. */
  readonly raw: string
  /** Of a heading only, 1 to 6. */
  readonly level?: number
  /** Whether it was said by somebody else and pasted. Such a line gives no opinion and no rule. */
  readonly isPasted: boolean
  /** Whether a blank line stands before it. */
  readonly isApart: boolean
  /** The headings above it, outermost first. */
  readonly under: readonly HeadingAbove[]
}
