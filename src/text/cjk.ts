import { signedTerms } from './as-written.js'
import { foldText } from './folded.js'
import { isAscii, spaceless } from './letters.js'

/**
 * Chinese, Japanese and Korean text has no spaces, and a word tokenizer would swallow whole sentences. Runs of it are
 * therefore searched as overlapping pairs, so that any two characters that stand together find each other.
 *
 *     '我们决定 use'  →  '我们 们决 决定 定 use'
 *
 * The last character stands alone too: a search for one character looks for pairs that begin with it, and the last one
 * begins none.
 */
const run = new RegExp(`[${spaceless}]+`, 'gu')

export function cjkPairs(characters: string): string[] {
  const letters = [...characters]
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ''))
}

/** Two Chinese characters; each of them is a word, or half of one. */
export const cjkPair = /^[\u3400-\u4dbf\u4e00-\u9fff]{2}$/

export const cjkCharacter = new RegExp(`^[${spaceless}]$`, 'u')

/**
 * Text as the index stores it, with terms of their own for `C++` and its like. It is folded first, or a pair would be
 * half a letter.
 */
export function searchable(text: string): string {
  const one = foldText(text)
  const paired = isAscii(one) ? one : one.replace(run, (characters) => ` ${cjkPairs(characters).join(' ')} `)
  const signed = signedTerms(one)
  return signed.length > 0 ? `${paired} ${signed.join(' ')}` : paired
}

export const cjkRuns = (text: string): string[] => (isAscii(text) ? [] : (text.match(run) ?? []))
export const withoutCjk = (text: string): string => (isAscii(text) ? text : text.replace(run, ' '))

export const countCjk = (text: string): number =>
  cjkRuns(text).reduce((sum, characters) => sum + [...characters].length, 0)
