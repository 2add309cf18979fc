import { stretches } from '../text/code-span.js'
import { printable } from '../text/safe-text.js'

/** The characters that are escaped in a YAML scalar between double quotes, so that no reader has to guess. */
const plain = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu

/**
 * A text as a YAML scalar on one line: `Peter "Pete"` → `"Peter \"Pete\""`. Uses escapes that YAML 1.2 and JSON share,
 * and `\U` for code points of more than four digits.
 */
export const yamlText = (text: string): string =>
  `"${text.toWellFormed().replace(/["\\]/g, '\\$&').replace(plain, escapeOf)}"`

function escapeOf(character: string): string {
  const digits = character.codePointAt(0)!.toString(16)
  return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}

/** A name or path within a line, with all Markdown in it escaped. */
export const literal = (text: string): string =>
  printable(text.toWellFormed()).replace(/[\\`*_[\]<>&|~!]/g, (sign) => `\\${sign}`)

/**
 * A statement within a line: its emphasis and code stay, and nothing in it is a link, an image, a footnote or a tag. A
 * note's own links lead out of the bundle, and a forged footnote would name a wrong source.
 *
 *     'See [^a] and `b`'  →  'See \[^a\] and `b`'
 */
export const inertStatement = (text: string): string =>
  stretches(printable(text.toWellFormed()))
    .map((stretch) => {
      if (stretch.kind !== 'code') return withoutLinks(stretch.text)
      // A backslash before the code span may make it plain text to another parser, so its brackets are escaped as well.
      return /[[\]<&]/.test(stretch.text) ? stretch.text.replace(/[\\`[\]<&*_]/g, '\\$&') : stretch.text
    })
    .join('')

/** Escapes brackets and the like, but not what is escaped already: a second backslash would undo the first. */
const withoutLinks = (text: string): string =>
  text.replace(/\\[!-/:-@[-`{-~]|[[\]<&]/g, (found) => (found.length > 1 ? found : `\\${found}`))
