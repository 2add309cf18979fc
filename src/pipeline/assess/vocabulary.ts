import { type CueName, type Language, cueNames } from './language.js'
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
  /** A run of letters of a spaceless script, cut at the words that are known. */
  pieces(run: string, names: ReadonlySet<string>): string[]
}

interface Phrase {
  readonly words: readonly string[]
  readonly names: CueName[]
}

export function vocabulary(language: Language): Vocabulary {
  const functionWords = new Set(list(language.functionWords))
  const numbers = table(language.numbers)
  const months = table(language.months)
  const units = table(language.units ?? '')
  const sorts = new Set(list(language.sorts ?? ''))
  const [states, events] = [statesByWord(language.states ?? '', 0), statesByWord(language.states ?? '', 1)]
  const marked = (mark: string): Set<string> =>
    new Set(
      list(language.states ?? '')
        .filter((word) => word.endsWith(mark))
        .map((word) => word.slice(0, -1)),
    )
  const [decisive, moves] = [marked('!'), marked('@')]
  const contraries = statesByWord(language.contraries ?? '', 0)
  const clauseWords = new Set(list(language.clauseWords))
  const irregular = table(language.irregular ?? '')
  const forms = (word: string): string[] => (language.code === 'en' ? [word] : [word, language.stem(word)])
  const [good, bad] = [new Set(list(language.good).flatMap(forms)), new Set(list(language.bad).flatMap(forms))]
  const axes = axesByWord(language.opposites, forms)
  const spaceless = language.spaceless ?? false
  const known = spaceless
    ? knownPieces(language, [
        ...functionWords,
        ...good,
        ...bad,
        ...axes.keys(),
        ...numbers.keys(),
        ...states.keys(),
        ...events.keys(),
      ])
    : new Set<string>()
  const pieces = (run: string, names: ReadonlySet<string> = new Set()): string[] => cut(run, known, names)
  const phrases = phrasesByFirst(language, spaceless ? pieces : undefined)
  return {
    code: language.code,
    spaceless,
    verbLast: language.verbLast ?? false,
    capitalNouns: language.capitalNouns ?? false,
    from: (language.cues.from ?? '') !== '',
    isFunctionWord: (word) => functionWords.has(word),
    lemma: (word) => irregular.get(word) ?? language.stem(word),
    axes: (word) => axes.get(word) ?? [],
    tone: (word, lemma) => {
      const plain = word.endsWith('ly') ? word.slice(0, -2) : word
      if ([word, lemma, plain].some((form) => good.has(form))) return 1
      return [word, lemma, plain].some((form) => bad.has(form)) ? -1 : 0
    },
    number: (word) => (numbers.has(word) ? Number(numbers.get(word)) : undefined),
    month: (word) => (months.has(word) ? Number(months.get(word)) : undefined),
    unit: (word) => units.get(word),
    states: (word) => states.get(word) ?? [],
    events: (word) => events.get(word) ?? [],
    decisive: (word) => decisive.has(word),
    moves: (word) => moves.has(word),
    isSort: (word) => sorts.has(word),
    contraries: (word) => contraries.get(word) ?? [],
    breaks: (word) => clauseWords.has(word),
    negatesItself: (word) => language.negatedWord?.(word) ?? false,
    cuesIn: (words, lemmas) => cuesIn(words, lemmas, phrases),
    pieces,
  }
}

const list = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '')

const table = (rows: string): Map<string, string> =>
  new Map(list(rows).map((row) => row.split('=') as [string, string]))

/** `h3` for the words left of the bar of the fourth line, `-h3` for those right of it. */
function axesByWord(lines: string, forms: (word: string) => string[]): Map<string, string[]> {
  const axes = new Map<string, string[]>()
  for (const [number, line] of lines.split('\n').entries())
    for (const [side, words] of line.split('|').entries())
      for (const word of new Set(list(words).flatMap(forms))) {
        const axis = side === 0 ? `h${number}` : `-h${number}`
        axes.set(word, [...(axes.get(word) ?? []), axis])
      }
  return axes
}

function statesByWord(lines: string, side: 0 | 1): Map<string, number[]> {
  const out = new Map<string, number[]>()
  for (const [number, line] of lines.split('\n').entries())
    for (const word of list((line.split('>')[side] ?? '').replace(/[!@]/g, '')))
      out.set(word, [...(out.get(word) ?? []), number])
  return out
}

function phrasesByFirst(language: Language, pieces?: (run: string) => string[]): Map<string, Phrase[]> {
  const byText = new Map<string, Phrase>()
  for (const name of cueNames)
    for (const text of (language.cues[name] ?? '').split(',').map((phrase) => list(phrase).join(' ')))
      if (text !== '') {
        const words = pieces
          ? pieces(text)
          : text.replaceAll("n't", ' not').replaceAll("'s", '').replaceAll('-', ' ').split(' ')
        const phrase = byText.get(text) ?? { words, names: [] }
        phrase.names.push(name)
        byText.set(text, phrase)
      }
  const byFirst = new Map<string, Phrase[]>()
  for (const phrase of byText.values()) {
    const first = phrase.words[0]!
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  return byFirst
}

function cuesIn(
  words: readonly string[],
  lemmas: readonly string[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): Cue[] {
  const cues: Cue[] = []
  for (let at = 0; at < words.length; at++) {
    const found = longestAt(at, words, lemmas, phrases)
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
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): { phrase: Phrase; length: number } | undefined {
  let best: { phrase: Phrase; length: number } | undefined
  const first = lemmas[at] === words[at] ? [words[at]!] : [words[at]!, lemmas[at]!]
  for (const word of first)
    for (const phrase of phrases.get(word) ?? []) {
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

function knownPieces(language: Language, words: readonly string[]): Set<string> {
  const known = new Set(words)
  for (const name of cueNames) for (const phrase of (language.cues[name] ?? '').split(',')) known.add(phrase.trim())
  known.delete('')
  return known
}

/** Longest known word first, as a reader of a language without spaces does; what is unknown stands letter by letter. */
function cut(run: string, known: ReadonlySet<string>, names: ReadonlySet<string>): string[] {
  const out: string[] = []
  const letters = [...run]
  for (let at = 0; at < letters.length;) {
    const size = latinAt(letters, at) || knownAt(letters, at, known, names)
    out.push(letters.slice(at, at + size).join(''))
    at += size
  }
  return out
}

function latinAt(letters: readonly string[], start: number): number {
  let end = start
  while (end < letters.length && /[a-z0-9.,:]/.test(letters[end]!)) end++
  return end - start
}

function knownAt(
  letters: readonly string[],
  at: number,
  known: ReadonlySet<string>,
  names: ReadonlySet<string>,
): number {
  for (let size = Math.min(6, letters.length - at); size > 1; size--) {
    const word = letters.slice(at, at + size).join('')
    if (known.has(word) || names.has(word)) return size
  }
  return 1
}
