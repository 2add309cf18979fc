const heading = '## Curated'

const isBullet = (line: string): boolean => /^[-+*][ \t]/.test(line)

/** Whether a line would be more of the one above it: text below a bullet is, and a numbered bullet below text. */
export const wouldJoin = (above: string, line: string): boolean => above.trim() !== '' && !isBullet(line)

/**
 * Put lines at the end of a page's `## Curated`, which is made where it is
 * missing; `lines` are what stands behind the block.
 */
export function withCurated(lines: readonly string[], more: readonly string[], eol = ''): string[] {
  if (more.length === 0) return [...lines]
  const added = more.map((line) => line + eol)
  const at = lines.findIndex((line) => line.trimEnd() === heading)
  if (at < 0) {
    const before = [...lines]
    while (before.length > 0 && before.at(-1)!.trim() === '') before.pop()
    return [...before, eol, heading + eol, eol, ...added, '']
  }
  const next = lines.findIndex((line, index) => index > at && /^#{1,2} /.test(line))
  let end = next < 0 ? lines.length : next
  while (end > at + 1 && lines[end - 1]!.trim() === '') end--
  if (end === at + 1 && lines[end]?.trim() === '') end++
  const after = lines.slice(end)
  const blank = end === at + 1 || wouldJoin(lines[end - 1]!, more[0]!)
  return [...lines.slice(0, end), ...(blank ? [eol] : []), ...added, ...(after.length > 0 ? after : [''])]
}
