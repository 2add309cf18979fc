import { stopWords } from '../language/stop-words.js'
import { stemOf, wordsOf } from '../language/words.js'

/** Of the fewer words of two drafts, the share that the other has too where both say the same. */
const same = 0.7

export interface Told {
  readonly isTold: (text: string) => boolean
  readonly add: (text: string) => void
}

/** What was drafted before, so that what a day tells again in the evening is drafted once. */
export function toldIn(): Told {
  const before: ReadonlySet<string>[] = []
  const read = (text: string): ReadonlySet<string> =>
    new Set(
      wordsOf(text)
        .filter((word) => !stopWords.has(word))
        .map(stemOf),
    )
  return {
    isTold(text) {
      const words = read(text)
      return before.some((told) => {
        const both = [...words].filter((word) => told.has(word)).length
        return both >= same * Math.min(words.size, told.size)
      })
    },
    add: (text) => void before.push(read(text)),
  }
}
