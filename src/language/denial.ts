import type { Denials } from './denials.js'
import { entriesOf, linesOf, sectionsOf, sidesOf } from './sections.js'
import { deniedInside } from './tr/denied-inside.js'
import { isAscii, letterPattern, spaceless } from '../text/letters.js'
import { lately } from '../text/lately.js'
import { whenAsked } from '../text/once.js'
import { stemOf } from './words.js'

/** The languages that have a `denials.txt`. All others share `elsewhere`. */
const codes = ['en', 'de', 'es', 'it', 'nl', 'tr', 'ur', 'zh', 'elsewhere'] as const

/** Patterns of words that hold a denial within them. Such a word counts as `verbal`. */
const inside: readonly RegExp[] = [deniedInside]

export interface Polarity {
  /** In small letters, without words that deny or only carry a denial: `kafka`, `works`. */
  readonly words: readonly string[]
  /** How often it denies: `no confía en nadie` once, `nobody does not` twice. */
  readonly denials: number
}

interface DenialPhrase {
  readonly words: readonly string[]
  /** Undefined where it denies nothing: `not only`. */
  readonly denies: 'alone' | 'verb' | 'echo' | undefined
}

interface Lexicon {
  /** Phrases by their first word, the longest first. */
  readonly phrases: ReadonlyMap<string, readonly DenialPhrase[]>
  readonly carriers: ReadonlySet<string>
  readonly prefixes: ReadonlySet<string>
  /** The lines of opposites that a word stands in, by number: negative for the right side. */
  readonly sides: ReadonlyMap<string, readonly number[]>
}

/** The characters of a text that are read. The rest is ignored. */
const longest = 600
const marks = '.,;:!?()\u3002\uff0c\uff1b\uff1a\uff1f\uff01\u060c\u061b\u061f\u06d4\u2014\u2013'
const tokens = letterPattern(({ letter, mark }) => `[${letter}${mark}_-]+|[${marks}]`, 'g')
/** Letters of scripts that write no blanks; here Thai too. */
const isSpaceless = new RegExp(`[${spaceless}\u0e00-\u0e7f]`, 'u')
const isStop = (word: string): boolean => word.length === 1 && marks.includes(word)

const lexicon = whenAsked((): Lexicon => {
  const of = codes.map((code): Denials => sectionsOf(`${code}/denials.txt`))
  return {
    phrases: phrasesOf(of),
    carriers: new Set(of.flatMap(({ carriers }) => entriesOf(carriers))),
    prefixes: new Set(of.flatMap(({ prefixes }) => entriesOf(prefixes))),
    sides: sidesIn(of),
  }
})

function phrasesOf(of: readonly Denials[]): ReadonlyMap<string, readonly DenialPhrase[]> {
  const phrases = new Map<string, DenialPhrase[]>()
  const add = (list: keyof Denials, denies: DenialPhrase['denies']): void => {
    for (const phrase of of.flatMap((each) => entriesOf(each[list]))) {
      const words = wordsIn(phrase)
      phrases.set(words[0]!, [...(phrases.get(words[0]!) ?? []), { words, denies }])
    }
  }
  add('except', undefined)
  // `No` denies alone in English, and with others in Spanish: it counts as `verbal`.
  add('verbal', 'verb')
  add('words', 'alone')
  add('echoes', 'echo')
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length)
  return phrases
}

function sidesIn(of: readonly Denials[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  const lines = of.flatMap(({ opposites }) => linesOf(opposites))
  for (const [at, line] of lines.entries())
    for (const [side, words] of sidesOf(line, '|').entries())
      for (const word of words) found.set(word, [...(found.get(word) ?? []), side === 0 ? at + 1 : -at - 1])
  return found
}

/** A text's words in small letters, and its marks. Text without blanks is cut into letters. `Won’t` → `will`, `not`. */
function wordsIn(text: string): string[] {
  const plain = text
    .slice(0, longest)
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('i\u0307', 'i')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
  const apart = plain.includes("'")
    ? plain
        .replace(/\bcan't\b/g, 'can not')
        .replace(/\bwon't\b/g, 'will not')
        .replace(/\bshan't\b/g, 'shall not')
        .replace(/\bain't\b/g, 'is not')
        .replace(/n't\b/g, ' not')
    : plain
  const words: readonly string[] = apart.match(tokens(apart)) ?? []
  return isAscii(apart) ? [...words] : words.flatMap((word) => (isSpaceless.test(word) ? lettersOf(word) : [word]))
}

/** The letters of a word in a script that writes no blanks. Letters of other scripts stay together: `用React做` → 用, React, 做. */
const lettersOf = (word: string): string[] =>
  [...word].reduce<string[]>((out, letter) => {
    const last = out.at(-1)
    if (last === undefined || isSpaceless.test(letter) || isSpaceless.test(last)) out.push(letter)
    else out[out.length - 1] = last + letter
    return out
  }, [])

/**
 * How often a text denies, and its other words. Denials of every language count, so no detected language is needed.
 *
 *     Kafka doesn't work.            →  kafka work, 1
 *     Likes "Not Without My Daughter"  →  likes my daughter, 2
 */
export const polarityOf: (text: string) => Polarity = lately(512, (text) => {
  const { phrases, carriers } = lexicon()
  const words = wordsIn(text)
  const said: string[] = []
  let [denials, verbal, isEchoed] = [0, 0, false]
  const closeClause = (): void => {
    denials += isEchoed ? Math.max(1, verbal) : verbal
    verbal = 0
    isEchoed = false
  }
  for (let at = 0; at < words.length;) {
    const word = words[at]!
    const found = phrases.get(word)?.find((phrase) => phrase.words.every((each, offset) => words[at + offset] === each))
    if (found) {
      at += found.words.length
      if (found.denies === 'alone') denials++
      else if (found.denies === 'verb') verbal++
      else if (found.denies === 'echo') isEchoed = true
      continue
    }
    at++
    if (isStop(word)) closeClause()
    else if (inside.some((pattern) => pattern.test(word))) {
      verbal++
      said.push(word)
    } else if (!carriers.has(word)) said.push(word)
  }
  closeClause()
  return { words: said, denials }
})

/** Whether two words say the opposite though neither denies: `more`, `fewer`; `reliable`, `unreliable`. */
export function areOpposites(one: string, other: string): boolean {
  const { sides, prefixes } = lexicon()
  const theirs = sides.get(other)
  if (theirs && sides.get(one)?.some((side) => theirs.includes(-side))) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > 3 && long.endsWith(short) && prefixes.has(long.slice(0, -short.length))
}

/** A statement of more characters says more than one thing. */
const mostSaid = 120

/**
 * What a statement says, and whether it denies it; undefined for a long statement, or one that only denies.
 *
 *     Is allergic to nuts        →  allerg to nut, not denied
 *     Isn't allergic to nuts.    →  allerg to nut, denied
 */
export function denialIn(text: string): { readonly said: string; readonly denied: boolean } | undefined {
  if (text.length > mostSaid) return undefined
  const { words, denials } = polarityOf(text)
  const said = words.map(stemOf).join(' ')
  return said === '' ? undefined : { said, denied: denials % 2 === 1 }
}

/** Whether a text denies what it says; two denials undo each other. */
export const saysNot = (text: string): boolean => polarityOf(text).denials % 2 === 1
