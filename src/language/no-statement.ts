import { whenAsked } from '../text/once.js'
import { anyOf, statedBy } from './statements.js'

/** Words that say nothing: a statement needs one more beside them. */
const saysNothing = whenAsked(() => new Set(statedBy('nothing')))

/**
 * The beginning of a task: `TODO: …`, `[todo] …`, `tbd`; in capitals also `TODO call Ann`. `Todo lists are kept in
 * Obsidian` states something.
 */
const task = whenAsked(() => new RegExp(`^[-*[\\] x]*(?:${anyOf('tasks')})(?:\\s*[:：\\]]|\\s*$| [-–—] )`, 'iu'))
const loudTask = whenAsked(() => new RegExp(`^[-*[\\] x]*(?:${anyOf('shouted')})\\s+(?!\\p{Lu})`, 'u'))
/**
 * The end of a question. A quoted question counts only where the quotation is the whole text: `She asked "why?"` states
 * that she did.
 */
const question = /[?？؟]$|^["“‘'(].*[?？؟]["”’')]$/su
const parts: readonly (readonly [what: string, form: RegExp])[] = [
  ['a heading', /^#{1,6}\s/],
  ['struck through', /^~~[^~]+~~/],
  ['a row of a table', /^\|.*\|$/],
  ['a fence', /^(?:```|~~~)/],
  ['a comment', /^<!--/],
]

/** Why a text states nothing, and what would be right; undefined where it may state something. */
export function noStatement(text: string): string | undefined {
  const said = text.trim()
  const part = parts.find(([, form]) => form.test(said))?.[0]
  if (part !== undefined) return `it is ${part}: write the statement alone, as plain words`
  const words =
    said
      .replace(/\^[0-9a-z]{10}(?![0-9a-z])/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.every((word) => saysNothing().has(word)))
    return 'it says nothing that anybody would look for: write what is so, in words that name it'
  if (task().test(said) || loudTask().test(said))
    return 'it is a task, not yet so: write who wants what done, and by when'
  if (question.test(said)) return 'it is a question: write what is known, or who wants to know what'
  return undefined
}
