import { phraseOf } from '../../text/as-written.js'
import type { Retriever } from './retriever.js'

/** Lines with the parts of an identifier, path or version side by side; ranking checks whether it is written so. */
export const byWriting: Retriever = {
  about: 'may hold a name of the question as it is written',
  find: ({ query, store, filter }, limit) => [
    ...new Set(query.written.names.flatMap((name) => store.matching(phraseOf(name), filter, limit))),
  ],
}
