import { isOriginSaid } from './note-origin.js'
import type { Block } from './block.js'

/** The keys that the parser reads itself, in any note and in pages: their values are no passages. */
const readInNotes: ReadonlySet<string> = new Set(['date'])
const readInPages: ReadonlySet<string> = new Set(['date', 'name', 'aliases', 'not', 'type', 'judged'])

/**
 * The values of front matter as paragraphs, one a key, so that a `title:` or a
 * `summary:` is found as any other words are.
 *
 *     title: Lisbon        →  `title: Lisbon`
 *     tags: [travel, food] →  `tags: travel, food`
 *
 * @param lines the block, from the first `---` on
 */
export function frontMatterWords(
  values: Readonly<Record<string, unknown>>,
  lines: readonly string[],
  inBank: boolean,
): Block[] {
  const known = inBank ? readInPages : readInNotes
  const places = placesOf(Object.keys(values), lines)
  return Object.entries(values).flatMap(([key, value]): Block[] => {
    const said = known.has(key) || (key === 'origin' && isOriginSaid(value)) ? '' : words(value)
    const place = places.get(key) ?? 1
    return said === '' ? [] : [{ kind: 'paragraph', first: place, last: place, text: `${key}: ${said}` }]
  })
}

/** The line of each key at the margin. A key in any other form has none, and counts as on the first line. */
function placesOf(keys: readonly string[], lines: readonly string[]): Map<string, number> {
  const wanted = new Set(keys)
  const found = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const key = line.slice(0, Math.max(0, line.indexOf(':'))).trim()
    if (wanted.has(key) && !found.has(key)) found.set(key, at + 1)
  }
  return found
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).filter(Boolean).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${words(inner)}`)
      .join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : ''
}
