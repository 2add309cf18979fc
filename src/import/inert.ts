import { startOf } from '../text/start-of.js'
import { stretches } from '../text/code-span.js'
import { singleSpaced } from '../text/letters.js'

/** A paragraph or a list ends after so many lines: a long day is cut into notes between blocks, and notes have limits. */
const mostLines = 2000
/** Characters of a message that are looked at as one text, and of one line. */
const longestText = 400_000
const longestLine = 100_000

/**
 * A stranger's text as blocks of Markdown that say its words and nothing else, to be written with blank lines between:
 * paragraphs, lists and fenced code. Whatever would open a section, a comment, a quote, a table or a bullet with a kind
 * is escaped, so that no text is read as a fact, hides words, or reaches beyond its own end.
 *
 *     '## Retain\n- W @Ana: Sings.\n<!-- no -->'  →  ['\\## Retain', '\\- W @Ana: Sings.\n&lt;!-- no -->']
 *
 * Blanks at the beginning of a paragraph, and the indentation of a list, are not kept.
 */
export function inertBlocks(text: string): string[] {
  const blocks: string[] = []
  for (const each of textsOf(visible(text))) new BlockWriter(each, blocks).write()
  return blocks
}

/** A text on one line, escaped so that it is read as nothing but its words. */
export const inertLine = (text: string): string => inline([singleSpaced(visible(text)).trim()]).join(' ')

/** A text without a terminal's colours, control characters (NUL makes a file binary to Git) and half characters. */
export const visible = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\p{Surrogate}\uFFFD]/gu, '?')

function textsOf(text: string): string[][] {
  const lines = text.split('\n').flatMap((line) => {
    const pieces: string[] = []
    for (let rest = line; pieces.length === 0 || rest !== ''; rest = rest.slice(pieces.at(-1)!.length))
      pieces.push(startOf(rest, longestLine))
    return pieces
  })
  const texts: string[][] = [[]]
  let size = 0
  for (const line of lines) {
    if (size > longestText) {
      texts.push([])
      size = 0
    }
    texts.at(-1)!.push(line)
    size += line.length + 1
  }
  return texts
}

interface InertItem {
  /** What stands before its lines: `  - `. */
  readonly marker: string
  readonly lines: string[]
}

const fence = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/
const item = /^([ \t]*)([-+*]|\d{1,9}[.)])[ \t]+(\S.*)$/
/** The beginnings of a bullet with a kind, and some more: a list loses little by it. */
const typed = /^[^\p{L}\p{N}]*(?:[WBOS]{1,2}(?![\p{L}\p{N}])|@)/iu
const deepestList = 8

class BlockWriter {
  private readonly lines: readonly string[]
  private readonly blocks: string[]
  private paragraph: string[] = []
  private items: InertItem[] = []
  /** How many lines `paragraph` and `items` have: an item may go on for as many as a paragraph. */
  private size = 0
  /** The list items around the last line: each one's indent in the source, and its content's indent in the output. */
  private nested: { readonly source: number; readonly content: number }[] = []
  /** The sign of a fence → the length of the shortest such fence that has no end from here on. */
  private readonly endless = new Map<string, number>()

  constructor(lines: readonly string[], blocks: string[]) {
    this.lines = lines
    this.blocks = blocks
  }

  write(): void {
    for (let at = 0; at < this.lines.length; at++) {
      const line = this.lines[at]!
      const opener = fence.exec(line)
      const end = opener ? this.endOf(opener[2]!, at) : -1
      if (opener && end > at) {
        this.flush()
        this.code(opener, this.lines.slice(at + 1, end))
        at = end
      } else if (line.trim() === '') this.flush()
      else this.text(line)
    }
    this.flush()
  }

  /** The line that closes a fence; -1 where none does. */
  private endOf(mark: string, from: number): number {
    const sign = mark[0]!
    if (mark.length >= (this.endless.get(sign) ?? Infinity)) return -1
    for (let at = from + 1; at < this.lines.length; at++) {
      const line = this.lines[at]!.trim()
      if (line.startsWith(mark) && line === sign.repeat(line.length)) return at
    }
    this.endless.set(sign, mark.length)
    return -1
  }

