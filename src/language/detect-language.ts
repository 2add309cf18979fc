import type { Judged } from '../model/verdict.js'
import type { Language } from './language.js'
import { type Code, codes, languages } from './languages.js'
import { speakersOf, vocabularyIn } from './lexicons.js'
import { longest, lowerCase } from './sentence.js'
import { isAscii } from '../text/letters.js'
import type { Vocabulary } from './vocabulary.js'

/** What two texts are read with: one language for both, so that neither's place decides. */
export function vocabularyOf(a: Judged, b: Judged): Vocabulary {
  const [left, right] = [votesOf(a).by, votesOf(b).by]
  const shared = languageOf(left, right)
  return vocabularyIn(codes[shared < 0 ? bestOf(left.map((vote, at) => vote + right[at]!)) : shared]!)
}

/** How much of a language a text has at the least that another may show to be in it. */
function leastOf(votes: readonly number[]): number {
  const most = votes[bestOf(votes)]!
  return most < enough ? 0 : most - unsure
}

/**
 * The language of two texts, by its place in `codes`: of those that each may be in, the one that has the most of both.
 * -1 where there is none: then a word that both have (`die`, `den`) is one by chance, and no rule reads two at once.
 *
 * @param a how much of it is of which language, as `votesOf` has it
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

/** The first with the most. */
export function bestOf(votes: readonly number[]): number {
  let best = 0
  for (const [at, vote] of votes.entries()) if (vote > votes[best]!) best = at
  return best
}

/**
 * Every language that a text by itself may be in. `Pablo come carne.` has an English word and none that is only Spanish:
 * what it is laid beside decides. A text without a word of any is read in one, for it can meet others in its words as
 * they stand.
 */
export function vocabulariesOf(judged: Judged): readonly Vocabulary[] {
  const { by, best } = votesOf(judged)
  if (by[best] === 0) return [vocabularyIn(codes[0]!)]
  return codes.filter((_, at) => by[at]! >= by[best]! - unsure).map(vocabularyIn)
}

/** One vote, which as many languages as there are can share without a rest: 1 to 8 divide it. */
const whole = 840

/** So little sets two languages apart in a text that the other text may tip the scales. */
const unsure = 0.7 * whole

/** So many words more set a language apart from another. */
const clearly = 2 * whole

/** So many words tell a language; fewer may be names, or borrowed. */
const enough = 3 * whole

interface Votes {
  /** In the order of `codes`. */
  readonly by: readonly number[]
  /** Where the most are. */
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

/** Of the letters of a text, how many a language with this alphabet has at the least. */
const mostlyLatin = 0.8

/** Whether a text may be in a language of the Latin alphabet: it is written in it, and no other has clearly more of its words. */
export function mayBeIn(code: Code, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin < mostlyLatin * letters) return false
  const by = count(text.normalize('NFC').slice(0, longest))
  return by[bestOf(by)]! - by[codes.indexOf(code)]! < clearly
}

/** Whether a text is in a language that writes every noun large, where a capital tells no name. */
export const hasCapitalNouns = (text: string): boolean => {
  const best: Language = languages[codes[bestOf(count(text.normalize('NFC').slice(0, longest)))]!]
  return best.capitalNouns ?? false
}

/** For every language, how much of the text is its own: by letters, and by words, which count less the more languages have them. */
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
/** Where no blanks are written, a letter is most of a word. */
const worth = perLanguage(({ spaceless }) => (spaceless ? 2 : 1))
