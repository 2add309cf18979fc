import { entityKey, type EntityKey } from '../model/entity.js'
import { isSuggested, type Fact, type FactId } from '../model/fact.js'
import { lately } from '../text/lately.js'
import type { Day } from '../model/time.js'
import type { Store } from '../store/store.js'
import { byKeys, standingAt, together } from './by-keys.js'
import { inFoldOrder } from './fold.js'
import { boundOf, outward } from './outward.js'
import { readLately } from './read-lately.js'
import type { Sketch } from '../judge/sketch.js'
import { saysChange } from '../language/says-change.js'

/**
 * How many facts are looked at for each word that they share with a later one:
 * the last up to its day. What shares a rarer word besides is found by that,
 * however far back; where each of thousands says of the same `works on` what it
 * is now, each would be held against all before it.
 */
export const looksBack = 16

/** What changed: these facts, and rows that went from their place or are otherwise there now. */
interface Changed {
  readonly ids: readonly FactId[]
  readonly left: readonly Fact[]
}

/** A fact that may end, at its place in fold order, with the sketch of its text; null where that was not kept. */
interface Standing {
  readonly id: FactId
  readonly at: string
  readonly bytes: Uint8Array | null
  /** Names nobody but whom it is about, which is what its sketch is of. */
  readonly namesOne: boolean
}

/**
 * End the world facts that a later fact about the same one entity says are over,
 * in its own words (docs/beliefs.md). Less is ended than the judge calls superseded: a
 * fact that ends is gone from what is current, without steps and ledger.
 *
 * A person's `not ^later for ^earlier` takes an end back, and so does retiring
 * the later fact. Facts without a day neither end nor are ended, nor are two that both say a change on one day.
 *
 * @param facts what changed, each once; all there are where `changed` is undefined
 * @returns facts that ended, end no more, or end by a fact that changed
 */
export async function endFacts(
  store: Store,
  facts: Iterable<Fact>,
  changed: Changed | undefined,
  progress?: (done: number, total: number) => void,
): Promise<Fact[]> {
  const { endings, beliefs } = store
  const touched = new Set(changed ? endings.forget(changed.ids, changed.ids) : [])
  if (!changed) endings.forgetAll()
  const subjectOf = subjects(store)
  const about: Fact[] = []
  for (const fact of facts) if (subjectOf(fact) !== undefined && (changed || saysChange(fact.text))) about.push(fact)
  const asked = changed ? askedAgain(store, about, changed.left, subjectOf) : about
  if (asked.length > 0) {
    // Most commits say nothing of a change: the judge is not loaded for those.
    const { supersedes } = await import('../judge/supersedes.js')
    const { bytesOf, maySay, metBy, sketchFrom, sketchOf } = await import('../judge/judge-pair.js')
    for (const each of changed ? endings.forget(asked.map(({ id }) => id)) : []) touched.add(each)
    const isRefused = refusals(store)
    const load = loading(store, about)
    const asRead = readLately()
    const standing = standingIn(store, load, subjectOf)
    const listsOf = lately(1, (subject: EntityKey) => {
      const all = standing(subject)
      load.all(all.flatMap(({ id, bytes }) => (bytes === null ? [id] : [])))
      return byKeys(
        all.map((each) => ({
          ...each,
          sketch: each.bytes ? sketchFrom(each.bytes, () => asRead(load.one(each.id))) : sketched(each.id),
        })),
        ({ sketch }) => sketch.keys,
      )
    })
    const sketched = (id: FactId): Sketch => {
      const sketch = sketchOf(asRead(load.one(id)))
      if (changed) beliefs.keepSketch(id, bytesOf(sketch))
      return sketch
    }
    for (const [at, later] of together(asked, subjectOf).entries()) {
      progress?.(at + 1, asked.length)
      const told = sketchOf(asRead(later))
      const met = standingAt(listsOf(subjectOf(later)!), metBy(told.keys))
      const bounds = met.flatMap((list) => boundOf(list, endOf(later.day!), true, looksBack) ?? [])
      if (bounds.length > 0) endings.looksBack(later.id, bounds.toSorted()[0]!)
      const isAlone = later.mentions.length === 1
      const near = outward(met, endOf(later.day!), true, looksBack, (all) =>
        all.filter(({ sketch, namesOne }) => !namesOne || !isAlone || maySay(sketch, told)),
      ).map(({ id }) => id)
      load.all(near)
      for (const id of near) {
        const earlier = load.one(id)
        if (isRefused(id, later.id) || !isBefore(earlier, later)) continue
        const cues = supersedes(asRead(earlier), asRead(later))
        if (!cues) continue
        endings.end({ fact: id, by: later.id, day: later.day!, cues })
        touched.add(id)
      }
    }
  }
  return changed ? store.factsById([...touched]) : []
}

type SubjectOf = (fact: Pick<Fact, 'kind' | 'origin' | 'day' | 'of' | 'leading' | 'mentions'>) => EntityKey | undefined

