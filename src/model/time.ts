/**
 * Days and spans of days. A day is the string `2025-11-27`, so that days compare, sort and print without a time zone; a
 * coarse date is a span (`2025-11` is all of November). Nothing here reads a clock.
 */
export type Day = string

/** Both ends included. */
export interface Span {
  readonly start: Day
  readonly end: Day
}

/** The first and last day there can be: an open end of a window. */
export const earliest: Day = '0001-01-01'
export const latest: Day = '9999-12-31'

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/
const dateForm = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day of a calendar date, or undefined where the calendar has none (30 February). */
export function dayOf(year: number, month: number, date: number): Day | undefined {
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return undefined
  return `${pad(year, 4)}-${pad(month)}-${pad(date)}`
}

export function isDay(text: string): boolean {
  const match = dayForm.exec(text)
  return match !== null && dayOf(Number(match[1]), Number(match[2]), Number(match[3])) !== undefined
}

/** `2025` | `2025-11` | `2025-11-27` → the span it names; undefined for anything else. */
export function spanOfDate(text: string): Span | undefined {
  const match = dateForm.exec(text)
  if (!match) return undefined
  const [year, month, date] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)]
  if (match[3] !== undefined) return spanOf(dayOf(year, month, date))
  if (match[2] !== undefined) return spanOfMonth(year, month)
  return spanOfYear(year)
}

export const spanOf = (day: Day | undefined): Span | undefined =>
  day === undefined ? undefined : { start: day, end: day }

export function spanOfMonth(year: number, month: number): Span | undefined {
  const start = dayOf(year, month, 1)
  return start === undefined ? undefined : { start, end: `${start.slice(0, 8)}${pad(daysInMonth(year, month))}` }
}

export function spanOfYear(year: number): Span | undefined {
  return year < 1 ? undefined : { start: `${pad(year, 4)}-01-01`, end: `${pad(year, 4)}-12-31` }
}

/**
 * The name of a span: `2025` for a whole year, `2025-11` for a whole month, otherwise its first day. Names sort as time
 * runs.
 */
export function nameOfSpan({ start, end }: Span): string {
  const [year, month] = [start.slice(0, 4), start.slice(0, 7)]
  const names = (text: string): boolean => {
    const span = spanOfDate(text)
    return span !== undefined && span.start === start && span.end === end
  }
  return [year, month].find(names) ?? start
}

const millis = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

export function addDays(day: Day, count: number): Day {
  return new Date(millis(day) + count * 86_400_000).toISOString().slice(0, 10)
}

/** A calendar month earlier or later; the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  return `${pad(year, 4)}-${pad(month)}-${pad(Math.min(Number(day.slice(8)), daysInMonth(year, month)))}`
}

/** Whole days from `a` to `b`; negative where `b` is earlier. */
export const daysBetween = (a: Day, b: Day): number => Math.round((millis(b) - millis(a)) / 86_400_000)

/** The day that `now` falls on in an IANA time zone; null means the machine's, which Intl would take 20 ms to tell. */
export function dayIn(zone: string | null, now: Date): Day {
  if (zone === null) return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(now)
}

/**
 * The day that Git's `@1763798400 +0200` falls on where it was written; undefined for any other form, and for a year of
 * more than four digits.
 */
export function dayOfGit(date: string): Day | undefined {
  const [, seconds, sign, hours, minutes] = /^@(\d{1,12}) ([+-])(\d{2})(\d{2})$/.exec(date) ?? []
  if (seconds === undefined) return undefined
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1)
  const [day] = new Date((Number(seconds) + ahead) * 1000).toISOString().split('T')
  return isDay(day!) ? day : undefined
}

/** Whether a day is later than tomorrow, and so has begun nowhere: tomorrow may have begun in another time zone. */
export const isAhead = (day: Day, today: Day): boolean => day > addDays(today, 1)

/**
 * A moment as the command line takes it, as a span: an ISO date (`2025-11-27`,
 * `2025-11`, `2025`) or an age before `today` (`7d`, `2w`, `3mo`, `1y`).
 */
export function spanOfMoment(text: string, today: Day): Span | undefined {
  const age = /^(\d{1,5})(d|w|mo|y)$/.exec(text)
  if (!age) return spanOfDate(text)
  const count = Number(age[1])
  if (age[2] === 'd' || age[2] === 'w') return spanOf(addDays(today, -count * (age[2] === 'w' ? 7 : 1)))
  const months = count * (age[2] === 'y' ? 12 : 1)
  return months > 12 * 1000 ? undefined : spanOf(addMonths(today, -months))
}
