import { inFoldOrder, inPlaceOrder } from '../belief/fold.js'
import { entityFileName, entityKey, type EntityKey } from '../model/entity.js'
import { isUnkept, type Fact, type FactId } from '../model/fact.js'
import { retainKinds, type Kind, type RetainKind } from '../model/kind.js'
import { weak, type Evidence, type LedgerEffect } from '../model/opinion.js'
import { isDay, type Day } from '../model/time.js'
import type { OkfConcept, OkfPlace, OkfStatement } from '../render/okf.js'
import { pages, type PageName } from '../render/pages.js'
import type { ShownFact } from '../render/render-line.js'
import type { Store } from '../store/store.js'
import { compare } from '../text/compare.js'
import { shownFacts } from './shown-facts.js'

type OnText = (text: string) => string
/** Nothing is masked here: masking counts the credentials, so each text is masked once, when its statement is made. */
const asWritten: OnText = (text) => text

/** A limit above the facts of any index: an export leaves nothing out. */
const everything = 2 ** 31 - 1

/** Titles of the groups whose title is not their kind's name. */
const own: Readonly<Partial<Record<RetainKind, string>>> = {
  opinion: 'Beliefs',
  world: 'Facts',
  observation: 'Observations',
}
const titleOf = (kind: RetainKind): string => own[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
const doubted = 'Hardly believed'
const over = 'No longer'
const retired = 'Retired'
const order = [...new Set([titleOf('opinion'), ...retainKinds.map(titleOf)]), doubted, over, retired]

/** An entity or a kind with its statements: those that hold and those that are gone. */
interface Subject {
  /** Relative to the root, or to `no-longer/` for the statements that are gone: `entities/Peter.md`. */
  readonly path: string
  readonly type: string
  readonly title: string
  readonly about: string
  readonly aliases: readonly string[]
  readonly holds: ConceptEntry[]
  readonly gone: ConceptEntry[]
}

interface ConceptEntry {
  readonly group: string
  readonly fact: Fact
  readonly keys: readonly EntityKey[]
  readonly statement: OkfStatement
}

/**
 * The facts and beliefs of the index as concepts: one for each entity, and one for each kind with the facts that name
 * nobody. Facts that are over or retired stand in a concept of their own below `no-longer/`, since a status holds for a
 * whole concept (OKF §5.4).
 *
 * @param day that of the commit: a fact whose `until` is that day or earlier is over
 * @param masked gives a text without credentials: no name, statement or path has one
 */
export function exportedConcepts(store: Store, day: Day, masked: OnText): OkfConcept[] {
  const subjects = new Map<string, Subject>()
  const entities = store.entities()
  const subjectOf = (key: EntityKey): Subject =>
    made(subjects, `entity:${key}`, () => entitySubject(store, key, masked, subjects.size))
  const note = (where: 'holds' | 'gone', group: string, fact: Fact, statement: OkfStatement): void => {
    const keys = [...new Set(fact.mentions.map((name) => entities.canonical(entityKey(name))))]
    const about =
      keys.length > 0 ? keys.map(subjectOf) : [made(subjects, `kind:${fact.kind}`, () => kindSubject(fact.kind))]
    for (const subject of about) subject[where].push({ group, fact, keys, statement })
  }
  for (const shown of shownFacts(store, { kinds: retainKinds, about: undefined, limit: everything }, '', asWritten)
    .shown) {
    const { fact, opinion, superseded } = shown
    if (isUnkept(fact)) continue
    const isOver = superseded || (fact.until !== null && isDay(fact.until) && fact.until <= day)
    const isDoubted = opinion !== undefined && opinion.confidence < weak
    const group = isOver ? over : isDoubted ? doubted : titleOf(fact.kind as RetainKind)
    note(isOver ? 'gone' : 'holds', group, fact, statementOf(store, shown, masked))
  }
  for (const { fact, statement } of retiredStatements(store, masked)) note('gone', retired, fact, statement)
  return [...subjects.values()].flatMap((subject) => conceptsOf(subject, subjectOf))
}

function made(all: Map<string, Subject>, key: string, make: () => Subject): Subject {
  const subject = all.get(key) ?? make()
  all.set(key, subject)
  return subject
}

/** An entity called Index must not take the file of a folder's listing. No entity's own file name ends in `~entity`. */
const unlikeReserved = (stem: string): string => (/^(?:index|log)$/i.test(stem) ? `${stem}~entity` : stem)

function entitySubject(store: Store, key: EntityKey, masked: OnText, earlier: number): Subject {
  const entities = store.entities()
  const name = entities.nameOf(key)
  const title = masked(name)
  const page = entities.pageOf(key)
  const type = page === undefined ? '' : (store.entityPage(page)?.type ?? '')
  return {
    path: `entities/${title === name ? unlikeReserved(entityFileName(name)) : `masked~${earlier}`}.md`,
    type: type.trim() === '' ? 'Entity' : masked(type),
    title,
    about: `About ${title}`,
    aliases: [...new Set(entities.aliasesOf(key).map(masked))].toSorted(compare),
    holds: [],
    gone: [],
  }
}

function kindSubject(kind: Kind): Subject {
  const name = (Object.keys(pages) as PageName[]).find((each) => {
    const { kinds } = pages[each]
    return each !== 'entity' && (kinds as readonly Kind[]).includes(kind)
  })!
  const { title } = pages[name]
  return {
    path: `${name}.md`,
    type: title,
    title,
    about: 'About nobody in particular',
    aliases: [],
    holds: [],
    gone: [],
  }
}

const goneFolder = 'no-longer/'

function conceptsOf(subject: Subject, subjectOf: (key: EntityKey) => Subject): OkfConcept[] {
  const { path, type, title, about, aliases, holds, gone } = subject
  const [now, past] = [
    { path, title },
    { path: goneFolder + path, title: `${title}, no longer` },
  ]
  const given = { type, aliases }
  const related = (entries: readonly ConceptEntry[]): OkfConcept['related'] => relatedOf(subject, entries, subjectOf)
  return [
    ...(holds.length === 0
      ? []
      : [
          {
            ...given,
            ...now,
            about,
            status: 'stable' as const,
            groups: groupsOf(holds),
            related: [
              ...(gone.length > 0 ? [{ ...past, says: 'what does not hold any more' }] : []),
              ...related(holds),
            ],
          },
        ]),
    ...(gone.length === 0
      ? []
      : [
          {
            ...given,
            ...past,
            about: `${about}, no longer current`,
            status: 'deprecated' as const,
            groups: groupsOf(gone),
            related: [...(holds.length > 0 ? [{ ...now, says: 'what holds' }] : []), ...related(gone)],
          },
        ]),
  ]
}

function relatedOf(
  subject: Subject,
  entries: readonly ConceptEntry[],
  subjectOf: (key: EntityKey) => Subject,
): OkfConcept['related'] {
  const shared = new Map<Subject, number>()
  for (const { keys } of entries)
    for (const other of keys.map(subjectOf)) if (other !== subject) shared.set(other, (shared.get(other) ?? 0) + 1)
  return [...shared]
    .map(([{ path, title, holds }, many]) => ({
      path: holds.length > 0 ? path : goneFolder + path,
      title,
      says: `named in ${many} of these`,
    }))
    .toSorted((a, b) => compare(a.path, b.path))
}

function groupsOf(entries: readonly ConceptEntry[]): OkfConcept['groups'] {
  return order
    .map((title) => ({
      title,
      statements: entries
        .filter(({ group }) => group === title)
        .toSorted(({ fact: a }, { fact: b }) => newestFirst(a, b))
        .map(({ statement }) => statement),
    }))
    .filter(({ statements }) => statements.length > 0)
}

const newestFirst = (a: Fact, b: Fact): number =>
  compare(b.day ?? '', a.day ?? '') || inPlaceOrder(a, b) || compare(a.id, b.id)

const confirming: readonly LedgerEffect[] = ['reinforces']
const opposing: readonly LedgerEffect[] = ['weakens', 'contradicts', 'supersedes']
const setting: readonly LedgerEffect[] = ['anchors', 'pins']

function statementOf(store: Store, { fact, sources, opinion, endedBy }: ShownFact, masked: OnText): OkfStatement {
  const evidence = opinion?.evidence ?? []
  const placesOf = (effects: readonly LedgerEffect[]): OkfPlace[] =>
    evidence.filter(({ effect, counts }) => counts && effects.includes(effect)).map(placeOf)
  const ending = endedBy ? store.endings.of(fact.id)?.by : undefined
  return {
    ...saidBy(fact, masked),
    places: opinion ? placesStating(store, opinion.members) : sources.map((source) => ({ fact: fact.id, source })),
    confirmedBy: placesOf(confirming),
    opposedBy: placesOf(opposing),
    setBy: placesOf(setting),
    endedBy: endedBy && ending !== undefined ? [{ fact: ending, source: endedBy }] : [],
  }
}

/** Every place that states one of these, in the order of the fold. */
const placesStating = (store: Store, ids: readonly FactId[]): OkfPlace[] =>
  store
    .factsById(ids)
    .toSorted(inFoldOrder)
    .map(({ id, source }) => ({ fact: id, source }))

const placeOf = ({ fact, source }: Evidence): OkfPlace => ({ fact, source })

const saidBy = (
  { day, mentions, leading, text, until }: Fact,
  masked: OnText,
): Pick<OkfStatement, 'day' | 'names' | 'text' | 'until'> => ({
  day,
  names: mentions.slice(0, leading).map(masked),
  text: masked(text),
  until: until === null ? null : masked(until),
})

/** Retired facts and beliefs in the words of the logs; each belief once, in its latest words. */
function retiredStatements(store: Store, masked: OnText): { fact: Fact; statement: OkfStatement }[] {
  const ids = new Set<FactId>(store.beliefs.retired())
  for (const { target } of store.assertions.all('retired')) if (target !== null) ids.add(target)
  const seen = new Set<FactId>()
  return [...ids].toSorted(compare).flatMap((id) => {
    const opinion = store.opinionOf(id)
    // Another statement of the belief was retired; the belief itself still holds.
    if (opinion && !opinion.retired) return []
    const name = opinion?.id ?? id
    const places = store.factsById(opinion?.members ?? [id]).toSorted(inFoldOrder)
    const fact = opinion ? places.find((each) => each.id === opinion.members.at(-1)) : places[0]
    if (seen.has(name) || fact === undefined || fact.kind === 'passage' || isUnkept(fact)) return []
    seen.add(name)
    const statement = {
      ...saidBy(fact, masked),
      places: places.map((each) => ({ fact: each.id, source: each.source })),
      confirmedBy: [],
      opposedBy: [],
      setBy: [],
      endedBy: [],
    }
    return [{ fact, statement }]
  })
}
