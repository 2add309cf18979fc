import { type CueName, type Language, cueNames } from './language.js'
import { pieces } from './pieces.js'

/** A cue, as the words it is told by; `_` stands for one to three of them. */
export interface Phrase {
  readonly words: readonly string[]
  readonly names: readonly CueName[]
}

/** All that a language says of one word. */
export interface Entry {
  readonly function?: true
  readonly good?: true
  readonly bad?: true
  /** Opens a clause that negation does not reach into. */
  readonly clause?: true
  /** Only says what sort of thing a name is. */
  readonly sort?: true
  /** Says without more that a state has ended: `married`. */
  readonly decisive?: true
  /** Does so where a place follows: `moved to Antwerp`. */
  readonly moves?: true
  /** `h3` for the words left of the bar of the fourth line of opposites, `-h3` for those right of it. */
  readonly axes?: readonly string[]
  /** States that it is one of, and states that it ends, by their lines. */
  readonly states?: readonly number[]
  readonly events?: readonly number[]
  /** The lines of alternatives that it stands in. */
  readonly contraries?: readonly number[]
  readonly number?: number
  readonly month?: number
  readonly unit?: string
  /** Its dictionary form, where no rule finds it. */
  readonly irregular?: string
  /** Cues that begin with it, the longest first. */
  readonly phrases?: readonly Phrase[]
}

type Draft = { -readonly [Field in keyof Entry]: Entry[Field] }

/** A language as a table of its words. */
export function lexicon(language: Language): Map<string, Entry> {
  const entries = new Map<string, Draft>()
  const entry = (word: string): Draft => {
    let found = entries.get(word)
    if (!found) entries.set(word, (found = {}))
    return found
  }
  const forms = (word: string): string[] => (language.code === 'en' ? [word] : [word, language.stem(word)])
  const states = language.states ?? ''

  for (const word of list(language.functionWords)) entry(word).function = true
  for (const word of list(language.good).flatMap(forms)) entry(word).good = true
  for (const word of list(language.bad).flatMap(forms)) entry(word).bad = true
  for (const word of list(language.clauseWords)) entry(word).clause = true
  for (const word of list(language.sorts ?? '')) entry(word).sort = true
  for (const word of marked(states, '!')) entry(word).decisive = true
  for (const word of marked(states, '@')) entry(word).moves = true
  for (const [word, value] of table(language.numbers)) entry(word).number = Number(value)
  for (const [word, value] of table(language.months)) entry(word).month = Number(value)
  for (const [word, value] of table(language.units ?? '')) entry(word).unit = value
  for (const [word, value] of table(language.irregular ?? '')) entry(word).irregular = value

  for (const [line, sides] of lines(language.opposites, '|'))
    for (const [side, words] of sides.entries())
      for (const word of new Set(words.flatMap(forms)))
        entry(word).axes = [...(entry(word).axes ?? []), side === 0 ? `h${line}` : `-h${line}`]
  for (const [line, [are = [], end = []]] of lines(states.replace(/[!@]/g, ''), '>')) {
    for (const word of are) entry(word).states = [...(entry(word).states ?? []), line]
    for (const word of end) entry(word).events = [...(entry(word).events ?? []), line]
  }
  for (const [line, [words = []]] of lines(language.contraries ?? '', '|'))
    for (const word of words) entry(word).contraries = [...(entry(word).contraries ?? []), line]

  const cues = cuesOf(language)
  // A text without blanks is cut at the words that are known, and so are its cues.
  if (language.spaceless) for (const text of cues.keys()) entry(text)
  for (const [text, names] of cues) {
    const words = language.spaceless ? pieces(text, (word) => entries.has(word)) : spaced(text)
    const first = entry(words[0]!)
    first.phrases = [...(first.phrases ?? []), { words, names }].toSorted((a, b) => b.words.length - a.words.length)
  }
  return entries
}

/** Every phrase, with all that it says. */
function cuesOf({ cues }: Language): Map<string, CueName[]> {
  const found = new Map<string, CueName[]>()
  for (const name of cueNames)
    for (const text of (cues[name] ?? '').split(',').map((phrase) => list(phrase).join(' ')))
      if (text !== '') found.set(text, [...(found.get(text) ?? []), name])
  return found
}

const list = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '')

/** `one=1 two=2` */
const table = (rows: string): [string, string][] => list(rows).map((row) => row.split('=') as [string, string])

/** Every line with its number, as the words on the sides of a mark. */
const lines = (text: string, mark: string): [line: number, sides: string[][]][] =>
  text.split('\n').map((line, at) => [at, line.split(mark).map(list)])

const marked = (words: string, mark: string): string[] =>
  list(words)
    .filter((word) => word.endsWith(mark))
    .map((word) => word.slice(0, -1))

/** As a sentence is split: `isn't` is `is not`. */
const spaced = (text: string): string[] =>
  text.replaceAll("n't", ' not').replaceAll("'s", '').replaceAll('-', ' ').split(' ')
