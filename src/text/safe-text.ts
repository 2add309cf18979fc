/**
 * Characters that a terminal or a reader would act on instead of showing:
 * control characters (C0, DEL, C1), bidi overrides, zero-width and tag
 * characters, line and paragraph separators.
 */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Text from a workspace, safe to show on one line. */
export const shown = (text: string): string =>
  text.replace(unsafe, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/** The same characters in JSON text, as JSON escapes: still the same value. Line feeds between lines stay. */
export const safeJsonText = (json: string): string =>
  json.replace(unsafe, (character) => {
    if (character === '\n') return character
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })

/** A word of sh. */
export const quoted = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
