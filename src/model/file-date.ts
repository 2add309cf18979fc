import { whenAsked } from '../text/once.js'
import { monthNames } from './months.js'
import { addDays, dayOf, spanOf, spanOfMonth, spanOfYear, type Day, type Span } from './time.js'

/**
 * The date of a file by its name: a span of one or more days. Where only a person can say which day is meant, `either`
 * has the names that would say it (`2026-11-02-standup` and `2026-02-11-standup` for `02-11-2026-standup`); it is empty
 * where no calendar has the date (`2026-02-30`).
 */
export type FileDate = { readonly span: Span } | { readonly either: readonly string[] }

const years = '(?:19|20|21)\\d\\d'
const year = `(${years})`
const between = '[-_. ]'
const word = '(\\p{L}{3,10})\\.?'
const week = 'W|KW|Wk|Week|Woche|Semaine|Semana|Settimana|Vecka|Hafta|第|週|周'
const ordinal = '(?:st|nd|rd|th|er|\\.?[ºª]|\\.)?'

/**
 * A pattern for a date that stands by itself. No digit and no single letter stands before it, for `v2026.02.08` is a
 * version; no letter or digit stands behind it but the `T` of a time.
 */
const bounded = (form: string, end = '(?:(?=T\\d)|(?![\\p{L}\\p{N}]))'): RegExp =>
  new RegExp(`(?<!\\d)(?<!(?<!\\p{L})\\p{L})(?:${form})${end}`, 'giu')

interface NamedDateForm {
  /** A cheap pattern, without Unicode's tables, that every name of this form matches. */
  readonly sign: RegExp
  readonly pattern: RegExp
  /** @returns the days that the groups of a match may mean; none where the calendar has no such day */
  readonly read: (groups: readonly string[]) => readonly (Day | undefined)[]
}

const numbered = ([y, m, d]: readonly string[]): (Day | undefined)[] => [dayOf(Number(y), Number(m), Number(d))]
const named = (y: string, name: string, d: string): (Day | undefined)[] => {
  const month = monthNumbered(name)
  return month === 0 ? [] : [dayOf(Number(y), month, Number(d))]
}

/** Any character that may be a letter. */
const letter = '[A-Za-z\\u0080-\\uffff]'
const separator = '[-_. /]'
const hasYear = new RegExp(years)

/**
 * The forms that name a day. V8 takes a millisecond or two for each pattern that names letters, the first time it is
 * tried, so only patterns whose sign a name has are tried.
 */
const dayForms = whenAsked((): readonly NamedDateForm[] => [
  // 2026-02-09 · 2026_2_9 · 2026.02.09 · 2026-02-09notes
  {
    sign: new RegExp(`${years}${separator}\\d{1,2}${separator}\\d`),
    pattern: bounded(`${year}[-_. /](\\d{1,2})[-_. /](\\d{1,2})`, '(?!\\d)'),
    read: numbered,
  },
  // 2026年2月9日
  {
    sign: /[年년]/,
    pattern: bounded(`${year}\\s?[年년]\\s?(\\d{1,2})\\s?[月월]\\s?(\\d{1,2})\\s?[日일号]`, ''),
    read: numbered,
  },
  // 20260209 · 202602091030, of programs that name a note by its minute · 20260209103000
  {
    sign: new RegExp(`${years}\\d{4}`),
    pattern: bounded(`${year}(0[1-9]|1[0-2])([0-2]\\d|3[01])(?:(?:[01]\\d|2[0-3])[0-5]\\d(?:[0-5]\\d)?)?`),
    read: numbered,
  },
  // Feb 9, 2026 · February 9th, 2026
  {
    sign: new RegExp(`${letter}\\.?${separator}{1,2}\\d{1,2}\\D{1,5}${years}`),
    pattern: bounded(`${word}${between}{1,2}(\\d{1,2})${ordinal},?${between}{1,2}${year}`),
    read: ([name, d, y]) => named(y!, name!, d!),
  },
  // 9 Feb 2026 · 9. Februar 2026 · 9 de febrero de 2026
  {
    sign: new RegExp(`${letter}[^]{0,6}${years}`),
    pattern: bounded(`(\\d{1,2})${ordinal}${between}{0,2}(?:(?:of|de) )?${word}(?: de|,)?${between}{0,2}${year}`),
    read: ([d, name, y]) => named(y!, name!, d!),
  },
  // 2026-Feb-09 · 2026 February 9th
  {
    sign: new RegExp(`${years}${separator}{0,2}${letter}`),
    pattern: bounded(`${year}${between}{0,2}${word}${between}{0,2}(\\d{1,2})${ordinal}`),
    read: ([y, name, d]) => named(y!, name!, d!),
  },
  // 13-02-2026, of which one number has to be the day; 02-11-2026, of which either may be
  {
    sign: new RegExp(`\\d${separator}\\d{1,2}${separator}${years}`),
    pattern: bounded(`(\\d{1,2})([-_. /])(\\d{1,2})\\2${year}`),
    read: ([a, , b, y]) => {
      const days = [dayOf(Number(y), Number(b), Number(a)), dayOf(Number(y), Number(a), Number(b))]
      return days.some((day) => day !== undefined) ? days.filter((day) => day !== undefined) : [undefined]
    },
  },
  // 2026-W07-3
  {
    sign: new RegExp(`${years}-?[Ww]\\d`),
    pattern: bounded(`${year}-?W(\\d{1,2})-([1-7])`),
    read: ([y, number, d]) => {
      const span = spanOfWeek(Number(y), Number(number))
      return [span && addDays(span.start, Number(d) - 1)]
    },
  },
])

