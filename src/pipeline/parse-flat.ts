import { withoutTrailing } from '../memory/letters.js'
import type { Block } from './block.js'
import { isBlank, type Piece } from './split-sections.js'

/**
 * What may start a construct that is more than a bullet or a paragraph: quotes,
 * tables' delimiter rows, headings, HTML, rules, fences, nested lists,
 * definitions, indentation.
 */
const trap =
  /^(?:[\s>]|#{1,6}(?:\s|$)|<|[-=]+\s*$|`{3}|~{3}|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|\[[^\]]*(?:\]:|$)|\[\^|(?:[-*_][ \t]*){3,}$|[|: \t-]+$)/
const flatBullet = /^[-+*] (?=\S)/
const flatHeading = /^(#{1,6})(?=[ \t]|$)/

/**
 * The blocks of a piece in which every line is a heading, a bullet at the
 * margin, a paragraph line or blank: what nearly all daily logs are made of.
 * Undefined as soon as a line might be anything else; `parse-markdown.ts` then
 * asks micromark, and a test holds the two against each other.
 */
export function parseFlat(piece: Piece): Block[] | undefined {
  const blocks: Block[] = []
  let open: { kind: 'item' | 'paragraph'; first: number; text: string[] } | undefined
  const close = (last: number): void => {
    if (!open) return
    const { kind, first } = open
    const paragraph: Block = { kind: 'paragraph', first, last, text: open.text.join(' ') }
    blocks.push(kind === 'item' ? { kind: 'item', first, last, children: [paragraph] } : paragraph)
    open = undefined
  }
  for (const [at, line] of piece.lines.entries()) {
    const number = piece.first + at
    if (isBlank(line)) {
      close(number - 1)
    } else if (at === 0 && line.startsWith('#') && flatHeading.test(line)) {
      const depth = flatHeading.exec(line)![0].length
      blocks.push({ kind: 'heading', depth, first: number, last: number, text: headingText(line.slice(depth)) })
    } else if (flatBullet.test(line)) {
      const text = line.slice(2)
      if (trap.test(text)) return undefined
      close(number - 1)
      open = { kind: 'item', first: number, text: [text.trimEnd()] }
    } else if (open && /^ +\S/.test(line)) {
      const text = line.trim()
      if (trap.test(text)) return undefined
      open.text.push(text)
    } else {
      if (trap.test(line)) return undefined
      open ??= { kind: 'paragraph', first: number, text: [] }
      open.text.push(line.trimEnd())
    }
  }
  close(piece.first + piece.lines.length - 1)
  return blocks
}

/** ` Title ##  ` → `Title`: a closing run of `#` counts only behind white space (CommonMark 4.2). */
function headingText(rest: string): string {
  const text = withoutTrailing(rest, ' \t')
  const open = withoutTrailing(text, '#')
  return (open === '' || /[ \t]$/.test(open) ? open : text).trim()
}
