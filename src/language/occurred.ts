import type { Day, Span } from '../model/time.js'
import { writtenIn } from './dates.js'
import { momentNoted } from './moments.js'

/**
 * The time that a statement of a note names, as a span of days: the first date
 * or range that it writes out, or else the first that it names in words; null
 * where it names none. Never counted from now: of a note without a day, only
 * what is written out with its year is read.
 */
export const occurredIn = (text: string, near: Day | null): Span | null =>
  writtenIn(text, near) ?? (near === null ? null : momentNoted(text, near))