interface SpanForm {
  readonly pattern: RegExp
  readonly read: (groups: readonly string[]) => Span | undefined
}

const spanForms = whenAsked((): readonly SpanForm[] => [
  // 2026-W07 · 2026W7
  {
    pattern: bounded(`${year}[-_. /]?(?:${week})[-_. ]?(\\d{1,2})`),
    read: ([y, number]) => spanOfWeek(Number(y), Number(number)),
  },
  // 2026-Q1
  {
    pattern: bounded(`${year}[-_. /]?Q([1-4])`),
    read: ([y, q]) => ({
      start: spanOfMonth(Number(y), Number(q) * 3 - 2)!.start,
      end: spanOfMonth(Number(y), Number(q) * 3)!.end,
    }),
  },
  // 2026-02 · 2026_2 · 2026/02 · 2026年2月
  {
    pattern: bounded(`${year}(?:[-_./]|\\s?[年년]\\s?)(\\d{1,2})(?:\\s?[月월])?`),
    read: ([y, m]) => spanOfMonth(Number(y), Number(m)),
  },
  // February 2026 · 2026 February
  {
    pattern: bounded(`${word}${between}{1,2}${year}`),
    read: ([name, y]) => spanOfMonth(Number(y), monthNumbered(name!)),
  },
  {
    pattern: bounded(`${year}${between}{1,2}${word}`),
    read: ([y, name]) => spanOfMonth(Number(y), monthNumbered(name!)),
  },
  { pattern: new RegExp(`^${year}$`, 'gu'), read: ([y]) => spanOfYear(Number(y)) },
])

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
/** Languages whose months are cut to their first three letters; in others these are words: `set`, `ago`. */
const cutToThree = ['en', 'de', 'fr', 'nl', 'sv'] as const
const longerCuts = ['sept', 'janv', 'fevr', 'juil']

/** Each name and short name of a month, with its number; 0 for a short name that two months share (`jui`). */
const allMonths = whenAsked((): ReadonlyMap<string, number> => {
  const months = new Map<string, number>()
  for (const names of Object.values(monthNames))
    for (const [at, name] of names.entries()) months.set(folded(name), at + 1)
  for (const [at, name] of cutToThree.flatMap((language) => [...monthNames[language].map(folded).entries()])) {
    for (const short of [name.slice(0, 3), ...longerCuts.filter((cut) => name.startsWith(cut))])
      months.set(short, (months.get(short) ?? at + 1) === at + 1 ? at + 1 : 0)
  }
  return months
})

/** The month that a name is of, in whichever language, in full or short; 0 for any other word. */
const monthNumbered = (name: string): number => allMonths().get(folded(name)) ?? 0

