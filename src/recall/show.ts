import { MemoryError } from '../model/error.js'
import { cite, drawnFrom, placesThatCount, type FactId, type Source } from '../model/fact.js'
import type { Opinion } from '../model/opinion.js'
import { isBelief, retainKinds } from '../model/kind.js'
import { dayOfPath, showProblem } from '../model/note.js'
import { isDay, type Day } from '../model/time.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { isSameText } from '../text/folded.js'
import { isAscii } from '../text/letters.js'
import type { AnchorsOf } from './question/as-of.js'
import { wordedAbout } from './retrieve/filter.js'
import { entityNamed } from './question/entity-named.js'
import { nearNames } from './question/near-names.js'
import { withDoubts } from './answer/otherwise.js'
import { resultsOverLast } from './answer/over-last.js'
import { ledgerOf, resultsOf, type Result } from './answer/result.js'
import { successorOf, type Successor } from './rank/succession.js'

export type ShowResult =
  | {
      readonly what: 'fact'
      readonly fact: Result
      /** Of an opinion: the ids of all its statements, that of its line on a page first. */
      readonly statements: readonly FactId[]
      readonly replacedBy: Successor | null
      /** Of an opinion: those that it opposes or that oppose it, while neither is over. */
      readonly against: readonly Result[]
      /** The passages or facts that it was made of, with their locations; null where none has that id any more. */
      readonly madeOf: readonly { readonly id: FactId; readonly source: string | null }[]
      /** The line of `bank/` that retires it. */
      readonly retiredAt: Source | null
    }
  | {
      readonly what: 'entity'
      readonly name: string
      readonly type: string | null
      readonly aliases: readonly string[]
      readonly page: string | null
      readonly facts: readonly Result[]
    }
  | { readonly what: 'place'; readonly path: string; readonly facts: readonly Result[] }

const mostFacts = 1000

/**
 * Looks up an id (`^k3f9a2c1x7`, the `^` may be left out), an entity's name or alias (with or without `@`, blanks for
 * hyphens), or a place (`memory/2025-11-27.md#L4`, `memory/2025-11-27.md:4`, or a day: `2025-11-27`). An entity's facts
 * are sorted: what holds, newest first, then what is over, then what was retired.
 *
 * @throws MemoryError not-found, with what is near
 */
export function show(store: Store, reference: string, today: Day, anchors?: AnchorsOf): ShowResult {
  const text = reference.trim()
  return (
    factNamed(store, text, anchors) ??
    placeNamed(store, text) ??
    entityShown(store, text, today) ??
    notFound(store, text)
  )
}

/** `^k3f9a2c1x7`, also as a citation has it: `bank/opinions.md ^k3f9a2c1x7`. */
const idForm = /^(?:\S.*\.md )?\^?([0-9a-z]{10})$/i

function factNamed(store: Store, text: string, anchors: AnchorsOf | undefined): ShowResult | undefined {
  const id = idForm.exec(text)?.[1]?.toLowerCase()
  const fact = id === undefined ? undefined : placesThatCount(store.factsById([id]))[0]
  if (!fact) return undefined
  const opinion = isBelief(fact.kind) ? store.opinionOf(fact.id) : undefined
  const held = anchors?.([fact])(fact) ?? []
  const result = { ...resultsOf(store)(fact), ...(held.length === 0 ? {} : { anchors: held }) }
  const statements = opinion?.members ?? []
  const retired = store.assertions.all('retired').find(({ target }) => [...statements, fact.id].includes(target ?? ''))
  return {
    what: 'fact',
    fact: opinion ? { ...result, evidence: ledgerOf(opinion.evidence) } : result,
    statements,
    replacedBy: successorOf(store, fact) ?? null,
    against: opinion ? againstOf(store, opinion) : [],
    madeOf: madeOf(store, fact),
    retiredAt: retired ? { path: retired.page, first: retired.line, last: retired.line } : null,
  }
}

function madeOf(store: Store, fact: StoredFact): { id: FactId; source: string | null }[] {
  const ids = drawnFrom(fact)
  const sources = new Map(store.factsById(ids).map(({ id, source }) => [id, cite(source, id)]))
  return ids.map((id) => ({ id, source: sources.get(id) ?? null }))
}

