import type { ClassName, CueName, WordEnding, Language } from './language.js'
import type { Amount, Entry, Idiom, Phrase } from './lexicon.js'
import { segment } from '../text/segment.js'
import { lately } from '../text/lately.js'

/** All that a language says of one word and its dictionary form. */
export interface Word {
  readonly text: string
  readonly lemma: string
  /** Not only punctuation, and no title. */
  readonly canSay: boolean
  /** Says something without being a name. */
  readonly isPlain: boolean
  /** Signed: words that share an axis with one sign mean the same, with two signs the opposite. */
  readonly axes: readonly string[]
  /** A form of another word: `moved`, `went`. */
  readonly isForm: boolean
  readonly tone: -1 | 0 | 1
  /** By number, the lines of `states` in which it is a state, and those whose state it ends. */
  readonly states: readonly number[]
  readonly events: readonly number[]
  readonly decisive: boolean
  readonly moves: boolean
  readonly breaks: boolean
  readonly isSort: boolean
  readonly negatesItself: boolean
  /** A number, a time or a date may begin with it. */
  readonly counts: boolean
  readonly idioms: readonly Idiom[]
  /** Cues that begin with the word, and those that begin with its dictionary form; each list has the longest first. */
  readonly phrases: readonly (readonly Phrase[])[]
}

export interface Cue {
  readonly name: CueName
  readonly at: number
  readonly length: number
  /** Words of the sentence stand inside it: `kein Fleisch mehr`. */
  readonly gapped: boolean
  readonly words: string
}

/** A language, ready to look words up in. */
export interface Vocabulary {
  readonly code: string
  readonly spaceless: boolean
  readonly capitalNouns: boolean
  readonly verbLast: boolean
  readonly headLast: boolean
  /** @param meaning the word that an idiom stands for */
  word(text: string, meaning?: string): Word
  isFunctionWord(word: string): boolean
  lemma(word: string): string
  number(word: string): number | undefined
  month(word: string): number | undefined
  unit(word: string): string | undefined
  /** The phrase that these words begin with, such as `half past`, and how many minutes it is. */
  pastHour(words: readonly string[]): Amount | undefined
  /** The phrase for a part that these words begin with: `half an` hour. */
  partOf(words: readonly string[]): Amount | undefined
  /** How many words `and a half` takes up at a place, 0 where it does not stand there. */
  andHalf(words: readonly string[], at: number): number
  ends(ending: WordEnding, word: string): boolean
  /**
   * Whether a word is of a class that cues and rules name: `ask`, `his`; `n` are numbers, `year` the years of our time.
   */
  isOf(name: ClassName | 'n' | 'year', word: string): boolean
  /** The word that a phrase beginning at a place stands for, and how many words it takes up. */
  idiomAt(at: number, words: readonly string[]): { readonly meaning: string; readonly length: number } | undefined
  cuesIn(words: readonly string[], known: readonly Word[]): Cue[]
  segment(run: string, names: ReadonlySet<string>): string[]
}

/** @param entryOf what the language's lexicon has of a word */
export function vocabulary(language: Language, entryOf: (word: string) => Entry | undefined): Vocabulary {
  const find = (word: string): Entry => entryOf(word) ?? unknown
  const isKnown = (word: string): boolean => find(word) !== unknown
  const isOf: Vocabulary['isOf'] = (name, word) => {
    if (name === 'n') return find(word).number !== undefined || /^\d/.test(word)
    if (name === 'year') return /^(?:19|20)\d\d$/.test(word)
    return find(word).classes?.includes(name) ?? false
  }
  const endings = language.endings ?? {}
  const startsAt = (phrase: readonly string[], words: readonly string[], at: number): boolean =>
    phrase.every((word, offset) => words[at + offset] === word)
  const wordOf = (text: string, lemma: string): Word => {
    const [own, base] = [find(text), find(lemma)]
    const bare = text.endsWith('ly') ? find(text.slice(0, -2)) : unknown
    return {
      text,
      lemma,
      canSay: isWord(text) && !isOf('title', text),
      // `Willing` is no form of `will`.
      isPlain: !own.function && ((own.axes ?? base.axes) !== undefined || text.includes(' ') || !base.function),
      axes: [...new Set([...(own.axes ?? none), ...(base.axes ?? none), ...(language.oppositeOf?.(text) ?? none)])],
      isForm: text !== lemma && (own.irregular !== undefined || (language.forms?.test(text) ?? true)),
      tone: own.good || base.good || bare.good ? 1 : own.bad || base.bad || bare.bad ? -1 : 0,
      states: joined(own.states, base.states),
      events: joined(own.events, base.events),
      decisive: own.decisive ?? false,
      moves: own.moves ?? base.moves ?? false,
      breaks: own.clause ?? false,
      isSort: own.sort ?? false,
      negatesItself: language.negatedWord?.(text) ?? false,
      counts:
        [own.month, own.number, own.pastHours, own.parts].some((each) => each !== undefined) ||
        quantitySigns.has(text) ||
        /^\d/.test(text),
      idioms: own.idioms ?? base.idioms ?? none,
      phrases: (text === lemma ? [own] : [own, base]).flatMap(({ phrases }) => (phrases ? [phrases] : [])),
    }
  }
  const known = lately(wordsAtOnce, (text: string) => wordOf(text, find(text).irregular ?? language.stem(text)))
  return {
    code: language.code,
    spaceless: language.spaceless ?? false,
    verbLast: language.verbLast ?? false,
    headLast: language.headLast ?? false,
    capitalNouns: language.capitalNouns ?? false,
    word: (text, meaning) => (meaning === undefined ? known(text) : wordOf(text, known(meaning).lemma)),
    isFunctionWord: (word) => find(word).function ?? false,
    lemma: (text) => known(text).lemma,
    number: (word) => find(word).number,
    month: (word) => find(word).month,
    unit: (word) => find(word).unit,
    pastHour: (said) => find(said[0]!).pastHours?.find(({ words }) => startsAt(words, said, 0)),
    partOf: (said) => find(said[0]!).parts?.find(({ words }) => startsAt(words, said, 0)),
    andHalf: (said, at) => {
      const half = find(said[at] ?? '').andHalf
      return half && startsAt(half, said, at) ? half.length : 0
    },
    ends: (ending, word) => endings[ending] !== undefined && word.endsWith(endings[ending]),
    isOf,
    idiomAt: (at, words) => {
      const { idioms, lemma } = known(words[at]!)
      for (const idiom of idioms) {
        const length = lengthAt(idiom, at, words, [...words.slice(0, at), lemma], isOf)
        if (length > 0) return { meaning: idiom.meaning, length }
      }
      return undefined
    },
    cuesIn: (words, each) => cuesIn(words, each, isOf),
    segment: (run, names) => segment(run, isKnown, names),
  }
}

