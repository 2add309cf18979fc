import { entityKey, type EntityKey } from '../../model/entity.js'
import type { FactId } from '../../model/fact.js'
import { lastSaid, tellingsOf } from '../../model/telling.js'
import type { Filter } from '../../store/finding.js'
import type { Store } from '../../store/store.js'
import type { Query } from '../question/query.js'

/** The conditions that a result must meet, as the store takes them. */
export function filterOf(query: Query, store: Store): Filter {
  const entities = store.entities()
  const required = query.required?.flatMap((key) => entities.keysOf(key))
  return {
    kinds: query.kinds ?? undefined,
    entities: required,
    worded: required && wordedAbout(store, required),
    window: query.window ?? undefined,
  }
}

/** Facts whose words in `bank/` name one of these as they stand now, though no log's do. */
export function wordedAbout(store: Store, keys: readonly EntityKey[]): FactId[] {
  return [...tellingsOf(store.assertions.all('wording'))]
    .filter(([, { words }]) => lastSaid(words)?.mentions.some((name) => keys.includes(entityKey(name))))
    .map(([id]) => id)
}

/** The spellings in the index that stand for the named entities. */
export const namedKeys = (query: Query, store: Store): string[] =>
  query.named.flatMap((key) => store.entities().keysOf(key))
