import { entityKey } from '../memory/entity.js'
import { isFactId } from '../memory/fact.js'
import { MemoryError } from '../memory/error.js'
import { retainKinds } from '../memory/kind.js'
import type { Store } from '../store/store.js'
import { resultOf, type Result } from './recall.js'

/** What `memory show` prints. */
export type Shown =
  | { readonly what: 'fact'; readonly fact: Result }
  | {
      readonly what: 'entity'
      readonly name: string
      readonly type: string | null
      /** Other spellings that mean it. */
      readonly aliases: readonly string[]
      readonly page: string | null
      readonly facts: readonly Result[]
    }
  | { readonly what: 'place'; readonly path: string; readonly facts: readonly Result[] }

const mostFacts = 1000

/**
 * Look one thing up: `^k3f9a2c1x7` (the `^` may be left out), an entity's name
 * or alias (with or without `@`), or a place (`memory/2025-11-27.md#L4`).
 *
 * @throws MemoryError not-found
 */
export function show(store: Store, reference: string): Shown {
  const text = reference.trim()
  const id = text.replace(/^\^/, '').toLowerCase()
  if (isFactId(id)) {
    const [fact] = store.factsById([id])
    if (fact) return { what: 'fact', fact: resultOf(store, fact) }
  }
  const place = /^(.+\.md)(?:#L(\d+)(?:-L?\d+)?)?$/i.exec(text)
  if (place) {
    const facts = place[2] === undefined ? store.factsOf(place[1]!) : store.factsAt(place[1]!, Number(place[2]))
    if (facts.length > 0) return { what: 'place', path: text, facts: facts.map((fact) => resultOf(store, fact)) }
  }
  const entities = store.entities()
  const key = entities.canonical(entityKey(text.replace(/^@/, '')))
  const keys = entities.keysOf(key)
  const page = entities.pageOf(key) ?? null
  if (store.known(keys).length > 0 || page !== null) {
    const facts = store.pageFacts(retainKinds, keys, mostFacts)
    const seen = new Set<string>()
    return {
      what: 'entity',
      name: entities.nameOf(key),
      type: page === null ? null : (store.entityPage(page)?.type ?? null),
      aliases: keys.slice(1).map(entities.nameOf),
      page,
      facts: facts
        .filter((fact) => !seen.has(fact.id) && seen.add(fact.id))
        .toSorted((a, b) => (a.day === b.day ? 0 : (a.day ?? '') > (b.day ?? '') ? -1 : 1))
        .map((fact) => resultOf(store, fact)),
    }
  }
  throw new MemoryError(
    'not-found',
    `nothing is called ${text.slice(0, 80)}: give a fact's id (^k3f9a2c1x7), an entity's name, or a place (memory/2025-11-27.md#L4)`,
  )
}
