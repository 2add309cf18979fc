import type { Language } from './language.js'
import type { Entry, Phrase } from './lexicon.js'
import { pieces } from './pieces.js'
import type { Cue } from './sentence.js'

/** A language, made ready to be looked up in. */
export interface Vocabulary {
  readonly code: string
  readonly spaceless: boolean
  readonly capitalNouns: boolean
  readonly verbLast: boolean
  /** Has a word for `from` that stands before what was left. */
  readonly from: boolean
  isFunctionWord(word: string): boolean
  lemma(word: string): string
  axes(word: string): readonly string[]
  tone(word: string, lemma: string): -1 | 0 | 1
  number(word: string): number | undefined
  month(word: string): number | undefined
  unit(word: string): string | undefined
  breaks(word: string): boolean
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
  cuesIn(words: readonly string[], lemmas: readonly string[]): Cue[]
  pieces(run: string, names: ReadonlySet<string>): string[]
}

/** `find`: what the language's lexicon has of a word. */
export function vocabulary(language: Language, find: (word: string) => Entry | undefined): Vocabulary {
  const isKnown = (word: string): boolean => find(word) !== undefined
  return {
    code: language.code,
    spaceless: language.spaceless ?? false,
    verbLast: language.verbLast ?? false,
    capitalNouns: language.capitalNouns ?? false,
    from: (language.cues.from ?? '') !== '',
    isFunctionWord: (word) => find(word)?.function ?? false,
    lemma: (word) => find(word)?.irregular ?? language.stem(word),
    axes: (word) => find(word)?.axes ?? [],
    tone: (word, lemma) => {
      const plain = word.endsWith('ly') ? word.slice(0, -2) : word
      const found = [word, lemma, plain].map(find)
      if (found.some((entry) => entry?.good)) return 1
      return found.some((entry) => entry?.bad) ? -1 : 0
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
    breaks: (word) => find(word)?.clause ?? false,
    negatesItself: (word) => language.negatedWord?.(word) ?? false,
    cuesIn: (words, lemmas) => cuesIn(words, lemmas, (word) => find(word)?.phrases ?? []),
    pieces: (run, names) => pieces(run, isKnown, names),
  }
}

function cuesIn(
  words: readonly string[],
  lemmas: readonly string[],
  phrasesFrom: (word: string) => readonly Phrase[],
): Cue[] {
  const cues: Cue[] = []
  for (let at = 0; at < words.length; at++) {
    const found = longestAt(at, words, lemmas, phrasesFrom)
    if (!found) continue
    const { phrase, length } = found
    for (const name of phrase.names)
      cues.push({ name, at, length, gapped: phrase.words.includes('_'), words: words.slice(at, at + length).join(' ') })
    at += length - 1
  }
  return cues
}

function longestAt(
  at: number,
  words: readonly string[],
  lemmas: readonly string[],
  phrasesFrom: (word: string) => readonly Phrase[],
): { phrase: Phrase; length: number } | undefined {
  let best: { phrase: Phrase; length: number } | undefined
  const first = lemmas[at] === words[at] ? [words[at]!] : [words[at]!, lemmas[at]!]
  for (const word of first)
    for (const phrase of phrasesFrom(word)) {
      if (best && phrase.words.length <= best.phrase.words.length) break
      const length = lengthAt(phrase.words, at, words, lemmas)
      if (length > 0) best = { phrase, length }
    }
  return best
}

/** How many words a phrase takes up at a place, 0 where it does not stand there. */
function lengthAt(phrase: readonly string[], at: number, words: readonly string[], lemmas: readonly string[]): number {
  let place = at
  for (const [index, word] of phrase.entries()) {
    const is = (offset: number): boolean => word === words[offset] || word === lemmas[offset]
    if (word === '_') {
      const next = phrase[index + 1]
      const found = [1, 2, 3].find((skip) => words[place + skip] === next)
      if (found === undefined) return 0
      place += found
    } else if (!is(place++)) return 0
  }
  return place - at
}
