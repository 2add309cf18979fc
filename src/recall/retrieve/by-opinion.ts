import type { Retriever } from './retriever.js'
import { namedKeys } from './filter.js'
import { beliefKinds } from '../../model/kind.js'

/**
 * Where a question asks for opinions, those of whom it names, or of anybody; and the asker's own where it speaks of
 * them or wants something done.
 */
export const byOpinion: Retriever = {
  about: 'is an opinion that bears on the question',
  find({ query, store, filter }, limit) {
    const kinds = beliefKinds.filter((kind) => filter.kinds?.includes(kind) ?? true)
    if (kinds.length === 0) return []
    const whose = [...(query.asks.has('opinion') ? namedKeys(query, store) : []), ...query.me]
    if (!query.asks.has('opinion') && whose.length === 0) return []
    const entities = filter.entities ?? (whose.length > 0 ? [...new Set(whose)] : undefined)
    return store.newest({ ...filter, kinds, entities }, limit)
  },
}