function againstOf(store: Store, { id }: Opinion): Result[] {
  const asResult = resultsOf(store)
  const others = store.beliefs
    .opposed()
    .flatMap((pair) => (pair.includes(id) ? pair.filter((each) => each !== id) : []))
  return others.map((other) => asResult(store.factsById([store.opinionOf(other)!.members.at(-1)!])[0]!))
}

const placeForm = /^(?:\.\/)?(.+\.md)(?:(?:#L|:)(\d+)(?:-L?\d+)?)?$/is

function placeNamed(store: Store, text: string): ShowResult | undefined {
  const place = placeMeant(store, text)
  const facts = place
    ? place.line === undefined
      ? store.factsOf(place.path)
      : store.factsAt(place.path, place.line)
    : isDay(text)
      ? store.files().flatMap(({ path }) => (dayOfPath(path) === text ? store.factsOf(path) : []))
      : []
  const asResult = resultsOf(store)
  return facts.length > 0 ? { what: 'place', path: text, facts: facts.map((fact) => asResult(fact)) } : undefined
}

/** The note and line of a place. macOS may spell a path in another Unicode form than Git: Git's form is returned. */
function placeMeant(
  store: Store,
  text: string,
): { readonly path: string; readonly line: number | undefined } | undefined {
  const [, given, line] = placeForm.exec(text) ?? []
  if (given === undefined) return undefined
  const alike = isAscii(given) ? [] : store.files().flatMap(({ path }) => (isSameText(path, given) ? [path] : []))
  const path = alike.includes(given) ? given : (alike[0] ?? given)
  return { path, line: line === undefined ? undefined : Number(line) }
}

function entityShown(store: Store, text: string, today: Day): ShowResult | undefined {
  const entities = store.entities()
  const key = entityNamed(text, { known: store.known, canonical: entities.canonical })
  const keys = entities.keysOf(key)
  const page = entities.pageOf(key) ?? null
  const worded = store.factsById(wordedAbout(store, keys))
  if (store.known(keys).length === 0 && page === null && worded.length === 0) return undefined
  const facts = [...store.pageFacts(retainKinds, keys, mostFacts), ...worded]
  const asResult = resultsOf(store)
  const seen = new Set<FactId>()
  const isNew = (id: FactId): boolean => !seen.has(id) && Boolean(seen.add(id))
  return {
    what: 'entity',
    name: entities.nameOf(key),
    type: page === null ? null : (store.entityPage(page)?.type ?? null),
    aliases: entities.aliasesOf(key),
    page,
    facts: resultsOverLast(
      withDoubts(
        facts
          .toSorted((a, b) => (a.day === b.day ? 0 : (a.day ?? '') > (b.day ?? '') ? -1 : 1))
          // An opinion of several statements is shown once, in its latest words.
          .filter(({ id }) => isNew(store.beliefs.opinionsOf([id])[0] ?? id))
          .map((fact) => asResult(fact)),
      ),
      today,
    ),
  }
}

/** `nothing stands on memory/2025-11-27.md#L5: what is next to it begins on L4 and L7` */
function nothingOn(path: string, line: number, lines: readonly number[]): string {
  const near = [lines.findLast((each) => each < line), lines.find((each) => each > line)]
  const named = near.flatMap((each) => (each === undefined ? [] : [`L${each}`]))
  return `nothing stands on ${path}#L${line}: what is next to it begins on ${named.join(' and ')}`
}

function notFound(store: Store, text: string): never {
  const place = placeMeant(store, text)
  const problem = store.problems().find(({ path, line }) => path === place?.path && line === (place?.line ?? 0))
  if (problem) throw new MemoryError('not-found', `no fact stands there: ${showProblem(problem)}`)
  const lines = place?.line === undefined ? [] : store.factsOf(place.path).map(({ source }) => source.first)
  if (lines.length > 0) throw new MemoryError('not-found', nothingOn(place!.path, place!.line!, lines))
  const near = nearNames(store, text)
  throw new MemoryError(
    'not-found',
    near.length > 0
      ? `nothing is called ${text.slice(0, 80)}, did you mean ${near.join(' or ')}?`
      : `nothing is called ${text.slice(0, 80)}: give a fact's id (^k3f9a2c1x7), an entity's name, or a place (memory/2025-11-27.md#L4)`,
  )
}
