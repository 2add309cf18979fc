import { isAscii, letterPattern } from '../text/letters.js'
import { root } from './en/stem.js'
import type { CueName } from './language.js'
import type { Vocabulary, Cue } from './vocabulary.js'
import { type Quantity, quantities } from './quantities.js'
import { axesOf } from './wordnet/lookup.js'

export interface Token {
  readonly text: string
  readonly lemma: string
  /** Signed: words that share an axis with one sign mean the same, with two signs the opposite. */
  readonly axes: readonly string[]
  /** Axes of what this is a kind of. */
  readonly kinds: readonly string[]
  readonly content: boolean
  /** Written with a capital inside a sentence, or with a digit: a name. */
  readonly name: boolean
  readonly clause: number
  readonly tone: -1 | 0 | 1
  readonly states: readonly number[]
  readonly events: readonly number[]
  readonly decisive: boolean
  readonly moves: boolean
  /** `Peter's`: what follows is his. */
  readonly owns: boolean
  /** Under an odd number of negations. */
  negated: boolean
}

export interface Sentence {
  readonly vocabulary: Vocabulary
  readonly tokens: readonly Token[]
  readonly cues: readonly Cue[]
  readonly quantities: readonly Quantity[]
}

/** More of a text says nothing that its beginning does not. */
export const longest = 600

export const wordsOf = letterPattern(
  ({ letter, mark }) =>
    `[${letter}${mark}]+(?:[.,:][0-9]+)*|[?!.;,:()$%&\\u20ac\\u00a3\\u061f\\u3002\\uff0c\\uff1b\\uff1f\\u060c\\u061b\\u06d4\\u2014\\u2013]`,
  'g',
)

const breaks = new Set('?!.;,:()\u061f\u3002\uff0c\uff1b\uff1f\u060c\u061b\u06d4\u2014\u2013')

export function read(text: string, vocabulary: Vocabulary, names: ReadonlySet<string>): Sentence {
  const words = withIdioms(split(plain(text.slice(0, longest)), vocabulary, names), vocabulary)
  const lemmas = words.map((word) => vocabulary.lemma(word.meaning ?? word.text))
  const lower = words.map(({ text: word }) => word)
  const found = quantities(lower, vocabulary)
  const dated = new Set(found.flatMap(({ kind, at, length }) => (kind === 'date' ? span(at, length) : [])))
  const cues = vocabulary
    .cuesIn(lower, lemmas)
    .filter(({ at }) => !dated.has(at) && !(at > 0 && words[at]!.name && !/\d/.test(lower[at]!)))
  const counted = new Set(found.flatMap(({ at, length }) => span(at, length)))
  const consumed = new Set(cues.flatMap((cue) => consumedBy(cue, vocabulary)))
  const tokens: Token[] = []
  let clause = 0
  for (const [at, { text: word, name, owns = false }] of words.entries()) {
    if (breaks.has(word) || vocabulary.breaks(word)) clause++
    const lemma = lemmas[at]!
    const sort = vocabulary.isSort(word) && (names.has(lower[at - 1] ?? '') || names.has(lower[at + 1] ?? ''))
    const named = name && at > 0 && word.length > 1
    // `Willing` is no form of `will`.
    const own = word.includes(' ') || vocabulary.axes(word).length > 0
    const plainWord = !vocabulary.isFunctionWord(word) && (own || !vocabulary.isFunctionWord(lemma))
    const content =
      isWord(word) &&
      !sort &&
      !vocabulary.isOf('title', word) &&
      !counted.has(at) &&
      !consumed.has(at) &&
      (named || plainWord)
    const { axes, kinds } = content ? meaning(word, lemma, vocabulary) : { axes: [], kinds: [] }
    tokens.push({
      text: word,
      lemma,
      axes,
      kinds,
      content,
      name: name && at > 0 && !vocabulary.capitalNouns,
      clause,
      tone: vocabulary.tone(word, lemma),
      states: [...vocabulary.states(word), ...vocabulary.states(lemma)],
      decisive: vocabulary.decisive(word),
      moves: vocabulary.moves(word) || vocabulary.moves(lemma),
      events: [...vocabulary.events(word), ...vocabulary.events(lemma)],
      owns,
      negated: vocabulary.negatesItself(word),
    })
  }
  negate(tokens, cues)
  return { vocabulary, tokens, cues, quantities: found }
}

const notMarks =
  /[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f\u060c\u061b\u061f\u06d4]/

/** Not only punctuation. */
export const isWord = (text: string): boolean => notMarks.test(text)

