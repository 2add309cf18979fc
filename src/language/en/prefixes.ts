import { stemOf } from '../words.js'

const denying = /^(?:un|dis|non|mis|in|im|ir|il)(?=[a-z]{4})/

/** `unreliable` → `-=reliabl`: a text that has `reliable` says the opposite. */
export function oppositeOf(word: string): readonly string[] {
  const rest = word.replace(denying, '')
  return rest === word ? [] : [`-=${stemOf(rest)}`]
}
