import { polarityOf } from '../language/denial.js'
import type { Token } from '../language/sentence.js'
import type { Word } from '../language/vocabulary.js'
import type { Verdict } from '../model/verdict.js'
import { hash } from '../text/hash.js'
import type { Pair } from './pair.js'
import type { Reading } from './reading.js'

/**
 * One way in which a fact may bear on an opinion.
 *
 * It is asked of a pair only where one of the keys that a rule asks for in the fact is one that a rule offers in the opinion.
 * A key is a whole number below 2^28.
 */
export interface Rule {
  /** What of a text, as an opinion, it may be found by. */
  readonly offers: (opinion: Reading) => readonly number[]
  /** What of a text, as a fact, it looks for opinions by: none where the fact has no sign of what the rule is about. */
  readonly asks: (fact: Reading) => readonly number[]
  /** Asks for the same words in both texts, so that neither speaks of something else. */
  readonly isVerbatim?: true
  /** Undefined where it does not apply. */
  readonly verdict: (pair: Pair) => Verdict | undefined
}

/** A key of its own for a word in a role: `not` and `reliable`. */
export const keyed = (role: number, word: number): number =>
  Math.imul(role ^ Math.imul(word, 0x85ebca6b), 0xc2b2ae35) >>> 4

interface WordKeys {
  readonly lemma: number
  /** The word, whatever its form, and what it means. */
  readonly meanings: readonly number[]
  readonly axes: readonly number[]
  /** Of the axes, the other sides: what would mean the opposite. */
  readonly turned: readonly number[]
}

/** Most of what is read is said in few words, again and again. */
const known = new WeakMap<Word, WordKeys>()

function keysOfWord(word: Word): WordKeys {
  let keys = known.get(word)
  if (!keys) {
    const { lemma, text, axes } = word
    const own = hash(`=${lemma}`)
    const sides = axes.map(hash)
    keys = {
      lemma: own,
      meanings: [...new Set([own, hash(`=${text}`), ...sides])],
      axes: sides,
      turned: axes.map((axis) => hash(axis.startsWith('-') ? axis.slice(1) : `-${axis}`)),
    }
    known.set(word, keys)
  }
  return keys
}

/** Words of content, without the names of what a text is about. */
export const saidIn = noted(({ sentence, names }: Reading): readonly Token[] =>
  sentence.tokens.filter(({ content, text }) => content && !names.has(text)),
)

/** A text's words, and what they mean: two texts that are about one thing have one of these in common. */
export const meaningKeys = noted((read: Reading): readonly number[] => [
  ...new Set(saidIn(read).flatMap(({ word }) => keysOfWord(word).meanings)),
])

/** So few words that one of them is enough to be found by; of more, two. */
const few = 4

const pairKeys = noted((read: Reading): readonly number[] => {
  const words = [...new Set(saidIn(read).map(({ word }) => keysOfWord(word)))].slice(0, mostPaired)
  const ways = words.map(({ lemma, axes }) => [lemma, ...axes])
  return ways.flatMap((left, at) =>
    ways.slice(at + 1).flatMap((right) => left.flatMap((one) => right.map((other) => one ^ other))),
  )
})

/** A hundred pairs: of a longer text the beginning. */
const mostPaired = 15

/** For rules that ask for a share of the opinion's words: by each of few words, by any two of more. */
export const offeredWords = (opinion: Reading): readonly number[] =>
  saidIn(opinion).length > few ? pairKeys(opinion) : meaningKeys(opinion)
export const askedWords = (fact: Reading): readonly number[] => [...meaningKeys(fact), ...pairKeys(fact)]

export const lemmaKey = ({ word }: Token): number => keysOfWord(word).lemma

const opposite = hash('opposite')

/**
 * For rules of which one text has the opposite of a word of the other: by the two words together with another that both have,
 * since hundreds of opinions may say `likes`; by the opposite alone where hardly more is said.
 */
export const offeredToOpposites = (opinion: Reading): readonly number[] =>
  beside(opinion, ({ axes }) => axes, saidIn(opinion).length < 3)
export const askedOfOpposites = (fact: Reading): readonly number[] => [
  ...beside(fact, ({ turned }) => turned, true),
  ...saidIn(fact).map(({ word }) => keyed(opposite, hash(`-=${word.lemma}`))),
]

function beside(read: Reading, sidesOf: (keys: WordKeys) => readonly number[], isAlone: boolean): number[] {
  const said = saidIn(read).map(({ word }) => keysOfWord(word))
  return said.flatMap((keys) =>
    sidesOf(keys).flatMap((side) => [
      ...(isAlone ? [keyed(opposite, side)] : []),
      ...said.flatMap(({ lemma }) => (lemma === keys.lemma ? [] : [keyed(keyed(opposite, side), lemma)])),
    ]),
  )
}

const not = hash('not')
const denied = (key: number): number => keyed(not, key)

/** For rules of which one of two texts denies what the other says. */
export const offeredToDenial = (opinion: Reading): readonly number[] =>
  denies(opinion) ? [...offeredWords(opinion), ...meaningKeys(opinion).map(denied)] : offeredWords(opinion)

export const askedOfDenial = (fact: Reading): readonly number[] => [
  ...meaningKeys(fact).map(denied),
  ...(denies(fact) ? askedWords(fact) : []),
]

const denies = noted(
  ({ sentence }: Reading): boolean =>
    sentence.tokens.some(({ negated }) => negated) || polarityOf(sentence.text).denials > 0,
)

/** What several rules ask of a text is found once. */
function noted<T>(find: (read: Reading) => T): (read: Reading) => T {
  const found = new WeakMap<Reading, { readonly it: T }>()
  return (read) => {
    let kept = found.get(read)
    if (!kept) found.set(read, (kept = { it: find(read) }))
    return kept.it
  }
}
