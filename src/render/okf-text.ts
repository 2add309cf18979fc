import { stretches } from '../text/code-span.js'
import { printable } from '../text/safe-text.js'

/** What a YAML scalar between double quotes may hold as it is; the rest is escaped, so no reader has to guess. */
const plain = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu

/** `Peter "Pete"` → `"Peter \"Pete\""`: one line, in the escapes that YAML 1.2 and JSON share, and `\U` for what has more than four digits. */
export const yamlText = (text: string): string =>
  `"${text.toWellFormed().replace(/["\\]/g, '\\$&').replace(plain, escapeOf)}"`

function escapeOf(character: string): string {
  const digits = character.codePointAt(0)!.toString(16)
  return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}

/** Text within a line that no Markdown is to be read from: a name, a path. */
export const literal = (text: string): string =>
  printable(text.toWellFormed()).replace(/[\\`*_[\]<>&|~!]/g, (sign) => `\\${sign}`)

/**
 * A statement within a line: its emphasis and code stay, and nothing in it is a link, an image, a footnote or a tag. A
 * note's own links lead out of the bundle, and a forged footnote would name a source that says something else.
 *
 *     'See [^a] and `b`'  →  'See \[^a\] and `b`'
 */
export const inertStatement = (text: string): string =>
  stretches(printable(text.toWellFormed()))
    .map((stretch) => {
      if (stretch.kind !== 'code') return withoutLinks(stretch.text)
      // A backslash before it may make it no code to another reader: then its brackets must not count either.
      return /[[\]<&]/.test(stretch.text) ? stretch.text.replace(/[\\`[\]<&*_]/g, '\\$&') : stretch.text
    })
    .join('')

/** What is escaped already stays as it is: one backslash more would take its effect away. */
const withoutLinks = (text: string): string =>
  text.replace(/\\[!-/:-@[-`{-~]|[[\]<&]/g, (found) => (found.length > 1 ? found : `\\${found}`))