/** Cues whose words say nothing else. */
const silent = new Set<CueName>([
  'not',
  'no',
  'every',
  'most',
  'often',
  'some',
  'few',
  'none',
  'hedge',
  'rumour',
  'now',
  'still',
  'exception',
  'habit',
  'contrary',
])

/** The words of a cue that say nothing but the cue. */
function consumedBy({ name, at, length, gapped, words }: Cue, vocabulary: Vocabulary): number[] {
  if (gapped) return [at, at + length - 1]
  // `less sure` is a hedge, and says of what.
  if (name === 'hedge' && length > 1) return []
  // `Keeps running` says what is kept up.
  const said = length > 1 && vocabulary.ends('gerund', words) ? 1 : 0
  return silent.has(name) || length > 1 ? span(at, length - said) : []
}

const span = (at: number, length: number): number[] => Array.from({ length }, (_, offset) => at + offset)

/** In small letters; of the Turkish capital of `i`, JavaScript would leave the dot as a mark of its own. */
export const lowered = (text: string): string => text.toLowerCase().replaceAll('i\u0307', 'i')

/** With plain apostrophes, and with the digits of Urdu and of full width as the ones that numbers are read from. */
const plain = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .replace(/[\u2018\u2019\u02bc]/g, "'")
        .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`)

interface Word {
  readonly text: string
  /** Of an idiom, the word it stands for. */
  readonly meaning?: string
  readonly name: boolean
  readonly owns?: boolean
}

function split(text: string, vocabulary: Vocabulary, names: ReadonlySet<string>): Word[] {
  const expanded = text
    .replace(/\bcan't\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/'s\b/gi, "' ")
    .replace(/'(?:re|ve|ll|d|m)\b/gi, ' ')
    .replace(/(\d ?)([ap])\.m\b/gi, '$1$2m')
  const out: Word[] = []
  const shouted = text === text.toUpperCase()
  for (const { 0: word, index } of expanded.matchAll(wordsOf(expanded))) {
    const owns = expanded[index + word.length] === "'"
    const lower = lowered(word)
    if (!vocabulary.spaceless) out.push({ text: lower, name: (lower !== word && !shouted) || /\d/.test(word), owns })
    else for (const piece of vocabulary.segment(lower, names)) out.push({ text: piece, name: false })
  }
  return out
}

function withIdioms(words: readonly Word[], vocabulary: Vocabulary): readonly Word[] {
  const texts = words.map(({ text }) => text)
  const out: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const idiom = vocabulary.idiomAt(at, texts)
    if (idiom) out.push({ text: texts.slice(at, at + idiom.length).join(' '), meaning: idiom.meaning, name: false })
    else out.push(words[at]!)
    at += (idiom?.length ?? 1) - 1
  }
  return out
}

function meaning(word: string, lemma: string, vocabulary: Vocabulary): Pick<Token, 'axes' | 'kinds'> {
  const axes = new Set([...vocabulary.axes(word), ...vocabulary.axes(lemma)])
  const kinds: string[] = []
  if (vocabulary.wordNet) {
    const family = root(lemma)
    axes.add(family.startsWith('-') ? `-r${family.slice(1)}` : `r${family}`)
    for (const axis of axesOf(lemma)) {
      if (axis.startsWith('>')) kinds.push(`w${axis.slice(1)}`)
      else axes.add(axis.startsWith('-') ? `-w${axis.slice(1)}` : `w${axis}`)
    }
  }
  return { axes: [...axes], kinds }
}

/** `not` turns what follows it in its clause, `no` and a language's own forms the whole clause. */
function negate(tokens: readonly Token[], cues: readonly Cue[]): void {
  const denied = new Set<number>()
  for (const { name, at, length, gapped } of cues) {
    if (name !== 'not' && name !== 'no' && name !== 'shun' && name !== 'contrary') continue
    // `Anything but unhappy`.
    const { clause } = tokens[at + length - 1]!
    // `no confía en absoluto` denies once.
    if (name === 'no' && denied.has(clause)) continue
    if (name === 'no') denied.add(clause)
    let first = at + (name === 'shun' || gapped ? 1 : length)
    if (name === 'no') while (first > 0 && tokens[first - 1]!.clause === clause) first--
    for (let index = first; index < tokens.length && tokens[index]!.clause === clause; index++) {
      if (name === 'no' && index >= at && index < at + length) continue
      const token = tokens[index]!
      token.negated = !token.negated
    }
  }
}
