import { addDays, earliest, latest, type Day, type Span } from '../model/time.js'
import { spanAround, third, weekBy, weekendBy } from './calendar.js'

/** A way to say a time. */
export interface MomentForm {
  /** One of these is in every text that says so, in lower case: to compile all patterns costs a recall 10 ms. */
  readonly needs?: readonly string[]
  /** Source of a pattern, in lower case. */
  readonly says: string
  /** A note that says so means one time by its own day; without it, only a question is read so. */
  readonly noted?: true
  /** What it means in a note that tells of what is to come; `read` is what it means in one that tells what was. */
  readonly coming?: (groups: readonly (string | undefined)[], day: Day) => Span | undefined
  /** Capitals count, `May` and `may`; otherwise a text is in lower case when it is looked at. */
  readonly cased?: true
  /** `groups[1]` is the first group. */
  readonly read: (groups: readonly (string | undefined)[], today: Day) => Span | undefined
}

/** What a word beside a time makes of it: `since`, `around`, `the weekend of`. */
export interface Frame {
  /** Source of a pattern for what stands right before the time, or behind it. */
  readonly before?: string
  readonly behind?: string
  readonly makes: keyof typeof makes
}

export const makes = {
  since: ({ start }: Span): Span => ({ start, end: latest }),
  after: ({ end }: Span): Span => ({ start: addDays(end, 1), end: latest }),
  before: ({ start }: Span): Span => ({ start: earliest, end: addDays(start, -1) }),
  until: ({ end }: Span): Span => ({ start: earliest, end }),
  around: spanAround,
  early: (span: Span): Span => third(span, 0),
  middle: (span: Span): Span => third(span, 1),
  late: (span: Span): Span => third(span, 2),
  week: ({ start }: Span): Span => weekBy(start, 0),
  weekend: ({ start }: Span): Span => weekendBy(start, 0),
} as const satisfies Record<string, (span: Span) => Span>

/** How a language says times. */
export interface Tongue {
  readonly forms: readonly MomentForm[]
  readonly frames: readonly Frame[]
  /** Between the two ends of a range. */
  readonly to: string
  /** What may stand before a time that is all there is: `in`, `on`. */
  readonly alone: readonly string[]
  /** What only a text has that tells of the past; source of a pattern, in lower case. */
  readonly past?: string
  /** What only a text has that tells of what is to come, whatever else it says. */
  readonly future?: string
}

/** What a year begins with. */
export const centuries = ['19', '20'] as const
