import { spaceless as ranges } from './letters.js'

const spaceless = new RegExp(`[${ranges}]`, 'u')

/**
 * Words of a letter or two with signs that belong to their meaning: `C++`, `C#`, `F#`, `-n`, `--x`. The index cuts
 * signs off, and a search for `c` alone would find anything.
 */
const signed = /(?<![\p{L}\p{N}+#-])(?:[A-Za-z]{1,2}[+#]{1,2}|--?[A-Za-z])(?![\p{L}\p{N}+#-])/gu

/** The start of Unicode's private use, whose characters the index's tokenizer takes for letters. */
const privateUse = 0xe000
const term = (word: string): string =>
  word.replace(/[+#-]/g, (sign) => String.fromCharCode(privateUse + sign.charCodeAt(0)))

/**
 * The index terms of a text's words with signs, such as `C++`: one token each that no text holds, indexed beside the
 * text.
 */
export function signedTerms(text: string): string[] {
  return /[+#-]/.test(text) ? (text.match(signed) ?? []).map(term) : []
}

/**
 * The FTS5 query for the lines that may hold a word as it is written: the word's own term, or its parts side by side. A
 * number is found with its thousands set apart too.
 *
 *     MODEL_PRICING  →  "MODEL PRICING"        12000  →  "12000" OR "12 000"
 */
export function phraseOf(word: string): string {
  const [own] = signedTerms(word)
  if (own !== undefined) return `"${own}"`
  const phrase = `"${(word.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ')}"`
  return /^\d{4,}$/.test(word) ? `${phrase} OR "${word.replace(/\B(?=(?:\d{3})+$)/g, ' ')}"` : phrase
}

/** How a text holds a word: `exactly` as it is written, `otherwise` in other case, or not at all. */
type Holding = 'exactly' | 'otherwise' | undefined

/** Never as a part of another word: `v1.2.3` stands neither in `v1.2.30` nor in `v1.2.3.4`. */
export function heldIn(text: string, word: string): Holding {
  const plain = comparedWith(word, text)
  if (standsIn(plain, word)) return 'exactly'
  return standsIn(plain.toLowerCase(), word.toLowerCase()) ? 'otherwise' : undefined
}

/** Whether a text holds a word as it is written. Faster than `heldIn`, which looks for other case too. */
export const isHeldExactly = (text: string, word: string): boolean => standsIn(comparedWith(word, text), word)

const comparedWith = (word: string, text: string): string =>
  /^\d{4,}$/.test(word) ? text.replace(/(?<=\d)[,.'’\u00a0\u202f ](?=\d{3}(?!\d))/g, '') : text

const wordy = /[\p{L}\p{N}\p{M}_]/u

function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (isApart(text, at, at + word.length)) return true
  return false
}

/** Whether nothing before or behind joins with a word. Chinese, Japanese and Korean write no spaces around a word. */
function isApart(text: string, start: number, end: number): boolean {
  const [before, behind] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)]
  const [first, last] = [text[start]!, text[end - 1]!]
  const joins = (own: string, next: string | undefined): boolean =>
    next !== undefined && (wordy.test(own) ? wordy.test(next) && !spaceless.test(next) : own === next)
  if (joins(first, before.at(-1)) || joins(last, behind[0])) return false
  return !(/\d/.test(first) && /\d[.-]$/.test(before)) && !(/\d/.test(last) && /^[.-]\d/.test(behind))
}
