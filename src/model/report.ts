import type { FactId } from './fact.js'
import type { Kind } from './kind.js'
import type { Day } from './time.js'
import type { Writer } from './writer.js'

/** A line that something rests on, as the commit of the report has it. */
export interface ReportStep {
  readonly id: FactId
  readonly timestamp: Day | null
  /** `states`, `contradicts`, `ends` … */
  readonly effect: string
  /** 0 to 1, after this step; null where it moves none. */
  readonly confidence: number | null
  /** What the line says; empty where that is not known any more. */
  readonly content: string
  /** What the verdict rests on: `negation: not`. */
  readonly cues: readonly string[]
  /** `memory/2025-11-27.md#L4` */
  readonly source: string
  /** Who committed the line, where one did; of what changed in the window alone. */
  readonly writer?: Writer
}

/** What is said, of whom, and where it stands. */
export interface ReportLine {
  readonly id: FactId
  readonly kind: Kind
  readonly content: string
  readonly entities: readonly string[]
  readonly timestamp: Day | null
  readonly source: string
}

/** What became of something in the window, in the order in which it is told. */
export const reportChanges = ['moved', 'ended', 'retired', 'new'] as const

/** A belief that is another one than before the window, or a fact that is over since. */
export interface ReportChange extends ReportLine {
  readonly change: (typeof reportChanges)[number]
  /** 0 to 1, on the eve of the window; null for what is new, and for what is no belief. */
  readonly before: number | null
  /** 0 to 1, at its end; null for what is no belief. */
  readonly after: number | null
  readonly until?: Day
  /** A person has set its confidence, whatever the evidence. */
  readonly pinned?: true
  readonly steps: readonly ReportStep[]
  /** How many steps of the window stand before these. */
  readonly earlier: number
}

/** A belief with all that moved it: a curve. */
export interface ReportBelief extends ReportLine {
  /** 0 to 1, today. */
  readonly confidence: number
  readonly until?: Day
  readonly retired?: true
  /** Those that count, oldest first; of very many the last. */
  readonly steps: readonly ReportStep[]
  readonly earlier: number
}

/** A fact in the order of what happened. */
export interface ReportEvent extends ReportLine {
  /** `2025-11-27`, or `2025-11` or `2025` where that is all that is known; null where nothing is. */
  readonly when: string | null
  readonly confidence?: number
  readonly until?: Day
  readonly retired?: true
  /** `only suggested` where it was drafted from a log, `held` for what it came by, and nobody has kept it. */
  readonly unkept?: string
}

/** Seven days, and how many facts were noted on them. */
export interface ReportWeek {
  readonly start: Day
  readonly facts: number
}

/** Whom facts are about. */
export interface ReportEntity {
  readonly name: string
  /** How many facts name it; a fact that stands at several places is one. */
  readonly facts: number
  /** How many of them were noted in the window. */
  readonly recent: number
  readonly first: Day | null
  readonly last: Day | null
  /** `bank/entities/Peter.md`, where it has one. */
  readonly page: string | null
}

/** Facts that name two of them; each is an index into `entities`. */
export interface ReportTie {
  readonly one: number
  readonly other: number
  readonly facts: number
}

/** Some of a list, and how many it has. */
export interface ReportSome<T> {
  readonly total: number
  readonly told: readonly T[]
}

/** A fact of which nobody has said what it does to beliefs. */
export interface ReportQuestion {
  readonly fact: ReportLine
  /** The nearest first. */
  readonly beliefs: readonly ReportLine[]
}

/** What a bullet says that is not understood, or perhaps not as it was meant. */
export interface ReportDoubt {
  /** What was found, and what would be right. */
  readonly message: string
  readonly source: string
}

/** What waits for somebody. */
export interface ReportOpen {
  /** Lines that say that something is to be done, and that no later one says is done. */
  readonly tasks: ReportSome<ReportLine>
  /** Pairs of beliefs that stand against each other. */
  readonly opposed: ReportSome<readonly [ReportLine, ReportLine]>
  /** Answered by `memory judge`; `total` counts facts since the day up to which all is judged. */
  readonly verdicts: ReportSome<ReportQuestion>
  /** Drafts of bullets that are neither kept nor dropped. */
  readonly suggestions: ReportSome<ReportLine>
  readonly doubts: ReportSome<ReportDoubt>
}

/** An expectation, and whether it holds. */
export interface ReportExpectation {
  /** The question that is asked, or the belief. */
  readonly asked: string
  /** What it has to be answered with, or how sure memory has to be. */
  readonly expected: string
  readonly holds: boolean
  /** What is otherwise than expected; empty where it holds. */
  readonly why: string
  /** The place of the expectation. */
  readonly source: string
}

/** What a year of memory looks like from one commit: a function of its tree, its history, the day and the options. */
export interface Report {
  /** The name of the workspace's folder. */
  readonly workspace: string
  /** What it stands for; null before the first commit. */
  readonly commit: string | null
  readonly today: Day
  /** The days whose changes are told, both included. */
  readonly window: { readonly start: Day; readonly end: Day }
  /** What leads to a line on the Git host; null where none is known. */
  readonly host: ReportHost | null
  readonly counts: {
    readonly notes: number
    /** Of each kind, a fact that stands at several places once. */
    readonly facts: Readonly<Record<string, number>>
    readonly beliefs: number
    readonly entities: number
    /** Facts noted in the window, by kind. */
    readonly recent: Readonly<Record<string, number>>
  }
  readonly changes: ReportSome<ReportChange>
  readonly beliefs: ReportSome<ReportBelief>
  /** How much was noted, week by week, up to the one that ends today; a year of them. */
  readonly weeks: readonly ReportWeek[]
  /** The newest, newest first. */
  readonly timeline: ReportSome<ReportEvent>
  /** Those that most facts name, first. */
  readonly entities: ReportSome<ReportEntity>
  readonly ties: ReportSome<ReportTie>
  readonly open: ReportOpen
  /** In the order of `memory/expect.yml`; null where there is no such file. */
  readonly expectations: ReportSome<ReportExpectation> | null
  readonly notices: readonly string[]
}

/** How places become links: what stands before a path, and behind it. */
export interface ReportHost {
  /** `github.com` */
  readonly name: string
  /** `https://github.com/me/notes/blob/4be1a07…` */
  readonly before: string
  /** `?plain=1#L{line}`: `{line}` is the number of the line. */
  readonly behind: string
}

/** A report as a browser shows it. */
export interface ReportPage {
  /** The whole file, with its style and its script in it. */
  readonly html: string
  /** What the page lets a browser do, as it says itself: for who serves it, as `Content-Security-Policy`. */
  readonly policy: string
}
