import { vocabulariesOf } from '../language/detect-language.js'
import type { Judged } from '../model/verdict.js'
import { hash } from '../text/hash.js'
import { reading, type Reading } from './reading.js'
import { isLiking } from './related.js'
import { meaningKeys, saidIn } from './rule.js'
import { rules } from './rules.js'

/**
 * By what opinions are found for a fact: rules are asked of a pair only where a key that the fact asks for is one that the
 * opinion offers. Both are functions of one text, in each language that it may be in; of two languages, and of two words
 * with one hash, keys may be one by chance: a pair is judged then that need not be.
 */
export interface Keys {
  /** Of the text as an opinion: whole numbers below 2^28, each once. */
  readonly offers: readonly number[]
  /** Of the text as a fact. */
  readonly asks: readonly number[]
}

const known = new WeakMap<Judged, Keys>()

export function keysOf(judged: Judged): Keys {
  let found = known.get(judged)
  if (!found) {
    const offers = hashed(judged, (read) => rules.flatMap((rule) => rule.offers(read)))
    const asks = hashed(judged, (read) => rules.flatMap((rule) => rule.asks(read)))
    known.set(judged, (found = { offers: [...offers], asks: [...asks] }))
  }
  return found
}

/** Whether any rule is asked of the two. */
export const meet = (opinion: Judged, fact: Judged): boolean =>
  haveCommon(new Set(keysOf(opinion).offers), keysOf(fact).asks)

/** What a text says, as keys: of an opinion all of them are among what it offers. */
export const meaningsOf = (judged: Judged): ReadonlySet<number> => hashed(judged, meaningKeys)

/**
 * Whether two texts plainly speak of one thing: they share a word, or one has what means the same as a word of the other or
 * the opposite; not only a name, a liking (`likes rain`, `prefers tea`) or a number.
 */
export const shareWords = (one: Judged, other: Judged): boolean =>
  haveCommon(hashed(one, plainKeys), hashed(other, plainKeys))

const plainKeys = (read: Reading): string[] =>
  saidIn(read).flatMap((token) => [
    ...(isLiking(token) ? [] : [`=${token.lemma}`, ...token.axes.map((axis) => axis.replace(/^-/, ''))]),
    ...[...token.states, ...token.events].map((state) => `state ${state}`),
  ])

function hashed(judged: Judged, keysIn: (read: Reading) => readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const vocabulary of vocabulariesOf(judged))
    for (const key of keysIn(reading(judged, vocabulary))) found.add(hash(key))
  return found
}

function haveCommon(own: ReadonlySet<number>, others: Iterable<number>): boolean {
  for (const key of others) if (own.has(key)) return true
  return false
}
