import type { Retriever } from './retriever.js'
import { byEntity } from './by-entity.js'
import { byMeaning } from './by-meaning.js'
import { byOpinion } from './by-opinion.js'
import { byTime } from './by-time.js'
import { byWriting } from './by-writing.js'
import { listLines } from './listed.js'
import { lexical } from './lexical.js'

/**
 * A new retriever is one file and one row. It only proposes: what a fact is
 * worth is for the features to say, whoever found it.
 */
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
