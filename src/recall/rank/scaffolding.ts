import { isScaffolding } from '../../language/scaffolding.js'
import type { Line } from './line.js'

/** The same line on so many days is a status, and tells least of the day that is asked about. */
const daysAlike = 3
/** A longer one that comes again is text that somebody wants said again. */
const longest = 20

/** Which of the lines that were found are scaffolding: written by no hand, or the same day after day. */
export function scaffoldingAmong(lines: readonly Line[]): (line: Line) => boolean {
  const days = new Map<string, Set<string>>()
  for (const line of lines) {
    if (line.kind !== 'passage' || line.day === null || line.words.length > longest) continue
    const shape = shapeOf(line)
    const seen = days.get(shape)
    if (seen) seen.add(line.day)
    else days.set(shape, new Set([line.day]))
  }
  return (line) =>
    line.kind === 'passage' && (isScaffolding(line.body) || (days.get(shapeOf(line))?.size ?? 0) >= daysAlike)
}

/** Without its numbers, which change: `Queue: 3 jobs` */
const shapeOf = ({ stems }: Line): string => stems.filter((stem) => !/\d/.test(stem)).join(' ')
