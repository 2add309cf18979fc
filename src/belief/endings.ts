import { entityKey, type EntityKey } from '../model/entity.js'
import { isUnkept, type Fact, type FactId } from '../model/fact.js'
import { lately } from '../text/lately.js'
import { lineCue } from '../model/stance.js'
import type { Day } from '../model/time.js'
import type { Store } from '../store/store.js'
import { byKeys, standingAt, together } from './by-keys.js'
import { inFoldOrder } from './fold.js'
import { boundOf, outward } from './outward.js'
import { hash } from '../text/hash.js'
import type { MentionedAs } from '../judge/ends.js'
import { changeKeysOf, tellsChange } from '../language/change.js'

/**
 * How many earlier facts are looked at for each word that they share with a later one: the last ones up to its day.
 * Without this limit, of thousands that say `works on`, each would be compared with all before it. A fact that also
 * shares a rarer word is found by that word, however far back.
 */
export const looksBack = 16

interface ChangedEndings {
  readonly ids: readonly FactId[]
  readonly left: readonly Fact[]
}

/** A fact that a later one may end, and its place in fold order. */
export interface EndCandidate {
  readonly id: FactId
  readonly at: string
  readonly text: string
}

/** Somebody or something whose state a later fact may end, and how that fact mentions it. */
export interface EndSubject {
  readonly key: EntityKey
  readonly mentionedAs: MentionedAs
}

/**
 * Ends a world fact where a later fact's words, or a line of `bank/`, say that it is over (docs/beliefs.md). An ended
 * fact is no longer current; it has no steps and no ledger.
 *
 * A person's `not ^later for ^earlier` takes an end back, and so does retiring the later fact. Words end nothing where
 * one of the facts has no day, or where both tell a change on the same day.
 *
 * @param facts the changed facts, each once; all facts where `changed` is undefined
 * @returns the facts whose end was added, removed or found anew; none where `changed` is undefined
 */
export async function endFacts(
  store: Store,
  facts: Iterable<Fact>,
  changed: ChangedEndings | undefined,
  progress?: (done: number, total: number) => void,
): Promise<Fact[]> {
  const { endings } = store
  const touched = new Set(changed ? endings.forget(changed.ids, changed.ids) : [])
  if (!changed) endings.forgetAll()
  const { canonical } = store.entities()
  const about: Fact[] = []
  for (const fact of facts) {
    const isAsked = isDatedState(fact) && fact.mentions.length > 0 && (changed || tellsChange(fact.text))
    if (isAsked) about.push(fact)
  }
  const asked = changed ? askedAgain(store, about, changed.left) : about
  const isRefused = endsRefused(store)
  if (asked.length > 0) {
    const { outcomeOf } = await import('../judge/ends.js')
    for (const each of changed ? endings.forget(asked.map(({ id }) => id)) : []) touched.add(each)
    const openAbout = lately(1, (subject: EntityKey) =>
      byKeys(openFactsAbout(store, subject), ({ text }) => changeKeysOf(text).map(hash)),
    )
    const namesOf = lately(64, (subject: EntityKey) => namesOfSubject(store, subject))
    const bounds = new Map<FactId, string>()
    const pairs = asked.flatMap((later) => subjectsOf(later, canonical).map((subject) => ({ later, subject })))
    for (const [at, { later, subject }] of together(pairs, (pair) => pair.subject.key).entries()) {
      progress?.(at + 1, pairs.length)
      const met = standingAt(openAbout(subject.key), changeKeysOf(later.text).map(hash))
      for (const bound of met.flatMap((list) => boundOf(list, endOf(later.day!), true, looksBack) ?? []))
        if (bound < (bounds.get(later.id) ?? '~')) bounds.set(later.id, bound)
      for (const { id, text, at: place } of outward(met, endOf(later.day!), true, looksBack)) {
        const isBefore = place.slice(0, later.day!.length) < later.day! || !tellsChange(text)
        if (id === later.id || isRefused(id, later.id) || !isBefore) continue
        const found = outcomeOf(text, later.text, namesOf(subject.key), subject.mentionedAs)
        if (found?.outcome !== 'ends') continue
        endings.end({ fact: id, by: later.id, day: later.day!, cues: found.cues })
        touched.add(id)
      }
    }
    for (const [id, bound] of bounds) endings.looksBack(id, bound)
  }
  const again = changed && new Set([...changed.ids, ...asked.map(({ id }) => id)])
  for (const id of endByLines(store, again, isRefused)) touched.add(id)
  return changed ? store.factsById([...touched]) : []
}

