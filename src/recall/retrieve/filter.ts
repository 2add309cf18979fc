import type { Filter } from '../../store/finding.js'
import type { Store } from '../../store/store.js'
import type { Query } from '../question/query.js'

/** The conditions that a result must meet, as the store takes them. */
export function filterOf(query: Query, store: Store): Filter {
  const entities = store.entities()
  return {
    kinds: query.kinds ?? undefined,
    entities: query.required?.flatMap((key) => entities.keysOf(key)),
    window: query.window ?? undefined,
  }
}

/** The spellings in the index that stand for the named entities. */
export const namedKeys = (query: Query, store: Store): string[] =>
  query.named.flatMap((key) => store.entities().keysOf(key))
