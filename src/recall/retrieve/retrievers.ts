import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { byEntity } from './by-entity.js'
import { byOpinion } from './by-opinion.js'
import { byTime } from './by-time.js'
import { listed } from './listed.js'
import { lexical } from './lexical.js'
import type { Query } from '../question/query.js'
import type { Rarity } from '../question/rarity.js'

/** What a retriever has at hand. */
export interface Search {
  readonly query: Query
  readonly store: Store
  /** How rare a word is in this memory. */
  readonly rarity: Rarity
}

export interface Retriever {
  readonly about: string
  /** Best first. Every candidate passes the query's filter. */
  readonly find: (search: Search, limit: number) => FactKey[]
}

/**
 * A new retriever is one file and one row. It only proposes: what a fact is
 * worth is for the features to say, whoever found it.
 */
export const retrievers = {
  lexical,
  entity: byEntity,
  temporal: byTime,
  opinion: byOpinion,
  listed,
} as const satisfies Record<string, Retriever>

export type RetrieverName = keyof typeof retrievers
