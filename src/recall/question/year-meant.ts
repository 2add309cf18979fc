import { addDays, daysBetween, type Day, type Span } from '../../model/time.js'

export interface NotedDays {
  /** Whether anything was noted in the span, or is about it. */
  readonly notedIn: (span: Span) => boolean
  /** The newest day of a note; null where no note has one. */
  readonly lastNoted: () => Day | null
}

export interface InYear<T> {
  readonly named: T
  /** Whether it was read as of another year than today's. */
  readonly isOther: boolean
}

/** Days of the longest time that may lack a year: `July 12`, `in October`, not `last year`. */
const longest = 31
/** Days by which today is set back to see whether a time is counted from it, as `yesterday` and `last month` are. */
const shift = 45
/** How many years are tried, from that of the newest note backwards. */
const yearsBack = 10

/**
 * Reads a day or month without a year as the last one that memory has notes of: asked in 2026 about notes of 2025,
 * `July 12` is that of 2025.
 *
 * @param read reads the time as of a day
 */
export function yearMeant<T extends { readonly span: Span }>(
  read: (on: Day) => T | undefined,
  today: Day,
  { notedIn, lastNoted }: NotedDays,
): InYear<T> | undefined {
  const named = read(today)
  if (!named) return undefined
  const asNamed = { named, isOther: false }
  const { start, end } = named.span
  if (daysBetween(start, end) >= longest || notedIn(named.span)) return asNamed
  const monthAndDay = (on: Day): string | undefined => read(on)?.span.start.slice(4)
  if (monthAndDay(addDays(today, -shift)) !== start.slice(4)) return asNamed
  const lastOf = (year: number): Day => `${String(year).padStart(4, '0')}-12-31`
  const yearNamed = Number(start.slice(0, 4))
  if (read(lastOf(yearNamed - 1))?.span.start === start) return asNamed // it names its year
  const last = Number(lastNoted()?.slice(0, 4) ?? 0)
  for (let year = last; year > Math.max(0, last - yearsBack); year--) {
    const other = read(lastOf(year))
    if (other && notedIn(other.span)) return { named: other, isOther: true }
  }
  return asNamed
}
