import type { FactId } from '../model/fact.js'
import type { Opinion } from '../model/opinion.js'
import type { Day } from '../model/time.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { compare } from '../text/compare.js'
import { groupBy } from '../text/grouped.js'
import type { AskedDatabase } from './asked-database.js'

/** The most facts and opinions in the cache. Beyond that it is emptied. */
const mostKept = 20_000

interface KeptRows {
  readonly version: string
  readonly statements: ReadonlyMap<FactId, FactId>
  readonly ends: ReadonlyMap<FactId, Pick<Opinion, 'until' | 'retired'>>
  readonly opinions: Map<FactId, Opinion | undefined>
  readonly facts: Map<FactId, StoredFact[]>
}

/** Caches, until the rows change, what recall asks about each fact: its opinion, and whether that has ended. */
export function withKeptRows(store: Store, db: AskedDatabase): Store {
  let kept: KeptRows | undefined
  const current = (): KeptRows => {
    if (kept?.version === db.version && kept.facts.size + kept.opinions.size < mostKept) return kept
    const rows = db.ask(
      `SELECT statement.fact, opinion.id, opinion.until, opinion.retired FROM opinion
       JOIN statement ON statement.opinion = opinion.id`,
    ).rows as [FactId, FactId, Day | null, number][]
    kept = {
      version: db.version,
      statements: new Map(rows.map(([fact, id]) => [fact, id])),
      ends: new Map(rows.map(([, id, until, retired]) => [id, { until, retired: retired === 1 }])),
      opinions: new Map(),
      facts: new Map(),
    }
    return kept
  }
  const beliefs: Store['beliefs'] = {
    ...store.beliefs,
    opinionsOf: (facts) => {
      const { statements } = current()
      return [...new Set(facts.flatMap((fact) => statements.get(fact) ?? []))].toSorted(compare)
    },
    endOf(statement) {
      const { statements, ends } = current()
      return ends.get(statements.get(statement) ?? '')
    },
    opinion(id) {
      const { opinions } = current()
      if (!opinions.has(id)) opinions.set(id, store.beliefs.opinion(id))
      return opinions.get(id)
    },
    statementsOf(opinions) {
      const [one] = opinions
      return opinions.length === 1 ? [...(this.opinion(one!)?.members ?? [])] : store.beliefs.statementsOf(opinions)
    },
  }
  return {
    ...store,
    beliefs,
    factsByKey(keys) {
      const found = store.factsByKey(keys)
      const { facts } = current()
      // Fetched together: ranking will ask for the locations of each fact, one after another.
      const unseen = [...new Set([...found.values()].map(({ id }) => id))].filter((id) => !facts.has(id))
      const places = groupBy(store.factsById(unseen), ({ id }) => id)
      for (const id of unseen) facts.set(id, places.get(id) ?? [])
      return found
    },
    factsById(ids) {
      const [one] = ids
      if (one === undefined || ids.length > 1) return store.factsById(ids)
      const { facts } = current()
      const found = facts.get(one) ?? store.factsById(ids)
      facts.set(one, found)
      return [...found]
    },
    opinionOf(statement) {
      const [id] = beliefs.opinionsOf([statement])
      return id === undefined ? undefined : beliefs.opinion(id)
    },
  }
}