/** Whom a fact is about, where that is one, on a day, in the words of its log, and stated. */
function subjects(store: Store): SubjectOf {
  const { canonical } = store.entities()
  return ({ kind, origin, day, of, leading, mentions }) =>
    (kind === 'world' || kind === 'experience') &&
    !isSuggested({ origin }) &&
    day !== null &&
    of === null &&
    leading === 1
      ? canonical(entityKey(mentions[0]!))
      : undefined
}

/** Whether a fact may end: who wrote until when it is so knows better. */
const isOpen = ({ kind, until }: Pick<Fact, 'kind' | 'until'>): boolean => kind === 'world' && until === null

const placeOf = ({ day, id }: Pick<Fact, 'day' | 'id'>): string => `${day} ${id}`

/** A place behind all of a day. */
const endOf = (day: Day): string => `${day} ~`

/**
 * Whether what one fact says was so before another that says a change. Of one day
 * (`Lives in Graz`, `Moved from Graz to Wels`) that is what says no change: no
 * line of a day is before another, for they stand in several files, and lines move.
 */
const isBefore = (fact: Fact, later: Fact): boolean => fact.day! < later.day! || !saysChange(fact.text)

const inOrder = (all: readonly Standing[]): Standing[] => all.toSorted((a, b) => (a.at < b.at ? -1 : 1))

/**
 * Facts that say a change, and changed or may see others than before: about each name those from the first day on, on which
 * anything of it changed, asked for once, however much a merge brings.
 */
function askedAgain(store: Store, facts: readonly Fact[], left: readonly Fact[], subjectOf: SubjectOf): Fact[] {
  const { endings } = store
  const { keysOf: spellings } = store.entities()
  const asked = new Map(facts.flatMap((fact) => (saysChange(fact.text) ? [[fact.id, fact]] : [])))
  const ask = (since: ReadonlyMap<EntityKey, Day>, ids: readonly FactId[]): void => {
    for (const later of firstOf(store.factsById(ids.filter((id) => !asked.has(id))))) {
      const day = since.get(subjectOf(later) ?? '')
      if (day !== undefined && later.day! >= day && saysChange(later.text)) asked.set(later.id, later)
    }
  }
  const came = firstDays(facts.filter(isOpen), subjectOf)
  for (const [subject, day] of came) ask(new Map([[subject, day]]), endings.since(spellings(subject), day))
  // What went leaves room for one that stood too far back.
  const gone = left.filter((row) => subjectOf(row) !== undefined && isOpen(row))
  const last = gone.map(placeOf).toSorted().at(-1)
  if (last !== undefined) ask(firstDays(gone, subjectOf), endings.lookingBackTo(last))
  return [...asked.values()]
}

function firstDays(facts: readonly Fact[], subjectOf: SubjectOf): ReadonlyMap<EntityKey, Day> {
  const first = new Map<EntityKey, Day>()
  for (const fact of facts) {
    const subject = subjectOf(fact)!
    const day = first.get(subject)
    if (day === undefined || fact.day! < day) first.set(subject, fact.day!)
  }
  return first
}

function standingIn(
  store: Store,
  load: ReturnType<typeof loading>,
  subjectOf: SubjectOf,
): (subject: EntityKey) => Standing[] {
  return (subject) =>
    inOrder(
      store.endings.mentioning(store.entities().keysOf(subject)).flatMap((row): Standing[] => {
        const fact = row.places > 1 ? load.one(row.id) : row
        return subjectOf(fact) === subject && isOpen(fact)
          ? [{ id: row.id, at: placeOf(fact), bytes: row.bytes, namesOne: fact.mentions.length === 1 }]
          : []
      }),
    )
}

/** Facts by id, each read once; many at a time where it is known which will be asked for. */
function loading(store: Store, known: readonly Fact[]) {
  const loaded = new Map(known.map((fact) => [fact.id, fact]))
  const all = (ids: readonly FactId[]): void => {
    const missing = ids.filter((id) => !loaded.has(id))
    for (const fact of missing.length > 0 ? firstOf(store.factsById(missing)) : []) loaded.set(fact.id, fact)
  }
  const one = (id: FactId): Fact => {
    all([id])
    return loaded.get(id)!
  }
  return { all, one }
}

/** Each fact as the first place that states it has it. */
function firstOf(rows: readonly Fact[]): Fact[] {
  const byId = new Map<FactId, Fact>()
  for (const row of rows.toSorted(inFoldOrder)) if (!isSuggested(row) && !byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()]
}

/** What a person says is not so: by the pair, and by what is no longer told. */
function refusals(store: Store): (fact: FactId, by: FactId) => boolean {
  const pairs = new Set<string>()
  const retired = new Set<FactId>()
  for (const { target, belief, assertion } of store.assertions.all('retired', 'rejected')) {
    if (target === null) continue
    if (assertion.what === 'retired') retired.add(target)
    if (assertion.what === 'rejected') pairs.add(`${target} ${belief}`)
  }
  return (fact, by) => retired.has(by) || pairs.has(`${by} ${fact}`)
}
