import type { Retriever } from './retriever.js'
import { filterOf } from './filter.js'

/** No words, no names and no days: `recall --kind opinion` lists what passes the filter, newest first. */
export const listed: Retriever = {
  about: 'is of the kind that was asked for',
  find({ query, store }, limit) {
    const isBare = query.terms.length === 0 && query.required === null && query.window === null
    return isBare && query.kinds ? store.newest(filterOf(query, store), limit) : []
  },
}
