import { weekBy } from './calendar.js'
import { aMonth, monthNumber } from './months.js'
import { dayOf, daysBetween, spanOf, spanOfDate, spanOfMonth, spanOfYear, type Day, type Span } from '../model/time.js'
import { whenAsked } from '../text/once.js'

/** Any word that could be a month; `read` looks up which. With all the names, a pattern would take 3 ms to compile. */
const monthWord = '[A-Za-zäéû]{3,10}\\.?'
/** A year from 1800 to 2199. Nobody logs the Middle Ages: `Nov 27, 1500 people came` names no year. */
const fullYear = '(?:1[89]|20|21)\\d{2}'
const ordinal = '(?:st|nd|rd|th)?'
/** Also `27.` in front of a month, as German writes it. */
const dotOrdinal = '(?:st|nd|rd|th|\\.)?'
const to = '\\s{0,3}(?:–|—|-|\\.\\.|to|until|through|al)\\s{0,3}'
/** Letters of scripts that write spaces; others may touch a date. Not \p{L}: its tables would slow down every hook. */
const wordy = 'A-Za-z0-9_\u00c0-\u024f\u0370-\u1fff'
/** A pattern that touches no word, compiled at first use: to compile all would slow down a hook. */
const bounded = (source: string): (() => RegExp) =>
  whenAsked(() => new RegExp(`(?<![${wordy}.:-])(?:${source})(?![${wordy}])`, 'gu'))

/** The year of a date written without one, or of one that says how many years from now it is. */
type YearOf = (month: number, date: number, by?: number) => number | undefined

/** Years from now, by the character that begins their name: 大前年, 去年. */
export const yearsByName: Readonly<Record<string, number>> = { 大: -3, 前: -2, 去: -1, 今: 0, 明: 1 }

/** The year that brings a date nearest to the note's day, so `Jan 2` in a log of 30 December is next week. */
const nearestYear =
  (near: Day): YearOf =>
  (month, date, by) => {
    const year = Number(near.slice(0, 4))
    if (by !== undefined) return year + by
    const distance = (candidate: number): number => {
      const day = dayOf(candidate, month, date)
      return day === undefined ? Infinity : Math.abs(daysBetween(near, day))
    }
    return [year, year - 1, year + 1].toSorted((a, b) => distance(a) - distance(b))[0]
  }

