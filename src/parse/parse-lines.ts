import { withoutTrailing } from '../text/letters.js'
import type { Block } from './block.js'
import { htmlEnds, htmlKindOf, type HtmlKind } from './html-block.js'
import { withoutTags } from './html-text.js'
import { LineCursor } from './line-cursor.js'
import { readDefinitions } from './link-definitions.js'
import { isBlank, type Piece } from './split-sections.js'
import { cellsOf, columnsOf, delimitedColumns } from './table-row.js'

/** Containers that nest deeper than this are read as plain text. */
const deepest = 60

/** Where only a whole Markdown parser can tell what a line means, `sure` gives undefined and `rough` guesses. */
export type Care = 'sure' | 'rough'

/**
 * The blocks of a piece, in time linear in its size: CommonMark's block structure and GitHub's tables, line by line.
 * Inline Markdown is left as it stands, as everywhere in a block.
 *
 * With care `sure`, undefined as soon as a line might mean something else to micromark, which is rare; a test compares
 * the two. With care `rough` there is always an answer, and every word stands in it.
 *
 * `onTooDeep` hears of the first line that nests too deep.
 */
export function parseLines(piece: Piece, care: 'rough', onTooDeep?: (line: number) => void): Block[]
export function parseLines(piece: Piece, care: Care, onTooDeep?: (line: number) => void): Block[] | undefined
export function parseLines(piece: Piece, care: Care, onTooDeep?: (line: number) => void): Block[] | undefined {
  const reader = new BlockReader(piece.first, care, onTooDeep)
  for (const line of piece.lines) {
    reader.read(line)
    if (reader.unsure) return undefined
  }
  const blocks = reader.finish()
  return reader.unsure ? undefined : blocks
}

interface Container {
  readonly kind: 'root' | 'quote' | 'item'
  readonly first: number
  last: number
  readonly children: Block[]
  /** Columns that a line must be indented to be in the item. */
  readonly indent: number
  /** Whether anything but blank lines stands in it. */
  holds: boolean
}

interface Paragraph {
  readonly kind: 'paragraph'
  readonly first: number
  /** Each line without the prefixes of the containers it stands in. */
  readonly lines: string[]
  /** Whether the last line could be the head of a table. */
  head: boolean
}
interface Fence {
  readonly kind: 'fence'
  readonly first: number
  readonly mark: string
  readonly code: string[]
}
interface Indented {
  readonly kind: 'indented'
  readonly first: number
  last: number
  readonly code: string[]
}
interface Html {
  readonly kind: 'html'
  readonly first: number
  readonly html: HtmlKind
  readonly lines: string[]
}
interface Table {
  readonly kind: 'table'
}
type LineLeaf = Paragraph | Fence | Indented | Html | Table

class BlockReader {
  unsure = false
  private number: number
  private readonly open: Container[]
  private leaf: LineLeaf | undefined
  private line = ''
  private above = ''
  /** Whether only blank lines stand between an empty item and this line. */
  private emptied = false

  private readonly care: Care
  private onTooDeep: ((line: number) => void) | undefined

  constructor(first: number, care: Care, onTooDeep: ((line: number) => void) | undefined) {
    this.care = care
    this.onTooDeep = onTooDeep
    this.number = first - 1
    this.open = [{ kind: 'root', first, last: first, children: [], indent: 0, holds: true }]
  }

  finish(): Block[] {
    this.number++
    this.above = this.line
    this.closeLeaf()
    this.closeContainers(1)
    return this.open[0]!.children
  }

  read(line: string): void {
    this.number++
    this.above = this.line
    this.line = line
    if (line === '' && this.leaf === undefined && this.open.length === 1) return // between two blocks
    const cursor = new LineCursor(line)
    const matched = this.continued(cursor)
    const within = matched === this.open.length
    // What may not interrupt a paragraph may not do so behind a new container either.
    const interrupts = within && this.leaf?.kind === 'paragraph'
    const afterCode = within && this.leaf?.kind === 'indented'
    if (within && this.goesOn(cursor)) return
    if (afterCode && (cursor.code === 62 || itemAt(cursor, false) !== undefined)) this.doubt()
    this.start(cursor, matched, interrupts)
  }

