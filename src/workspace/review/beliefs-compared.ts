import { compare } from '../../text/compare.js'
import { placesThatCount, type FactId } from '../../model/fact.js'
import { becomings, type Becoming, type Difference, type ImpactStep } from '../../model/impact.js'
import { isBelief, retainKinds, type Kind } from '../../model/kind.js'
import type { Opinion } from '../../model/opinion.js'
import type { Day } from '../../model/time.js'
import { resultsOf } from '../../recall/answer/result.js'
import { successorOf } from '../../recall/rank/succession.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { groupBy } from '../../text/grouped.js'
import { movers, ledgerSteps } from './state-in.js'

/** The confidence, in thousandths, from which on something is believed rather than not. */
const half = 500

/** @returns by `becomings`, then the largest step first, then by name */
export function differencesBetween(before: Store, after: Store): Difference[] {
  const sides = [before, after].map((store): ToldSide => ({ store, resultOf: resultsOf(store) })) as [
    ToldSide,
    ToldSide,
  ]
  return [...beliefDifferences(...sides), ...factDifferences(...sides)].toSorted(byWeight)
}

interface ToldSide {
  readonly store: Store
  readonly resultOf: ReturnType<typeof resultsOf>
}

function byWeight(one: Difference, other: Difference): number {
  const step = ({ before, after }: Difference): number => Math.abs((after ?? 0) - (before ?? 0))
  return (
    becomings.indexOf(one.becomes) - becomings.indexOf(other.becomes) ||
    step(other) - step(one) ||
    compare(one.entities[0] ?? '', other.entities[0] ?? '') ||
    compare(one.content, other.content) ||
    compare(one.id, other.id)
  )
}

const hundredth = (thousandths: number): number => Math.round(thousandths / 10) / 100

function beliefDifferences(before: ToldSide, after: ToldSide): Difference[] {
  const [was, now] = [before, after].map(({ store }) => store.beliefs.standings()) as [BelievedSoById, BelievedSoById]
  const same = [...now].flatMap(([id, standing]) => {
    const known = was.get(id)
    return known && isAlike(known, standing) ? [id] : []
  })
  const alike = new Set(same)
  const told = new Set<FactId>()
  const found: Difference[] = []
  for (const id of now.keys()) {
    if (alike.has(id)) continue
    const opinion = after.store.beliefs.opinion(id)!
    const former = formerOf(before.store, opinion)
    if (former) told.add(former.id)
    const difference = former ? movedOf(after, former, opinion) : newOf(after, opinion)
    if (difference) found.push(difference)
  }
  for (const id of was.keys()) {
    if (alike.has(id) || told.has(id)) continue
    const opinion = before.store.beliefs.opinion(id)!
    // Its statements are in another belief now, which is compared above.
    if (after.store.beliefs.opinionsOf(opinion.members).length > 0) continue
    found.push({
      ...statedIn(before, id),
      becomes: 'gone',
      before: hundredth(opinion.confidence),
      after: null,
      because: [],
    })
  }
  return found
}

type BelievedSoById = ReturnType<Store['beliefs']['standings']>
type BelievedSo = Pick<Opinion, 'confidence' | 'until' | 'retired'>

const isAlike = (one: BelievedSo, other: BelievedSo): boolean =>
  one.confidence === other.confidence && one.until === other.until && one.retired === other.retired

/** The earlier belief with a statement of this one. A belief's id is that of its first statement, which may be new. */
function formerOf(before: Store, { id, members }: Opinion): Opinion | undefined {
  const [own] = before.beliefs.opinionsOf([id])
  const found = own ?? members.flatMap((member) => before.beliefs.opinionsOf([member]))[0]
  return found === undefined ? undefined : before.beliefs.opinion(found)
}

function statedIn(
  { store, resultOf }: ToldSide,
  id: FactId,
): Pick<Difference, 'id' | 'kind' | 'content' | 'entities' | 'source'> {
  const { kind, content, entities, source } = resultOf(placesThatCount(store.factsById([id]))[0]!)
  return { id, kind, content, entities, source }
}

