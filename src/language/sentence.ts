import { isAscii, letterPattern } from '../text/letters.js'
import type { CueName } from './language.js'
import type { Cue, Vocabulary, Word } from './vocabulary.js'
import { type Quantity, quantities } from './quantities.js'

export interface Token {
  readonly word: Word
  readonly text: string
  readonly lemma: string
  readonly axes: readonly string[]
  readonly isForm: boolean
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
  readonly text: string
  readonly vocabulary: Vocabulary
  readonly tokens: readonly Token[]
  readonly cues: readonly Cue[]
  readonly quantities: readonly Quantity[]
}

/** The characters of a text that are read. The rest is ignored. */
export const longest = 600

export const wordPattern = letterPattern(
  ({ letter, mark }) =>
    `[${letter}${mark}]+(?:[.,:][0-9]+)*|[?!.;,:()$%&\\u20ac\\u00a3\\u061f\\u3002\\uff0c\\uff1b\\uff1f\\u060c\\u061b\\u06d4\\u2014\\u2013]`,
  'g',
)

const breaks = new Set('?!.;,:()\u061f\u3002\uff0c\uff1b\uff1f\u060c\u061b\u06d4\u2014\u2013')

export function read(text: string, vocabulary: Vocabulary, names: ReadonlySet<string>): Sentence {
  const { words, known } = withIdioms(split(plain(text).slice(0, longest), vocabulary, names), vocabulary)
  const lower = words.map(({ text: word }) => word)
  const found = quantities(lower, vocabulary, known)
  const dated = new Set(found.flatMap(({ kind, at, length }) => (kind === 'date' ? span(at, length) : [])))
  const cues = vocabulary
    .cuesIn(lower, known)
    .filter(({ at }) => !dated.has(at) && !(at > 0 && words[at]!.name && !/\d/.test(lower[at]!)))
  const counted = new Set(found.flatMap(({ at, length }) => span(at, length)))
  const consumed = new Set(cues.flatMap((cue) => consumedBy(cue, vocabulary)))
  const tokens: Token[] = []
  let clause = 0
  for (const [at, { text: word, name, owns = false }] of words.entries()) {
    const it = known[at]!
    if (breaks.has(word) || it.breaks) clause++
    const sort = it.isSort && (names.has(lower[at - 1] ?? '') || names.has(lower[at + 1] ?? ''))
    const named = name && at > 0 && word.length > 1
    const content = it.canSay && !sort && !counted.has(at) && !consumed.has(at) && (named || it.isPlain)
    tokens.push({
      word: it,
      text: word,
      lemma: it.lemma,
      axes: content ? it.axes : none,
      isForm: it.isForm,
      content,
      name: name && at > 0 && !vocabulary.capitalNouns,
      clause,
      tone: it.tone,
      states: it.states,
      decisive: it.decisive,
      moves: it.moves,
      events: it.events,
      owns,
      negated: it.negatesItself,
    })
  }
  negate(tokens, cues)
  return { text, vocabulary, tokens, cues, quantities: found }
}

/** Cues whose words say nothing else. */
const silent = new Set<CueName>([
  'not',
  'no',
  'every',
  'often',
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
  // The words of a hedge such as `less sure` also say what is unsure.
  if (name === 'hedge' && length > 1) return []
  // `Keeps running` says what is kept up.
  const said = length > 1 && vocabulary.ends('gerund', words) ? 1 : 0
  return silent.has(name) || length > 1 ? span(at, length - said) : []
}

const span = (at: number, length: number): number[] => Array.from({ length }, (_, offset) => at + offset)

/** A text in small letters. JavaScript would leave the dot of the Turkish capital `i` as a mark of its own. */
export function lowerCase(text: string): string {
  const small = text.toLowerCase()
  return small.includes('\u0307') ? small.replaceAll('i\u0307', 'i') : small
}

/** A text in NFC, with plain apostrophes, and with ASCII digits instead of Urdu and full-width ones. */
const plain = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .normalize('NFC')
        .replace(/[\u2018\u2019\u02bc]/g, "'")
        .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`)

interface WordPiece {
  readonly text: string
  /** The word that an idiom stands for. */
  readonly meaning?: string
  readonly name: boolean
  readonly owns?: boolean
}

function split(text: string, vocabulary: Vocabulary, names: ReadonlySet<string>): WordPiece[] {
  const apart = text.includes("'")
    ? text
        .replace(/\bcan't\b/gi, 'can not')
        .replace(/\bwon't\b/gi, 'will not')
        .replace(/n't\b/gi, ' not')
        .replace(/'s\b/gi, "' ")
        .replace(/'(?:re|ve|ll|d|m)\b/gi, ' ')
    : text
  const expanded = /\.m\b/i.test(apart) ? apart.replace(/(\d ?)([ap])\.m\b/gi, '$1$2m') : apart
  const out: WordPiece[] = []
  const shouted = text === text.toUpperCase()
  for (const { 0: word, index } of expanded.matchAll(wordPattern(expanded))) {
    const owns = expanded[index + word.length] === "'"
    const lower = lowerCase(word)
    if (!vocabulary.spaceless) out.push({ text: lower, name: (lower !== word && !shouted) || /\d/.test(word), owns })
    else for (const piece of vocabulary.segment(lower, names)) out.push({ text: piece, name: false })
  }
  return out
}

interface LookedUp {
  readonly words: readonly WordPiece[]
  readonly known: readonly Word[]
}

function withIdioms(words: readonly WordPiece[], vocabulary: Vocabulary): LookedUp {
  const lookUp = (all: readonly WordPiece[]): LookedUp => ({
    words: all,
    known: all.map(({ text, meaning }) => vocabulary.word(text, meaning)),
  })
  const looked = lookUp(words)
  if (looked.known.every(({ idioms }) => idioms.length === 0)) return looked
  const texts = words.map(({ text }) => text)
  const out: WordPiece[] = []
  for (let at = 0; at < words.length; at++) {
    const idiom = looked.known[at]!.idioms.length > 0 ? vocabulary.idiomAt(at, texts) : undefined
    if (idiom) out.push({ text: texts.slice(at, at + idiom.length).join(' '), meaning: idiom.meaning, name: false })
    else out.push(words[at]!)
    at += (idiom?.length ?? 1) - 1
  }
  return out.length < words.length ? lookUp(out) : looked
}

const none: readonly string[] = []

/** `not` negates what follows it in its clause, `no` the whole clause. */
function negate(tokens: readonly Token[], cues: readonly Cue[]): void {
  const denied = new Set<number>()
  for (const { name, at, length, gapped } of cues) {
    if (name !== 'not' && name !== 'no' && name !== 'shun' && name !== 'contrary') continue
    // The clause of the cue's last word, as in `anything but unhappy`.
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
