import { isDay, type Day } from '../model/time.js'
import { compare } from '../text/compare.js'

/**
 * The file of sections that a reader has read, so that no clone reads them again. One line for each day, with the first
 * twelve characters of each section's id.
 *
 *     <!-- What was read of each day: memory reflect --read -->
 *     2026-02-10 0b5c7d90aa31 9f1e22c04b7d
 *
 * It merges as logs do; where two lines are for one day, both count.
 */
const title = '<!-- What was read of each day: memory reflect --read -->'

const shortId = (section: string): string => section.slice(0, 12)

export type IsRead = (day: Day, section: string) => boolean

export function readBefore(text: string | undefined): IsRead {
  const marks = marksIn(text)
  return (day, section) => marks.get(day)?.has(shortId(section)) === true
}

/** The file with more sections; undefined where it has all of them already. */
export function withRead(
  text: string | undefined,
  more: readonly { readonly day: Day; readonly section: string }[],
): string | undefined {
  const isRead = readBefore(text)
  const fresh = more.filter(({ day, section }) => !isRead(day, section))
  if (fresh.length === 0) return undefined
  const marks = marksIn(text)
  for (const { day, section } of fresh) marks.set(day, (marks.get(day) ?? new Set()).add(shortId(section)))
  const others = (text ?? `${title}\n`).split(/\r?\n/).filter((line) => line !== '' && dayIn(line) === undefined)
  const days = [...marks].toSorted(([a], [b]) => compare(a, b))
  return [...others, ...days.map(([day, ids]) => [day, ...[...ids].toSorted()].join(' ')), ''].join('\n')
}

function marksIn(text = ''): Map<Day, Set<string>> {
  const marks = new Map<Day, Set<string>>()
  for (const line of text.split(/\r?\n/)) {
    const day = dayIn(line)
    if (day === undefined) continue
    const ids = line.slice(day.length).split(' ').filter(Boolean)
    marks.set(day, new Set([...(marks.get(day) ?? []), ...ids]))
  }
  return marks
}

const lineForm = /^(\d{4}-\d\d-\d\d)(?: [0-9a-f]{12})+$/

function dayIn(line: string): Day | undefined {
  const day = lineForm.exec(line)?.[1]
  return day !== undefined && isDay(day) ? day : undefined
}
