import type { Filter } from '../../store/finding.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Query } from '../question/query.js'
import type { Rarity } from '../question/rarity.js'

/** What a retriever has at hand. */
export interface Search {
  readonly query: Query
  readonly store: Store
  /** The conditions that a result must meet. */
  readonly filter: Filter
  /** How rare a word is in this memory. */
  readonly rarity: Rarity
}

export interface Retriever {
  readonly about: string
  /** Best first. Every candidate passes the query's filter. */
  readonly find: (search: Search, limit: number) => FactKey[]
}
