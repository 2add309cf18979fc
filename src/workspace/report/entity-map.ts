import type { EntityKey } from '../../model/entity.js'
import type { FactId } from '../../model/fact.js'
import { retainKinds } from '../../model/kind.js'
import type { Report, ReportEntity, ReportTie } from '../../model/report.js'
import type { Day, Span } from '../../model/time.js'
import type { Store } from '../../store/store.js'
import { compare } from '../../text/compare.js'
import { reportLimits } from './limits.js'

interface Counted {
  facts: number
  recent: number
  first: Day | null
  last: Day | null
}

/** The entities that most facts are about, and which of them are named together. */
export function entityMapOf(store: Store, window: Span): Pick<Report, 'entities' | 'ties'> {
  const { nameOf, pageOf } = store.entities()
  const counted = new Map<EntityKey, Counted>()
  for (const { day, keys } of factsNaming(store))
    for (const key of keys) {
      const found = counted.get(key) ?? { facts: 0, recent: 0, first: null, last: null }
      counted.set(key, found)
      found.facts++
      if (day === null) continue
      if (day >= window.start && day <= window.end) found.recent++
      if (found.first === null || day < found.first) found.first = day
      if (found.last === null || day > found.last) found.last = day
    }
  const most = [...counted]
    .toSorted(([a, left], [b, right]) => right.facts - left.facts || compare(a, b))
    .slice(0, reportLimits.entities)
  const at = new Map(most.map(([key], index) => [key, index]))
  const ties = new Map<number, number>()
  for (const { keys } of factsNaming(store)) {
    const among = keys.flatMap((key) => at.get(key) ?? []).toSorted((a, b) => a - b)
    for (const [index, one] of among.entries())
      for (const other of among.slice(index + 1)) {
        const pair = one * reportLimits.entities + other
        ties.set(pair, (ties.get(pair) ?? 0) + 1)
      }
  }
  const told = [...ties]
    .toSorted(([a, left], [b, right]) => right - left || a - b)
    .slice(0, reportLimits.ties)
    .map(([pair, facts]): ReportTie => {
      return { one: Math.floor(pair / reportLimits.entities), other: pair % reportLimits.entities, facts }
    })
  return {
    entities: {
      total: counted.size,
      told: most.map(([key, { facts, recent, first, last }]): ReportEntity => {
        return { name: nameOf(key), facts, recent, first, last, page: pageOf(key) ?? null }
      }),
    },
    ties: { total: ties.size, told },
  }
}

interface FactNaming {
  readonly day: Day | null
  /** The entities that it mentions, each once, aliases resolved. */
  readonly keys: readonly EntityKey[]
}

/** Each stated fact once, with its day and the entities that it mentions. */
function* factsNaming(store: Store): Generator<FactNaming> {
  const { canonical } = store.entities()
  let id: FactId | undefined
  let day: Day | null = null
  let keys = new Set<EntityKey>()
  for (const row of store.statedMentions(retainKinds)) {
    if (row[0] !== id) {
      if (keys.size > 0) yield { day, keys: [...keys] }
      ;[id, day] = row
      keys = new Set()
    }
    keys.add(canonical(row[2]))
  }
  if (keys.size > 0) yield { day, keys: [...keys] }
}