/**
 * Ends world facts by lines of `bank/` that say so: `- ^later replaces ^earlier`.
 *
 * @param of only pairs with one of these facts; all pairs where it is undefined
 * @returns the facts that it ended
 */
function endByLines(store: Store, of: ReadonlySet<FactId> | undefined, isRefused: IsRefused): FactId[] {
  if (!store.assertions.holdsJudged()) return []
  const pairs = store.assertions.all('judged').flatMap(({ page, target, belief, assertion }) => {
    const isMeant = assertion.what === 'judged' && assertion.stance === 'replaces' && target !== null && belief !== null
    if (!isMeant || (of && !of.has(target) && !of.has(belief)) || isRefused(belief, target)) return []
    return [{ page, later: target, earlier: belief }]
  })
  const facts = new Map(
    firstOf(pairs.length > 0 ? store.factsById(pairs.flatMap(({ later, earlier }) => [later, earlier])) : []).map(
      (fact) => [fact.id, fact],
    ),
  )
  return pairs.flatMap(({ page, later, earlier }) => {
    const day = facts.get(later)?.day ?? null
    if (day === null || facts.get(earlier)?.kind !== 'world') return []
    store.endings.end({ fact: earlier, by: later, day, cues: [lineCue(page)] })
    return [earlier]
  })
}

export type Canonical = (key: EntityKey) => EntityKey

/** Whether a fact may end another, or be ended: a kept world fact or experience with a day, in its log's own words. */
export const isDatedState = ({ kind, origin, day, of }: Pick<Fact, 'kind' | 'origin' | 'day' | 'of'>): boolean =>
  (kind === 'world' || kind === 'experience') && !isUnkept({ origin }) && day !== null && of === null

/** The entity that a fact is about; undefined where it is about none, or several. */
const subjectOf = (
  { leading, mentions }: Pick<Fact, 'leading' | 'mentions'>,
  canonical: Canonical,
): EntityKey | undefined => (leading === 1 ? canonical(entityKey(mentions[0]!)) : undefined)

/** The entities whose state a later fact may end: all that it is about, and all that it names. */
export function subjectsOf({ leading, mentions }: Fact, canonical: Canonical): EndSubject[] {
  const found = new Map<EntityKey, MentionedAs>()
  for (const [at, name] of mentions.entries()) {
    const key = canonical(entityKey(name))
    if (!found.has(key)) found.set(key, at >= leading ? 'named' : leading === 1 ? 'alone' : 'among')
  }
  return [...found].map(([key, mentionedAs]) => ({ key, mentionedAs }))
}

/** Whether words may end a fact. Not one with `until=`: its writer knows better. */
export const isOpen = ({ kind, until }: Pick<Fact, 'kind' | 'until'>): boolean => kind === 'world' && until === null

const placeOf = ({ day, id }: Pick<Fact, 'day' | 'id'>): string => `${day} ${id}`

/** The names of a subject in a text: every spelling and alias of it, and the parts of each. */
export const namesOfSubject = (store: Store, subject: EntityKey): string[] => [
  ...new Set(
    store
      .entities()
      .keysOf(subject)
      .flatMap((key) => [key, ...key.split(/[-_./]/)]),
  ),
]

