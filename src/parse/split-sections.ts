/** Consecutive lines of a note that can be parsed on their own. */
export interface Piece {
  /** 1-based number of the first line. */
  readonly first: number
  readonly lines: readonly string[]
}

const fenceOpen = /^( {0,3})(`{3,}|~{3,})(.*)$/s
const heading = /^#{1,6}(?:[ \t]|$)/
const bullet = /^[-+*] \S/
/** HTML that may hold blank lines and headings up to an end of its own. */
const longHtml = /^ {0,3}<(?:script|pre|style|textarea|\?|!\[CDATA\[|![A-Za-z])/i
const indentedOpener = /^ +(?:<|`{3}|~{3})/

/** Whether a line is blank to Markdown: spaces and tabs only. */
export const isBlank = (line: string): boolean => line === '' || /^[ \t]*$/.test(line)

/** Above this many characters a piece is also cut between top-level bullets. */
const comfortable = 16_000

/**
 * Cut a note where a cut cannot change what Markdown means: before a heading at the margin that no fence, comment or
 * HTML block can contain, and in a long section between two bullets at the margin.
 *
 * It only cuts when it is sure. An indented fence or HTML opener may belong to a list item, and long-form HTML has
 * endings of its own; after either the rest of the note stays whole.
 */
export function splitSections(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  let size = 0
  let fence = ''
  let comment = false
  let html = false
  let blankBefore = true
  let sure = true
  const cut = (at: number): void => {
    if (at > start) pieces.push({ first: start + 1, lines: lines.slice(start, at) })
    start = at
    size = 0
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    size += line.length + 1
    if (!sure) continue
    const blank = isBlank(line)
    if (fence !== '') {
      const close = fenceOpen.exec(line)
      if (close && close[2]!.startsWith(fence) && isBlank(close[3]!)) fence = ''
    } else if (comment) {
      comment = !line.includes('-->')
    } else if (html && !blank) {
      // Content of a block of HTML, or of a paragraph that a tag began: only in the paragraph can these open.
      if (longHtml.test(line) || line.trimStart().startsWith('<!--') || fenceOpen.test(line)) sure = false
    } else if (html) {
      html = false
    } else if (longHtml.test(line) && !line.startsWith('<!--')) {
      sure = false
    } else if (indentedOpener.test(line)) {
      sure = false
    } else if (line.startsWith('<!--')) {
      comment = !line.includes('-->', 2)
    } else if (line.startsWith('<')) {
      html = true
    } else if (fenceOpen.test(line) && !(line.startsWith('`') && line.slice(3).replace(/^`+/, '').includes('`'))) {
      fence = fenceOpen.exec(line)![2]!
    } else if (heading.test(line)) {
      cut(at)
    } else if (blankBefore && size > comfortable && bullet.test(line)) {
      cut(at)
    }
    blankBefore = blank
  }
  cut(lines.length)
  return pieces
}
