import type { Retriever } from './retriever.js'
import { namedKeys } from './filter.js'

/** Facts about an entity that the question names, or that the caller insists on; the newest first. */
export const byEntity: Retriever = {
  about: 'is about an entity that the question names',
  find({ query, store, filter }, limit) {
    const named = namedKeys(query, store)
    if (named.length === 0 && !filter.entities) return []
    return store.newest({ ...filter, entities: filter.entities ?? named }, limit)
  },
}
