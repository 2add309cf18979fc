import { distance } from 'fastest-levenshtein'
import { speakersOf } from '../language/lexicons.js'

/**
 * Whether one statement is another with a typo corrected. At most one word in five may differ: by a letter missing or
 * too many, by two letters of a long word, or by two letters swapped. In a short word another letter makes another
 * word, and numbers have no typos.
 *
 *     likes teh cat   likes the cat       yes
 *     likes tea       likes pea           no: another word
 *     leaves at 15:20 leaves at 15:30     no
 *
 * @param was, now normalised
 */
export function isSlip(was: string, now: string): boolean {
  if (numbersIn(was) !== numbersIn(now)) return false
  const [before, after] = [wordsIn(was), wordsIn(now)]
  if (before.length !== after.length) return false
  const differing = before.flatMap((word, at) => (word === after[at] ? [] : [[word, after[at]!] as const]))
  return differing.length <= Math.max(1, before.length / 5) && differing.every(([wrong, right]) => isNear(wrong, right))
}

const numbersIn = (text: string): string => (text.match(/\p{N}+/gu) ?? []).join(' ')
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []
const isKnown = (word: string): boolean => speakersOf(word).length > 0

/** A word of so many letters may differ by two edits, as a misspelt name in a question may. */
const long = 8
const sorted = (word: string): string => [...word].toSorted().join('')

function isNear(a: string, b: string): boolean {
  const [shorter, edits] = [Math.min(a.length, b.length), distance(a, b)]
  if (shorter < 3 || (isKnown(a) && isKnown(b))) return false
  if (edits === 2 && sorted(a) === sorted(b)) return true
  return shorter < long ? edits === 1 && a.length !== b.length : edits <= 2
}
