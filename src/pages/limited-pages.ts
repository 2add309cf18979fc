import { entityKey, type EntityKey } from '../model/entity.js'
import type { Day } from '../model/time.js'
import { pagesOf } from '../render/pages.js'
import type { Store } from '../store/store.js'

/** Which pages are written. Beliefs are made of all facts in any case. */
export type Limits = NotedLimits | { readonly labels: ReadonlySet<string> }

interface NotedLimits {
  /** Only pages of facts noted from this day on: those of their kinds, and of the entities they mention. */
  readonly since: Day | null
  /** Only pages of these entities, by their canonical keys; no page of a kind. */
  readonly entities: readonly EntityKey[] | null
}

/** A test for whether a page is within limits, by its label in the index (`page:world`, `entity:peter`). */
export function isWithin(store: Store, limits: Limits): (label: string) => boolean {
  if ('labels' in limits) return (label) => limits.labels.has(label)
  const { since, entities } = limits
  const { canonical } = store.entities()
  const own = (label: string): string => (label.startsWith('entity:') ? `entity:${canonical(label.slice(7))}` : label)
  const named = entities && new Set(entities.map((key) => `entity:${key}`))
  const noted =
    since === null
      ? null
      : new Set(
          store
            .notedSince(since)
            .flatMap(({ kind, mentions }) => [
              ...pagesOf(kind).map((page) => `page:${page}`),
              ...mentions.map((name) => `entity:${canonical(entityKey(name))}`),
            ]),
        )
  return (label) => (named?.has(own(label)) ?? true) && (noted?.has(own(label)) ?? true)
}
