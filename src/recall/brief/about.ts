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
  /** A fact as recall tells it, with `otherwise` where a later fact about the same entity contradicts it. */
  readonly asResult: (fact: StoredFact) => Result
  /** Every key of the entity that `me` means. */
  readonly owner: readonly EntityKey[]
  /** Days with a log, newest first. */
  readonly days: readonly Day[]
  /** The newest of `days`; '' where there is none, which sorts before all days. */
  readonly day: Day
  /** Paths of logs for days after HEAD's commit. */
  readonly ahead: ReadonlySet<string>
  /** How many lines of one sort a section looks up. */
  readonly most: number
}

/** How many of the last days with logs are told. */
export const loggedDays = 2

/** The fewest tokens of a line of memory: its place and its id alone take as many. */
const leastTokens = 12
const [fewestLines, mostLines] = [100, 1000]

/** How many lines of one sort are looked up for a budget. */
export const linesWithin = (budget: number): number =>
  Math.min(mostLines, Math.max(fewestLines, Math.ceil(budget / leastTokens)))

/** The newest facts about one entity that are compared for contradictions. */
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

/** Whether a result holds on a day: it is not retired, not over, and no later fact says otherwise. */
export const holdsOn =
  (day: Day) =>
  ({ retired, until, annotations, otherwise }: Result): boolean =>
    !retired && !otherwise && !isOverBy(day, until, annotations)

/**
 * Whether a log or a person says that a fact is over, or the time that it foresaw has passed: a deadline, a holiday.
 * Ends of beliefs and contradictions by later facts are seen only in the fact's result.
 */
export function isOver(
  { day, otherwise }: About,
  { id, until, annotations, occurred, day: noted }: StoredFact,
): boolean {
  const isPast = occurred !== null && noted !== null && occurred.end > noted && occurred.end < day
  return isOverBy(day, until ?? otherwise.replaced.get(id), annotations) || isPast
}

export function topicOf({ store }: About, { id, kind }: Pick<Result, 'id' | 'kind'>): Topic {
  if (kind === 'passage') return { sort: 'passage', id }
  if (!isBelief(kind)) return { sort: 'fact', id }
  return { sort: 'belief', id: store.beliefs.opinionsOf([id])[0] ?? id }
}

/** The facts that notes of a day retain, in the order of their lines, each once. */
export const notedOn = (store: Store, day: Day, kinds: readonly Kind[] = retainKinds): StoredFact[] =>
  onePlaceEach(store.notedOn(kinds, day).filter(({ of }) => of === null))

/** Facts by path and line, each at its first place, without suggested and held ones. */
export function onePlaceEach(facts: readonly StoredFact[]): StoredFact[] {
  const seen = new Set<FactId>()
  return facts
    .toSorted((a, b) => compare(a.source.path, b.source.path) || a.source.first - b.source.first)
    .filter((fact) => !isUnkept(fact))
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)))
}

/** Facts of the newest day first; within a day as `onePlaceEach` has them. */
export const newestFirst = (facts: readonly StoredFact[]): StoredFact[] =>
  onePlaceEach(facts).toSorted((a, b) => compare(b.day ?? '', a.day ?? ''))
