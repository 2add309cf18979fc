import { vocabulariesOf } from '../language/detect-language.js'
import type { Judged } from '../model/verdict.js'
import { hash } from '../text/hash.js'
import { memoizeWeakly } from '../text/memoize.js'
import { reading, type Reading } from './reading.js'
import { isLiking } from './related.js'
import { keyInRole, lemmaKey, meaningKeys, saidIn, type Keys } from './rule.js'
import { rules } from './rules.js'

/**
 * The keys by which facts find an opinion. Rules are asked about a pair only where the fact asks for a key that the
 * opinion offers. Keys depend on one text alone, in each language that it may be in. Two languages, or two words with
 * one hash, may have a key in common by chance: then a pair is judged that need not be.
 */
export const offersOf = memoizeWeakly((opinion: Judged): Keys => [
  ...rulesKeys(opinion, 'offers'),
  ...meaningsOf(opinion),
])
export const asksOf = memoizeWeakly((fact: Judged): Keys => [...rulesKeys(fact, 'asks')])

/** Whether rules are asked about the two. */
export const meet = (opinion: Judged, fact: Judged): boolean => haveCommon(new Set(offersOf(opinion)), asksOf(fact))

/** The keys of what a text says. No rule asks for them; an opinion offers them for the search for open pairs. */
export function meaningsOf(judged: Judged): ReadonlySet<number> {
  return keysIn(judged, (read) => [meaningKeys(read).map((key) => keyInRole(saying, key))])
}
const saying = hash('says')

/**
 * Whether two texts plainly speak of one thing: they share a word, or have words of the same or the opposite meaning. A
 * name, a liking (`likes rain`, `prefers tea`) or a number does not count.
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

/** The keys of all rules; a list that several rules share is read once. */
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
