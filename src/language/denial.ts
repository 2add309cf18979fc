import { stemOf, wordsOf } from './words.js'

/** Words that deny what is said beside them, and those that only carry a denial: `does not like`. */
const denials =
  /(?<!\p{L})(?:(?:is|are|was|were|does|do|did|has|have|can|will)n['’]t|can(?:not|['’]t)|won['’]t|not|never|no longer|nicht|keine?[nrms]?|nie|non|niet|geen)(?!\p{L})/giu
const carriers: ReadonlySet<string> = new Set([
  'is',
  'are',
  'was',
  'were',
  'be',
  'does',
  'do',
  'did',
  'has',
  'have',
  'can',
  'will',
])

/** Longer statements say more than one thing. */
const longest = 120

/**
 * What a statement says, and whether it denies it; undefined where it says more than a line's worth.
 *
 *     Is allergic to nuts        →  allerg to nut, not denied
 *     Isn't allergic to nuts.    →  allerg to nut, denied
 */
export function denialIn(text: string): { readonly said: string; readonly denied: boolean } | undefined {
  if (text.length > longest) return undefined
  const without = text.replace(denials, ' ')
  const said = wordsOf(without)
    .filter((word) => !carriers.has(word))
    .map(stemOf)
    .join(' ')
  return said === '' ? undefined : { said, denied: without !== text }
}
