import { compare } from '../../text/compare.js'
import { entityKey, type EntityKey } from '../../model/entity.js'
import { isUnkept, type FactId } from '../../model/fact.js'
import { isBelief, retainKinds, type Kind } from '../../model/kind.js'
import type { Day } from '../../model/time.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { withDoubts } from '../answer/otherwise.js'
import { isOverBy } from '../answer/over-last.js'
import { resultsOf, statementOf, toldOtherwise, type Result, type ToldOtherwise } from '../answer/result.js'
import type { Topic } from './fit.js'

/** What sections are gathered from. */
export interface About {
  readonly store: Store
  readonly otherwise: ToldOtherwise
  /** A fact as recall tells it, with what a later one about the same entity says otherwise. */
  readonly asResult: (fact: StoredFact) => Result
  /** Every key of whom `me` means. */
  readonly owner: readonly EntityKey[]
  /** With a log, newest first. */
  readonly days: readonly Day[]
  /** The first of them; empty where there is none, which is before all days. */
  readonly day: Day
  /** Paths of logs of days that were still to come. */
  readonly ahead: ReadonlySet<string>
  /** Lines of one sort that a section looks up: no fewer than the budget holds. */
  readonly most: number
}

/** Logs of the last days that are told whole. */
export const loggedDays = 2

/** No line of memory is shorter: its place and its id alone take as much. */
const leastTokens = 12
const [fewestLines, mostLines] = [100, 1000]

/** How many lines of one sort are looked up for a budget. */
export const linesWithin = (budget: number): number =>
  Math.min(mostLines, Math.max(fewestLines, Math.ceil(budget / leastTokens)))

/** Facts about one entity that a later one is looked for among, the newest. */
const mostOfOne = 100

export function aboutOf(store: Store, given: Omit<About, 'store' | 'otherwise' | 'asResult'>): About {
  const otherwise = toldOtherwise(store)
  const resultOf = resultsOf(store, otherwise)
  const { canonical, keysOf } = store.entities()
  const results = new Map<FactId, Result>()
  const doubts = new Map<EntityKey, ReadonlyMap<FactId, Result['otherwise']>>()

  const doubtsAbout = (key: EntityKey): ReadonlyMap<FactId, Result['otherwise']> => {
    let known = doubts.get(key)
    if (!known) {
      const facts = onePlaceEach(store.pageFacts(['world'], keysOf(key), mostOfOne))
      known = new Map(
        withDoubts(facts.map((fact) => statementOf(store, otherwise, fact))).map((result) => [
          result.id,
          result.otherwise,
        ]),
      )
      doubts.set(key, known)
    }
    return known
  }
  const asResult = (fact: StoredFact): Result => {
    let result = results.get(fact.id)
    if (!result) {
      result = resultOf(fact)
      const [name] = fact.mentions
      const doubt =
        fact.kind === 'world' && name !== undefined ? doubtsAbout(canonical(entityKey(name))).get(fact.id) : undefined
      if (doubt) result = { ...result, otherwise: doubt }
      results.set(fact.id, result)
    }
    return result
  }
  return { store, otherwise, asResult, ...given }
}

/** What is told, and not over on a day; nor told otherwise since. */
export const holdsOn =
  (day: Day) =>
  ({ retired, until, annotations, otherwise }: Result): boolean =>
    !retired && !otherwise && !isOverBy(day, until, annotations)

/**
 * Whether a log or a person says that a fact is over; or it was of a time to come when it was noted, and that is over: a
 * deadline, a holiday. What the ledger of a belief says, and what a later fact says otherwise, only its result has.
 */
export function isOver(
  { day, otherwise }: About,
  { id, until, annotations, occurred, day: noted }: StoredFact,
): boolean {
  const isPast = occurred !== null && noted !== null && occurred.end > noted && occurred.end < day
  return isOverBy(day, until ?? otherwise.replaced.get(id), annotations) || isPast
}

/** What of memory a fact tells: of a belief, all that states it. */
export function topicOf({ store }: About, { id, kind }: Pick<Result, 'id' | 'kind'>): Topic {
  if (kind === 'passage') return { sort: 'passage', id }
  if (!isBelief(kind)) return { sort: 'fact', id }
  return { sort: 'belief', id: store.beliefs.opinionsOf([id])[0] ?? id }
}

/** What the notes of a day retain, in the order of their lines; what stands twice, once. */
export const notedOn = (store: Store, day: Day, kinds: readonly Kind[] = retainKinds): StoredFact[] =>
  onePlaceEach(store.notedOn(kinds, day).filter(({ of }) => of === null))

/** By path and line, each fact at its first place; what is only suggested is nothing to start with. */
export function onePlaceEach(facts: readonly StoredFact[]): StoredFact[] {
  const seen = new Set<FactId>()
  return facts
    .toSorted((a, b) => compare(a.source.path, b.source.path) || a.source.first - b.source.first)
    .filter((fact) => !isUnkept(fact))
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)))
}

/** The newest day first; of one day as `onePlaceEach` has them. */
export const newestFirst = (facts: readonly StoredFact[]): StoredFact[] =>
  onePlaceEach(facts).toSorted((a, b) => compare(b.day ?? '', a.day ?? ''))
