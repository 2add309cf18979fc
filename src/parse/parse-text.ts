import { stretches } from '../text/code-span.js'
import { singleSpaced } from '../text/letters.js'

/**
 * What inline Markdown says: comments left out, character references decoded outside code spans, white space collapsed.
 *
 *     `Prefers &lt;1500 chars <!-- importance: 9 -->`  →  `Prefers <1500 chars`
 *
 * `named` looks references up by name. The table of all 2,125 names of HTML is loaded only for a text that
 * `needsAllReferences`.
 */
export function plainText(markdown: string, named: NamedReferences = commonReferences): string {
  const kept = stretches(markdown, 'with comments').map(({ kind, text }) => {
    if (kind === 'comment') return ' '
    return kind === 'code' || !text.includes('&')
      ? text
      : text.replace(reference, (...match: Reference) => decode(named, match))
  })
  return singleSpaced(kept.join('')).trim()
}

/** What `&name;` stands for; undefined where it is no reference. */
export type NamedReferences = (name: string) => string | undefined

/** The references that Markdown needs, and that pages are written with. */
const common = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
])
const commonReferences: NamedReferences = (name) => common.get(name)

export const needsAllReferences = (text: string): boolean => uncommon.test(text)
const uncommon = new RegExp(`&(?!(?:${[...common.keys()].join('|')});)[0-9A-Za-z]{2,31};`)

type Reference = [whole: string, decimal?: string, hex?: string, name?: string]
const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([0-9A-Za-z]{2,31}));/g

function decode(named: NamedReferences, [whole, decimal, hex, name]: Reference): string {
  if (name !== undefined) return named(name) ?? whole
  const code = decimal !== undefined ? parseInt(decimal, 10) : parseInt(hex!, 16)
  const forbidden = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return forbidden ? '\uFFFD' : String.fromCodePoint(code)
}
