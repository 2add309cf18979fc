const heading = '## Curated'

/** Put bullets at the end of a page's `## Curated`, which is made where it is missing; `lines` are what stands behind the block. */
export function withCurated(lines: readonly string[], bullets: readonly string[], eol = ''): string[] {
  if (bullets.length === 0) return [...lines]
  const added = bullets.map((bullet) => bullet + eol)
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
  return [...lines.slice(0, end), ...(end === at + 1 ? [eol] : []), ...added, ...(after.length > 0 ? after : [''])]
}
