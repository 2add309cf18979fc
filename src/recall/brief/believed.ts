import { groupBy } from '../../text/grouped.js'
import { entityKey, type EntityKey } from '../../model/entity.js'
import type { FactId } from '../../model/fact.js'
import type { StoredFact } from '../../store/rows.js'
import { holdsOn, type About } from './about.js'
import type { GatheredLines, MemoryLine } from './fit.js'
import { factLine } from './lines.js'

/** The latest statement of each opinion: its words are the opinion's. */
export function lastStatements({ store }: About, opinions: readonly FactId[]): StoredFact[] {
  const last = store.beliefs.lastStatementsOf(opinions)
  const places = groupBy(store.factsById([...last.values()]), ({ id }) => id)
  return opinions.flatMap((opinion) => places.get(last.get(opinion)!)?.[0] ?? [])
}

/** Beliefs, by turns the best supported and the last to move; the first of each entity, then the second of each. */
export function believedLines(about: About): GatheredLines {
  const { store, most } = about
  const firm = store.beliefs.firm(most)
  const moved = store.beliefs.movedLast(most)
  const ids = [...new Set(firm.flatMap((id, at) => [id, moved[at]!]))]
  return { title: 'Believed', lines: beliefLines(about, ids.slice(0, most)), many: store.beliefs.count() }
}

function* beliefLines(about: About, ids: readonly FactId[]): Generator<MemoryLine> {
  const { store, asResult, day } = about
  const { canonical } = store.entities()
  const counts = new Map<EntityKey, number>()
  const spread = lastStatements(about, ids).map((statement) => {
    const whom = canonical(entityKey(statement.mentions[0] ?? ''))
    const before = counts.get(whom) ?? 0
    counts.set(whom, before + 1)
    return { statement, before }
  })
  for (const { statement } of spread.toSorted((a, b) => a.before - b.before)) {
    const result = asResult(statement)
    if (holdsOn(day)(result)) yield factLine(about, result)
  }
}
