import { vocabulariesOf } from '../language/detect-language.js'
import type { Judged } from '../model/verdict.js'
import { hash } from '../text/hash.js'
import { memoizeWeakly } from '../text/memoize.js'
import { reading, type Reading } from './reading.js'
import { isLiking } from './related.js'
import { keyInRole, lemmaKey, meaningKeys, saidIn, type Keys } from './rule.js'
import { rules } from './rules.js'

/**
 * By what opinions are found for a fact: rules are asked of a pair only where a key that the fact asks for is one that the
 * opinion offers. Keys are a function of one text, in each language that it may be in; of two languages, and of two words
 * with one hash, they may be one by chance: a pair is judged then that need not be.
 */
export const offersOf = memoizeWeakly((opinion: Judged): Keys => [
  ...rulesKeys(opinion, 'offers'),
  ...meaningsOf(opinion),
])
export const asksOf = memoizeWeakly((fact: Judged): Keys => [...rulesKeys(fact, 'asks')])

/** Whether any rule is asked of the two. */
export const meet = (opinion: Judged, fact: Judged): boolean => haveCommon(new Set(offersOf(opinion)), asksOf(fact))

/** What a text says, as keys that no rule asks for: of an opinion they are kept among what it offers, for who asks what is open. */
export function meaningsOf(judged: Judged): ReadonlySet<number> {
  return keysIn(judged, (read) => [meaningKeys(read).map((key) => keyInRole(saying, key))])
}
const saying = hash('says')

/**
 * Whether two texts plainly speak of one thing: they share a word, or one has what means the same as a word of the other or
 * the opposite; not only a name, a liking (`likes rain`, `prefers tea`) or a number.
 */
export const shareWords = (one: Judged, other: Judged): boolean =>
  haveCommon(keysIn(one, plainKeys), keysIn(other, plainKeys))

const stateRole = hash('state')
const plainKeys = (read: Reading): Keys[] => [
  saidIn(read).flatMap((token) => [
    ...(isLiking(token) ? [] : [lemmaKey(token), ...token.axes.map((axis) => hash(axis.replace(/^-/, '')))]),
    ...[...token.states, ...token.events].map((each) => keyInRole(stateRole, each)),
  ]),
]

/** Several rules look by the same list. */
const rulesKeys = (judged: Judged, of: 'offers' | 'asks'): ReadonlySet<number> =>
  keysIn(judged, (read) => new Set(rules.flatMap((rule) => rule[of](read))))

function keysIn(judged: Judged, find: (read: Reading) => Iterable<Keys>): ReadonlySet<number> {
  const found = new Set<number>()
  for (const vocabulary of vocabulariesOf(judged))
    for (const list of find(reading(judged, vocabulary))) for (const key of list) found.add(key)
  return found
}

function haveCommon(own: ReadonlySet<number>, others: Iterable<number>): boolean {
  for (const key of others) if (own.has(key)) return true
  return false
}
