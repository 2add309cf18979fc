import { mergeText, type MergedText } from './merge-text.js'

/**
 * Merge three versions of a log: where both sides changed the same lines, what either wrote is there and what either took
 * out is not. Git's own `union` brings back a line that one side took out, once the other has written beside it: a bullet
 * could not be reverted.
 *
 *     base  - tea     ours  - tea      theirs  (nothing)     merged  - coffee
 *                           - coffee
 *
 * @param encoding of the strings; latin1 for bytes that are no UTF-8
 * @throws MemoryError git-failed
 */
export function mergeLog(base: string, ours: string, theirs: string, encoding: 'utf8' | 'latin1' = 'utf8'): MergedText {
  const size = markerSize([base, ours, theirs])
  const merged = mergeText(
    base,
    ours,
    theirs,
    { ours: 'ours', base: 'base', theirs: 'theirs', size },
    encoding,
    'diff3',
  )
  if (!merged.conflict) return merged
  return { text: withoutMarkers(merged.text, size), conflict: false }
}

/** More signs than any line of theirs begins with. */
const markerSize = (texts: readonly string[]): number =>
  Math.max(40, ...texts.flatMap((text) => (text.match(/^(?:<+|\|+|=+|>+)/gm) ?? []).map((run) => run.length + 1)))

function withoutMarkers(text: string, size: number): string {
  const marker = (sign: string): string => sign.repeat(size)
  const [open, was, middle, close] = ['<', '|', '=', '>'].map(marker) as [string, string, string, string]
  const out: string[] = []
  let sides: { ours: string[]; base: string[]; theirs: string[] } | undefined
  let into = out
  for (const line of text.split(/(?<=\n)/)) {
    if (sides === undefined && line.startsWith(open)) into = (sides = { ours: [], base: [], theirs: [] }).ours
    else if (sides && line.startsWith(was)) into = sides.base
    else if (sides && line.startsWith(middle)) into = sides.theirs
    else if (sides && line.startsWith(close)) {
      out.push(...bothSides(sides))
      sides = undefined
      into = out
    } else into.push(line)
  }
  return out.join('')
}

/** What ours has of the base and theirs has too, and what either has beside it; what both begin or end with, once. */
function bothSides(sides: Readonly<Record<'ours' | 'base' | 'theirs', readonly string[]>>): readonly string[] {
  const left = without(sides.ours, without(sides.base, sides.theirs))
  const right = without(sides.theirs, sides.base)
  let start = 0
  while (start < right.length && right[start] === left[start]) start++
  let end = 0
  while (end < right.length - start && end < left.length - start && right.at(-1 - end) === left.at(-1 - end)) end++
  return [...left.slice(0, left.length - end), ...right.slice(start)]
}

/** Each line as often as it is not among the others. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const more = left.get(line) ?? 0
    if (more > 0) left.set(line, more - 1)
    return more === 0
  })
}
