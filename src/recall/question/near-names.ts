import { distance } from 'fastest-levenshtein'
import { compare } from '../../text/compare.js'
import { entityKey, type EntityKey } from '../../model/entity.js'
import { retainKinds } from '../../model/kind.js'
import type { Store } from '../../store/store.js'
import { ftsQuoted } from './rarity.js'

const mostNear = 3

/** The names that a mistyped one could have meant. */
export function nearNames(store: Store, text: string): string[] {
  const entities = store.entities()
  const wanted = entityKey(text.replace(/^@/, ''))
  const near = store
    .mentionedIn(retainKinds)
    .map((key) => ({ key, edits: distance(wanted, key) }))
    .filter(({ key, edits }) => edits <= Math.max(1, Math.floor(key.length / 4)) || key.startsWith(wanted))
    .toSorted((a, b) => a.edits - b.edits || compare(a.key, b.key))
    .slice(0, mostNear)
    .map(({ key }) => entities.nameOf(entities.canonical(key)))
  return [...new Set(near)]
}

/** Shorter words are near too many names: Anna and Anne are two people. */
const shortest = 5
/** A name of at least so many letters may differ in two. */
export const longName = 8

/**
 * The one entity that a question means by a word that names nobody; undefined where several could be meant. The name
 * equals the word but for accents. Or, where memory holds the word nowhere, the name begins with the same letter and is
 * one letter off (a long one two), or has two letters swapped.
 *
 *     mongod  →  mongodb      though mongo is as near: a word may not be finished
 *     Sofiya  →  sofia        but nobody where sofya is known too, or Sofia's page says `not: [Sofiya]`
 */
export function misspelt(store: Store, word: string): EntityKey | undefined {
  const asked = entityKey(word)
  const { canonical, pageOf } = store.entities()
  const isAnother = (key: EntityKey): boolean => {
    const page = pageOf(key)
    return page !== undefined && (store.entityPage(page)?.not ?? []).some((name) => entityKey(name) === asked)
  }
  const among = (keys: readonly EntityKey[]): EntityKey | undefined => {
    const meant = new Set(store.known(keys).map(canonical))
    for (const key of meant) if (isAnother(key)) meant.delete(key)
    return meant.size === 1 ? [...meant][0] : undefined
  }
  const accented = store.mentioned().filter((key) => /[^ -~]/.test(key) && withoutAccents(key) === asked)
  if (accented.length > 0) return among(accented)
  if (asked.length < shortest || store.frequency(ftsQuoted([word]), 1) > 0) return undefined
  const near = store.mentioned().filter((key) => isNear(asked, key))
  const begun = near.filter((key) => key.startsWith(asked))
  return among(begun.length > 0 ? begun : near)
}

const withoutAccents = (key: string): string => key.normalize('NFKD').replace(/\p{M}+/gu, '')

function isNear(asked: string, key: EntityKey): boolean {
  const most = Math.min(asked.length, key.length) < longName ? 1 : 2
  if (key[0] !== asked[0] || key.length < shortest || Math.abs(asked.length - key.length) > most) return false
  const edits = distance(asked, key)
  return edits <= most || (edits === 2 && sorted(asked) === sorted(key))
}

const sorted = (text: string): string => [...text].toSorted().join('')
