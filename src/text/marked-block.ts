/** A text cut at a block of ours: from the line that begins with one mark to the line that begins with another. */
export interface MarkedBlock {
  readonly before: string
  readonly part: string
  readonly after: string
}

/** Finds our block in a file that others write too; undefined where there is none, or its end is missing. */
export function findBlock(content: string, begin: string, end: string): MarkedBlock | undefined {
  const start = blockStart(content, begin)
  if (start === undefined) return undefined
  const close = content.indexOf(`\n${end}`, start)
  if (close < 0) return undefined
  const mark = close + 1 + end.length
  const line = content.indexOf('\n', mark)
  // What somebody wrote right behind the mark is theirs.
  const isOurs = content.slice(mark, line < 0 ? undefined : line).trim() === ''
  const stop = isOurs ? (line < 0 ? content.length : line + 1) : mark
  return { before: content.slice(0, start), part: content.slice(start, stop), after: content.slice(stop) }
}

/** The offset of the line that begins our block, whether the block ends or not; undefined where there is none. */
export function blockStart(content: string, begin: string): number | undefined {
  if (content.startsWith(begin)) return 0
  const at = content.indexOf(`\n${begin}`)
  return at < 0 ? undefined : at + 1
}

/**
 * A text with a block of ours at its end, behind a blank line. The block ends in a line break only where the text did,
 * so that `withoutBlock` gives back its bytes.
 *
 * @param text undefined where there is no file
 * @param block lines that end in `\n`; they get the line breaks of the text
 */
export function withBlock(text: string | undefined, block: string): string {
  if (text === undefined) return block
  const newline = newlineOf(text)
  const lines = block.replaceAll('\n', newline)
  if (text.endsWith('\n')) return text + newline + lines
  return (text === '' ? '' : text + newline + newline) + lines.slice(0, -newline.length)
}

/** The text without the block; null where there was no file before it. */
export function withoutBlock({ before, part, after }: MarkedBlock): string | null {
  const newline = newlineOf(part)
  if (part.endsWith('\n')) {
    const isSpaced = before.endsWith(newline) && before.slice(0, -newline.length).endsWith('\n')
    const rest = (isSpaced ? before.slice(0, -newline.length) : before) + after
    return rest === '' ? null : rest
  }
  const gap = newline + newline
  // Without the gap, words behind the block would go on with the line in front of it.
  return after === '' && before.endsWith(gap) ? before.slice(0, -gap.length) : before + after
}

/** The line break that a text is written with, told by its first. */
export const newlineOf = (text: string): '\n' | '\r\n' => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n')
