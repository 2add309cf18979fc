import { axisNames, type AxisName, type ClassName, type CueName, type Language, cueNames } from './language.js'
import { segment } from '../text/segment.js'

/** A cue, as the words it is told by; `_` stands for one to three of them. */
export interface Phrase {
  readonly words: readonly string[]
  /** What the forms of each word have in common, where that is not the word itself. */
  readonly roots?: readonly string[]
  readonly names: readonly CueName[]
}

/** Words that mean one: `on time` is `punctual`. */
export interface Idiom {
  readonly words: readonly string[]
  readonly roots?: readonly string[]
  readonly meaning: string
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
  /** `h3` for the words left of the bar of the fourth line of opposites, `-h3` for those right of it; `hliking` where it has a name. */
  readonly axes?: readonly string[]
  /** States that it is one of, and states that it ends, by their lines. */
  readonly states?: readonly number[]
  readonly events?: readonly number[]
  /** Classes that cues and rules name: `ask`, `his`. */
  readonly classes?: readonly ClassName[]
  readonly number?: number
  readonly month?: number
  readonly unit?: string
  /** Its dictionary form, where no rule finds it. */
  readonly irregular?: string
  /** Cues that begin with it, the longest first. */
  readonly phrases?: readonly Phrase[]
  readonly idioms?: readonly Idiom[]
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
  const irregular = new Map(table(language.irregular ?? ''))
  const small = new Set(list(language.functionWords))
  /** A word as its forms are found by it, too, where a language tells its forms by their endings. */
  const rootOf = (word: string): string => {
    if (language.forms === undefined || irregular.has(word) || small.has(word) || language.forms.test(word)) return word
    const root = language.stem(word)
    // `Likely` is no form of `like`, though it has its stem.
    return word.length - root.length > 1 ? word : root
  }
  const roots = (word: string): string[] => [...new Set([word, rootOf(word)])]
  const forms = (word: string): string[] => (language.forms ? roots(word) : [word, language.stem(word)])
  const rootsOf = (words: readonly string[]): { readonly roots?: readonly string[] } =>
    words.some((word) => rootOf(word) !== word) ? { roots: words.map(rootOf) } : {}
  const states = language.states ?? ''

  for (const word of list(language.functionWords)) entry(word).function = true
  for (const word of list(language.good).flatMap(forms)) entry(word).good = true
  for (const word of list(language.bad).flatMap(forms)) entry(word).bad = true
  const good = (word: string): number => (entries.get(word)?.good ? 1 : 0) - (entries.get(word)?.bad ? 1 : 0)
  const toned = tonesOf(language, good)
  for (const [word, tone] of toned) entry(word)[tone > 0 ? 'good' : 'bad'] = true
  for (const word of list(language.clauseWords)) entry(word).clause = true
  for (const word of list(language.sorts ?? '')) entry(word).sort = true
  for (const word of marked(states, '!')) entry(word).decisive = true
  for (const word of marked(states, '@')) entry(word).moves = true
  for (const [word, value] of table(language.numbers)) entry(word).number = Number(value)
  for (const [word, value] of table(language.months)) entry(word).month = Number(value)
  for (const [word, value] of table(language.units ?? '')) entry(word).unit = value
  for (const [word, value] of irregular) entry(word).irregular = value

  for (const { axis, sides } of oppositesOf(language))
    for (const [side, words] of sides.entries())
      for (const word of new Set(words.flatMap(forms)))
        entry(word).axes = [...(entry(word).axes ?? []), side === 0 ? axis : `-${axis}`]
  for (const [name, words] of Object.entries(language.classes ?? {}) as [ClassName, string][])
    for (const word of list(words).flatMap(roots)) entry(word).classes = [...(entry(word).classes ?? []), name]
  for (const row of (language.idioms ?? '').split(',').filter((one) => one.includes('='))) {
    const [words, meaning] = row.split('=').map(list) as [string[], string[]]
    for (const first of roots(words[0]!).map(entry))
      first.idioms = [...(first.idioms ?? []), { words, ...rootsOf(words), meaning: meaning[0]! }]
  }
  for (const [line, [are = [], end = []]] of lines(states.replace(/[!@]/g, ''), '>')) {
    for (const word of are.flatMap(roots)) entry(word).states = [...(entry(word).states ?? []), line]
    for (const word of end.flatMap(roots)) entry(word).events = [...(entry(word).events ?? []), line]
  }

  const cues = cuesOf(language)
  // A text without blanks is cut at the words that are known, and so are its cues.
  list(language.words ?? '').forEach(entry)
  if (language.spaceless) for (const text of cues.keys()) entry(text)
  for (const [text, names] of cues) {
    const words = language.spaceless ? segment(text, (word) => entries.has(word)) : spaced(text)
    for (const first of roots(words[0]!).map(entry))
      first.phrases = [...(first.phrases ?? []), { words, ...rootsOf(words), names }].toSorted(
        (a, b) => b.words.length - a.words.length,
      )
  }
  return entries
}

/** The axis of a word that a rule asks for by name, on whichever side of it. */
export const isOn = (axes: readonly string[], name: AxisName): boolean =>
  axes.includes(`h${name}`) || axes.includes(`-h${name}`)

/** Lines of opposites: by their numbers, or by the names that stand before them. */
const oppositesOf = ({ opposites }: Language): { readonly axis: string; readonly sides: string[][] }[] =>
  lines(opposites, '|').map(([line, [left = [], ...others]]) => {
    const name = axisNames.find((each) => left[0] === `${each}:`)
    return { axis: `h${name ?? line}`, sides: [name ? left.slice(1) : left, ...others] }
  })

/** What stands beside words of praise, or across from words of blame, praises too. */
function tonesOf(language: Language, toneOf: (word: string) => number): [word: string, tone: number][] {
  const neutral = new Set(list(language.neutral ?? ''))
  return oppositesOf(language).flatMap(({ sides: [left = [], right = []] }) => {
    const sum = (words: readonly string[]): number => words.reduce((all, word) => all + toneOf(word), 0)
    const tone = right.length ? sum(left) - sum(right) : 0
    if (Math.abs(tone) < 2) return []
    const plain = (words: readonly string[], sign: number): [string, number][] =>
      words.filter((word) => toneOf(word) === 0 && !neutral.has(word)).map((word) => [word, sign])
    return [...plain(left, tone), ...plain(right, -tone)]
  })
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
