import { normalise } from './fact.js'

/** Tells whether bytes hold one of the sayings looked for, in any form that a page, a message or Git's log gives it. */
export type Holds = (bytes: Buffer) => boolean

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/**
 * A text on one line, without the marks of wrapping and quoting. The HTML entities of pages (`&lt;`) and the escapes of
 * messages (`\u{200b}`) become characters.
 */
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

/** A text in the form in which texts are compared: escapes, wraps and case make no difference. */
export const spokenForm = (text: string): string => normalise(plainly(text))

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD')

/** A text with each link as its words: `[tea](https://example.com)` becomes `tea`. */
const unlinked = (text: string): string => text.replace(/!?\[([^\]\n]*)\]\([^()\n]*\)/g, '$1')

/**
 * The longest run of ASCII letters and digits in a saying, in lower case. Every form of the saying holds it in some
 * case, so bytes without it need not be read as text.
 */
const pieceOf = (saying: string): string =>
  (
    plainly(saying)
      .normalize('NFC')
      .match(/[A-Za-z0-9]+/g) ?? []
  )
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
    .toLowerCase()

/**
 * A test for bytes that hold any of some statements and lines, each given as somebody wrote it. A saying without a link
 * is also found where some of its words are linked.
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
