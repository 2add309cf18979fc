import { phraseOf } from '../../text/as-written.js'
import type { Retriever } from './retriever.js'

/** What has the parts of an identifier, path or version side by side; whether it is written so, ranking looks. */
export const byWriting: Retriever = {
  about: 'may hold a name of the question as it is written',
  find: ({ query, store, filter }, limit) => [
    ...new Set(query.written.names.flatMap((name) => store.matching(phraseOf(name), filter, limit))),
  ],
}
