import { compare } from '../../text/compare.js'
import type { EntityKey } from '../../model/entity.js'
import { isSuggested, type FactId } from '../../model/fact.js'
import { retainKinds } from '../../model/kind.js'
import type { Day } from '../../model/time.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Result } from '../answer/result.js'

/** What sections are gathered from. */
export interface About {
  readonly store: Store
  readonly asResult: (fact: StoredFact) => Result
  /** Every key of whom `me` means. */
  readonly owner: readonly EntityKey[]
  /** With a log, newest first. */
  readonly days: readonly Day[]
  /** The first of them; empty where there is none, which is before all days. */
  readonly day: Day
  /** Paths of logs of days that were still to come. */
  readonly ahead: ReadonlySet<string>
}

/** Logs of the last days that are told whole. */
export const loggedDays = 2

/** Lines of one sort that a section looks up. */
export const mostLines = 100

/** How many are not even looked up. */
export const beyond = (all: readonly unknown[]): number => Math.max(0, all.length - mostLines)

/** What is told, and not over on a day. */
export const holdsOn =
  (day: Day) =>
  ({ retired, until, labels }: Result): boolean =>
    !retired && labels?.status !== 'superseded' && (until === undefined || until > day)

/** What the notes of a day retain, in the order of their lines; what stands twice, once. */
export const notedOn = (store: Store, day: Day): StoredFact[] =>
  onePlaceEach(store.notedOn(retainKinds, day).filter(({ of }) => of === null))

/** By path and line, each fact at its first place; what is only suggested is nothing to start with. */
export function onePlaceEach(facts: readonly StoredFact[]): StoredFact[] {
  const seen = new Set<FactId>()
  return facts
    .toSorted((a, b) => compare(a.source.path, b.source.path) || a.source.first - b.source.first)
    .filter((fact) => !isSuggested(fact))
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)))
}
