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
  /** Who committed the line; given only for changes of the window. */
  readonly writer?: Writer
}

export interface ReportLine {
  readonly id: FactId
  readonly kind: Kind
  readonly content: string
  readonly entities: readonly string[]
  readonly timestamp: Day | null
  readonly source: string
}

/** What can become of a belief or fact in the window, in the order in which it is told. */
export const reportChanges = ['moved', 'ended', 'retired', 'new'] as const

/** A belief that is not as it was before the window, or a fact that ended in it. */
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
  /** How many earlier steps of the window are left out. */
  readonly earlier: number
}

/** A belief with all that moved it: a curve. */
export interface ReportBelief extends ReportLine {
  /** 0 to 1, today. */
  readonly confidence: number
  readonly until?: Day
  readonly retired?: true
  /** The steps that count, oldest first; of very many, the last ones. */
  readonly steps: readonly ReportStep[]
  readonly earlier: number
}

/** A fact on the timeline. */
export interface ReportEvent extends ReportLine {
  /** `2025-11-27`, or `2025-11` or `2025` where that is all that is known; null where nothing is. */
  readonly when: string | null
  readonly confidence?: number
  readonly until?: Day
  readonly retired?: true
  /** `only suggested` where it was drafted from a log, `held` for its origin, and nobody has kept it. */
  readonly unkept?: string
}

export interface ReportWeek {
  readonly start: Day
  readonly facts: number
}

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

/** Two entities that facts name together; `one` and `other` are indexes into `entities`. */
export interface ReportTie {
  readonly one: number
  readonly other: number
  readonly facts: number
}

/** Part of a list, with the length of the whole. */
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

/** A bullet that is not understood, or perhaps not as it was meant. */
export interface ReportDoubt {
  /** What was found, and what would be right. */
  readonly message: string
  readonly source: string
}

export interface ReportOpen {
  /** Lines that say that something is to be done, where no later line says that it is done. */
  readonly tasks: ReportSome<ReportLine>
  /** Pairs of beliefs that stand against each other. */
  readonly opposed: ReportSome<readonly [ReportLine, ReportLine]>
  /** The questions that `memory judge` asks; `total` counts facts since the day up to which all is judged. */
  readonly verdicts: ReportSome<ReportQuestion>
  /** Drafts of bullets that are neither kept nor dropped. */
  readonly suggestions: ReportSome<ReportLine>
  readonly doubts: ReportSome<ReportDoubt>
}

export interface ReportExpectation {
  /** The question that is asked, or the belief. */
  readonly asked: string
  /** What it has to be answered with, or how sure memory has to be. */
  readonly expected: string
  readonly holds: boolean
  /** What is otherwise than expected; empty where it holds. */
  readonly why: string
  readonly source: string
}

/** What a year of memory looks like from one commit: a function of its tree, its history, the day and the options. */
export interface Report {
  /** The name of the workspace's folder. */
  readonly workspace: string
  /** The commit that the report shows; null before the first commit. */
  readonly commit: string | null
  readonly today: Day
  /** The days whose changes are told, both included. */
  readonly window: { readonly start: Day; readonly end: Day }
  /** What leads to a line on the Git host; null where none is known. */
  readonly host: ReportHost | null
  readonly counts: {
    readonly notes: number
    /** How many facts of each kind; a fact that stands at several places counts once. */
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
  /** The newest events, newest first. */
  readonly timeline: ReportSome<ReportEvent>
  /** The entities that most facts name come first. */
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

export interface ReportPage {
  /** The whole file, with its style and its script in it. */
  readonly html: string
  /** The `Content-Security-Policy` that the page itself states, for whoever serves it. */
  readonly policy: string
}
