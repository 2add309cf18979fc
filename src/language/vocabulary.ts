import type { ClassName, CueName, Ending, Language } from './language.js'
import type { Entry, Phrase } from './lexicon.js'
import { segment } from '../text/segment.js'
import { memoize } from '../text/memoize.js'

export interface Cue {
  readonly name: CueName
  readonly at: number
  readonly length: number
  /** Words of the sentence stand inside it: `kein Fleisch mehr`. */
  readonly gapped: boolean
  readonly words: string
}

/** A language, made ready to be looked up in. */
export interface Vocabulary {
  readonly code: string
  readonly spaceless: boolean
  readonly capitalNouns: boolean
  readonly verbLast: boolean
  readonly headLast: boolean
  readonly wordNet: boolean
  /** Knows the words that make a change a plan or a wish, so that what is left can be told for done. */
  readonly tellsPlans: boolean
  /** Has a word for `from` that stands before what was left. */
  readonly from: boolean
  isFunctionWord(word: string): boolean
  lemma(word: string): string
  axes(word: string): readonly string[]
  tone(word: string, lemma: string): -1 | 0 | 1
  number(word: string): number | undefined
  month(word: string): number | undefined
  unit(word: string): string | undefined
  /** Minutes: 30 for `half past`. */
  pastHour(words: string): number | undefined
  /** `half an` hour. */
  partOf(words: readonly string[]): { readonly value: number; readonly length: number } | undefined
  /** How many words `and a half` takes up at a place, 0 where it does not stand there. */
  andHalf(words: readonly string[], at: number): number
  breaks(word: string): boolean
  /** One tells from this side, the other from the other side: `lend`, `borrow`. */
  converse(word: string, other: string): boolean
  /** The lines of alternatives that a word stands in. */
  contraries(word: string): readonly number[]
  /** States that this word is one of, events that it is one of. */
  states(word: string): readonly number[]
  events(word: string): readonly number[]
  /** Says without more that a state has ended: `married`. */
  decisive(word: string): boolean
  /** Does so where a place follows: `moved to Antwerp`. */
  moves(word: string): boolean
  isSort(word: string): boolean
  negatesItself(word: string): boolean
  ends(ending: Ending, word: string): boolean
  /** Of a class that cues and rules name: `ask`, `his`; `n` are numbers, `year` the years of our time. */
  isOf(name: ClassName | 'n' | 'year', word: string): boolean
  /** The word that a phrase beginning at a place stands for, and how many words it takes up. */
  idiomAt(at: number, words: readonly string[]): { readonly meaning: string; readonly length: number } | undefined
  cuesIn(words: readonly string[], lemmas: readonly string[]): Cue[]
  segment(run: string, names: ReadonlySet<string>): string[]
}

