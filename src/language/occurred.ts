import type { Day, Span } from '../model/time.js'
import { firstWritten, type DatedWords } from './dates.js'
import { momentNoted } from './moments.js'
import { anyOf } from './statements.js'
import { whenAsked } from '../text/once.js'

/**
 * The time that a statement of a note names, as a span of days: the first date or range that it writes out, or else the
 * first that it names in words; null where it names none. Never counted from now: of a note without a day, only what is
 * written out with its year is read.
 */
export function occurredIn(text: string, near: Day | null): Span | null {
  const said = text.normalize('NFC')
  const written = firstWritten(said, near)
  if (written) return (near === null ? null : untilThen(said, written, near)) ?? written.span
  return near === null ? null : momentNoted(said, near)
}

const upTo = whenAsked(() => new RegExp(`(?<!\\p{L})(?:${anyOf('until')})\\s+(?:the\\s+)?$`, 'iu'))

/**
 * The days from the note's own to the date of `Is in Oslo until Nov 28`; null where no such word stands before the
 * date.
 */
function untilThen(text: string, { at, span }: DatedWords, near: Day): Span | null {
  if (!upTo().test(text.slice(Math.max(0, at - 20), at))) return null
  return span.end >= near ? { start: near, end: span.end } : null
}
