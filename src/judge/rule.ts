import { polarityOf } from '../language/denial.js'
import type { Token } from '../language/sentence.js'
import type { Word } from '../language/vocabulary.js'
import type { Verdict } from '../model/verdict.js'
import { hash } from '../text/hash.js'
import { memoizeWeakly } from '../text/memoize.js'
import type { Pair } from './pair.js'
import type { Reading } from './reading.js'

/**
 * One way in which a fact may bear on an opinion.
 *
 * It is asked of a pair only where one of the keys that a rule asks for in the fact is one that a rule offers in the opinion.
 * A key is a whole number below 2^28.
 */
export interface Rule {
  /** What of a text, as an opinion, it may be found by: lists of keys. */
  readonly offers: (opinion: Reading) => readonly Keys[]
  /** What of a text, as a fact, it looks for opinions by: none where the fact has no sign of what the rule is about. */
  readonly asks: (fact: Reading) => readonly Keys[]
  /** Asks for the same words in both texts, so that neither speaks of something else. */
  readonly isVerbatim?: true
  /** Undefined where it does not apply. */
  readonly verdict: (pair: Pair) => Verdict | undefined
}

export type Keys = readonly number[]

/** A key of its own for a word in a role: `not` and `reliable`. */
export const keyInRole = (role: number, word: number): number =>
  Math.imul(role ^ Math.imul(word, 0x85ebca6b), 0xc2b2ae35) >>> 4

interface WordKeys {
  readonly lemma: number
  /** The word, whatever its form, and what it means. */
  readonly meanings: readonly number[]
  readonly axes: readonly number[]
  /** What a word would have that is made of this one to say the opposite: `unreliable` of `reliable`. */
  readonly unmade: number
  /** Of the axes, the other sides: what would mean the opposite. */
  readonly turned: readonly number[]
}

const opposite = hash('opposite')

/** Most of what is read is said in few words, again and again. */
const keysOfWord = memoizeWeakly(({ lemma, text, axes }: Word): WordKeys => {
  const own = hash(`=${lemma}`)
  const sides = axes.map(hash)
  return {
    lemma: own,
    meanings: [...new Set([own, hash(`=${text}`), ...sides])],
    axes: sides,
    unmade: keyInRole(opposite, hash(`-=${lemma}`)),
    turned: axes.map((axis) => hash(axis.startsWith('-') ? axis.slice(1) : `-${axis}`)),
  }
})

/** Words of content, without the names of what a text is about. */
export const saidIn = memoizeWeakly(({ sentence, names }: Reading): readonly Token[] =>
  sentence.tokens.filter(({ content, text }) => content && !names.has(text)),
)

/** A text's words, and what they mean: two texts that are about one thing have one of these in common. */
export const meaningKeys = memoizeWeakly((read: Reading): Keys => [
  ...new Set(saidIn(read).flatMap(({ word }) => keysOfWord(word).meanings)),
])

/** The least share of an opinion that a fact must take up to end it: one word of many is met by chance. */
export const takenUp = 0.25

/** So few words that one of them is such a share: an opinion of these is found by one, any other by two. */
const few = 1 / takenUp

/** Of a longer text the beginning: what is paired grows with the square of it. */
const mostPaired = 15

const wordsPaired = memoizeWeakly((read: Reading): readonly WordKeys[] =>
  [...new Set(saidIn(read).map(({ word }) => keysOfWord(word)))].slice(0, mostPaired),
)

const pairKeys = memoizeWeakly((read: Reading): Keys => {
  const words = wordsPaired(read).map(({ lemma, axes }) => [lemma, ...axes])
  const keys: number[] = []
  for (const [at, left] of words.entries())
    for (const right of words.slice(at + 1)) for (const one of left) for (const other of right) keys.push(one ^ other)
  return keys
})

/** For rules that ask for a share of the opinion's words: by each of few words, by any two of more. */
export const offeredWords = (opinion: Reading): readonly Keys[] => [
  saidIn(opinion).length > few ? pairKeys(opinion) : meaningKeys(opinion),
]
export const askedWords = (fact: Reading): readonly Keys[] => [meaningKeys(fact), pairKeys(fact)]

export const lemmaKey = ({ word }: Token): number => keysOfWord(word).lemma

/**
 * For rules of which one text has the opposite of a word of the other: by the two words together with another that both have,
 * since hundreds of opinions may say `likes`; by the opposite alone where hardly more is said.
 */
export const offeredToOpposites = (opinion: Reading): readonly Keys[] => [
  beside(opinion, 'axes', saidIn(opinion).length < 3),
]
export const askedOfOpposites = (fact: Reading): readonly Keys[] => [
  beside(fact, 'turned', true),
  saidIn(fact).map(({ word }) => keysOfWord(word).unmade),
]

function beside(read: Reading, side: 'axes' | 'turned', isAlone: boolean): Keys {
  const said = wordsPaired(read)
  const keys: number[] = []
  for (const word of said)
    for (const axis of word[side]) {
      const role = keyInRole(opposite, axis)
      if (isAlone) keys.push(role)
      for (const { lemma } of said) if (lemma !== word.lemma) keys.push(keyInRole(role, lemma))
    }
  return keys
}

const not = hash('not')
const deniedKeys = memoizeWeakly((read: Reading): Keys => meaningKeys(read).map((key) => keyInRole(not, key)))

/** For rules of which one of two texts denies what the other says. */
export const offeredToDenial = (opinion: Reading): readonly Keys[] =>
  denies(opinion) ? [...offeredWords(opinion), deniedKeys(opinion)] : offeredWords(opinion)

export const askedOfDenial = (fact: Reading): readonly Keys[] =>
  denies(fact) ? [...askedWords(fact), deniedKeys(fact)] : [deniedKeys(fact)]

const denies = memoizeWeakly(
  ({ sentence }: Reading): boolean =>
    sentence.tokens.some(({ negated }) => negated) || polarityOf(sentence.text).denials > 0,
)
