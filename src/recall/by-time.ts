import { filterOf } from './filter.js'
import type { Retriever } from './retrievers.js'

/**
 * Facts whose days overlap those that the question names, or the window that the
 * caller insists on. The tighter a fact's own days, the more it is about them:
 * one day counts 1, four days 0.6, a year 0.3.
 */
export const byTime: Retriever = {
  weight: 0.2,
  about: 'is about the days asked for',
  find(query, store, limit) {
    const filter = filterOf(query, store)
    const window = query.window ?? query.mentioned
    if (!window) return []
    return store
      .during({ ...filter, window }, limit)
      .map(({ key, days }) => ({ key, score: 1 / (1 + Math.log10(days)) }))
  },
}
