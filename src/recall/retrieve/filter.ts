import { entityKey, type EntityKey } from '../../model/entity.js'
import type { FactId } from '../../model/fact.js'
import { phraseOfName } from '../../narrative/named.js'
import { lastSaid, tellingsOf } from '../../model/telling.js'
import type { Filter } from '../../store/finding.js'
import type { Store } from '../../store/store.js'
import { closedLines } from '../../narrative/closed-lines.js'
import type { Query } from '../question/query.js'

/** The conditions that a result must meet, as the store takes them. */
export function filterOf(query: Query, store: Store): Filter {
  const entities = store.entities()
  const required = query.required?.flatMap((key) => entities.keysOf(key))
  return {
    kinds: query.kinds ?? undefined,
    labels: query.labels ?? undefined,
    origins: query.origins ?? undefined,
    without: isOpenAsked(query) ? [...closedLines(store)] : undefined,
    entities: required,
    worded: required && wordedAbout(store, required),
    said: query.required?.filter((key) => isUncalled(store, key)).map(phraseOfName),
    window: query.window ?? undefined,
  }
}

/** Whether open things are asked for, and not those that are done as well. */
const isOpenAsked = ({ labels }: Query): boolean => labels?.includes('open') === true && !labels.includes('done')

/** Whether nothing has this name: no mention in a note, no page, no person's words in `bank/`. */
export function isUncalled(store: Store, key: EntityKey): boolean {
  const { keysOf, pageOf } = store.entities()
  const keys = keysOf(key)
  return store.known(keys).length === 0 && pageOf(key) === undefined && wordedAbout(store, keys).length === 0
}

/** Facts whose latest words in `bank/` mention one of these keys, even if no log does. */
export function wordedAbout(store: Store, keys: readonly EntityKey[]): FactId[] {
  return [...tellingsOf(store.assertions.all('wording'))]
    .filter(([, { words }]) => lastSaid(words)?.mentions.some((name) => keys.includes(entityKey(name))))
    .map(([id]) => id)
}

/** The spellings in the index that stand for the named entities. */
export const namedKeys = (query: Query, store: Store): string[] =>
  query.named.flatMap((key) => store.entities().keysOf(key))
