import { isScaffolding } from '../../language/scaffolding.js'
import { isCopied } from '../../model/note.js'
import type { Line } from './line.js'

/** The same line on so many days is a status, and tells least of the day that is asked about. */
const daysAlike = 3
/** A longer one that comes again is text that somebody wants said again. */
const longest = 20

/** The lines among those that were found which are scaffolding: written by no hand, copied from logs, or the same day after day. */
export function scaffoldingAmong(lines: readonly Line[]): ReadonlySet<Line> {
  const passages = lines.filter(({ kind }) => kind === 'passage')
  const alike = new Map<string, Line[]>()
  for (const line of passages) {
    if (line.day === null || line.words.length > longest) continue
    const shape = shapeOf(line)
    const same = alike.get(shape)
    if (same) same.push(line)
    else alike.set(shape, [line])
  }
  const status = [...alike.values()].filter((same) => new Set(same.map(({ day }) => day)).size >= daysAlike)
  return new Set([...passages.filter((line) => isScaffolding(line.body) || isCopy(line)), ...status.flat()])
}

const isCopy = ({ path, headings }: Line): boolean =>
  !path.includes('/') && (JSON.parse(headings) as string[]).some((heading) => isCopied(path, heading))

/** Without its numbers, which change: `Queue: 3 jobs` */
const shapeOf = ({ stems }: Line): string => stems.filter((stem) => !/\d/.test(stem)).join(' ')
