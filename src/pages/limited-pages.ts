import { entityKey, type EntityKey } from '../model/entity.js'
import type { Day } from '../model/time.js'
import { pagesOf } from '../render/pages.js'
import type { Store } from '../store/store.js'

/** Which pages are written; the fold is of all facts whatever is chosen here. */
export type Limits = NotedLimits | { readonly labels: ReadonlySet<string> }

interface NotedLimits {
  /** Pages of what was noted from this day on: entities, and kinds where no entity is named. */
  readonly since: Day | null
  /** Pages of these entities, by their own keys; no page of a kind. */
  readonly entities: readonly EntityKey[] | null
}

/** Whether a page, as the index labels it (`page:world`, `entity:peter`), is one of those. */
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
