import type { Store } from '../store/store.js'
import type { FactKey } from '../store/rows.js'
import { byEntity } from './by-entity.js'
import { byOpinion } from './by-opinion.js'
import { byTime } from './by-time.js'
import { lexical } from './lexical.js'
import type { Query } from './query.js'

/** A fact that a retriever found, with a score from 0 to 1. */
export interface Candidate {
  readonly key: FactKey
  readonly score: number
}

export interface Retriever {
  /** What it adds to a fact's score at most. */
  readonly weight: number
  readonly about: string
  /** Best first. Every candidate passes the query's filter. */
  readonly find: (query: Query, store: Store, limit: number) => Candidate[]
}

/**
 * A new retriever is one file and one row. A fact's score is the sum, over the
 * retrievers that found it, of weight × score.
 */
export const retrievers = {
  lexical,
  entity: byEntity,
  temporal: byTime,
  opinion: byOpinion,
} as const satisfies Record<string, Retriever>

export type RetrieverName = keyof typeof retrievers
