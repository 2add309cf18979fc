import { withoutEmphasis } from './sentences.js'
import { isNoNews } from '../language/no-news.js'
import { isPasted } from '../language/scaffolding.js'
import { anyOf, isSpaceless, statedBy, wholeWords } from '../language/statements.js'
import { isToldAsDone } from '../language/told-as-done.js'
import { onlyFromItsDay, pronounIn, sentencesOf, withTodayDated } from '../language/unanchored.js'
import { wordsOf } from '../language/words.js'
import type { Day } from '../model/time.js'
import { whenAsked } from '../text/once.js'

/** In characters. Of a longer text only the first sentence is taken. */
const longest = 240
const fewestWords = 6

const forms = whenAsked(() => ({
  loose: new RegExp(`^(?:${anyOf('loose')})(?!\\p{L})`, 'u'),
  open: new RegExp(`(?<!\\p{L})(?:${anyOf('leftOpen')})[.!]?$`, 'iu'),
  elsewhere: (['unsure', 'passing', 'addressed'] as const).map((list) => new RegExp(wholeWords(statedBy(list)), 'iu')),
  recipe: new RegExp(`^(?:${anyOf('recipes')})(?!\\p{L})`, 'iu'),
}))
const vague = /[?？؟…:：]["”’)]?$|\.\.\.$|^["“'](?=[^"”']*["”']$)|`{3}/u

/** A key with its colon. A line with several is a table's row: `Author: Weber. Source: the attic. Pages: 20`. */
const key = /(?:^|[\s(])\p{Lu}[\p{L}\p{M}]*(?: [\p{L}\p{M}]+)?[:：]\s/gu
const fewestKeys = 3

/**
 * A line as one statement: its sentences joined, and a day such as `today` given as a date. Undefined where the line
 * cannot be understood alone, is unsure, or holds only for a while.
 *
 *     'One label first. Then fifty.'   →   'One label first; Then fifty'
 *     'This is why.'                   →   undefined
 */
export function asOne(line: string, day: Day): string | undefined {
  const said = withTodayDated(line, day)
  const sentences = sentencesOf(said).map((sentence) => sentence.replace(/[\s.。!！]+$/u, ''))
  const [first] = sentences
  const { loose, open, elsewhere } = forms()
  if (first === undefined || loose.test(first) || pronounIn(first) || onlyFromItsDay(said, day)) return undefined
  if (isPasted(said) || isNoNews(said) || elsewhere.some((form) => form.test(said))) return undefined
  if ((withoutEmphasis(said).match(key) ?? []).length >= fewestKeys) return undefined
  if (sentences.some((sentence) => vague.test(sentence)) || open.test(said)) return undefined
  const whole = sentences.join(isSpaceless(said) ? '；' : '; ')
  return [whole, first].find((text) => text.length <= longest && (text === whole || wordsCounted(text) >= fewestWords))
}

/** Whether words say that a fix was done, not that it would help. In scripts without tense the label decides. */
export const isFixDone = (text: string): boolean =>
  isToldAsDone(text) || isSpaceless(text) || !/\p{Script=Latin}/u.test(text)

/** Whether words say what to do each time that a problem occurs. */
export const isRecipe = (text: string): boolean => forms().recipe.test(text)

/** The number of words of a text; in a script without blanks, two characters count as one word. */
export const wordsCounted = (text: string): number =>
  wordsOf(text).reduce((size, word) => size + (isSpaceless(word) ? 0.5 : 1), 0)
