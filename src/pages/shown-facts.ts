import { withoutCredentials } from '../credentials/without.js'
import { entityKey } from '../model/entity.js'
import { drawnFrom, isUnkept, placesThatCount, type Fact, type FactId, type Source } from '../model/fact.js'
import { isBelief, type Kind } from '../model/kind.js'
import { tellingsOf, tellingThatHolds, type Telling } from '../model/telling.js'
import type { ShownFact } from '../render/render-line.js'
import type { PageAbout } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { inFoldOrder, asStated } from '../belief/fold.js'

export interface PageScope {
  readonly kinds: readonly Kind[]
  /** The spellings of an entity; undefined for all facts, `nobody` for facts that name no entity. */
  readonly about: PageAbout
  /** At most this many of each sort. */
  readonly limit: number
}

/**
 * One entry for each fact or opinion that a page may show: none for what is retired, or what a person wrote on this
 * very page. `full`: there are more. No page shows a credential: its kind stands in its place. The hash of a line is
 * made from the masked words, so that nobody is taken to have edited it.
 */
export function shownFacts(
  store: Store,
  scope: PageScope,
  page: string,
  masked = withoutCredentials,
): { shown: ShownFact[]; full: boolean } {
  const tellings = tellingsOf(store.assertions.all('anchor', 'wording', 'retired'))
  const { facts, opinions, full } = store.pageCandidates(scope.kinds, scope.about, scope.limit)
  // A person's edit may move a fact to this page that has another kind or other names in the logs.
  const known = new Set(facts.map(({ id }) => id))
  const brought = store.factsById([...tellings.keys()].filter((id) => !known.has(id)))
  const ids = new Set([...opinions, ...store.beliefs.opinionsOf(brought.map(({ id }) => id))])
  const shown = [
    ...worldly([...facts, ...brought], store, tellings, page),
    ...believed([...ids], store, tellings, page),
  ]
  return {
    shown: shown
      .filter(({ fact }) => scope.kinds.includes(fact.kind) && isAbout(fact, scope.about))
      .map((each) => ({ ...each, fact: { ...each.fact, text: masked(each.fact.text) } })),
    full,
  }
}

function isAbout(fact: Fact, about: PageScope['about']): boolean {
  if (about === 'nobody') return fact.mentions.length === 0
  return about === undefined || fact.mentions.some((name) => about.includes(entityKey(name)))
}

/** Entries for facts that are no opinions, and for suggested or held facts of any kind, which make no opinion. */
function worldly(
  rows: readonly Fact[],
  store: Store,
  tellings: ReadonlyMap<FactId, Telling>,
  page: string,
): ShownFact[] {
  const replaced = store.replaced()
  const byId = new Map<FactId, Fact[]>()
  for (const row of rows) {
    if (isBelief(row.kind) && !isUnkept(row)) continue
    const sources = byId.get(row.id)
    if (sources) sources.push(row)
    else byId.set(row.id, [row])
  }
  return [...byId].flatMap(([id, places]) => {
    const sources = placesThatCount(places)
    // A belief that belongs to an opinion is shown as that opinion.
    if (isBelief(sources[0]!.kind) && store.beliefs.opinionsOf([id]).length > 0) return []
    const { words = [], anchors = [], retired = false } = tellings.get(id) ?? {}
    if (retired || sources.every((fact) => isOwn(fact, page))) return []
    const { fact } = asStated(sources)
    const said = tellingThatHolds(fact, words, anchors)
    const end = replaced.get(id)
    const edits = said.confidence === null ? words : [...words, ...anchors]
    const days = edits.map(({ assertion }) => assertion.on).filter((on) => on !== null)
    const updated = days.reduce((last, { day }) => (day !== null && day > last ? day : last), fact.day ?? '')
    return [
      {
        fact: { ...said, until: said.until ?? (end || null) },
        sources: sources.toSorted(inFoldOrder).map(({ source }) => source),
        opinion: undefined,
        updated: updated || null,
        edits: Math.max(0, ...days.filter(({ day }) => (day ?? '') === updated).map(({ count }) => count)),
        superseded: end !== undefined,
        endedBy: end === undefined ? null : endedBy(store, fact),
        drawn: drawnPlaces(store, fact),
      },
    ]
  })
}

/** The place whose words end a fact; null where `was=` ends it, since the successor's own line shows that. */
function endedBy(store: Store, { id }: Fact): Source | null {
  const ending = store.factsReplacing(id).length > 0 ? undefined : store.endings.of(id)
  return ending ? asStated(placesThatCount(store.factsById([ending.by]))).fact.source : null
}

/** More places would make a line unreadable; `memory show` has all. */
const mostDrawn = 4

/** The places of the facts that a fact was drawn from, as far as they still stand. */
function drawnPlaces(store: Store, fact: Fact): Source[] {
  const ids = drawnFrom(fact)
  return ids.length === 0
    ? []
    : store
        .placesDrawn(ids)
        .slice(0, mostDrawn)
        .map(({ source }) => source)
}

/** Entries for opinions, in their latest words, with the places that founded them. */
function believed(
  ids: readonly FactId[],
  store: Store,
  tellings: ReadonlyMap<FactId, Telling>,
  page: string,
): ShownFact[] {
  return ids.flatMap((id) => {
    const opinion = store.beliefs.opinion(id)!
    const sources = placesThatCount(store.factsById(opinion.members)).toSorted(inFoldOrder)
    if (opinion.retired || sources.every((fact) => isOwn(fact, page))) return []
    const latest = sources.find((fact) => fact.id === opinion.members.at(-1))!
    const words = opinion.members.flatMap((member) => tellings.get(member)?.words ?? [])
    const said = tellingThatHolds(latest, words)
    const fact = { ...said, id, until: opinion.until ?? said.until }
    const founding = sources.flatMap(({ id: member, source }) => (member === opinion.members[0] ? [source] : []))
    const { updated, edits } = opinion
    return [
      {
        fact,
        sources: founding,
        opinion,
        updated,
        edits,
        superseded: opinion.until !== null,
        endedBy: null,
        drawn: drawnPlaces(store, latest),
      },
    ]
  })
}

/**
 * Whether a place is a person's own bullet on this very page, which is not shown twice. A bullet that stands for its
 * missing fact is shown.
 */
const isOwn = (fact: Fact, page: string): boolean => fact.source.path === page && fact.of !== fact.id
