import { filterOf } from './filter.js'
import type { Retriever } from './retrievers.js'

/** Any of the words, best BM25 first; a question is never an implicit AND. */
export const lexical: Retriever = {
  weight: 1,
  about: 'holds words of the question',
  find(query, store, limit) {
    if (query.terms.length === 0) return []
    const found = store.matching(query.terms.map(quoted).join(' OR '), filterOf(query, store), limit)
    const best = found[0]?.score ?? 1
    return found.map(({ key, score }) => ({ key, score: best > 0 ? score / best : 0 }))
  },
}

/** A term as an FTS5 string: no operator and no column can hide in it. */
const quoted = (term: string): string => (term.endsWith('*') ? `"${term.slice(0, -1)}"*` : `"${term}"`)
