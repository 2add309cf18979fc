import { isScaffolding } from '../../language/scaffolding.js'
import { isCopied } from '../../model/note.js'
import type { Query } from '../question/query.js'
import type { Line } from './line.js'

/**
 * A line repeated on so many days is a status. Only the last of the asked days says much, or the newest of all where
 * the question asks how it is now.
 */
const daysAlike = 3
/** Words of a status at most: a longer line is repeated on purpose. */
const longest = 20

/** The found lines that are scaffolding: written by no hand, copied from logs, or the status of another day. */
export function scaffoldingAmong(lines: readonly Line[], query?: Query): ReadonlySet<Line> {
  const asked = query?.window ?? query?.mentioned
  const isNow = query?.asks.has('present') ?? false
  const passages = lines.filter(({ kind }) => kind === 'passage')
  const alike = new Map<string, Line[]>()
  for (const line of passages) {
    if (line.day === null || line.words.length > longest) continue
    const shape = shapeOf(line)
    const same = alike.get(shape)
    if (same) same.push(line)
    else alike.set(shape, [line])
  }
  const status = [...alike.values()].flatMap((same) => {
    const days = [...new Set(same.map(({ day }) => day!))].toSorted()
    if (days.length < daysAlike) return []
    const inWindow = asked ? days.filter((day) => day >= asked.start && day <= asked.end) : []
    const told = new Set([inWindow.at(-1), isNow ? days.at(-1) : undefined])
    return same.filter(({ day }) => !told.has(day!))
  })
  return new Set([...passages.filter((line) => isScaffolding(line.body) || isCopy(line)), ...status])
}

const isCopy = ({ path, headings }: Line): boolean =>
  !path.includes('/') && (JSON.parse(headings) as string[]).some((heading) => isCopied(path, heading))

/** A line's stems without numbers, which change: `Queue: 3 jobs` */
const shapeOf = ({ stems }: Line): string => stems.filter((stem) => !/\d/.test(stem)).join(' ')
