import { polarityOf } from '../language/denial.js'
import type { Token } from '../language/sentence.js'
import type { Word } from '../language/vocabulary.js'
import type { Verdict } from '../model/verdict.js'
import { hash } from '../text/hash.js'
import { memoizeWeakly } from '../text/memoize.js'
import type { Pair } from './pair.js'
import type { Reading } from './reading.js'

/**
 * One way in which a fact may bear on an opinion. A pair is judged only where a key that some rule asks for in the fact
 * is a key that some rule offers in the opinion. A key is a whole number below 2^28.
 */
export interface Rule {
  /** Lists of keys by which an opinion is found. */
  readonly offers: (opinion: Reading) => readonly Keys[]
  /** Lists of keys by which a fact looks for opinions; none where it has no sign of what the rule is about. */
  readonly asks: (fact: Reading) => readonly Keys[]
  /** Set where the rule asks for the same words in both texts, so that neither speaks of something else. */
  readonly isVerbatim?: true
  /** Undefined where the rule does not apply. */
  readonly verdict: (pair: Pair) => Verdict | undefined
}

export type Keys = readonly number[]

/** The key of a word in a role: `reliable` in the role `not`. */
export const keyInRole = (role: number, word: number): number =>
  Math.imul(role ^ Math.imul(word, 0x85ebca6b), 0xc2b2ae35) >>> 4

interface WordKeys {
  readonly lemma: number
  /** Keys of the word in any form, and of what it means. */
  readonly meanings: readonly number[]
  readonly axes: readonly number[]
  /** The key of an opposite that is made of this word: `unreliable` of `reliable`. */
  readonly unmade: number
  /** Keys of the other sides of the axes, which mean the opposite. */
  readonly turned: readonly number[]
}

const opposite = hash('opposite')

/** The keys of a word, made once: texts have the same few words again and again. */
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

/** A text's words of content, without the names of its subject. */
export const saidIn = memoizeWeakly(({ sentence, names }: Reading): readonly Token[] =>
  sentence.tokens.filter(({ content, text }) => content && !names.has(text)),
)

/** Keys of a text's words and of what they mean: two texts about one thing have one of these in common. */
export const meaningKeys = memoizeWeakly((read: Reading): Keys => [
  ...new Set(saidIn(read).flatMap(({ word }) => keysOfWord(word).meanings)),
])

/** The least share of an opinion that a fact must take up to end it: one word of many is met by chance. */
export const takenUp = 0.25

/**
 * An opinion of at most so many words is found by any one of them, which is a share of `takenUp`; a longer one by two.
 */
const few = 1 / takenUp

/** How many of a text's first words are paired: the number of pairs grows with the square of it. */
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

/** Keys for rules that ask for a share of the opinion's words: each of few words, any two of more. */
export const offeredWords = (opinion: Reading): readonly Keys[] => [
  saidIn(opinion).length > few ? pairKeys(opinion) : meaningKeys(opinion),
]
export const askedWords = (fact: Reading): readonly Keys[] => [meaningKeys(fact), pairKeys(fact)]

export const lemmaKey = ({ word }: Token): number => keysOfWord(word).lemma

/**
 * Keys for rules where a word of one text is the opposite of a word of the other. Each opposite is paired with another
 * word that both have, since hundreds of opinions may say `likes`; it stands alone where hardly more is said.
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
const inDenial = memoizeWeakly((keys: Keys): Keys => keys.map((key) => keyInRole(not, key)))

/** Keys for rules where one of two texts denies what the other says. */
export const offeredToDenial = (opinion: Reading): readonly Keys[] => {
  const words = offeredWords(opinion)
  return denies(opinion) ? [...words, ...words.map(inDenial)] : words
}

export const askedOfDenial = (fact: Reading): readonly Keys[] => {
  const words = askedWords(fact)
  return [...(denies(fact) ? words : []), ...words.map(inDenial)]
}

const denies = memoizeWeakly(
  ({ sentence }: Reading): boolean =>
    sentence.tokens.some(({ negated }) => negated) || polarityOf(sentence.text).denials > 0,
)
