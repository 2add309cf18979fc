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

/** What both versions and their base have in a conflict, line by line. */
interface ConflictLines {
  readonly ours: string[]
  readonly base: string[]
  readonly theirs: string[]
}

function withoutMarkers(text: string, size: number): string {
  const out: string[] = []
  let open: ConflictLines | undefined
  const close = (): void => {
    if (open) append(out, bothSides(open))
    open = undefined
  }
  const parts = partsOf(text, size)
  for (const [at, part] of parts.entries()) {
    if (!Array.isArray(part)) {
      const begun = open ? [] : out.splice(beginningOfItem(out, part))
      open ??= { ours: [...begun], base: [...begun], theirs: [...begun] }
      append(open.ours, part.ours)
      append(open.base, part.base)
      append(open.theirs, part.theirs)
      continue
    }
    const sides = open ? sidesOf(open) : []
    const isInItem = sides.some((side) => isItem(piecesOf(side).at(-1) ?? ''))
    const more = isInItem ? goingOn([...part, ...nextOf(parts[at + 1])]) : 0
    for (const side of sides) append(side, part.slice(0, more))
    if (more < part.length) close()
    append(out, part.slice(more))
  }
  close()
  return out.join('')
}

/** The indented line that the next conflict begins with in one of its versions, if any. */
function nextOf(part: string[] | ConflictLines | undefined): readonly string[] {
  const lines = part === undefined || Array.isArray(part) ? [] : sidesOf(part).flatMap(([first]) => first ?? [])
  return lines.filter(isIndented).slice(0, 1)
}

const sidesOf = ({ ours, base, theirs }: ConflictLines): readonly string[][] => [ours, base, theirs]

/** As `push` with all of them at once, which takes only so many. */
const append = (to: string[], lines: readonly string[]): void => {
  for (const line of lines) to.push(line)
}

/** The lines between conflicts, and the conflicts, in their order. */
function partsOf(text: string, size: number): (string[] | ConflictLines)[] {
  const isMarker = (line: string, sign: string): boolean => line.startsWith(sign.repeat(size)) && line[size] !== sign
  let into: string[] = []
  const parts: (string[] | ConflictLines)[] = [into]
  let sides: ConflictLines | undefined
  for (const line of text.split(/(?<=\n)/)) {
    if (sides === undefined && isMarker(line, '<')) {
      sides = { ours: [], base: [], theirs: [] }
      parts.push(sides)
      into = sides.ours
    } else if (sides && isMarker(line, '|')) into = sides.base
    else if (sides && isMarker(line, '=')) into = sides.theirs
    else if (sides && isMarker(line, '>')) {
      sides = undefined
      parts.push((into = []))
    } else into.push(line)
  }
  return parts
}

const isBlank = (line: string): boolean => line.trim() === ''
const isHeading = (line: string): boolean => /^ {0,3}#{1,6}(?:\s|$)/.test(line)
const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line)
const isIndented = (line: string): boolean => /^[ \t]+\S/.test(line) && !isItem(line)