/** `find`: what the language's lexicon has of a word. */
export function vocabulary(language: Language, find: (word: string) => Entry | undefined): Vocabulary {
  const isKnown = (word: string): boolean => find(word) !== undefined
  const lemmaOf = memoize((word) => find(word)?.irregular ?? language.stem(word))
  const isOf: Vocabulary['isOf'] = (name, word) => {
    if (name === 'n') return find(word)?.number !== undefined || /^\d/.test(word)
    if (name === 'year') return /^(?:19|20)\d\d$/.test(word)
    return find(word)?.classes?.includes(name) ?? false
  }
  const endings = language.endings ?? {}
  const pastHours = new Map(phraseTable(language.pastHours))
  const parts = phraseTable(language.parts).map(([said, value]) => ({ words: said.split(' '), value }))
  const half = language.andHalf?.split(' ') ?? []
  const startsAt = (phrase: readonly string[], words: readonly string[], at: number): boolean =>
    phrase.every((word, offset) => words[at + offset] === word)
  return {
    code: language.code,
    spaceless: language.spaceless ?? false,
    verbLast: language.verbLast ?? false,
    headLast: language.headLast ?? false,
    wordNet: language.wordNet ?? false,
    capitalNouns: language.capitalNouns ?? false,
    tellsPlans: language.classes?.unreal !== undefined,
    from: (language.cues.from ?? '') !== '',
    isFunctionWord: (word) => find(word)?.function ?? false,
    lemma: lemmaOf,
    axes: (word) => find(word)?.axes ?? [],
    tone: (word, lemma) => {
      const plain = word.endsWith('ly') ? word.slice(0, -2) : word
      const [own, root, bare] = [find(word), find(lemma), plain === word ? undefined : find(plain)]
      if (own?.good || root?.good || bare?.good) return 1
      return own?.bad || root?.bad || bare?.bad ? -1 : 0
    },
    number: (word) => find(word)?.number,
    month: (word) => find(word)?.month,
    unit: (word) => find(word)?.unit,
    states: (word) => find(word)?.states ?? [],
    events: (word) => find(word)?.events ?? [],
    decisive: (word) => find(word)?.decisive ?? false,
    moves: (word) => find(word)?.moves ?? false,
    isSort: (word) => find(word)?.sort ?? false,
    contraries: (word) => find(word)?.contraries ?? [],
    pastHour: (said) => pastHours.get(said),
    partOf: (said) => {
      const found = parts.find(({ words }) => startsAt(words, said, 0))
      return found && { value: found.value, length: found.words.length }
    },
    andHalf: (said, at) => (half.length > 0 && startsAt(half, said, at) ? half.length : 0),
    converse: (word, other) => {
      const there = find(other)?.converses ?? []
      return (find(word)?.converses ?? []).some((side) =>
        there.includes(side.startsWith('-') ? side.slice(1) : `-${side}`),
      )
    },
    ends: (ending, word) => endings[ending] !== undefined && word.endsWith(endings[ending]),
    isOf,
    idiomAt: (at, words) => {
      const first = words[at]!
      for (const idiom of find(first)?.idioms ?? find(lemmaOf(first))?.idioms ?? []) {
        const length = lengthAt(idiom.words, at, words, [...words.slice(0, at), lemmaOf(first)], isOf)
        if (length > 0) return { meaning: idiom.meaning, length }
      }
      return undefined
    },
    breaks: (word) => find(word)?.clause ?? false,
    negatesItself: (word) => language.negatedWord?.(word) ?? false,
    cuesIn: (words, lemmas) => cuesIn(words, lemmas, (word) => find(word)?.phrases ?? [], isOf),
    segment: (run, names) => segment(run, isKnown, names),
  }
}

/** `half past=30, quarter to=-15`. */
const phraseTable = (rows = ''): [words: string, value: number][] =>
  rows
    .split(',')
    .map((row) => row.trim().split('='))
    .filter(([words]) => words !== '')
    .map(([words, value]) => [words!, Number(value)])

function cuesIn(
  words: readonly string[],
  lemmas: readonly string[],
  phrasesFrom: (word: string) => readonly Phrase[],
  isOf: Vocabulary['isOf'],
): Cue[] {
  const cues: Cue[] = []
  for (let at = 0; at < words.length; at++) {
    const found = longestAt(at, words, lemmas, phrasesFrom, isOf)
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
  at: number,
  words: readonly string[],
  lemmas: readonly string[],
  phrasesFrom: (word: string) => readonly Phrase[],
  isOf: Vocabulary['isOf'],
): { phrases: Phrase[]; length: number } | undefined {
  let best: { phrases: Phrase[]; length: number } | undefined
  const first = lemmas[at] === words[at] ? [words[at]!] : [words[at]!, lemmas[at]!]
  for (const word of first)
    for (const phrase of phrasesFrom(word)) {
      const size = best?.phrases[0]!.words.length ?? 0
      if (phrase.words.length < size) break
      const length = lengthAt(phrase.words, at, words, lemmas, isOf)
      if (length > 0 && phrase.words.length > size) best = { phrases: [phrase], length }
      else if (length > 0 && length === best?.length) best.phrases.push(phrase)
    }
  return best
}

/** How many words a phrase takes up at a place, 0 where it does not stand there. */
function lengthAt(
  phrase: readonly string[],
  at: number,
  words: readonly string[],
  lemmas: readonly string[],
  isOf: Vocabulary['isOf'],
): number {
  let place = at
  for (const [index, word] of phrase.entries()) {
    if (word === '_') {
      const next = phrase[index + 1]
      const found = [1, 2, 3].find((skip) => words[place + skip] === next)
      if (found === undefined) return 0
      place += found
    } else if (!stands(word, words[place], lemmas[place], isOf)) return 0
    else place++
  }
  return place - at
}

function stands(word: string, told: string | undefined, root: string | undefined, isOf: Vocabulary['isOf']): boolean {
  if (told === undefined) return false
  if (word.startsWith('{')) return isOf(word.slice(1, -1) as ClassName, told)
  if (word.startsWith('*')) return told.endsWith(word.slice(1))
  return word === told || word === root
}
