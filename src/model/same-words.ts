import { normalise } from './fact.js'

/** Whether a text holds words that are looked for, in whatever form pages, messages and logs of Git say them. */
export type Holds = (bytes: Buffer) => boolean

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** Without the references that pages escape by (`&lt;`) and what messages write for control characters (`\u{200b}`), on one line where it was wrapped or quoted. */
function plainly(text: string): string {
  const decoded = text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) =>
        name ? (entities[name as string] ?? whole) : character(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
      )
    : text
  const unescaped = decoded.includes('\\u{')
    ? decoded.replace(/\\u\{([0-9a-f]{1,6})\}/g, (_, hex: string) => character(Number.parseInt(hex, 16)))
    : decoded
  return unescaped.replace(/\r?\n[ \t]*(?:>[ \t]*)*/g, ' ')
}

/** Words as they are compared: neither escapes nor wraps nor case make others. */
export const spokenForm = (text: string): string => normalise(plainly(text))

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD')

/** `[tea](https://example.com)` says `tea`. */
const unlinked = (text: string): string => text.replace(/!?\[([^\]\n]*)\]\([^()\n]*\)/g, '$1')

/** A piece of a saying that every form of it has, but for its case; bytes without it need not be read as text. */
const pieceOf = (saying: string): string =>
  (
    plainly(saying)
      .normalize('NFC')
      .match(/[A-Za-z0-9]+/g) ?? []
  )
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
    .toLowerCase()

/**
 * What finds statements and lines, each as somebody wrote it. A line is found
 * as the raw line too; whoever linked words of a statement that has no link
 * said the same.
 */
export function holdsAny(sayings: readonly string[]): Holds {
  const needles = [...new Set(sayings)]
    .map((saying) => ({ words: spokenForm(saying), piece: pieceOf(saying), plain: unlinked(saying) === saying }))
    .filter(({ words }) => words !== '')
  return (bytes) => {
    const low = bytes.toString('latin1').toLowerCase()
    const possible = needles.filter(({ piece }) => low.includes(piece))
    if (possible.length === 0) return false
    const said = spokenForm(bytes.toString('utf8'))
    const bare = unlinked(said)
    return possible.some(({ words, plain }) => said.includes(words) || (plain && bare.includes(words)))
  }
}