/** Whether a line would go on with the list item or the paragraph right above it, indented or not. */
const isText = (line: string): boolean =>
  !isBlank(line) && !isItem(line) && !/^\s*(?:#{1,6}(?:\s|$)|>|<!--|`{3}|~{3})/.test(line)

/** How many lines from `at` on go on with the list item above them. Behind a blank line those that are indented do. */
function goingOn(lines: readonly string[], at = 0): number {
  let end = at
  for (let next = at; next < lines.length; next++) {
    const line = lines[next]!
    if (isIndented(line) || (end === next && isText(line))) end = next + 1
    else if (!isBlank(line)) break
  }
  return end - at
}

/** Where the list item begins that a version goes on with; behind the last line where none does. */
const beginningOfItem = (lines: readonly string[], sides: ConflictLines): number =>
  Math.min(...sidesOf(sides).map((side) => (goingOn(side) > 0 ? itemAbove(lines, side[0]!) : lines.length)))

/** Where the list item begins that a line would go on with below these lines; behind the last of them where none does. */
function itemAbove(lines: readonly string[], line: string): number {
  let below = line
  for (let at = lines.length - 1; at >= 0; at--) {
    const above = lines[at]!
    if (isItem(above)) return at
    if (isBlank(above) ? !isBlank(below) && !isIndented(below) : !isText(above)) break
    below = above
  }
  return lines.length
}

/** A list item with the lines that go on with it, a fenced block, or another line. */
function piecesOf(lines: readonly string[]): string[] {
  const pieces: string[] = []
  for (let at = 0, next = 0; at < lines.length; at = next) {
    const line = lines[at]!
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    next = fence === undefined ? at + 1 + (isItem(line) ? goingOn(lines, at + 1) : 0) : fenceEnd(lines, at, fence)
    pieces.push(lines.slice(at, next).join(''))
  }
  return pieces
}

/** Where a fenced block ends that begins at a line; behind the last line where it is not closed. */
function fenceEnd(lines: readonly string[], begin: number, fence: string): number {
  const ends = (line: string): boolean => line.trim().startsWith(fence) && line.trim().replaceAll(fence[0]!, '') === ''
  let end = begin + 1
  while (end < lines.length && !ends(lines[end]!)) end++
  return Math.min(end + 1, lines.length)
}

/** What stands below a heading; without one, what stands above the first heading of a conflict. */
interface LogSection {
  readonly heading: string
  pieces: string[]
}

/**
 * A conflict merged, section by section: ours without what theirs took out, then what theirs added below the same
 * heading. What theirs added below a heading that ours lacks comes last, with that heading.
 */
function bothSides(sides: ConflictLines): readonly string[] {
  const [ours, base, theirs] = [piecesOf(sides.ours), piecesOf(sides.base), piecesOf(sides.theirs)]
  const left = standingOf(ours, linesWithout(base, theirs))
  const byHeading = new Map(left.toReversed().map((section) => [section.heading.trim(), section]))
  const added = keptOf(theirs, base)
  for (let at = 0, next = 0; at < added.length; at = next) {
    const { heading } = added[at]!
    while (next < added.length && added[next]!.heading === heading) next++
    const pieces = added.slice(at, next).flatMap(({ piece }) => (isHeading(piece) ? [] : piece))
    const same = byHeading.get(heading.trim())
    if (same) same.pieces = joined(same.pieces, pieces)
    else {
      const above = left.at(-1)!.pieces.at(-1) ?? '\n'
      const section = { heading: isBlank(above) ? heading : `${lineEndOf(above)}${heading}`, pieces }
      byHeading.set(heading.trim(), section)
      left.push(section)
    }
  }
  return left.flatMap(({ heading, pieces }) => (heading === '' ? pieces : [heading, ...pieces]))
}

/** The sections of a version without the pieces taken. A heading that is taken stays where something below it does. */
function standingOf(pieces: readonly string[], taken: readonly string[]): LogSection[] {
  const sections: LogSection[] = [{ heading: '', pieces: [] }]
  const [headings, others] = [taken.filter(isHeading), taken.filter((piece) => !isHeading(piece))]
  for (const { piece } of keptOf(pieces, others)) {
    const last = sections.at(-1)!
    if (isHeading(piece)) sections.push({ heading: piece, pieces: [] })
    else last.pieces.push(piece)
  }
  const left = new Map<string, number>()
  for (const heading of headings) left.set(heading, (left.get(heading) ?? 0) + 1)
  return sections.filter(({ heading, pieces: below }) => {
    const more = left.get(heading) ?? 0
    if (more === 0 || !below.every(isBlank)) return true
    left.set(heading, more - 1)
    return false
  })
}

/**
 * The pieces of a version without those taken, each with the heading that it stands below there; also without the blank
 * lines that would double where something is taken.
 */
function keptOf(
  pieces: readonly string[],
  taken: readonly string[],
): readonly { readonly piece: string; readonly heading: string }[] {
  const left = new Map<string, number>()
  for (const piece of taken) if (!isBlank(piece)) left.set(piece, (left.get(piece) ?? 0) + 1)
  const kept: { piece: string; heading: string }[] = []
  let heading = ''
  let isGap = false
  for (const piece of pieces) {
    if (isHeading(piece)) heading = piece
    const more = left.get(piece) ?? 0
    if (more > 0) {
      left.set(piece, more - 1)
      isGap = true
    } else if (!isBlank(piece) || !isGap || (kept.length > 0 && !isBlank(kept.at(-1)!.piece))) {
      kept.push({ piece, heading })
      isGap &&= isBlank(piece)
    }
  }
  return kept.every(({ piece }) => isBlank(piece)) ? [] : kept
}

/** The pieces of one section: ours, then theirs. What both begin or end with comes once. */
function joined(left: readonly string[], right: readonly string[]): string[] {
  let start = 0
  while (start < right.length && right[start] === left[start]) start++
  let end = 0
  while (end < right.length - start && end < left.length - start && right.at(-1 - end) === left.at(-1 - end)) end++
  const first = left.slice(0, left.length - end)
  const then = right.slice(start)
  const said = first.findLastIndex((piece) => !isBlank(piece)) + 1
  // Theirs go on with a list of ours, above the blank lines that end it.
  if (isItem(first[said - 1] ?? '') && isItem(then[0] ?? ''))
    return [...first.slice(0, said), ...then, ...(isBlank(then.at(-1)!) ? [] : first.slice(said))]
  return [...first, ...between(first.at(-1), right[start - 1], then[0]), ...then]
}

/** A blank line where a text of theirs would else go on in a list item of ours, or in the paragraph above it. */
function between(last: string | undefined, left: string | undefined, next: string | undefined): readonly string[] {
  if (last === undefined || next === undefined || isBlank(last) || !isText(next)) return []
  if (!isItem(last) && !(left !== undefined && isBlank(left))) return []
  return [lineEndOf(last)]
}

const lineEndOf = (line: string): string => (line.endsWith('\r\n') ? '\r\n' : '\n')
