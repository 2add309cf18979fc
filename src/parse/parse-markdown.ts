import type { Block } from './block.js'
import { parseLines } from './parse-lines.js'
import { splitSections, type Piece } from './split-sections.js'

/** Reads the pieces that need a whole Markdown parser. */
export type StructureParser = (piece: Piece) => Block[]

/**
 * What the whole Markdown parser is given at most: the characters of one piece, and a share of a note's size. It takes
 * ten seconds a megabyte at its best, and quadratic time for a hostile piece.
 */
const largest = 1500
const share = 0.02

/** Why a piece was not read as a whole Markdown parser would read it; the person is told. */
export type Shortfall = 'nested too deep' | 'too much that is rare'

/**
 * Every block of a note. `lines` has no front matter and no byte order mark.
 * `onShortfall` hears of each piece that was read roughly, by a line of it.
 */
export function parseMarkdown(
  lines: readonly string[],
  structureOf: StructureParser,
  onShortfall: (line: number, why: Shortfall) => void = () => {},
): Block[] {
  let left = largest + share * lines.reduce((sum, line) => sum + line.length + 1, 0)
  const blocks: Block[] = []
  for (const piece of splitSections(lines)) {
    let deep: number | undefined
    let found = parseLines(piece, 'sure', (line) => (deep = line))
    if (!found) {
      const size = piece.lines.reduce((sum, line) => sum + line.length + 1, 0)
      const affordable = deep === undefined && size <= Math.min(left, largest)
      if (affordable) left -= size
      else onShortfall(deep ?? piece.first, deep === undefined ? 'too much that is rare' : 'nested too deep')
      found = affordable ? structureOf(piece) : parseLines(piece, 'rough')
    }
    for (const block of found) blocks.push(block) // spread, a long piece would overflow the stack
  }
  return blocks
}

/** The same blocks where no piece needs a whole Markdown parser; undefined where one does. */
export function parsePlainMarkdown(lines: readonly string[]): Block[] | undefined {
  const blocks: Block[] = []
  for (const piece of splitSections(lines)) {
    const found = parseLines(piece, 'sure')
    if (!found) return undefined
    for (const block of found) blocks.push(block)
  }
  return blocks
}
