import { insideFence } from '../../parse/parse-page.js'

const heading = '## Curated'

const isBullet = (line: string): boolean => /^[-+*][ \t]/.test(line)

/** Whether Markdown would join a line to the one above it, as it joins text below a bullet. */
export const wouldJoin = (above: string, line: string): boolean => above.trim() !== '' && !isBullet(line)

/**
 * Puts lines at the end of a page's `## Curated`, and makes that section where it is missing. Lines inside a fence
 * would be code, so they go before a fence that nobody closes.
 *
 * @param lines those behind the block
 */
export function withCurated(lines: readonly string[], more: readonly string[], eol = ''): string[] {
  if (more.length === 0) return [...lines]
  const fenced = insideFence([...lines, ''])
  const behind = fenced.at(-1) ? lines.slice(fenced.lastIndexOf(false) + 1) : []
  const before = lines.slice(0, lines.length - behind.length)
  const added = more.map((line) => line + eol)
  const at = before.findIndex((line, index) => !fenced[index] && line.trimEnd() === heading)
  if (at < 0) {
    while (before.length > 0 && before.at(-1)!.trim() === '') before.pop()
    return [...before, eol, heading + eol, eol, ...added, ...(behind.length > 0 ? [eol, ...behind] : [''])]
  }
  const next = before.findIndex((line, index) => index > at && !fenced[index] && /^#{1,2} /.test(line))
  let end = next < 0 ? before.length : next
  while (end > at + 1 && before[end - 1]!.trim() === '') end--
  if (end === at + 1 && before[end]?.trim() === '') end++
  const after = [...before.slice(end), ...behind]
  const blank = end === at + 1 || wouldJoin(before[end - 1]!, more[0]!)
  return [...before.slice(0, end), ...(blank ? [eol] : []), ...added, ...(after.length > 0 ? after : [''])]
}
