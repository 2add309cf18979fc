import { isBreak, replaceHidden } from './hiding.js'

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`

/** Text from a workspace, safe to show on one line. */
export const printable = (text: string): string => replaceHidden(text, escaped)

/** Text of several lines from a workspace, safe to show: line ends and tabs stay. */
export const shownLines = (text: string): string =>
  replaceHidden(text, (character, at) => (isBreak(text, at) ? character : escaped(character)))

/** JSON text with hidden characters as JSON escapes: still the same value. Line feeds between lines stay. */
export const safeJsonText = (json: string): string =>
  replaceHidden(json, (character) => {
    if (character === '\n') return character
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })

/** A text as one word of sh, in quotes where it needs them. */
export const inQuotes = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