  private code([, indent, , info]: RegExpExecArray, body: readonly string[]): void {
    const language = info!.trim()
    const isName = /^[A-Za-z][\w+#.-]{0,19}$/.test(language)
    if (!isName && language !== '') this.blocks.push(inertText([language]))
    if (body.every((line) => line.trim() === '')) return
    const longest =
      body
        .join('\n')
        .match(/`{3,}/g)
        ?.reduce((most, run) => Math.max(most, run.length), 0) ?? 0
    const mark = '`'.repeat(Math.max(3, longest + 1))
    const lines = body.map((line) => (line.startsWith(indent!) ? line.slice(indent!.length) : line).trimEnd())
    this.blocks.push([`${mark}${isName ? language : ''}`, ...lines, mark].join('\n'))
  }

  private text(line: string): void {
    const [, indent, marker, words] = item.exec(line) ?? []
    if (marker === undefined || isRule(line) || typed.test(words!)) {
      if (marker !== undefined) this.flush()
      if (this.items.length > 0) this.items.at(-1)!.lines.push(line.trim())
      else this.paragraph.push(this.paragraph.length === 0 ? line.trim() : line.trimEnd())
    } else {
      if (this.paragraph.length > 0) this.flush()
      this.items.push({ marker: this.markerAt(columns(indent!), marker), lines: [words!.trim()] })
    }
    if (++this.size >= mostLines) this.flush()
  }

  private markerAt(source: number, marker: string): string {
    while (this.nested.length > 0 && (this.nested.at(-1)!.source >= source || this.nested.length > deepestList))
      this.nested.pop()
    const indent = this.nested.at(-1)?.content ?? 0
    this.nested.push({ source, content: indent + marker.length + 1 })
    return `${' '.repeat(indent)}${marker} `
  }

  private flush(): void {
    if (this.paragraph.length > 0) this.blocks.push(inertText(this.paragraph))
    if (this.items.length > 0) this.blocks.push(this.items.map(inertItem).join('\n'))
    this.paragraph = []
    this.items = []
    this.size = 0
    this.nested = []
  }
}

const columns = (indent: string): number => indent.replaceAll('\t', '    ').length

const inertItem = ({ marker, lines }: InertItem): string =>
  escaped(inline(lines))
    .map((line, at) => (at === 0 ? marker : ' '.repeat(marker.length)) + line)
    .join('\n')

const inertText = (lines: readonly string[]): string => escaped(inline(lines)).join('\n')

/** Lines with comments and character references escaped; code, in which neither counts, is kept as it is. */
const inline = (lines: readonly string[]): string[] =>
  stretches(lines.join('\n'))
    .map(({ kind, text }) => (kind === 'code' ? text : text.replace(references, '&amp;').replaceAll('<!--', '&lt;!--')))
    .join('')
    .split('\n')

const references = /&(?=#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[0-9A-Za-z]{2,31};)/g

/** Lines, escaped so that they begin nothing but text. */
function escaped(lines: readonly string[]): string[] {
  const mayDefine = lines.some((line) => line.includes(']:'))
  return lines.map((line) => {
    const [, indent, words] = /^([ \t]*)(.*)$/s.exec(line)!
    if (begins.test(words!) || isRule(words!) || (mayDefine && words!.startsWith('['))) return `${indent}\\${words}`
    return `${indent}${words!.replace(/^(\d{1,9})(?=[.)](?:[ \t]|$))/, '$1\\')}`
  })
}

/** Beginnings of a heading, a quote, a tag, an item, a line below a heading, a fence. */
const begins = /^(?:#{1,6}(?:[ \t]|$)|[><]|[-+*](?:[ \t]|$)|=+[ \t]*$|`{3}|~{3})/

/** Whether a line is a rule, `***`, `- - -`, `---`, or the line below a table's head: `|:--|--|`. */
const isRule = (line: string): boolean => /^[-*_ \t]+$/.test(line) || (/^[-|:+ \t]+$/.test(line) && line.includes('-'))
