import {
  axisNames,
  type AxisName,
  classNames,
  type ClassName,
  type CueName,
  cueNames,
  type Language,
  type WordSections,
} from './language.js'
import { entriesOf, linesOf, pairsOf, sidesOf } from './sections.js'
import { segment } from '../text/segment.js'

/** The words of a cue; `_` stands for one to three words. */
export interface Phrase {
  readonly words: readonly string[]
  /** The stem of each word, where one differs from its word. */
  readonly roots?: readonly string[]
  readonly names: readonly CueName[]
}

/** Words that mean one word: `on time` is `punctual`. */
export interface Idiom {
  readonly words: readonly string[]
  readonly roots?: readonly string[]
  readonly meaning: string
}

/** A phrase and the number that it adds: `half past` 30 minutes, `half an` 0.5. */
export interface Amount {
  readonly words: readonly string[]
  readonly value: number
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
  /** Says by itself that a state has ended: `married`. */
  readonly decisive?: true
  /** Says so where a place follows: `moved to Antwerp`. */
  readonly moves?: true
  /** `h3` for the left side of the fourth line of opposites, `-h3` for its right side; `hliking` for a named line. */
  readonly axes?: readonly string[]
  /** By number, the lines of `states` in which it is a state, and those whose state it ends. */
  readonly states?: readonly number[]
  readonly events?: readonly number[]
  readonly classes?: readonly ClassName[]
  readonly number?: number
  readonly month?: number
  readonly unit?: string
  /** Its dictionary form, where no rule finds it. */
  readonly irregular?: string
  /** Cues that begin with it, the longest first. Idioms and amounts are ordered so too. */
  readonly phrases?: readonly Phrase[]
  readonly idioms?: readonly Idiom[]
  readonly pastHours?: readonly Amount[]
  readonly parts?: readonly Amount[]
  /** `and a half`. */
  readonly andHalf?: readonly string[]
}

type EntryDraft = { -readonly [Field in keyof Entry]: Entry[Field] }

export function lexicon(language: Language, words: WordSections): Map<string, Entry> {
  const entries = new Map<string, EntryDraft>()
  const entry = (word: string): EntryDraft => {
    let found = entries.get(word)
    if (!found) entries.set(word, (found = {}))
    return found
  }
  const irregular = new Map([...pairsOf(words.irregular), ...(language.irregular?.() ?? [])])
  const functionWords = entriesOf(words.functionWords)
  const small = new Set(functionWords)
  /** The stem that also finds a word's forms, in a language whose forms are known by their endings; else the word. */
  const rootOf = (word: string): string => {
    if (language.forms === undefined || irregular.has(word) || small.has(word) || language.forms.test(word)) return word
    const root = language.stem(word)
    // `Likely` is no form of `like`, though it has its stem.
    return word.length - root.length > 1 ? word : root
  }
  const roots = (word: string): string[] => [...new Set([word, rootOf(word)])]
  const forms = (word: string): string[] => (language.forms ? roots(word) : [word, language.stem(word)])
  const rootsOf = (all: readonly string[]): { readonly roots?: readonly string[] } =>
    all.some((word) => rootOf(word) !== word) ? { roots: all.map(rootOf) } : {}

  for (const word of functionWords) entry(word).function = true
  for (const word of entriesOf(words.good).flatMap(forms)) entry(word).good = true
  for (const word of entriesOf(words.bad).flatMap(forms)) entry(word).bad = true
  const good = (word: string): number => (entries.get(word)?.good ? 1 : 0) - (entries.get(word)?.bad ? 1 : 0)
  const toned = tonesOf(words, good)
  for (const [word, tone] of toned) entry(word)[tone > 0 ? 'good' : 'bad'] = true
  for (const word of entriesOf(words.clauseWords)) entry(word).clause = true
  for (const word of entriesOf(words.sorts)) entry(word).sort = true
  for (const [word, value] of pairsOf(words.numbers)) entry(word).number = Number(value)
  for (const [word, value] of pairsOf(words.months)) entry(word).month = Number(value)
  for (const [word, value] of pairsOf(words.units)) entry(word).unit = value
  for (const [word, value] of irregular) entry(word).irregular = value

  for (const { axis, sides } of oppositesOf(words))
    for (const [side, all] of sides.entries())
      for (const word of new Set(all.flatMap(forms)))
        entry(word).axes = [...(entry(word).axes ?? []), side === 0 ? axis : `-${axis}`]
  for (const name of classNames)
    for (const word of entriesOf(words[`class ${name}`]).flatMap(roots))
      entry(word).classes = [...(entry(word).classes ?? []), name]
  for (const [phrase, meaning] of pairsOf(words.idioms)) {
    const all = phrase.split(' ')
    for (const first of roots(all[0]!).map(entry))
      first.idioms = longestFirst([...(first.idioms ?? []), { words: all, ...rootsOf(all), meaning }])
  }
  for (const [line, states] of linesOf(words.states).entries()) {
    const [are = [], ends = []] = sidesOf(states, '>')
    for (const word of are.flatMap(roots)) entry(word).states = [...(entry(word).states ?? []), line]
    for (const end of ends) {
      const word = end.replace(/[!@]$/, '')
      if (end.endsWith('!')) entry(word).decisive = true
      if (end.endsWith('@')) entry(word).moves = true
      for (const root of roots(word)) entry(root).events = [...(entry(root).events ?? []), line]
    }
  }
  for (const list of ['pastHours', 'parts'] as const)
    for (const [phrase, value] of pairsOf(words[list])) {
      const all = phrase.split(' ')
      const first = entry(all[0]!)
      first[list] = longestFirst([...(first[list] ?? []), { words: all, value: Number(value) }])
    }
  for (const phrase of entriesOf(words.andHalf)) entry(phrase.split(' ')[0]!).andHalf = phrase.split(' ')

  const cues = cuesOf(words)
  // A text without blanks is cut at the words that are known, and so are its cues.
  for (const word of entriesOf(words.words)) entry(word)
  if (language.spaceless) for (const text of cues.keys()) entry(text)
  for (const [text, names] of cues) {
    const all = language.spaceless ? segment(text, (word) => entries.has(word)) : spaced(text)
    for (const first of roots(all[0]!).map(entry))
      first.phrases = longestFirst([...(first.phrases ?? []), { words: all, ...rootsOf(all), names }])
  }
  return entries
}

