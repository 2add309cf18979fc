import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { stretches } from '../memory/code-span.js'

/**
 * What inline Markdown says: comments left out, character references decoded
 * outside code spans, white space collapsed.
 *
 *     `Prefers &lt;1500 chars <!-- importance: 9 -->`  →  `Prefers <1500 chars`
 */
export function plainText(markdown: string): string {
  const kept = stretches(markdown, 'with comments').map(({ kind, text }) => {
    if (kind === 'comment') return ' '
    return kind === 'code' || !text.includes('&') ? text : text.replace(reference, decode)
  })
  return kept.join('').replace(/\s+/gu, ' ').trim()
}

const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([0-9A-Za-z]{2,31}));/g

function decode(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return decodeNamedCharacterReference(name) || whole
  const code = decimal !== undefined ? parseInt(decimal, 10) : parseInt(hex!, 16)
  const forbidden = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return forbidden ? '\uFFFD' : String.fromCodePoint(code)
}
