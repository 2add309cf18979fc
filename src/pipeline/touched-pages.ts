import { entityFileName, entityKey, type EntityKey, type EntityPage } from '../model/entity.js'
import type { Fact, FactId } from '../model/fact.js'
import { retainKinds } from '../model/kind.js'
import type { Note } from '../model/note.js'
import { kindPages, pagePath, pagesOf } from '../render/pages.js'
import type { Entities } from '../store/entities.js'
import type { Store } from '../store/store.js'
import { isSpelled, mentionForgotten } from '../parse/lint.js'
import { besides } from '../narrative/besides.js'
import { writtenForms } from '../narrative/named.js'
import { heldIn } from '../text/as-written.js'
import { whenAsked } from '../text/once.js'

/**
 * The pages that a change of notes touches. A page shows facts with their citations: so it is touched when a fact of
 * its kind or entity comes, goes, changes or moves to another line. A changed alias or entity name touches every page.
 */
export function touchedPages(store: Store, fingerprint: (fact: Fact) => string, comparable: boolean) {
  const pages = new Set<string>()
  const ids = new Set<FactId>()
  const left: Fact[] = []
  const replaced = new Set<FactId>()
  const rewritten = new Set<FactId>()
  const spellings = new Map<EntityKey, Set<string>>()
  /** Who is who before the first entity page changes. */
  let entitiesBefore: Entities | undefined
  /** How the entities of changed pages are shown and linked before. */
  const shownBefore = new Map<EntityKey, string>()
  let isRespelled = false
  /** Names that mean another entity now than before, with all that meant the same before or do now. */
  const regrouped = whenAsked(() => regroupedFrom(entitiesBefore ?? store.entities(), store.entities()))
  let facts = 0
  let problems = 0
  const named: string[] = []
  const replacing: FactId[] = []
  const believed: FactId[] = []
  /** Passages that came, went or moved, each below its headings. */
  const told: string[] = []
  /** Facts and passages that came, went or moved: pages that show a fact made from them link to their location. */
  const moved: FactId[] = []
  const touch = (fact: Fact): void => {
    ids.add(fact.id)
    if (fact.was !== null) replaced.add(fact.was)
    for (const page of pagesShowing(fact)) pages.add(page)
    for (const name of fact.mentions) {
      const key = entityKey(name)
      spellings.set(key, (spellings.get(key) ?? new Set()).add(name))
    }
  }
  return {
    ids,
    /** Facts whose rows were removed or changed. */
    left,
    replaced,
    /** Ids in every note that was replaced, changed or not: all their rows are new. */
    rewritten,
    facts: () => facts,
    /**
     * Facts about names that an alias joined to an entity or parted from one: which facts share an entity is asked
     * again for these only. Call when every note is in place.
     */
    renamed(): FactId[] {
      if (regrouped().size === 0) return []
      return store.beliefs.sharing(retainKinds, [...regrouped()]).map(({ id }) => id)
    },
    /**
     * The number of problems that `memory status` lists for the notes read. Call when every note is in place: only then
     * is it known which names and which replaced facts there are.
     */
    problems(): number {
      const there = new Set(replacing.length > 0 ? store.idsAmong(replacing) : [])
      const isBelieved: ReadonlyMap<FactId, unknown> = believed.length > 0 ? store.beliefs.wordsOf(believed) : new Map()
      const vain = [...replacing.filter((id) => !there.has(id)), ...believed.filter((id) => !isBelieved.has(id))]
      return problems + vain.length + named.filter((name) => isSpelled(store, name)).length
    },
    /** The touched pages, as labels such as `page:world`; `all` for every page. Call when every note is in place. */
    pages(): ReadonlySet<string> {
      const now = store.entities()
      for (const [key, names] of spellings) {
        // Where spellings compete and no page names the entity, the name it is shown by may have changed on every
        // page.
        const competing = new Set([...names, ...store.spellings(key)]).size > 1
        if (competing && [entitiesBefore ?? now, now].some(({ pageOf }) => pageOf(key) === undefined)) pages.add('all')
      }
      const isShownOtherwise = [...shownBefore].some(([key, shown]) => shownIn(now, key) !== shown)
      if (isRespelled || isShownOtherwise || regrouped().size > 0) pages.add('all')
      for (const page of pagesTelling(store, told)) pages.add(page)
      if (moved.length > 0)
        for (const fact of store.factsDrawnFrom(moved)) for (const page of pagesShowing(fact)) pages.add(page)
      return pages
    },
    /** Notes the changes of a note. Call before the note at `path` is replaced by `now`, or removed. */
    replacing(path: string, now: Note | undefined): void {
      facts += now?.facts.filter(isFact).length ?? 0
      problems += now?.problems.length ?? 0
      named.push(...(now?.facts ?? []).flatMap((fact) => mentionForgotten(fact) ?? []))
      for (const { id, was, of, stances } of now?.facts ?? []) {
        rewritten.add(id)
        if (was !== null) replacing.push(was)
        if (of === null) for (const { belief } of stances) believed.push(belief)
      }
      if (!comparable) return // no rows to compare with: every page is stale
      const standing = store.factsOf(path)
      const before = new Map(standing.filter(isFact).map((fact) => [fingerprint(fact), fact]))
      for (const fact of now?.facts.filter(isFact) ?? []) if (!before.delete(fingerprint(fact))) touch(fact)
      for (const fact of before.values()) {
        touch(fact)
        left.push(fact)
      }
      told.push(...otherPassages(standing, now?.facts ?? []))
      moved.push(...movedBetween(standing, now?.facts ?? []))
      const entity = now?.entity ?? null
      // HEAD has other bytes of this page now. Whoever wrote them, the page is looked at again.
      for (const label of pageLabels(path, [store.entityPage(path), entity])) pages.add(label)
      if (!path.startsWith('bank/entities/')) return
      entitiesBefore ??= store.entities()
      const stood = store.entityPage(path)
      if (JSON.stringify(aliasesOf(stood)) !== JSON.stringify(aliasesOf(entity))) isRespelled = true
      for (const page of [stood, entity]) {
        const key = entityKey(page?.name ?? '')
        if (page && !shownBefore.has(key)) shownBefore.set(key, shownIn(store.entities(), key))
      }
    },
  }
}

