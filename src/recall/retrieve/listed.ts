import type { Retriever } from './retriever.js'

/** Lists what passes the filter, newest first, where nothing else is asked: `recall --kind opinion`. */
export const listLines: Retriever = {
  about: 'is of the kind, or has the label, that was asked for',
  find({ query, store, filter }, limit) {
    const isBare = query.terms.length === 0 && query.required === null && query.window === null
    return isBare && (query.kinds ?? query.labels ?? query.origins) ? store.newest(filter, limit) : []
  },
}