const longestFirst = <T extends { readonly words: readonly string[] }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => b.words.length - a.words.length)

/** Whether a word stands on an axis that rules ask for by name, on either side. */
export const isOn = (axes: readonly string[], name: AxisName): boolean =>
  axes.includes(`h${name}`) || axes.includes(`-h${name}`)

/** The lines of opposites, each with its axis: its name where it has one, else its number. */
const oppositesOf = ({ opposites }: WordSections): { readonly axis: string; readonly sides: string[][] }[] =>
  linesOf(opposites).map((line, at) => {
    const name = axisNames.find((each) => line.startsWith(`${each}:`))
    return { axis: `h${name ?? at}`, sides: sidesOf(name ? line.slice(name.length + 1) : line, '|') }
  })

/** More words of praise and blame: a word beside words of praise, or across from words of blame, praises too. */
function tonesOf(words: WordSections, toneOf: (word: string) => number): [word: string, tone: number][] {
  const neutral = new Set(entriesOf(words.neutral))
  return oppositesOf(words).flatMap(({ sides: [left = [], right = []] }) => {
    const sum = (all: readonly string[]): number => all.reduce((so, word) => so + toneOf(word), 0)
    const tone = right.length ? sum(left) - sum(right) : 0
    if (Math.abs(tone) < 2) return []
    const plain = (all: readonly string[], sign: number): [string, number][] =>
      all.filter((word) => toneOf(word) === 0 && !neutral.has(word)).map((word) => [word, sign])
    return [...plain(left, tone), ...plain(right, -tone)]
  })
}

function cuesOf(words: WordSections): Map<string, CueName[]> {
  const found = new Map<string, CueName[]>()
  for (const name of cueNames)
    for (const text of entriesOf(words[`cue ${name}`])) found.set(text, [...(found.get(text) ?? []), name])
  return found
}

/** The words of a phrase, split as a sentence is: `isn't` is `is not`. */
const spaced = (text: string): string[] =>
  text.replaceAll("n't", ' not').replaceAll("'s", '').replaceAll('-', ' ').split(' ')
