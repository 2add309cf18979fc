import { polarityOf } from '../language/denial.js'
import type { Token } from '../language/sentence.js'
import type { Verdict } from '../model/verdict.js'
import type { Pair } from './pair.js'
import type { Reading } from './reading.js'

/** One way in which a fact may bear on an opinion. */
export interface Rule {
  /** What of one text, as an opinion, it may be found by. */
  readonly offers: (opinion: Reading) => readonly string[]
  /** What of another text, as a fact, it looks for opinions by: none where the fact has no sign of what the rule is about. */
  readonly asks: (fact: Reading) => readonly string[]
  /** Asks for the same words in both texts, so that neither speaks of something else. */
  readonly isVerbatim?: true
  /** Undefined where it does not apply. */
  readonly verdict: (pair: Pair) => Verdict | undefined
}

/** Words of content, without the names of what a text is about. */
export const saidIn = ({ sentence, names }: Reading): readonly Token[] =>
  sentence.tokens.filter(({ content, text }) => content && !names.has(text))

/** A text's words, and what they mean: two texts that are about one thing have one of these in common. */
export const meaningKeys = (read: Reading): readonly string[] => [
  ...new Set(saidIn(read).flatMap(({ lemma, text, axes }) => [`=${lemma}`, `=${text}`, ...axes])),
]

/**
 * For rules of which one text has the opposite of a word of the other: by the two words together with another that both have,
 * since hundreds of opinions may say `likes`; by the opposite alone where hardly more is said.
 */
export const offeredToOpposites = (opinion: Reading): readonly string[] =>
  beside(opinion, (axis) => axis, saidIn(opinion).length < 3)
export const askedOfOpposites = (fact: Reading): readonly string[] => [
  ...beside(fact, turned, true),
  ...saidIn(fact).map(({ lemma }) => `opposite -=${lemma}`),
]

function beside(read: Reading, side: (axis: string) => string, alone: boolean): string[] {
  const said = saidIn(read)
  return said.flatMap((token) =>
    token.axes.flatMap((axis) => [
      ...(alone ? [`opposite ${side(axis)}`] : []),
      ...said.flatMap((other) => (other === token ? [] : [`opposite ${side(axis)} =${other.lemma}`])),
    ]),
  )
}

const turned = (axis: string): string => (axis.startsWith('-') ? axis.slice(1) : `-${axis}`)

/** For rules of which one of two texts denies what the other says. */
export const offeredToDenial = (opinion: Reading): readonly string[] => {
  const keys = meaningKeys(opinion)
  return denies(opinion) ? [...keys, ...keys.map(denied)] : keys
}

export const askedOfDenial = (fact: Reading): readonly string[] => {
  const keys = meaningKeys(fact)
  return [...keys.map(denied), ...(denies(fact) ? keys : [])]
}

const denied = (key: string): string => `not ${key}`
const denies = ({ sentence }: Reading): boolean =>
  sentence.tokens.some(({ negated }) => negated) || polarityOf(sentence.text).denials > 0