/** The labels of the pages that show a fact: `page:world`, `entity:peter`. */
export const pagesShowing = (fact: Pick<Fact, 'kind' | 'mentions'>): string[] => [
  ...pagesOf(fact.kind).map((page) => `page:${page}`),
  ...fact.mentions.map((name) => `entity:${entityKey(name)}`),
]

function pageLabels(path: string, entities: readonly (EntityPage | null)[]): string[] {
  if (path.startsWith('bank/entities/'))
    return entities.flatMap((page) => (page ? [`entity:${entityKey(page.name)}`] : []))
  return kindPages.filter((name) => pagePath(name) === path).map((name) => `page:${name}`)
}

/** Passages that only one version of a note has in this form and place; pages of their entities may show them. */
function otherPassages(before: readonly Fact[], now: readonly Fact[]): string[] {
  const asTold = (facts: readonly Fact[]): ReadonlySet<string> => {
    const passages = facts.filter((fact) => !isFact(fact))
    const told = besides(passages)
    return new Set(
      passages.map((passage) => {
        const { text, trail, day, label, source } = passage
        const beside = (told.get(passage) ?? []).map((line) => [line.text, line.label, line.source])
        return JSON.stringify([[...trail, text].join('\n'), day, label, source, beside])
      }),
    )
  }
  const [was, is] = [asTold(before), asTold(now)]
  const others = [...was].filter((each) => !is.has(each)).concat([...is].filter((each) => !was.has(each)))
  return others.map((each) => (JSON.parse(each) as [string])[0])
}

/** Ids of facts and passages that only one of two versions of a note has at the same lines. */
function movedBetween(before: readonly Fact[], now: readonly Fact[]): FactId[] {
  const placed = (facts: readonly Fact[]): ReadonlyMap<string, FactId> =>
    new Map(facts.map(({ id, source: { first, last } }) => [`${id} ${first} ${last}`, id]))
  const [was, is] = [placed(before), placed(now)]
  return [...[...was].filter(([key]) => !is.has(key)), ...[...is].filter(([key]) => !was.has(key))].map(([, id]) => id)
}

/** The most characters that are searched for names. Beyond that every page is touched. */
const mostSearched = 1_000_000

/** The labels of entities that passages name. */
function pagesTelling(store: Store, passages: readonly string[]): readonly string[] {
  if (passages.length === 0) return []
  const text = passages.join('\n')
  if (text.length > mostSearched) return ['all']
  const entities = store.entities()
  const written = store.pagesInFlight().flatMap(({ page }) => (page.startsWith('entity:') ? [page.slice(7)] : []))
  const standing = store.entityPages().map(({ key }) => key)
  const keys = new Set([...store.mentionKeys(), ...standing, ...written].map(entities.canonical))
  const lower = text.toLowerCase()
  return [...keys].flatMap((key) => {
    const forms = writtenForms([entities.nameOf(key), ...entities.aliasesOf(key)])
    const isTold = forms.some((form) => lower.includes(form.toLowerCase()) && heldIn(text, form) !== undefined)
    return isTold ? [`entity:${key}`] : []
  })
}

const isFact = (fact: Fact): boolean => fact.kind !== 'passage'

/** The names that an entity page joins in one entity; none where the page has no alias. */
const aliasesOf = (page: EntityPage | null): readonly string[] =>
  page && page.aliases.length > 0 ? [page.name, ...page.aliases] : []

/** By what name pages show an entity, and to which page they link it. */
function shownIn({ nameOf, pageOf }: Entities, key: EntityKey): string {
  const name = nameOf(key)
  return `${name}\n${pageOf(key) ?? `bank/entities/${entityFileName(name)}.md`}`
}

/** The names whose entity is another one now, and all that share either entity. */
function regroupedFrom(before: Entities, now: Entities): ReadonlySet<EntityKey> {
  const moved = [...before.aliasKeys, ...now.aliasKeys].filter((key) => before.canonical(key) !== now.canonical(key))
  const ofKey = (key: EntityKey) => [before, now].flatMap(({ canonical, keysOf }) => keysOf(canonical(key)))
  return new Set(moved.flatMap(ofKey))
}
