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
  readonly coming?: (match: RegExpExecArray, day: Day) => Span | undefined
  /** Capitals count, `May` and `may`; otherwise a text is in lower case when it is looked at. */
  readonly cased?: true
  readonly read: (match: RegExpExecArray, today: Day) => Span | undefined
}

/** What a word beside a time makes of it: `since`, `around`, `the weekend of`. */
export interface Frame {
  /** Where it stands. */
  readonly side: 'before' | 'behind'
  readonly pattern: () => RegExp
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

export const frameKinds = Object.keys(makes) as (keyof typeof makes)[]

/** Phrases of a language's `moments.txt`. */
export const phraseLists = [
  /** `{count} {unit} ago`: a word of each of these tables, `{end}` where nothing goes on. So many days, weeks, months or years back. */
  'ago',
  /** `in {count} {unit}`, which says how long it took where something is over. */
  'in',
  /** The same where it always is to come. */
  'later',
  /** `the last {count} {unit}`: until today. */
  'back',
  'last',
  'this',
  'next',
  /** The first one that is not over. */
  'coming',
  'since weekday',
  /** Of what is over the last one, and the first of what is to come. */
  'on weekday',
] as const

export type PhraseList = (typeof phraseLists)[number]

/** All that such a file has. */
export const momentLists = [
  /** `yesterday=-1` */
  'days',
  /** From 1 for Monday. */
  'weekdays',
  /** From 0 for spring. */
  'seasons',
  /** `two=2, a few=3` */
  'counts',
  /** What is counted: `days=day`. */
  'units',
  /** What one is the next of: `weekend=weekend`. */
  'steps',
  /** Of quarters and halves: `first=1`. */
  'ordinals',
  ...phraseLists,
  /** What stands before a time, or behind it, and makes it another: `the end of`. */
  ...frameKinds.flatMap((name) => [`before ${name}`, `behind ${name}`] as const),
  /** Opens a range; stands between its ends, and then maybe an article before its end. */
  'between',
  'to',
  'articles',
  /** What says of a date that it is a range to its last day. */
  'rangeEnds',
  /** `in` 2025: what makes a number a year. */
  'yearWords',
  /** May stand before a time that is all there is, and make one of it. */
  'alone',
  /** May stand before a time that is all there is. */
  'small',
  /** What only a text has that tells of the past, or of what is to come whatever else it says. */
  'past',
  'future',
] as const

export type MomentList = (typeof momentLists)[number]

/** How a language says times. */
export interface Tongue {
  readonly forms: readonly MomentForm[]
  readonly pattern: (form: MomentForm) => RegExp
  readonly frames: () => readonly Frame[]
  /** What its `moments.txt` has. */
  readonly words: (list: MomentList) => readonly string[]
  /** What only a text has that tells of the past, or of what is to come whatever else it says; in lower case. */
  readonly tense: (list: 'past' | 'future') => RegExp | undefined
}

/** What a year begins with. */
export const centuries = ['19', '20'] as const
