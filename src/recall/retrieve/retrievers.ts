import type { Retriever } from './retriever.js'
import { byEntity } from './by-entity.js'
import { byMeaning } from './by-meaning.js'
import { byOpinion } from './by-opinion.js'
import { byTime } from './by-time.js'
import { byWriting } from './by-writing.js'
import { listLines } from './listed.js'
import { lexical } from './lexical.js'

/** All retrievers; a new one is one file and one row. They only propose facts: features say what each is worth. */
export const retrievers = {
  lexical,
  entity: byEntity,
  temporal: byTime,
  opinion: byOpinion,
  semantic: byMeaning,
  written: byWriting,
  listed: listLines,
} as const satisfies Record<string, Retriever>

export type RetrieverName = keyof typeof retrievers