/** A place behind every fact of a day. */
export const endOf = (day: Day): string => `${day} ~`

/**
 * The facts that have to be asked again what they end: those of the changed ones that tell a change, and, for each name
 * that a changed fact is about, all later facts with that name. However much a merge brings, each name is asked for once.
 */
function askedAgain(store: Store, facts: readonly Fact[], left: readonly Fact[]): Fact[] {
  const { endings } = store
  const { canonical, keysOf: spellings } = store.entities()
  const asked = new Map(facts.flatMap((fact) => (tellsChange(fact.text) ? [[fact.id, fact]] : [])))
  const ask = (since: ReadonlyMap<EntityKey, Day>, ids: readonly FactId[]): void => {
    for (const later of firstOf(store.factsById(ids.filter((id) => !asked.has(id))))) {
      const days = isDatedState(later) ? subjectsOf(later, canonical).flatMap(({ key }) => since.get(key) ?? []) : []
      if (days.some((day) => later.day! >= day) && tellsChange(later.text)) asked.set(later.id, later)
    }
  }
  const came = firstDays(facts.filter(isOpen), canonical)
  for (const [subject, day] of came) ask(new Map([[subject, day]]), endings.since(spellings(subject), day))
  // Where a fact is gone, an older one moves into the few that are looked at.
  const gone = left.filter((row) => isDatedState(row) && subjectOf(row, canonical) !== undefined && isOpen(row))
  const last = gone.map(placeOf).toSorted().at(-1)
  if (last !== undefined) ask(firstDays(gone, canonical), endings.lookingBackTo(last))
  return [...asked.values()]
}

function firstDays(facts: readonly Fact[], canonical: Canonical): ReadonlyMap<EntityKey, Day> {
  const first = new Map<EntityKey, Day>()
  for (const fact of facts) {
    const subject = subjectOf(fact, canonical)
    if (subject === undefined) continue
    const day = first.get(subject)
    if (day === undefined || fact.day! < day) first.set(subject, fact.day!)
  }
  return first
}

/**
 * The facts about one subject alone that a later one may end, in fold order. Within one day (`Lives in Graz`, `Moved
 * from Graz to Wels`) that order is arbitrary: the lines stand in several files, and lines move. `endFacts` takes those that tell no
 * change as earlier.
 */
export function openFactsAbout(store: Store, subject: EntityKey): EndCandidate[] {
  const { canonical, keysOf } = store.entities()
  const rows = store.endings.mentioning(keysOf(subject))
  const several = rows.flatMap(({ id, places }) => (places > 1 ? [id] : []))
  const first = new Map(firstOf(several.length > 0 ? store.factsById(several) : []).map((fact) => [fact.id, fact]))
  return rows
    .flatMap((row): EndCandidate[] => {
      const fact = first.get(row.id) ?? row
      return isDatedState(fact) && isOpen(fact) && subjectOf(fact, canonical) === subject
        ? [{ id: row.id, at: placeOf(fact), text: fact.text }]
        : []
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/** Each kept fact once, as its first place states it. */
function firstOf(rows: readonly Fact[]): Fact[] {
  const byId = new Map<FactId, Fact>()
  for (const row of rows.toSorted(inFoldOrder)) if (!isUnkept(row) && !byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()]
}

type IsRefused = (fact: FactId, by: FactId) => boolean

/** Reads which endings people refuse: by `not` for the pair, or by retiring the later fact. */
export function endsRefused(store: Store): IsRefused {
  const pairs = new Set<string>()
  const retired = new Set<FactId>()
  for (const { target, belief, assertion } of store.assertions.all('retired', 'rejected')) {
    if (target === null) continue
    if (assertion.what === 'retired') retired.add(target)
    if (assertion.what === 'rejected') pairs.add(`${target} ${belief}`)
  }
  return (fact, by) => retired.has(by) || pairs.has(`${by} ${fact}`)
}
