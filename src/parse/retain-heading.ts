import { retainHeadings, retainWords, type ReadingConfig } from '../model/config.js'
import { withoutTrailing } from '../text/letters.js'

export function isRetainHeading({ retain }: ReadingConfig): (heading: string) => boolean {
  const headings = new Set([...retainHeadings, ...retain.headings].map(foldHeading))
  return (heading) => headings.has(foldHeading(heading))
}

/** Which bullets below a heading are facts: `every` one, or those that are `typed` and name somebody. */
export type Counting = 'every' | 'typed'

export function retainOpening(config: ReadingConfig): (heading: string) => Counting | undefined {
  const isRetain = isRetainHeading(config)
  return (heading) => (isRetain(heading) ? 'every' : beginsWithRetain(heading) ? 'typed' : undefined)
}

/** Scripts that put no blank between words: a heading may go on right behind its first word, `保留事项`. */
const unspaced = /^[\p{Script=Han}\p{Script=Hangul}]/u
const firstWord = /^[^\p{L}]*(\p{L}+)/u
const onlyWord = /^[^\p{L}]*(\p{L}+)[^\p{L}]*$/u
const retainFirst = new Set(retainWords.map((word) => word.toLowerCase()))
const retainUnspaced = retainWords.filter((word) => unspaced.test(word))

const longestAlone = 40

/** Whether a line says Retain alone: `**Retain**`, `Retain:`. */
export const isRetainAlone = (text: string): boolean =>
  text.length <= longestAlone && retainFirst.has(onlyWord.exec(text.normalize('NFC').toLowerCase())?.[1] ?? '')

function beginsWithRetain(heading: string): boolean {
  const word = firstWord.exec(heading.normalize('NFC').toLowerCase())?.[1]
  if (word === undefined) return false
  return retainFirst.has(word) || retainUnspaced.some((begins) => word.startsWith(begins))
}

const foldHeading = (heading: string): string =>
  withoutTrailing(heading.normalize('NFC').toLowerCase(), ' \t:：').trim()
