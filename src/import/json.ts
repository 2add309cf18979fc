import type { LeaveOut } from './conversation.js'

/** A field of a stranger's JSON value; only own fields count, so that `__proto__` is a name like any other. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** `textAt(value, 'message', 'content')`: the string at the end of a path; empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = path.reduce(fieldOf, value)
  return typeof found === 'string' ? found : ''
}

/** The words of a block such as `{"type":"text","text":"Hi"}`; none where `text` is no string, which is counted. */
export function wordsIn(block: unknown, leaveOut: LeaveOut): string[] {
  const text = fieldOf(block, 'text')
  if (typeof text === 'string') return [text]
  leaveOut('unknown')
  return []
}

/** The elements of the array at the end of a path; none for anything else. */
export const listIn = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = path.reduce(fieldOf, value)
  return Array.isArray(found) ? found : []
}

/** The last moment of the year 9999: a log can be named only for a day from 1970 to then. */
const lastMoment = 253_402_300_799_999

const aMoment = (millis: number): number | null => (millis >= 0 && millis <= lastMoment ? Math.floor(millis) : null)

/**
 * `2025-11-27T14:30:00.123Z`, or seconds since 1970 as a number → milliseconds; null for anything else. A time without
 * a zone is UTC, as Python writes it; a day alone is its noon in UTC, which is the same day nearly everywhere.
 */
export function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return aMoment(value * 1000)
  const [, day, time = '12:00', zone = 'Z'] = typeof value === 'string' ? (form.exec(value.trim()) ?? []) : []
  return day === undefined ? null : aMoment(Date.parse(`${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`))
}

const form = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/
