import { isAscii } from './letters.js'
import { streamSafe } from './stream-safe.js'

/** Signs such as `™`, which becomes the letters TM and is no part of the word before it. */
const sign = /\p{So}/gu

/**
 * Text in the one form that is searched, however it was typed: a file from macOS has `が` and `한` as several characters
 * (NFD), an input method gives `ＡＢＣ１２３` and `ﾎﾟｹｯﾄ` another width. Notes, ids and citations keep their own bytes.
 *
 *     'カ\u3099イト\u3099'  →  'ガイド'        'ﾎﾟｹｯﾄ'  →  'ポケット'        'Foo™'  →  'Foo TM'
 */
export const foldText = (text: string): string =>
  isAscii(text) ? text : streamSafe(text).replace(sign, ' $&').normalize('NFKC')

/** Whether two texts are the same characters, composed or not. Compares names of files, and words to find in a file. */
export const isSameText = (a: string, b: string): boolean => a === b || a.normalize('NFC') === b.normalize('NFC')

/** A letter with the marks upon it, or a Korean syllable spelt out: NFC composes no more than this into one. */
const letter = /[^][\p{M}\u1160-\u11ff]*/gu

/**
 * The offsets at which a text stands in another, composed or not. Overlapping places count; a part of a letter does
 * not.
 *
 *     occurrences('Cafe\u0301, caf\u00e9', 'caf\u00e9')  →  [{ start: 7, end: 11 }]
 */
export function occurrences(whole: string, wanted: string): { readonly start: number; readonly end: number }[] {
  const [text, offsets] = isAscii(whole) ? [whole, undefined] : composed(whole)
  const sought = wanted.normalize('NFC')
  const found: { start: number; end: number }[] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const start = offsets ? offsets.get(at) : at
    const end = offsets ? offsets.get(at + sought.length) : at + sought.length
    if (start !== undefined && end !== undefined) found.push({ start, end })
  }
  return found
}

/** The text composed, and for each offset between two of its letters the offset in the text as it was. */
function composed(whole: string): [text: string, offsets: ReadonlyMap<number, number>] {
  const offsets = new Map<number, number>()
  let text = ''
  for (const { 0: own, index } of whole.matchAll(letter)) {
    offsets.set(text.length, index)
    text += streamSafe(own).normalize('NFC')
  }
  offsets.set(text.length, whole.length)
  return [text, offsets]
}