const notMarks =
  /[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f\u060c\u061b\u061f\u06d4]/

/** Whether a text is more than punctuation. */
export const isWord = (text: string): boolean => notMarks.test(text)

/** Signs before or behind a number, and the kind of quantity that they make it. */
export const quantitySigns: ReadonlyMap<string, 'money' | 'percent'> = new Map([
  ['$', 'money'],
  ['\u20ac', 'money'],
  ['\u00a3', 'money'],
  ['%', 'percent'],
])

/** The most words that are kept: a word's record is ten times its entry, and eight languages may ask of one text. */
const wordsAtOnce = 10_000

const unknown: Entry = {}
const none: readonly never[] = []

const joined = (own: readonly number[] = none, base: readonly number[] = none): readonly number[] =>
  own.length === 0 ? base : [...own, ...base]

function cuesIn(words: readonly string[], known: readonly Word[], isOf: Vocabulary['isOf']): Cue[] {
  const cues: Cue[] = []
  const lemmas = known.map(({ isForm, lemma }) => (isForm ? lemma : undefined))
  for (let at = 0; at < words.length; at++) {
    const found = longestAt(known[at]!.phrases, at, words, lemmas, isOf)
    if (!found) continue
    const { phrases, length } = found
    const gapped = phrases[0]!.words.includes('_')
    const text = words.slice(at, at + length).join(' ')
    for (const name of new Set(phrases.flatMap(({ names }) => names)))
      cues.push({ name, at, length, gapped, words: text })
    at += length - 1
  }
  return cues
}

/** The longest phrases that stand at a place: `moved` is one by itself, and one as a form of `move`. */
function longestAt(
  lists: Word['phrases'],
  at: number,
  words: readonly string[],
  lemmas: readonly (string | undefined)[],
  isOf: Vocabulary['isOf'],
): { phrases: Phrase[]; length: number } | undefined {
  let best: { phrases: Phrase[]; length: number } | undefined
  for (const list of lists)
    for (const phrase of list) {
      const size = best?.phrases[0]!.words.length ?? 0
      if (phrase.words.length < size) break
      if (!mayGoOn(phrase, words[at + 1], lemmas[at + 1])) continue
      const length = lengthAt(phrase, at, words, lemmas, isOf)
      if (length > 0 && phrase.words.length > size) best = { phrases: [phrase], length }
      else if (length > 0 && length === best?.length) best.phrases.push(phrase)
    }
  return best
}

/**
 * Whether a phrase may go on with the next word. A common word begins fifty phrases, most of which the next word rules
 * out.
 */
const mayGoOn = ({ words: [, second], roots }: Phrase, next?: string, lemma?: string): boolean =>
  second === undefined || second === next || second === lemma || roots !== undefined || /^[_{*]/.test(second)

/**
 * How many words a phrase takes up at a place, 0 where it does not stand there.
 *
 * @param lemmas of words that are forms of another
 */
function lengthAt(
  { words: phrase, roots }: Pick<Phrase, 'words' | 'roots'>,
  at: number,
  words: readonly string[],
  lemmas: readonly (string | undefined)[],
  isOf: Vocabulary['isOf'],
): number {
  let place = at
  for (const [index, word] of phrase.entries()) {
    if (word === '_') {
      const next = phrase[index + 1]
      const found = [1, 2, 3].find((skip) => words[place + skip] === next)
      if (found === undefined) return 0
      place += found
    } else if (!stands(word, words[place], roots?.[index] ?? word, lemmas[place], isOf)) return 0
    else place++
  }
  return place - at
}

function stands(
  word: string,
  told: string | undefined,
  root: string,
  lemma: string | undefined,
  isOf: Vocabulary['isOf'],
): boolean {
  if (told === undefined) return false
  if (word.startsWith('{')) return isOf(word.slice(1, -1) as ClassName, told)
  if (word.startsWith('*')) return told.endsWith(word.slice(1))
  return word === told || root === lemma
}
