import { compare } from '../../text/compare.js'
import { entityKey, type EntityKey } from '../../model/entity.js'
import { retainKinds } from '../../model/kind.js'
import { addDays } from '../../model/time.js'
import type { StoredFact } from '../../store/rows.js'
import type { Result } from '../answer/result.js'
import { holdsOn, isOver, loggedDays, notedOn, onePlaceEach, type About } from './about.js'
import type { Gathered, MemoryLine } from './fit.js'
import { factLine } from './lines.js'

/** Days before the last one that count as lately, and facts of them that are told. */
const notedWithin = 30
const mostLately = 8

/** What is still to come or to end and stands, the first to end first; then what else was noted lately. */
export function underWay(about: About): Gathered {
  const { store, day, most, ahead: early } = about
  const ends = ({ until, occurred }: StoredFact): string => until ?? occurred!.end
  const ahead = onePlaceEach(store.openAfter(retainKinds, day))
    .filter((fact) => !early.has(fact.source.path) && !isOver(about, fact))
    .toSorted((a, b) => compare(ends(a), ends(b)))
  const lines = linesOf(about, ahead.slice(0, most))
  return { title: 'Under way', lines, many: ahead.length + mostLately }
}

function* linesOf(about: About, ahead: readonly StoredFact[]): Generator<MemoryLine> {
  for (const fact of ahead) {
    const result = about.asResult(fact)
    if (holdsOn(about.day)(result)) yield factLine(about, result)
  }
  for (const result of notedLately(about)) yield factLine(about, result)
}

/** Of each entity that the last days do not name the newest fact before them. */
function notedLately({ store, asResult, owner, days, day }: About): Result[] {
  const { canonical } = store.entities()
  const keysIn = ({ mentions }: StoredFact): EntityKey[] => mentions.map((name) => canonical(entityKey(name)))
  const last = days.slice(0, loggedDays)
  const seen = new Set([...owner, ...last.flatMap((each) => notedOn(store, each).flatMap(keysIn))])
  const before = store
    .daysNoted(retainKinds, addDays(day, -notedWithin))
    .filter((each) => each < day && !last.includes(each))
  const found: Result[] = []
  for (const each of before.toReversed()) {
    for (const fact of notedOn(store, each).toReversed()) {
      if (found.length === mostLately) return found
      const keys = keysIn(fact)
      if (keys.every((key) => seen.has(key))) continue
      const result = asResult(fact)
      if (!holdsOn(day)(result)) continue
      for (const key of keys) seen.add(key)
      found.push(result)
    }
  }
  return found
}
