export interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>
  /** Lines from the top of the file to the closing `---`, both included; 0 where there is none. */
  readonly lines: number
  /** Why the block could not be read; empty where it could. */
  readonly error: string
}

const word = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?'
const quoted = '"[^"\\\\\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufeff]*"'
const scalar = new RegExp(`^(?:${word}(?: ${word})*|${quoted})$`)
const list = new RegExp(`^\\[(?:(?:${word}|${quoted})(?:, (?:${word}|${quoted}))*)?\\]$`)
const item = new RegExp(`${quoted}|${word}`, 'g')
const entry = /^([a-z][a-z_]*): (\S.*)$/

/** Most characters between the two `---` lines. */
const longest = 4096

/**
 * Reads plain front matter, as our pages have it and most people write it: words, quoted words, and lists of them, each
 * on a line of its own. No YAML parser would read it in another way.
 *
 *     ---
 *     name: "Tom Okafor"
 *     aliases: [Tom, "Tommy O."]
 *     ---
 *
 * @returns undefined where it takes a parser to tell
 */
export function parsePlainFrontMatter(lines: readonly string[]): FrontMatter | undefined {
  if (lines[0] !== '---') return undefined
  const close = lines.indexOf('---', 1)
  const inside = lines.slice(1, close)
  if (close < 0 || inside.length === 0 || inside.join('\n').length > longest) return undefined
  const values = new Map<string, unknown>()
  for (const line of inside) {
    const [, key, written] = entry.exec(line) ?? []
    if (key === undefined || values.has(key)) return undefined
    if (scalar.test(written!)) values.set(key, unquoted(written!))
    else if (list.test(written!)) values.set(key, (written!.slice(1, -1).match(item) ?? []).map(unquoted))
    else return undefined
  }
  return { values: Object.fromEntries(values), lines: close + 1, error: '' }
}

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1) : text)