  /** How many of the open containers the line is in. */
  private continued(cursor: LineCursor): number {
    let at = 1
    for (; at < this.open.length; at++) {
      const { kind, holds, indent } = this.open[at]!
      if (kind === 'quote') {
        if (cursor.indented || cursor.code !== 62) break
        cursor.skipCharacters(1)
        cursor.skipColumns(1)
      } else if (cursor.blank) {
        // An item that begins with a blank line ends at the next one.
        if (!holds) {
          this.emptied = true
          break
        }
        cursor.skipSpace()
      } else if (cursor.indent >= indent) {
        cursor.skipColumns(indent)
      } else break
    }
    return at
  }

  /** Takes the line into the open leaf, or ends the leaf by it. False where the line may begin something of its own. */
  private goesOn(cursor: LineCursor): boolean {
    const { leaf } = this
    switch (leaf?.kind) {
      case 'fence':
        if (!cursor.indented && closes(cursor.rest, leaf.mark)) {
          this.addCode(leaf.code, leaf.first, this.number)
          this.leaf = undefined
        } else leaf.code.push(cursor.rest)
        return true
      case 'html':
        if (cursor.blank && !leaf.html.ends) {
          this.closeLeaf()
          return false
        }
        this.addHtml(leaf, cursor)
        return true
      case 'indented':
        if (cursor.blank) return true
        if (!cursor.indented) {
          this.closeLeaf()
          return false
        }
        leaf.code.push(cursor.rest)
        leaf.last = this.number
        return true
      default:
        if (!cursor.blank) return false
        this.closeLeaf()
        return true
    }
  }

  private addHtml(leaf: Html, cursor: LineCursor): void {
    leaf.lines.push(this.line.slice(cursor.at))
    if (!leaf.html.ends || !htmlEnds(leaf.html, cursor.rest)) return
    this.addText(withoutTags(leaf.lines.join('\n')), 'paragraph', leaf.first, this.number)
    this.leaf = undefined
  }

  /** Opens new containers, then a leaf. `matched` is how many of the open containers hold the line. */
  private start(cursor: LineCursor, matched: number, interrupts: boolean): void {
    let held = matched
    const { leaf } = this
    // `paragraph`: the line stands in the open one. `lazy`: it may continue one lazily (CommonMark 5.1).
    let paragraph = leaf?.kind === 'paragraph' && held === this.open.length
    const lazy = leaf?.kind === 'paragraph' && held < this.open.length
    while (!cursor.blank && !cursor.indented) {
      const item = cursor.code === 62 ? undefined : itemAt(cursor, interrupts)
      if (cursor.code !== 62 && !item) break
      if (this.open.length > deepest && held > deepest) {
        this.tooDeep()
        break
      }
      this.closeUnheld(held)
      paragraph = false
      if (item) {
        const before = cursor.indent
        cursor.skipCharacters(item.length)
        const padding = paddingOf(cursor)
        if (cursor.blank) cursor.skipSpace()
        else cursor.skipColumns(padding)
        this.push('item', before + item.length + padding)
      } else {
        cursor.skipCharacters(1)
        cursor.skipColumns(1)
        this.push('quote', 0)
      }
      held = this.open.length
    }
    this.startLeaf(cursor, held, paragraph, lazy && this.leaf !== undefined)
    this.emptied &&= cursor.blank
  }

  private push(kind: 'item' | 'quote', indent: number): void {
    this.open.at(-1)!.holds = true
    this.open.push({ kind, first: this.number, last: this.number, children: [], indent, holds: false })
  }

  private doubt(): void {
    this.unsure = this.care === 'sure'
  }

  private tooDeep(): void {
    this.doubt()
    this.onTooDeep?.(this.number)
    this.onTooDeep = undefined
  }

