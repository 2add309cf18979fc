import type { Filter } from '../../store/finding.js'
import type { FactId } from '../../model/fact.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Query } from '../question/query.js'
import type { Rarity } from '../question/rarity.js'

/** How near lines are to a question in meaning, by a model of the user's own. */
export interface Meaning {
  /** Ids of the nearest, the nearest first. */
  readonly nearest: (most: number) => readonly FactId[]
  /** The nearness of one, 0 to 1, as a share of that of the nearest. */
  readonly of: (id: FactId) => number
  /** How much of an answer one is by its nearness alone, 0 to 1. */
  readonly standsOut: (id: FactId) => number
}

/** What a retriever has at hand. */
export interface Search {
  readonly query: Query
  readonly store: Store
  readonly filter: Filter
  readonly rarity: Rarity
  /** Undefined where no model is set, or it was not to be asked. */
  readonly meaning: Meaning | undefined
}

export interface Retriever {
  readonly about: string
  /** Candidates, best first. Each must pass the filter of the search. */
  readonly find: (search: Search, limit: number) => FactKey[]
}
