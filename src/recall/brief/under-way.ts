import { compare } from '../../text/compare.js'
import { groupBy } from '../../text/grouped.js'
import { entityKey, type EntityKey } from '../../model/entity.js'
import { retainKinds } from '../../model/kind.js'
import { addDays } from '../../model/time.js'
import { tellsChange } from '../../language/change.js'
import type { StoredFact } from '../../store/rows.js'
import { closedLines } from '../../narrative/closed-lines.js'
import type { Result } from '../answer/result.js'
import { holdsOn, isOver, loggedDays, notedOn, onePlaceEach, type About } from './about.js'
import type { GatheredLines, MemoryLine } from './fit.js'
import { factLine, passageLine } from './lines.js'

/** Days before the last one that count as lately, and how many lines of them, and of things to do, are told. */
const notedWithin = 30
const mostLately = 8
const mostToDo = 8

/** Facts still to come or to end, the first to end first; then what is to be done; then what else was noted lately. */
export function underWay(about: About): GatheredLines {
  const { store, day, most, ahead: early } = about
  const ends = ({ until, occurred }: StoredFact): string => until ?? occurred!.end
  const open = onePlaceEach(store.openAfter(retainKinds, day))
    .filter((fact) => !early.has(fact.source.path) && !isOver(about, fact))
    .toSorted((a, b) => compare(ends(a), ends(b)))
  const moves = open.filter(
    ({ occurred, text }) => occurred !== null && occurred.start !== occurred.end && tellsChange(text),
  )
  const byDay = groupBy(
    moves.flatMap((later) => [later.occurred!.start, later.occurred!.end].map((end) => ({ later, end }))),
    ({ end }) => end,
  )
  const ahead = open.filter(
    (fact) => !(byDay.get(fact.occurred?.end ?? '') ?? []).some(({ later }) => isMovedBy(later, fact)),
  )
  const toDo = toBeDone(about)
  const lines = linesOf(about, ahead.slice(0, most), toDo)
  return { title: 'Under way', lines, many: ahead.length + toDo.length + mostLately }
}

/**
 * Whether a fact that tells a change of the day that another waits for came later and shares a name with it: `has a
 * deadline of 2026-09-30`, then `The deadline moved from 2026-09-30 to 2026-10-15`. The other is only left out here,
 * for the rest of it may still hold.
 */
function isMovedBy(later: StoredFact, { day, mentions }: StoredFact): boolean {
  const keys = new Set(mentions.map(entityKey))
  return (later.day ?? '') > (day ?? '') && later.mentions.some((name) => keys.has(entityKey(name)))
}

/** Lines labelled as open that no later line says are done, the newest first. */
function toBeDone({ store, day, ahead }: About): StoredFact[] {
  const closed = closedLines(store)
  const since = addDays(day, -notedWithin)
  const newest = store
    .moments({ labels: ['open'], window: { start: since, end: day } })
    .filter((line) => !closed.has(line.key) && line.day !== null && line.day >= since)
    .toSorted((a, b) => compare(b.day!, a.day!))
    .slice(0, mostToDo)
  const facts = store.factsByKey(newest.map(({ key }) => key))
  return newest.flatMap(({ key }) => facts.get(key) ?? []).filter(({ source }) => !ahead.has(source.path))
}

function* linesOf(about: About, ahead: readonly StoredFact[], toDo: readonly StoredFact[]): Generator<MemoryLine> {
  for (const fact of ahead) {
    const result = about.asResult(fact)
    if (holdsOn(about.day)(result)) yield factLine(about, result)
  }
  for (const line of toDo) yield passageLine(about, line)
  for (const result of notedLately(about)) yield factLine(about, result)
}

/** For each entity that the last days do not name, its newest fact from before them. */
function notedLately(about: About): Result[] {
  const { store, asResult, owner, days, day } = about
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
      if (keys.every((key) => seen.has(key)) || isOver(about, fact)) continue
      const result = asResult(fact)
      if (!holdsOn(day)(result)) continue
      for (const key of keys) seen.add(key)
      found.push(result)
    }
  }
  return found
}
