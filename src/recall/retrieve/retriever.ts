import type { Filter } from '../../store/finding.js'
import type { FactId } from '../../model/fact.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Query } from '../question/query.js'
import type { Rarity } from '../question/rarity.js'

/** How near lines are to a question in what they mean, as a model of the user's own has it. */
export interface Meaning {
  /** Ids of the nearest, the nearest first. */
  readonly nearest: (most: number) => readonly FactId[]
  /** 0 to 1, as a share of the nearest of all. */
  readonly of: (id: FactId) => number
  /** 0 to 1: how much of an answer it is by that alone. */
  readonly standsOut: (id: FactId) => number
}

/** What a retriever has at hand. */
export interface Search {
  readonly query: Query
  readonly store: Store
  /** The conditions that a result must meet. */
  readonly filter: Filter
  /** How rare a word is in this memory. */
  readonly rarity: Rarity
  /** Undefined where no model is set, or it was not to be asked. */
  readonly meaning: Meaning | undefined
}

export interface Retriever {
  readonly about: string
  /** Best first. Every candidate passes the query's filter. */
  readonly find: (search: Search, limit: number) => FactKey[]
}