/** The week from Monday to Sunday that ISO 8601 gives a number; undefined where the year has no such week. */
function spanOfWeek(of: number, number: number): Span | undefined {
  const fourth = dayOf(of, 1, 4)
  if (fourth === undefined || number < 1) return undefined
  const weekday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7
  const start = addDays(fourth, (number - 1) * 7 - weekday)
  // A week belongs to the year of its Thursday.
  return addDays(start, 3).startsWith(String(of)) ? { start, end: addDays(start, 6) } : undefined
}

const until = 'to|bis|until|till|through|a|al|au|até|hasta|–|—|~|\\.\\.|→|至|到'
/** What stands between the two dates of a span: `9 to 13`, `9 – 13`. */
const rangeForm = new RegExp(`[\\dT][ _]{0,2}(?:${until})[ _]{0,2}\\d`, 'iu')
/** A hyphen between two dates, which stands within dates too. */
const hyphen = /^[ _]{1,2}-[ _]{1,2}$/
/** What stands before the last day of a span that names its year once: `9 to `, `9.-`, `9.2. - `, `27 Feb – `. */
const begun = whenAsked(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?<!\\d[-_./])(\\d{1,2})(?:[-_./](\\d{1,2})\\.?|${ordinal}(?:[ _]${word})?)[ _]{0,2}(?:-|${until})[ _]{0,2}$`,
      'iu',
    ),
)

/** The first day of a span by what stands before its last one; undefined where that begins no span. */
function beginning(before: string, last: Day): Day | undefined {
  const [, date, number, name] = (/\d/.test(before) && begun().exec(before)) || []
  if (date === undefined) return undefined
  const month = Number(number ?? (name === undefined ? last.slice(5, 7) : monthNumbered(name)))
  const within = Number(last.slice(0, 4))
  // A span that ends in January may begin in the December before.
  const of = month > Number(last.slice(5, 7)) ? within - 1 : within
  const day = dayOf(of, month, Number(date))
  return day !== undefined && day < last ? day : undefined
}

interface DateInName {
  readonly at: number
  readonly end: number
  /** The days that it may mean: two for `02-11-2026`, an undefined one for `2026-02-30`. */
  readonly days: readonly (Day | undefined)[]
}

/** The dates in a name, in the order of their places. */
function datesIn(name: string): DateInName[] {
  return dayForms()
    .filter(({ sign }) => sign.test(name))
    .flatMap(({ pattern, read }) =>
      [...name.matchAll(pattern)].flatMap((match) => {
        const days = read(match.slice(1))
        return days.length > 0 ? [{ at: match.index, end: match.index + match[0].length, days }] : []
      }),
    )
    .toSorted((a, b) => a.at - b.at)
}

/**
 * The date that a name gives to the file or folder that it names.
 *
 *     2026-02-09 Thursday · 20260209 · 2026-02-07T10 · Daily 2026-02-08 · 9 Feb 2026   → a day
 *     2026-W07 · 2026-02 · 2026-Q1 · notes 2026-02-09 to 2026-02-13                     → a span
 *     02-11-2026                                                                        → either of two
 *     2026-02-30                                                                        → none that there is
 *     v2026.02.08 · room 101 · March 14                                                 → undefined
 */
export function dateOfName(name: string): FileDate | undefined {
  if (!hasYear.test(name)) return undefined
  const dates = datesIn(name)
  const first = dates[0]
  if (first) {
    const others = dates.flatMap(({ days }) => (days.length === 1 && days[0] !== undefined ? days : []))
    const days = [...new Set(others)]
    const isRange = (): boolean => rangeForm.test(name) || hyphen.test(name.slice(first.end, dates[1]!.at))
    if (days.length === 2 && days[0]! < days[1]! && isRange()) return { span: { start: days[0]!, end: days[1]! } }
    const only = days.length === 1 && first.days.length === 1 ? days[0] : undefined
    const start =
      only !== undefined && /^\d{1,2}\D/.test(name.slice(first.at))
        ? beginning(name.slice(0, first.at), only)
        : undefined
    if (start !== undefined) return { span: { start, end: only! } }
    // What a name begins with is its date, whatever else stands in it.
    if (first.at === 0 || days.length === 0) {
      const meant = first.days.filter((day) => day !== undefined)
      if (first.at > 0 && meant.length === 0) return undefined
      if (meant.length === 1) return { span: spanOf(meant[0])! }
      return { either: meant.map((day) => `${name.slice(0, first.at)}${day}${name.slice(first.end)}`) }
    }
    return days.length === 1 ? { span: spanOf(days[0])! } : undefined
  }
  for (const { pattern, read } of spanForms()) {
    const spans = [...name.matchAll(pattern)].flatMap((match) => read(match.slice(1)) ?? [])
    if (spans.length === 1) return { span: spans[0]! }
  }
  return undefined
}

/**
 * The number of a month's folder, for `2026/02 February/12.md`: `02 February` → `02`, `February` → `2`; any other name
 * as it is.
 */
const monthFolder = (name: string): string => {
  const month = monthNumbered(name)
  if (month > 0) return String(month)
  return /^(\d{1,2})[-_. ]+\p{L}+$/u.exec(name)?.[1] ?? name
}

/** `2026/02/12`, `2026/02-12`, `2026-02/12 standup`; a lone digit with words behind it is no day: `2026/02/1-ideas`. */
const overFolders = whenAsked(() => new RegExp(`(?:^|/)${year}[-_. /](\\d{1,2})[-_. /](\\d{2}(?!\\d)|\\d$)`, 'gu'))

/** `02`, `W07`, `KW 7`, `Q1` in the folder of a year. */
const withoutYear = whenAsked(() => new RegExp(`^(?:\\d{1,2}|(?:${week})[-_. ]?\\d{1,2}|Q[1-4])$`, 'iu'))
/** `01-02-03`, of which nobody knows which is the year. */
const yearless = /^\d{2}([-_.])\d{2}\1\d{2}$/
const monthDay = whenAsked(
  () => new RegExp(`^(?:\\d{1,2}${ordinal}[-_. ]+)?(\\p{L}{3,10})\\.?(?:[-_. ]+(\\d{1,2})${ordinal})?$`, 'u'),
)
/** `March 14`, `14. März`: a day of some year. */
function isMonthDay(name: string): boolean {
  const [, month, behind] = monthDay().exec(name) ?? []
  return month !== undefined && monthNumbered(month) > 0 && (behind !== undefined) !== /^\d/.test(name)
}

/**
 * The date of a file by its name, else by the folders that it stands in.
 *
 * @param path below `memory/`, without its ending: `2026/02/12 Thursday`
 */
export function dateOfPath(path: string): FileDate | undefined {
  // The sign of `1º` would become a letter.
  const text = path.replaceAll(/[^ºª]+/gu, (part) => part.normalize('NFKC'))
  if (!/\d/.test(text)) return undefined
  const [name = '', ...above] = text.split('/').toReversed()
  const own = dateOfName(name)
  if (own && !('span' in own && own.span.start !== own.span.end)) return own
  const start = above.slice(0, 4).toReversed().map(monthFolder).join('/')
  const across = [...`${start}/${name}`.matchAll(overFolders())]
    .filter(([match]) => match.slice(1).includes('/'))
    .at(-1)
  const day = across && numbered(across.slice(1))[0]
  if (day !== undefined) return { span: spanOf(day)! }
  const ofFolder = above.map(dateOfName).find((date) => date && 'span' in date && date.span.start === date.span.end)
  if (own ?? ofFolder) return own ?? ofFolder
  // 2026/02.md · 2026/W07.md
  const ofYear = above[0] === undefined || !withoutYear().test(name) ? undefined : dateOfName(`${above[0]}/${name}`)
  // 2026/02/30.md: a month and a date that there are, but not that date in that month.
  const [of, month, date] = (across ?? []).slice(1).map(Number) as [number?, number?, number?]
  const isOfNone = of !== undefined && dayOf(of, month!, 1) !== undefined && dayOf(of, 1, date!) !== undefined
  return ofYear ?? (isOfNone || yearless.test(name) || isMonthDay(name) ? { either: [] } : undefined)
}
