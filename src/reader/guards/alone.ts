import { joinedIn } from '../../language/joined.js'
import { noStatement } from '../../language/no-statement.js'
import { eitherOf } from '../../language/sections.js'
import { anyOf, isSpaceless, statedBy } from '../../language/statements.js'
import { pronounIn, sentencesIn } from '../../language/unanchored.js'
import { credentialsFound } from '../../credentials/without.js'
import { namesSaid } from '../../suggest/names.js'
import { heldIn } from '../../text/as-written.js'
import { hiddenIn } from '../../text/hiding.js'
import { whenAsked } from '../../text/once.js'
import type { Guard, GuardedAnswer } from './guard.js'

/** In characters; a longer text is a paragraph. */
const longest = 400

/** Refuses a text that is not exactly one statement, or that cannot be understood alone. */
export const isOneStatement: Guard = (of) => {
  const { text, kind } = of.answer
  if (text === '') return 'text must be a statement'
  const nothing = noStatement(text)
  if (nothing !== undefined) return nothing
  const pronoun = pronounIn(text)
  if (pronoun !== undefined && !(pronoun.isWriter && kind === 'experience'))
    return `it begins with ${pronoun.word}: name whom or what it means`
  const { length } = [...text]
  if (length > longest) return `it has ${length} characters: say it in ${longest}`
  const sentences = sentencesIn(text)
  if (sentences > 1) return `it says ${sentences} things: write each as a bullet of its own`
  const joined = joinedIn(text) ?? subjectsJoined(of) ?? sentencesBehindNames(of)
  if (joined)
    return `it says 2 things, “${joined[0].slice(0, 40)}” and “${joined[1].slice(0, 40)}”: write each as a bullet of its own`
  const hidden = hiddenIn(text)
  return hidden === undefined ? undefined : `it holds ${hidden}, which nobody sees: leave it out`
}

const joint = whenAsked(
  () => new RegExp(`,? (?:${eitherOf(statedBy('joints').filter((each) => !isSpaceless(each)))}) |[;；] ?`, 'gu'),
)
const verb = whenAsked(() => {
  const all = (['verbHolds', 'verbLasts', 'verbBecame'] as const).flatMap(statedBy).filter((each) => !isSpaceless(each))
  return new RegExp(`^\\s*(?:${eitherOf(all)})(?!\\p{L})`, 'u')
})

/** The two halves of a text in which another subject follows a joint: `Lena moved to Graz and Boris owns a garage`. */
function subjectsJoined({ answer: { text }, known }: GuardedAnswer): readonly [string, string] | undefined {
  const names = [...known.names.flatMap(({ name, aliases = [] }) => [name, ...aliases]), ...namesSaid(`, ${text}`)]
  for (const found of text.matchAll(joint())) {
    const [one, other] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
    // A capital behind a semicolon begins a statement of its own.
    if (/^[;；]/.test(found[0]) && /^\p{Lu}/u.test(other) && [one, other].every((each) => each.split(' ').length > 2))
      return [one, other]
    const subject = names.find((name) => other.startsWith(name) && verb().test(other.slice(name.length)))
    if (
      subject !== undefined &&
      one.split(' ').length > 2 &&
      names.some((name) => name !== subject && heldIn(one, name) !== undefined)
    )
      return [one, other]
  }
  return undefined
}

/** A word that may end a sentence: no title (`Dr. Weber`), initial (`J. Weber`) or word in small letters (`vs. Wels`). */
const mayEnd = whenAsked(() => new RegExp(`^(?!(?:${anyOf('titles')})$)\\p{Lu}\\p{L}`, 'u'))

/**
 * The two sentences of a text such as `Moved to Wels. Lena renews it`, where a short name before the full stop looks
 * like an abbreviation. The first word is no abbreviation if it is known or stands in the lines without a full stop.
 */
function sentencesBehindNames({
  answer: { text, entities },
  evidence,
  known,
}: GuardedAnswer): readonly [string, string] | undefined {
  const names = new Set([...entities, ...known.names.map(({ name }) => name)])
  for (const { 0: whole, 1: word, index } of text.matchAll(/(?<![\p{L}\d])(\p{L}+)[.]\s+(?=[\p{L}\d])/gu)) {
    if (!mayEnd().test(word!)) continue
    const [one, other] = [text.slice(0, index + word!.length), text.slice(index + whole.length)]
    const isNameOfLines =
      names.has(word!) || new RegExp(`(?<![\\p{L}\\d])${word!}(?:(?![\\p{L}\\d.])|\\.?$)`, 'mu').test(evidence.said)
    const isNamed = [...names].some((name) => other.startsWith(`${name} `))
    if ((isNameOfLines || isNamed) && [one, other].every((each) => each.split(' ').length > 2)) return [one, other]
  }
  return undefined
}

/** Refuses a text with anything like a credential, or with the mask that replaced one. */
export const holdsNoSecret: Guard = ({ answer: { text, entities } }) => {
  const all = [text, ...entities].join('\n')
  const [found] = credentialsFound(all)
  if (found !== undefined) return `it holds what looks like a credential (${found.kind}): keep that out of memory`
  return /\[masked: [^\]]*\]/.test(all) ? 'it tells what was masked in the log: leave it out' : undefined
}