function newOf(after: ToldSide, opinion: Opinion): Difference {
  return {
    ...statedIn(after, opinion.id),
    becomes: 'new',
    before: null,
    after: hundredth(opinion.confidence),
    ...(opinion.until === null ? {} : { until: opinion.until }),
    because: ledgerSteps(opinion.evidence),
  }
}

/** How a belief changed; undefined where no reader would see a difference. */
function movedOf(after: ToldSide, was: Opinion, now: Opinion): Difference | undefined {
  if (was.retired && now.retired) return undefined
  const [before, then] = [hundredth(was.confidence), hundredth(now.confidence)]
  const crosses = was.confidence >= half !== now.confidence >= half
  const isOver = now.until !== null
  const becomes: Becoming | undefined =
    was.retired !== now.retired
      ? 'retired'
      : (was.until !== null) !== isOver
        ? 'reversed'
        : crosses
          ? 'crossed'
          : before !== then
            ? 'moved'
            : undefined
  if (becomes === undefined) return undefined
  const counting = ({ evidence }: Opinion): ImpactStep[] => ledgerSteps(evidence.filter(({ counts }) => counts))
  const isBack = becomes === 'retired' ? was.retired : becomes === 'reversed' && !isOver
  return {
    ...statedIn(after, now.id),
    becomes,
    before,
    after: then,
    ...(isOver ? { until: now.until } : {}),
    ...(isBack ? { again: true as const } : {}),
    ...movers(counting(was), counting(now)),
  }
}

function factDifferences(before: ToldSide, after: ToldSide): Difference[] {
  const plain = retainKinds.filter((kind) => !isBelief(kind))
  const [was, now] = [before, after].map(({ store }) => store.statedIds(plain)) as [
    ReadonlySet<FactId>,
    ReadonlySet<FactId>,
  ]
  const [endedBefore, endedNow] = [before, after].map(({ store }) => endsIn(store, plain)) as [Ends, Ends]
  const [refusedBefore, refusedNow] = [before, after].map(({ store }) => retiredIn(store)) as [Set<FactId>, Set<FactId>]
  const found: Difference[] = []
  const tell = (side: ToldSide, id: FactId, becomes: Becoming, more: Partial<Difference> = {}): void => {
    found.push({ ...statedIn(side, id), becomes, before: null, after: null, because: [], ...more })
  }
  for (const id of now) {
    const until = endedNow.get(id)
    const over = until === undefined ? {} : { until }
    const isRetired = refusedNow.has(id)
    if (!was.has(id)) tell(after, id, 'new', { ...over, because: endingOf(after.store, id, until) })
    else if (refusedBefore.has(id) !== isRetired) tell(after, id, 'retired', isRetired ? {} : { again: true })
    else if (!isRetired && endedBefore.has(id) !== endedNow.has(id))
      tell(
        after,
        id,
        'ended',
        until === undefined ? { again: true } : { ...over, because: endingOf(after.store, id, until) },
      )
  }
  for (const id of was) if (!now.has(id)) tell(before, id, 'gone')
  return found
}

type Ends = ReadonlyMap<FactId, Day>

/** When facts end: by their own `until=`, or else by the fact that replaces them. */
function endsIn(store: Store, plain: readonly Kind[]): Ends {
  const ends = store.replaced()
  const places = groupBy(store.factsWithOwnEnd(plain), ({ id }) => id)
  for (const [id, facts] of places) {
    const [{ until }] = placesThatCount(facts) as [StoredFact]
    if (until !== null) ends.set(id, until)
  }
  return ends
}

const retiredIn = (store: Store): Set<FactId> =>
  new Set(store.assertions.all('retired').flatMap(({ target }) => target ?? []))

/** The fact that replaced this one, as a step of a ledger. */
function endingOf(store: Store, id: FactId, until: Day | undefined): ImpactStep[] {
  const [fact] = until === undefined ? [] : store.factsById([id])
  const by = fact && successorOf(store, fact)
  if (!by) return []
  return [{ id: by.id, timestamp: by.timestamp, effect: 'ends', confidence: null, source: by.source }]
}
