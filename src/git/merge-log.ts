import { linesWithout } from '../text/lines-without.js'
import { mergeText, type MergedText } from './merge-text.js'

/**
 * Merge three versions of a log. Where both sides changed the same lines, the result has what either side wrote and
 * lacks what either took out. Git's own `union` brings back a line that one side took out when the other has written
 * beside it: a bullet could not be reverted.
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

/** The least length from 40 on at which no line of the texts looks like a conflict marker. */
function markerSize(texts: readonly string[]): number {
  const taken = new Set<number>()
  for (const text of texts) for (const [run] of text.matchAll(/^(?:<+|\|+|=+|>+)/gm)) taken.add(run.length)
  let size = 40
  while (taken.has(size)) size++
  return size
}

function withoutMarkers(text: string, size: number): string {
  const isMarker = (line: string, sign: string): boolean => line.startsWith(sign.repeat(size)) && line[size] !== sign
  const out: string[] = []
  let sides: { ours: string[]; base: string[]; theirs: string[] } | undefined
  let into = out
  for (const line of text.split(/(?<=\n)/)) {
    if (sides === undefined && isMarker(line, '<')) into = (sides = { ours: [], base: [], theirs: [] }).ours
    else if (sides && isMarker(line, '|')) into = sides.base
    else if (sides && isMarker(line, '=')) into = sides.theirs
    else if (sides && isMarker(line, '>')) {
      out.push(...bothSides(sides))
      sides = undefined
      into = out
    } else into.push(line)
  }
  return out.join('')
}

/**
 * The lines of a conflict merged: ours without what theirs took out, then what theirs added. Lines that both sides
 * begin or end with come once.
 */
function bothSides(sides: Readonly<Record<'ours' | 'base' | 'theirs', readonly string[]>>): readonly string[] {
  const left = linesWithout(sides.ours, linesWithout(sides.base, sides.theirs))
  const right = linesWithout(sides.theirs, sides.base)
  let start = 0
  while (start < right.length && right[start] === left[start]) start++
  let end = 0
  while (end < right.length - start && end < left.length - start && right.at(-1 - end) === left.at(-1 - end)) end++
  return [...left.slice(0, left.length - end), ...right.slice(start)]
}
