import { distance } from 'fastest-levenshtein'
import { speakersOf } from '../language/lexicons.js'
import { englishStem } from '../language/en/stem.js'
import { isWord } from '../language/wordnet/lookup.js'

/**
 * Whether one statement is another with a slip of the pen put right: one word
 * in five at most is a letter off, two of a long one, or has two letters
 * swapped. Where both are words it is no slip, and numbers are none either.
 *
 *     likes teh cat   likes the cat       yes
 *     likes tea       likes pea           no: both are words
 *     leaves at 15:20 leaves at 15:30     no
 *
 * @param was, now normalised
 */
export function isSlip(was: string, now: string): boolean {
  if (numbersIn(was) !== numbersIn(now)) return false
  const [before, after] = [wordsIn(was), wordsIn(now)]
  if (before.length !== after.length) return false
  const differing = before.flatMap((word, at) => (word === after[at] ? [] : [[word, after[at]!] as const]))
  return (
    differing.length <= Math.max(1, before.length / 5) &&
    differing.every(([wrong, right]) => isNear(wrong, right) && !(isKnown(wrong) && isKnown(right)))
  )
}

const numbersIn = (text: string): string => (text.match(/\p{N}+/gu) ?? []).join(' ')
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []
const isKnown = (word: string): boolean => isWord(englishStem(word)) || speakersOf(word).length > 0

/** As with names that a question misspells. */
const long = 8
const sorted = (word: string): string => [...word].toSorted().join('')
const isNear = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length)
  const edits = distance(a, b)
  return shorter >= 3 && (edits <= (shorter < long ? 1 : 2) || (edits === 2 && sorted(a) === sorted(b)))
}
