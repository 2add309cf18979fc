import { filterOf, namedKeys } from './filter.js'
import type { Retriever } from './retrievers.js'

/** Opinions, where the question asks for a preference or belief, or names whose they are. */
export const byOpinion: Retriever = {
  weight: 0.15,
  about: 'is an opinion on what the question asks',
  find(query, store, limit) {
    if (!query.opinion) return []
    const filter = filterOf(query, store)
    if (filter.kinds && !filter.kinds.includes('opinion')) return []
    const named = namedKeys(query, store)
    const entities = filter.entities ?? (named.length > 0 ? named : undefined)
    return store
      .newest({ ...filter, kinds: ['opinion'], entities }, limit)
      .map((key, at) => ({ key, score: 1 - (0.1 * at) / limit }))
  },
}
