import type { Block } from './block.js'
import { parseFlat } from './parse-flat.js'
import { splitSections, type Piece } from './split-sections.js'

/** Reads the pieces that need a whole Markdown parser. */
export type StructureParser = (piece: Piece) => Block[]

/** Micromark is superlinear in nesting and in size: pieces beyond this are read line by line. */
const deepest = 60
const largest = 96_000

/**
 * Every block of a note. `lines` has no front matter and no byte order mark.
 * `onTooMuch` hears of each piece that was read line by line, by its first line.
 */
export function parseMarkdown(
  lines: readonly string[],
  structureOf: StructureParser,
  onTooMuch: (line: number) => void = () => {},
): Block[] {
  return splitSections(lines).flatMap((piece) => parseFlat(piece) ?? parsePiece(piece, structureOf, onTooMuch))
}

/** The same blocks where no piece needs a whole Markdown parser; undefined where one does. */
export function parseFlatMarkdown(lines: readonly string[]): Block[] | undefined {
  const blocks: Block[] = []
  for (const piece of splitSections(lines)) {
    const found = parseFlat(piece)
    if (!found) return undefined
    for (const block of found) blocks.push(block) // spread, a long piece would overflow the stack
  }
  return blocks
}

function parsePiece(piece: Piece, structureOf: StructureParser, onTooMuch: (line: number) => void): Block[] {
  const size = piece.lines.reduce((sum, line) => sum + line.length + 1, 0)
  if (size <= largest && !piece.lines.some(isDeep)) return structureOf(piece)
  onTooMuch(piece.first)
  return lineByLine(piece)
}

/** Markers in a row, or one far to the right: containers within containers. A rule of a hundred dashes is none. */
function isDeep(line: string): boolean {
  if (line.length <= deepest || rule.test(line)) return false
  const prefix = containers.exec(line)![0]
  const markers = prefix.match(/>|[-+*]|\d+/g)?.length ?? 0
  const indentation = /^[ \t]*/.exec(prefix)![0].length
  return markers > deepest || (markers > 0 && indentation > 2 * deepest)
}

const rule = /^[ \t]*(?:[-*_][ \t]*)+$/
const containers = /^(?:[ \t]+|>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))*/

/** The way through for hostile or gigantic pieces: each line is a heading or a paragraph, nothing is lost and nothing is typed. */
function lineByLine(piece: Piece): Block[] {
  return piece.lines.flatMap((line, at): Block[] => {
    const number = piece.first + at
    const heading = /^(#{1,6})(?:[ \t]|$)/.exec(line)
    const text = line.replace(/^[\s>*+\-#]+/, '').trim()
    if (heading) return [{ kind: 'heading', depth: heading[1]!.length, first: number, last: number, text }]
    return text === '' ? [] : [{ kind: 'paragraph', first: number, last: number, text }]
  })
}
