import { saysNot } from '../language/denial.js'
import { stopWords } from '../language/stop-words.js'
import { stemOf, wordsOf } from '../language/words.js'

/**
 * Two lines say the same if this share of the shorter one's words stands in the other, and all its numbers, and both or
 * neither deny it.
 */
const same = 0.7

/** Lines told before, so that a line which a day says again in the evening is told once. */
export interface Told {
  readonly isTold: (text: string) => boolean
  readonly add: (text: string) => void
}

/** @param texts what is told already */
export function toldIn(texts: readonly string[] = []): Told {
  const before = texts.map(sayingOf)
  return {
    isTold(text) {
      const { words, isDenied } = sayingOf(text)
      return before.some((line) => line.isDenied === isDenied && isSame(words, line.words))
    },
    add: (text) => void before.push(sayingOf(text)),
  }
}

/** What two texts are compared by. */
export const sayingOf = (text: string): { readonly words: ReadonlySet<string>; readonly isDenied: boolean } => ({
  words: tellingWords(text),
  isDenied: saysNot(text),
})

/** The stems of a text's words, without stop words. */
export const tellingWords = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => !stopWords.has(word))
      .map(stemOf),
  )

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  if (fewer.size === 0) return false
  const missing = [...fewer].filter((word) => !more.has(word))
  return missing.length <= (1 - same) * fewer.size && !missing.some((word) => /\d/.test(word))
}