  private startLeaf(cursor: LineCursor, held: number, paragraph: boolean, lazy: boolean): void {
    if (cursor.blank) {
      this.closeUnheld(held)
      return
    }
    this.open[held - 1]!.holds = true
    if (cursor.indented) {
      if (paragraph || lazy) return this.goOn(cursor, false)
      if (held < this.open.length || this.emptied) this.doubt()
      this.closeUnheld(held)
      this.leaf = { kind: 'indented', first: this.number, last: this.number, code: [cursor.rest] }
      return
    }
    const { code, rest } = cursor
    if (code === 35) {
      const heading = headingForm.exec(rest)
      if (heading) return this.heading(held, heading[0].length, rest.slice(heading[0].length))
    }
    if (code === 96 || code === 126) {
      const mark = fenceForm.exec(rest)?.[0]
      if (mark && !(code === 96 && rest.includes('`', mark.length))) {
        this.closeUnheld(held)
        this.leaf = { kind: 'fence', first: this.number, mark, code: [metaOf(rest.slice(mark.length))] }
        return
      }
    }
    if (code === 60) {
      const html = htmlKindOf(rest, paragraph || lazy)
      if (lazy && !html && htmlKindOf(rest, false)) this.doubt()
      if (html) {
        this.closeUnheld(held)
        const leaf: Html = { kind: 'html', first: this.number, html, lines: [] }
        this.leaf = leaf
        return this.addHtml(leaf, cursor)
      }
    }
    if (paragraph && (code === 61 || code === 45) && underlineForm.test(rest)) {
      if (this.underline(code)) return
    }
    if (isRule(rest)) {
      this.closeUnheld(held)
      return
    }
    if (paragraph && this.tableBegins(rest)) return
    if (this.leaf?.kind === 'table' && held === this.open.length) return this.addRow(rest)
    if (paragraph || lazy) return this.goOn(cursor, !lazy)
    if (this.leaf?.kind === 'table') this.doubt()
    this.closeUnheld(held)
    this.leaf = { kind: 'paragraph', first: this.number, lines: [rest.trim()], head: true }
  }

  private goOn(cursor: LineCursor, head: boolean): void {
    const leaf = this.leaf as Paragraph
    // Blanks and `>` before a lazy line are no part of its text.
    leaf.lines.push(this.line.replace(/^[\s>]+/, '').trim())
    leaf.head = head && !cursor.indented
  }

  private heading(held: number, depth: number, rest: string): void {
    this.closeUnheld(held)
    this.add({ kind: 'heading', depth, first: this.number, last: this.number, text: headingText(rest), ruled: false })
  }

  /** Makes the open paragraph a heading, for its underline; false where the paragraph is link definitions alone. */
  private underline(code: number): boolean {
    const { first, lines } = this.leaf as Paragraph
    const definitions = readDefinitions(lines)
    if (definitions !== 'none') {
      this.doubt()
      if (definitions !== 'unsure' && definitions.length === lines.length) return false
    }
    this.leaf = undefined
    const ruled = code === 45
    this.add({ kind: 'heading', depth: ruled ? 2 : 1, first, last: this.number, text: lines.join(' '), ruled })
    return true
  }

  /** Begins a table if `rest` is a row of dashes with as many columns as the head, the open paragraph's last line. */
  private tableBegins(rest: string): boolean {
    const columns = delimitedColumns(rest)
    const leaf = this.leaf as Paragraph
    const head = leaf.lines.at(-1)!
    if (columns === undefined || columnsOf(head) !== columns) return false
    if (!leaf.head || (leaf.lines.length > 1 && head.startsWith('<'))) this.doubt()
    if (!leaf.head) return false
    leaf.lines.pop()
    const { number } = this
    this.number-- // the paragraph ends above the head
    if (leaf.lines.length > 0) this.closeLeaf()
    this.number = number
    this.addText(cellsOf(head).join(' | '), 'row', number - 1, number - 1)
    this.leaf = { kind: 'table' }
    return true
  }

  private addRow(rest: string): void {
    this.addText(cellsOf(rest).join(' | '), 'row', this.number, this.number)
  }

  private closeUnheld(held: number): void {
    this.closeLeaf()
    this.closeContainers(held)
  }

  private closeContainers(held: number): void {
    while (this.open.length > held) {
      const { kind, first, last, children } = this.open.pop()!
      this.add({ kind: kind as 'item' | 'quote', first, last, children })
    }
  }

