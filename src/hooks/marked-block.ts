/** A text cut at a block of ours: from the line that begins with one mark to the line that begins with another. */
export interface MarkedBlock {
  readonly before: string
  readonly part: string
  readonly after: string
}

/** Find our block in a file that others write too; undefined where there is none, or its end is missing. */
export function findBlock(content: string, begin: string, end: string): MarkedBlock | undefined {
  const start = content.startsWith(begin) ? 0 : content.indexOf(`\n${begin}`) + 1
  if (start === 0 && !content.startsWith(begin)) return undefined
  const close = content.indexOf(`\n${end}`, start)
  if (close < 0) return undefined
  const line = content.indexOf('\n', close + 1)
  const stop = line < 0 ? content.length : line + 1
  return { before: content.slice(0, start), part: content.slice(start, stop), after: content.slice(stop) }
}
