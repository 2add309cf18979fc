import { letterPattern } from '../text/letters.js'
import { whenAsked } from '../text/once.js'

/**
 * Words by which somebody speaks of themselves, or of a group they are of, by language; small where a sentence does not begin
 * with them. A word that is another's in a language of this table, such as `ben`, `mine` and `میں`, stands for nobody. A script without
 * blanks has characters, which need no blanks around them.
 */
const firstPerson = {
  en: `I me my myself we us our ours ourselves`,
  de: `ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer`,
  nl: `ik mij mijn wij ons onze`,
  es: `yo mi mis mí mío mía míos mías conmigo nosotros nosotras nuestro nuestra nuestros nuestras`,
  it: `io mio mia miei mie noi nostro nostra nostri nostre`,
  tr: `benim bana beni bizim bize bizi`,
  ur: `مجھے میرا میری میرے ہم ہمیں ہمارا ہماری ہمارے`,
  zh: `我 咱`,
} as const

const words = whenAsked((): readonly string[] => Object.values(firstPerson).flatMap((row) => row.split(' ')))

const isSpaceless = (word: string): boolean => firstPerson.zh.includes(word)

/** `Us` at the beginning of a sentence is one, `US` is not, nor is what ends a name: `socket.io`. */
const wordForm = letterPattern(({ letter, mark }) => {
  const either = words()
    .filter((word) => !isSpaceless(word))
    .map((word) => (word === word.toLowerCase() ? `[${word[0]}${word[0]!.toUpperCase()}]${word.slice(1)}` : word))
  const spaceless = words().filter(isSpaceless)
  return `(?<![.${letter}${mark}])(?:${either.join('|')})(?![${letter}${mark}])|${spaceless.join('|')}`
})

/**
 * Whether a text speaks in the first person of whoever wrote it.
 *
 *     'I deleted the wrong branch'  →  true
 *     'Moved to the US'             →  false
 */
export const isFirstPerson = (text: string): boolean => wordForm(text).test(text)
