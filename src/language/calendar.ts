import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  spanOf,
  spanOfMonth,
  spanOfYear,
  type Day,
  type Span,
} from '../model/time.js'

/** Spans of the calendar, counted from today. Weeks are ISO 8601's, from Monday on. */

export const yearOf = (day: Day): number => Number(day.slice(0, 4))
export const monthOf = (day: Day): number => Number(day.slice(5, 7))

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

export const joinSpans = (from: Span | undefined, until: Span | undefined): Span | undefined =>
  from && until && from.start <= until.end ? { start: from.start, end: until.end } : undefined

export const dayBy = (today: Day, count: number): Span => spanOf(addDays(today, count))!

/** The week of a day, or one `by` weeks from it. */
export function weekBy(day: Day, by: number): Span {
  const start = addDays(day, 1 - weekdayOf(day) + 7 * by)
  return { start, end: addDays(start, 6) }
}

export function weekendBy(day: Day, by: number): Span {
  const { end } = weekBy(day, by)
  return { start: addDays(end, -1), end }
}

export function monthBy(day: Day, by: number): Span {
  const at = addMonths(day, by)
  return spanOfMonth(yearOf(at), monthOf(at))!
}

export const yearBy = (day: Day, by: number): Span | undefined => spanOfYear(yearOf(day) + by)

export const months = (year: number, first: number, last: number): Span | undefined =>
  joinSpans(spanOfMonth(year, first), spanOfMonth(year + Math.floor((last - 1) / 12), ((last - 1) % 12) + 1))

export const quarter = (year: number, which: number): Span | undefined =>
  which < 1 || which > 4 ? undefined : months(year, 3 * which - 2, 3 * which)

export function quarterBy(day: Day, by: number): Span | undefined {
  const at = addMonths(day, 3 * by)
  return quarter(yearOf(at), Math.ceil(monthOf(at) / 3))
}

/** A meteorological season; 0 is spring, from March to May. A winter belongs to the year in which it begins. */
export const season = (year: number, which: number): Span | undefined => months(year, 3 + 3 * which, 5 + 3 * which)

/** Week 1 holds the year's first Thursday. */
export function isoWeek(year: number, week: number): Span | undefined {
  const first = dayOf(year, 1, 4)
  if (first === undefined || week < 1) return undefined
  const span = weekBy(first, week - 1)
  return yearOf(addDays(span.start, 3)) === year ? span : undefined
}

/** The latest span that has begun, of one that recurs every year. */
export function lastBegun(today: Day, inYear: (year: number) => Span | undefined): Span | undefined {
  const year = yearOf(today)
  return [year, year - 1].map(inYear).find((span) => span !== undefined && span.start <= today)
}

/** The latest span that is over, of one that recurs every year. */
export function lastOver(today: Day, inYear: (year: number) => Span | undefined): Span | undefined {
  const year = yearOf(today)
  return [year, year - 1, year - 2].map(inYear).find((span) => span !== undefined && span.end < today)
}

/** The latest day of a weekday; today counts only with `todayToo`. */
export function weekday(today: Day, which: number, todayToo: boolean): Span {
  const since = (weekdayOf(today) - which + 7) % 7
  return dayBy(today, -(since === 0 && !todayToo ? 7 : since))
}

/** The next day that is this weekday; today counts. */
export const weekdayToCome = (today: Day, which: number): Span => dayBy(today, (which - weekdayOf(today) + 7) % 7)

/** The nearest day with a date such as the 25th: the last for -1, the next for 1. Today counts for both. */
export function dateNear(today: Day, date: number, by: -1 | 1): Span | undefined {
  for (let off = 0; off <= 2; off++) {
    const at = addMonths(today, by * off)
    const day = dayOf(yearOf(at), monthOf(at), date)
    if (day !== undefined && (by < 0 ? day <= today : day >= today)) return spanOf(day)
  }
  return undefined
}

/** The day, week, month or year that lies `count` of its kind before today's. */
export function ago(today: Day, count: number, unit: Unit): Span | undefined {
  if (unit === 'day') return dayBy(today, -count)
  if (unit === 'week') return weekBy(today, -count)
  if (unit === 'month') return count > 12_000 ? undefined : monthBy(today, -count)
  return yearBy(today, -count)
}

/** The days from so many units ago until today. */
export function back(today: Day, count: number, unit: Unit): Span | undefined {
  if (count > 9999) return undefined
  const start =
    unit === 'day' || unit === 'week'
      ? addDays(today, -count * (unit === 'week' ? 7 : 1))
      : addMonths(today, -count * (unit === 'year' ? 12 : 1))
  return /^\d{4}-/.test(start) && start >= '0001-01-01' ? { start, end: today } : undefined
}

export type Unit = 'day' | 'week' | 'month' | 'year'

export function third(span: Span, which: 0 | 1 | 2): Span {
  const days = daysBetween(span.start, span.end) + 1
  const at = (part: number): Day => addDays(span.start, Math.round((days * part) / 3))
  return { start: at(which), end: which === 2 ? span.end : addDays(at(which + 1), -1) }
}

/** A span widened on either side by half its length, by three days at least. */
export function spanAround({ start, end }: Span): Span {
  const by = Math.max(3, Math.round((daysBetween(start, end) + 1) / 2))
  return { start: addDays(start, -by), end: addDays(end, by) }
}