/** The last year in which a date has come, so `Jan 2` in a question of 30 December is most of a year ago. */
const pastYear =
  (today: Day): YearOf =>
  (month, date, by) => {
    const year = Number(today.slice(0, 4))
    if (by !== undefined) return year + by
    // 29 February comes every eight years at the worst.
    return [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((ago) => year - ago)
      .find((candidate) => (dayOf(candidate, month, date) ?? latestDay) <= today)
  }
const latestDay: Day = '9999-12-31'
const noYear: YearOf = () => undefined

function range(from: Day | undefined, until: Day | undefined): Span | undefined {
  return from !== undefined && until !== undefined && from <= until ? { start: from, end: until } : undefined
}

type MonthDay = readonly [month: string | undefined, date: string | undefined, year: string | undefined]

/** A range from one month into another; the year may stand at either end, or nowhere. */
function betweenMonths([m1, d1, y1]: MonthDay, [m2, d2, y2]: MonthDay, yearOf: YearOf): Span | undefined {
  const [from, until] = [monthNumber(m1!), monthNumber(m2!)]
  const turns = until < from ? 1 : 0 // over New Year
  const last = y2 ? number(y2) : y1 ? number(y1) + turns : yearOf(until, number(d2))
  if (last === undefined) return undefined
  return range(dayOf(y1 ? number(y1) : last - turns, from, number(d1)), dayOf(last, until, number(d2)))
}

const chineseYear = '(?:(\\d{4}|大前|[前去今明])\\s{0,3}年的?)?\\s{0,3}'
const inChineseYear = (name: string | undefined, month: number, date: number, yearOf: YearOf): number | undefined =>
  name === undefined ? yearOf(month, date) : /\d/.test(name) ? number(name) : yearOf(month, date, yearsByName[name[0]!])

interface DateForm {
  /** The gate that a text has to pass first; patterns with Unicode edges cost a millisecond each to compile. */
  readonly needs: keyof typeof gates
  readonly pattern: () => RegExp
  readonly read: (groups: readonly (string | undefined)[], yearOf: YearOf) => Span | undefined
}

const gates = {
  iso: /\d{4}-\d{2}-\d{2}/,
  slashed: /\d{4}\/\d{1,2}\/\d/,
  dotted: /\d\.\s?\d{1,2}\.\s?\d{4}/,
  month: aMonth,
  year: /(?:19|20)\d{2}/,
  cjk: /[年月]/,
} as const

const number = (text: string | undefined): number => Number(text ?? 0)

/** Tried in order; of those that match, the one that starts first wins, then the earlier row. */
const dateForms: readonly DateForm[] = [
  // 2025-11-27..2025-12-01, 2025-11-27 to 2025-12-01
  {
    needs: 'iso',
    pattern: bounded(`(\\d{4}-\\d{2}-\\d{2})${to}(\\d{4}-\\d{2}-\\d{2})`),
    read: ([a, b]) => range(spanOfDate(a!)?.start, spanOfDate(b!)?.end),
  },
  // 2025/11/27
  {
    needs: 'slashed',
    pattern: bounded('(\\d{4})/(\\d{1,2})/(\\d{1,2})(?!/)'),
    read: ([y, m, d]) => spanOf(dayOf(number(y), number(m), number(d))),
  },
  // 2025-11-27
  { needs: 'iso', pattern: bounded('(\\d{4}-\\d{2}-\\d{2})'), read: ([a]) => spanOfDate(a!) },
  // 27.11.2025
  {
    needs: 'dotted',
    pattern: bounded(`(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?(${fullYear})`),
    read: ([d, m, y]) => spanOf(dayOf(number(y), number(m), number(d))),
  },
  // Nov 27–Dec 1, 2025 · Nov 27 – Dec 1
  {
    needs: 'month',
    pattern: bounded(
      `(${monthWord})\\s{1,3}(\\d{1,2})${ordinal}(?:,?\\s{1,3}(${fullYear}))?${to}(${monthWord})\\s{1,3}(\\d{1,2})${ordinal}(?:,?\\s{1,3}(${fullYear}))?`,
    ),
    read: ([m1, d1, y1, m2, d2, y2], yearOf) => betweenMonths([m1, d1, y1], [m2, d2, y2], yearOf),
  },
  // 27 Nov – 1 Dec 2025 · dal 27 novembre al 1 dicembre
  {
    needs: 'month',
    pattern: bounded(
      `(\\d{1,2})${ordinal}\\s{1,3}(${monthWord})(?:,?\\s{1,3}(${fullYear}))?${to}(\\d{1,2})${ordinal}\\s{1,3}(${monthWord})(?:,?\\s{1,3}(${fullYear}))?`,
    ),
    read: ([d1, m1, y1, d2, m2, y2], yearOf) => betweenMonths([m1, d1, y1], [m2, d2, y2], yearOf),
  },
  // Mar 12–15, 2026 · March 12-15
  {
    needs: 'month',
    pattern: bounded(`(${monthWord})\\s{1,3}(\\d{1,2})${ordinal}${to}(\\d{1,2})${ordinal}(?:,?\\s{1,3}(${fullYear}))?`),
    read: ([m, d1, d2, y], yearOf) => {
      const at = monthNumber(m!)
      const year = y ? number(y) : yearOf(at, number(d1))
      return year === undefined ? undefined : range(dayOf(year, at, number(d1)), dayOf(year, at, number(d2)))
    },
  },
  // 12–15 March 2026 · 12-15 marzo
  {
    needs: 'month',
    pattern: bounded(`(\\d{1,2})${ordinal}${to}(\\d{1,2})${ordinal}\\s{1,3}(${monthWord})(?:,?\\s{1,3}(${fullYear}))?`),
    read: ([d1, d2, m, y], yearOf) => {
      const at = monthNumber(m!)
      const year = y ? number(y) : yearOf(at, number(d1))
      return year === undefined ? undefined : range(dayOf(year, at, number(d1)), dayOf(year, at, number(d2)))
    },
  },
  // the week of Nov 27, 2025
  {
    needs: 'month',
    pattern: bounded(`[Ww]eek of (${monthWord})\\s{1,3}(\\d{1,2})${ordinal}(?:,?\\s{1,3}(${fullYear}))?`),
    read: ([m, d, y], yearOf) => {
      const year = y ? number(y) : yearOf(monthNumber(m!), number(d))
      const day = year === undefined ? undefined : dayOf(year, monthNumber(m!), number(d))
      return day === undefined ? undefined : weekBy(day, 0)
    },
  },
  // June 2026 to May 2027 · June to August 2026
  {
    needs: 'month',
    pattern: bounded(`(${monthWord})(?:,?\\s{1,3}(${fullYear}))?${to}(${monthWord}),?\\s{1,3}(${fullYear})`),
    read: ([m1, y1, m2, y2]) => {
      const [from, until] = [monthNumber(m1!), monthNumber(m2!)]
      const first = y1 ? number(y1) : number(y2) - (until < from ? 1 : 0)
      return range(spanOfMonth(first, from)?.start, spanOfMonth(number(y2), until)?.end)
    },
  },
  // Nov 27, 2025 · November 27th
  {
    needs: 'month',
    pattern: bounded(`(${monthWord})\\s{1,3}(\\d{1,2})${ordinal}(?:,?\\s{1,3}(${fullYear}))?`),
    read: ([m, d, y], yearOf) => {
      const year = y ? number(y) : yearOf(monthNumber(m!), number(d))
      return year === undefined ? undefined : spanOf(dayOf(year, monthNumber(m!), number(d)))
    },
  },
  // 27 November 2025 · 27 Nov
  {
    needs: 'month',
    pattern: bounded(
      `(\\d{1,2})${dotOrdinal}\\s{1,3}(?:(?:of|de)\\s{1,3})?(${monthWord})(?:(?:,?| de)\\s{1,3}(${fullYear}))?`,
    ),
    read: ([d, m, y], yearOf) => {
      const year = y ? number(y) : yearOf(monthNumber(m!), number(d))
      return year === undefined ? undefined : spanOf(dayOf(year, monthNumber(m!), number(d)))
    },
  },
  // November 2025
  {
    needs: 'month',
    pattern: bounded(`(${monthWord}),?\\s{1,3}(${fullYear})`),
    read: ([m, y]) => spanOfMonth(number(y), monthNumber(m!)),
  },
  // in 2025, since 2019: the word makes it a year, a bare number is never a date
  {
    needs: 'year',
    pattern: bounded(
      '(?:[Ii]n|[Ss]ince|[Dd]uring|[Ff]rom|[Uu]ntil|[Bb]y|[Nn]el|[Dd]al)\\s{1,3}((?:19|20)\\d{2})(?!\\s{0,3}(?:[-–]|to)?\\s{0,3}\\d)(?!\\s{1,3}[a-z]+s\\b)',
    ),
    read: ([y]) => spanOfYear(number(y)),
  },
  // 2025年11月27日至12月1日 · 2025年11月27日 · 11月27日 · 2025年11月
  {
    needs: 'cjk',
    pattern: whenAsked(
      () =>
        new RegExp(
          `(?<!\\d)${chineseYear}(\\d{1,2})\\s{0,3}月\\s{0,3}(\\d{1,2})\\s{0,3}[日号]\\s{0,3}(?:至|到|–|-|—|~)\\s{0,3}(?:(\\d{1,2})\\s{0,3}月)?\\s{0,3}(\\d{1,2})\\s{0,3}[日号]`,
          'gu',
        ),
    ),
    read: ([y, m1, d1, m2, d2], yearOf) => {
      const [from, until] = [number(m1), m2 ? number(m2) : number(m1)]
      const year = inChineseYear(y, from, number(d1), yearOf)
      if (year === undefined) return undefined
      return range(dayOf(year, from, number(d1)), dayOf(until < from ? year + 1 : year, until, number(d2)))
    },
  },
  {
    needs: 'cjk',
    pattern: whenAsked(
      () => new RegExp(`(?<!\\d)${chineseYear}(\\d{1,2})\\s{0,3}月\\s{0,3}(\\d{1,2})\\s{0,3}[日号]`, 'gu'),
    ),
    read: ([y, m, d], yearOf) => {
      const year = inChineseYear(y, number(m), number(d), yearOf)
      return year === undefined ? undefined : spanOf(dayOf(year, number(m), number(d)))
    },
  },
  {
    needs: 'cjk',
    pattern: () => /(?<!\d)(\d{4})\s{0,3}年\s{0,3}(\d{1,2})\s{0,3}月/gu,
    read: ([y, m]) => spanOfMonth(number(y), number(m)),
  },
]

/**
 * The first date or range that a statement names, as a span of days; null where it names none. Dates without a year are
 * read against the note's day, never against now, and stay unread where the note has no day.
 */
export const datesWritten = (text: string, near: Day | null): Span | null => firstWritten(text, near)?.span ?? null

export const firstWritten = (text: string, near: Day | null): DatedWords | null =>
  firstDateIn(text, near === null ? noYear : nearestYear(near))

/** The most dates that are read of a text: each is looked for behind the last. */
const mostDates = 64

export function everyDate(text: string, near: Day): DatedWords[] {
  const found: DatedWords[] = []
  for (let from = 0; found.length < mostDates;) {
    const next = firstWritten(text.slice(from), near)
    if (next === null) break
    found.push({ ...next, at: from + next.at })
    from += next.at + next.length
  }
  return found
}

/** The first date or range that a question writes out, and where. A date without a year is the last that has come. */
export const dateAskedIn = (text: string, today: Day): DatedWords | null => firstDateIn(text, pastYear(today))

export interface DatedWords {
  readonly at: number
  readonly length: number
  readonly span: Span
}

const behindDate = (source: string): (() => RegExp) =>
  whenAsked(() => new RegExp(`^\\s{1,3}(?:${source})(?!['’${wordy}])`, 'iu'))

/** How languages say behind a date in which year it is: `March 5 last year`. */
const yearsBehind: readonly (readonly [by: number, pattern: () => RegExp])[] = [
  [
    -1,
    behindDate(
      "(?:of )?last year|(?:letzten|vergangenen|vorigen) Jahres|del(?:l['’]anno scorso|lo scorso anno)|(?:de )?l['’]an(?:née)? derni[eè]re?|del año pasado|do ano passado|(?:van )?vorig jaar",
    ),
  ],
  [
    0,
    behindDate(
      "(?:of )?this year|dieses Jahres|di quest['’]anno|de cette année|de este año|deste ano|(?:van )?dit jaar",
    ),
  ],
  [
    1,
    behindDate(
      "(?:of )?next year|(?:nächsten|kommenden) Jahres|dell['’]anno prossimo|(?:de )?l['’]année prochaine|del próximo año|do próximo ano|(?:van )?volgend jaar",
    ),
  ],
]
const longestBehind = 40

function yearBehind(text: string): { readonly by: number; readonly length: number } | undefined {
  for (const [by, pattern] of yearsBehind) {
    const [said] = pattern().exec(text) ?? []
    if (said !== undefined) return { by, length: said.length }
  }
  return undefined
}

function firstDateIn(text: string, yearOf: YearOf): DatedWords | null {
  if (!/\d/.test(text)) return null
  let best: DatedWords | null = null
  for (const { needs, pattern, read } of dateForms) {
    if (!gates[needs].test(text)) continue
    const dates = pattern()
    dates.lastIndex = 0
    for (let match = dates.exec(text); match && !(best && match.index >= best.at); match = dates.exec(text)) {
      const end = match.index + match[0].length
      let beyond = 0
      const span = read(match.slice(1), (month, date, by) => {
        const behind = by === undefined ? yearBehind(text.slice(end, end + longestBehind)) : undefined
        beyond = behind?.length ?? 0
        return yearOf(month, date, by ?? behind?.by)
      })
      if (span) best = { at: match.index, length: match[0].length + beyond, span }
      // `Room 5 to Nov 27` is no range, but a date begins inside it.
      dates.lastIndex = match.index + 1
    }
  }
  return best
}
