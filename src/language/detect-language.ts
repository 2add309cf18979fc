import type { Judged } from '../model/verdict.js'
import type { Language } from './language.js'
import { type Code, codes, languages } from './languages.js'
import { speakersOf, vocabularyIn } from './lexicons.js'
import { longest, lowerCase } from './sentence.js'
import { isAscii } from '../text/letters.js'
import type { Vocabulary } from './vocabulary.js'

/** The vocabulary that two texts are read with: one language for both, in whichever order they come. */
export function vocabularyOf(a: Judged, b: Judged): Vocabulary {
  const [left, right] = [votesOf(a).by, votesOf(b).by]
  const shared = languageOf(left, right)
  return vocabularyIn(codes[shared < 0 ? bestOf(left.map((vote, at) => vote + right[at]!)) : shared]!)
}

/** The fewest votes by which a text may be in a language, if the other text supports it. */
function leastOf(votes: readonly number[]): number {
  const most = votes[bestOf(votes)]!
  return most < enough ? 0 : most - unsure
}

/**
 * The language of two texts, by its place in `codes`: of the languages that both may be in, the one with the most
 * votes. -1 where there is none: then a word that both have (`die`, `den`) is the same by chance.
 *
 * @param a the votes of one text, as `votesOf` has them
 */
export function languageOf(a: readonly number[], b: readonly number[]): number {
  const [least, other] = [leastOf(a), leastOf(b)]
  let best = -1
  for (let at = 0; at < a.length; at++) {
    if (a[at]! < least || b[at]! < other) continue
    if (best < 0 || a[at]! + b[at]! > a[best]! + b[best]!) best = at
  }
  return best
}

/** The place of the most votes, the first of equals. */
export function bestOf(votes: readonly number[]): number {
  let best = 0
  for (const [at, vote] of votes.entries()) if (vote > votes[best]!) best = at
  return best
}

/**
 * The vocabulary of every language that a text may be in, as far as its words tell: `Pablo come carne.` may be English or
 * Spanish, and the text that it is compared with decides. A text without a known word gets the first language alone,
 * whatever it is in: its words are compared letter by letter.
 */
export function vocabulariesOf(judged: Judged): readonly Vocabulary[] {
  const { by, best } = votesOf(judged)
  if (by[best] === 0) return [vocabularyIn(codes[0]!)]
  return codes.filter((_, at) => by[at]! >= by[best]! - unsure).map(vocabularyIn)
}

/** One vote, which 1 to 8 languages can share without a remainder. */
const whole = 840

/** How many votes a language may have less than the best one of a text, and still be the one that it is in. */
const unsure = 0.7 * whole

/** A language with so many votes more than another is clearly ahead. */
const clearly = 2 * whole

/** A language is recognised from so many votes on; fewer words may be names, or borrowed. */
const enough = 3 * whole

interface Votes {
  /** In the order of `codes`. */
  readonly by: readonly number[]
  readonly best: number
}

const known = new WeakMap<Judged, Votes>()

export function votesOf(judged: Judged): Votes {
  let found = known.get(judged)
  if (!found) {
    const by = count(judged.text.normalize('NFC').slice(0, longest))
    known.set(judged, (found = { by, best: bestOf(by) }))
  }
  return found
}

/** The least share of Latin letters in a text of a language with the Latin alphabet. */
const mostlyLatin = 0.8

/**
 * Whether a text may be in a language of the Latin alphabet: its letters are Latin, and no other language has clearly
 * more votes.
 */
export function mayBeIn(code: Code, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin < mostlyLatin * letters) return false
  const by = count(text.normalize('NFC').slice(0, longest))
  return by[bestOf(by)]! - by[codes.indexOf(code)]! < clearly
}

/** Whether a text is in a language that capitalises every noun, so that a capital marks no name. */
export const hasCapitalNouns = (text: string): boolean => {
  const best: Language = languages[codes[bestOf(count(text.normalize('NFC').slice(0, longest)))]!]
  return best.capitalNouns ?? false
}

/**
 * The votes of every language for a text: for letters of its own, and for words. A word counts less the more languages
 * have it.
 */
function count(text: string): number[] {
  const lower = lowerCase(text)
  const isPlain = isAscii(lower) // and then has no language's own letters
  const out = codes.map((code) => {
    const letters = isPlain ? undefined : ownLetters[code]
    return letters === undefined ? 0 : whole * worth[code] * (lower.match(letters)?.length ?? 0)
  })
  for (const word of lower.match(/[a-z\u00c0-\u024f]+/g) ?? []) {
    const speakers = speakersOf(word)
    for (const code of speakers) out[placeOf[code]]! += whole / speakers.length
  }
  return out
}

const perLanguage = <T>(of: (language: Language) => T): Readonly<Record<Code, T>> =>
  Object.fromEntries(codes.map((code) => [code, of(languages[code])])) as Record<Code, T>

const ownLetters = perLanguage(({ letters }) => (letters === undefined ? undefined : new RegExp(`[${letters}]`, 'g')))
const placeOf = Object.fromEntries(codes.map((code, at) => [code, at])) as Readonly<Record<Code, number>>
/** What each of a language's own letters counts: more in a script without blanks, where a letter is most of a word. */
const worth = perLanguage(({ spaceless }) => (spaceless ? 2 : 1))
