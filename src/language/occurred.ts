import type { Day, Span } from '../model/time.js'
import { firstWritten, datesWritten } from './dates.js'
import { momentNoted } from './moments.js'
import { anyOf } from './statements.js'
import { whenAsked } from '../text/once.js'

/**
 * The time that a statement of a note names, as a span of days: the first date
 * or range that it writes out, or else the first that it names in words; null
 * where it names none. Never counted from now: of a note without a day, only
 * what is written out with its year is read.
 */
export function occurredIn(text: string, near: Day | null): Span | null {
  const said = text.normalize('NFC')
  return (
    (near === null ? null : untilWritten(said, near)) ??
    datesWritten(said, near) ??
    (near === null ? null : momentNoted(said, near))
  )
}

const upTo = whenAsked(() => new RegExp(`(?<!\\p{L})(?:${anyOf('until')})\\s+(?:the\\s+)?$`, 'iu'))

/** `Is in Oslo until Nov 28`: from the day that it is noted on. */
function untilWritten(text: string, near: Day): Span | null {
  const found = firstWritten(text, near)
  if (!found || !upTo().test(text.slice(Math.max(0, found.at - 20), found.at))) return null
  return found.span.end >= near ? { start: near, end: found.span.end } : null
}
