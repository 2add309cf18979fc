import { letterPattern } from '../text/letters.js'
import { isSpaceless, statedBy } from './statements.js'

/** Words of the first person: `Us` at the beginning of a sentence, but not `US`, nor the end of a name: `socket.io`. */
const wordForm = letterPattern(({ letter, mark }) => {
  const words = statedBy('self')
  const spaced = words
    .filter((word) => !isSpaceless(word))
    .map((word) => (word === word.toLowerCase() ? `[${word[0]}${word[0]!.toUpperCase()}]${word.slice(1)}` : word))
  const either = [`(?<![.${letter}${mark}])(?:${spaced.join('|')})(?![${letter}${mark}])`, ...words.filter(isSpaceless)]
  return either.join('|')
})

/**
 * Whether a text speaks in the first person of whoever wrote it.
 *
 *     'I deleted the wrong branch'  →  true
 *     'Moved to the US'             →  false
 */
export const isFirstPerson = (text: string): boolean => wordForm(text).test(text)