  /** Closes the open leaf; the current line is no part of it. */
  private closeLeaf(): void {
    const { leaf } = this
    if (leaf === undefined) return
    this.leaf = undefined
    // A fence or HTML without an end goes on to the end of its container; an empty last line belongs to neither.
    const last = this.number - (this.above === '' ? 2 : 1)
    if ((leaf.kind === 'fence' || leaf.kind === 'html') && this.above === '' && this.open.length > 1) this.doubt()
    switch (leaf.kind) {
      case 'paragraph':
        this.closeParagraph(leaf)
        break
      case 'fence':
        this.addCode(leaf.code, leaf.first, Math.max(leaf.first, last))
        break
      case 'indented':
        this.addCode(leaf.code, leaf.first, leaf.last)
        break
      case 'html':
        this.addText(withoutTags(leaf.lines.join('\n')), 'paragraph', leaf.first, Math.max(leaf.first, last))
        break
      default:
    }
  }

  private closeParagraph({ first, lines }: Paragraph): void {
    const definitions = readDefinitions(lines)
    if (definitions === 'unsure') this.doubt()
    const apart = typeof definitions === 'string' ? [] : definitions
    for (const [at, text] of apart.entries()) this.addText(text, 'paragraph', first + at, first + at)
    if (apart.length === lines.length) return
    if (apart.length > 0) this.doubt()
    const text = lines.slice(apart.length).join(' ')
    this.addText(text, 'paragraph', first + apart.length, first + lines.length - 1)
  }

  private addCode(code: readonly string[], first: number, last: number): void {
    this.addText(
      code
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' '),
      'code',
      first,
      last,
    )
  }

  private addText(text: string, kind: 'paragraph' | 'code' | 'row', first: number, last: number): void {
    if (text !== '') this.add({ kind, first, last, text })
  }

  private add(block: Block): void {
    const into = this.open.at(-1)!
    into.children.push(block)
    into.last = Math.max(into.last, block.last)
  }
}

/** What stands behind a fence's language: ` ```js title="The shop" `. */
const metaOf = (info: string): string => /^\s*\S+\s+(.*)/.exec(info)?.[1] ?? ''

const headingForm = /^#{1,6}(?=[ \t]|$)/
const fenceForm = /^(?:`{3,}|~{3,})/
const underlineForm = /^(?:=+|-+)[ \t]*$/
const itemForm = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/

/** The marker of a list item; undefined for a rule (`---`). Below a paragraph, only one that may interrupt it. */
function itemAt(cursor: LineCursor, paragraph: boolean): string | undefined {
  const { code } = cursor
  if (code !== 45 && code !== 42 && code !== 43 && !(code >= 48 && code <= 57)) return undefined
  const marker = itemForm.exec(cursor.line.slice(cursor.next, cursor.next + 11))?.[0]
  if (marker === undefined || (code !== 43 && code < 48 && isRule(cursor.rest))) return undefined
  if (!paragraph) return marker
  if (isBlank(cursor.line.slice(cursor.next + marker.length))) return undefined
  return code < 48 || (marker.length === 2 && code === 49) ? marker : undefined
}

/** Columns from a marker to what the item holds: one where there are more than four, for then code begins behind it. */
function paddingOf(cursor: LineCursor): number {
  return cursor.blank || cursor.indent > 4 ? 1 : cursor.indent
}

/** `***`, `- - -`, `____` */
function isRule(rest: string): boolean {
  const mark = rest.charCodeAt(0)
  if (mark !== 42 && mark !== 45 && mark !== 95) return false
  let count = 0
  for (let at = 0; at < rest.length; at++) {
    const code = rest.charCodeAt(at)
    if (code === mark) count++
    else if (code !== 32 && code !== 9) return false
  }
  return count >= 3
}

const closes = (rest: string, mark: string): boolean => {
  const run = withoutTrailing(rest, ' \t')
  return run.length >= mark.length && run.startsWith(mark) && withoutTrailing(run, mark[0]!) === ''
}

/** ` Title ##  ` → `Title`: a closing run of `#` counts only behind white space (CommonMark 4.2). */
function headingText(rest: string): string {
  const text = withoutTrailing(rest, ' \t')
  const open = withoutTrailing(text, '#')
  return (open === '' || /[ \t]$/.test(open) ? open : text).trim()
}
