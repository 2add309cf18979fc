import { addDays, earliest, latest, type Day, type Span } from '../model/time.js'
import { spanAround, third, weekBy, weekendBy } from './calendar.js'

export interface MomentForm {
  /** Lower-case strings, one of which stands in every match. To compile all patterns would cost a recall 10 ms. */
  readonly needs?: readonly string[]
  /** Source of a pattern, in lower case. */
  readonly says: string
  /** Also read in notes, counted from the note's own day; otherwise only in questions. */
  readonly noted?: true
  /** Its meaning in a note about the future; `read` is then its meaning in a note about the past. */
  readonly coming?: (match: RegExpExecArray, day: Day) => Span | undefined
  /** Whether capitals count, as in `May` and `may`. Otherwise the text is put into lower case. */
  readonly cased?: true
  readonly read: (match: RegExpExecArray, today: Day) => Span | undefined
}

/** Words beside a time that change its span: `since`, `around`, `the weekend of`. */
export interface Frame {
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
  /**
   * So many days, weeks, months or years back: `{count} {unit} ago`. A name in braces stands for any word of that
   * table, `{end}` for the end of a phrase.
   */
  'ago',
  /** So many units from now: `in {count} {unit}`. In a note about the past it is a duration, and no time is read. */
  'in',
  /** So many units from now, in phrases that can only mean the future. */
  'later',
  /** `the last {count} {unit}`: until today. */
  'back',
  'last',
  'this',
  'next',
  /** The next weekday of that name; today counts. */
  'coming',
  'since weekday',
  /** The last weekday of that name in a note about the past, the next in one about the future. */
  'on weekday',
] as const

export type PhraseList = (typeof phraseLists)[number]

/** All sections of a `moments.txt`. */
export const momentLists = [
  /** `yesterday=-1` */
  'days',
  /** From 1 for Monday. */
  'weekdays',
  /** From 0 for spring. */
  'seasons',
  /** `two=2, a few=3` */
  'counts',
  /** What stands before a count that is only the end of a larger number: `twenty-`. */
  'larger',
  /** What is counted: `days=day`. */
  'units',
  /** Units behind `last`, `this` and `next`: `weekend=weekend`. */
  'steps',
  /** Of quarters and halves: `first=1`. */
  'ordinals',
  ...phraseLists,
  /** Words before or behind a time that change its span: `the end of`. */
  ...frameKinds.flatMap((name) => [`before ${name}`, `behind ${name}`] as const),
  /** Words that open a range, that stand between its ends, and that may stand before its second end. */
  'between',
  'to',
  'articles',
  /** Words between the start and the end of a written range: `to`. */
  'rangeEnds',
  /** Words that make a number a year: `in` 2025. */
  'yearWords',
  /** Words that can make a time of a text that is nothing else: `in` before `May`, `on` before `Friday`. */
  'alone',
  /** Words that may stand before a time in a text that says nothing else. */
  'small',
  /** Words that only a text about the past has, and words that put any text into the future. */
  'past',
  'future',
] as const

export type MomentList = (typeof momentLists)[number]

/** How a language says times. */
export interface Tongue {
  readonly forms: readonly MomentForm[]
  readonly pattern: (form: MomentForm) => RegExp
  readonly frames: () => readonly Frame[]
  readonly words: (list: MomentList) => readonly string[]
  /** Pattern, in lower case, of the words of `past` or `future`. */
  readonly tense: (list: 'past' | 'future') => RegExp | undefined
}

/** What a year begins with. */
export const centuries = ['19', '20'] as const
