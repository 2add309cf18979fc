import type { Day } from '../model/time.js'

/** A log as somebody read it from a commit, for a reader. */
export interface ReaderLog {
  /** From the root of the workspace: `memory/2026-02-11.md`. */
  readonly path: string
  readonly day: Day
  readonly text: string
}

/** A heading above a line. */
export interface HeadingAbove {
  /** 1-based, in the log. */
  readonly line: number
  /** 1 to 6. */
  readonly level: number
  readonly title: string
}

/** A line of a log that a reader is shown, and may cite. Blank lines, rules, comments and bullets of a Retain section are none. */
export interface ReaderLine {
  /** 1-based, in the log. */
  readonly number: number
  /** As it is written, but for what looks like a credential, and without comments. */
  readonly text: string
  /** Without what is masked: what a section is known again by. */
  readonly raw: string
  /** Of a heading, 1 to 6. */
  readonly level?: number
  /** Whether somebody else said it, and it was pasted: no opinion and no rule comes of it. */
  readonly isPasted: boolean
  /** Whether a blank line stands before it. */
  readonly isApart: boolean
  /** Outermost first. */
  readonly under: readonly HeadingAbove[]
}
