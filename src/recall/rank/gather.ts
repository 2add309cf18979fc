import type { Meaning, Retriever } from '../retrieve/retriever.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { isIntro, longestList, type View } from './features.js'
import { definesWith } from './defines.js'
import { filterOf } from '../retrieve/filter.js'
import { daysBetween, earliest, latest, type Day } from '../../model/time.js'
import { byPlace, rankedLine, type Line } from './line.js'
import { meaningIn } from './meaning.js'
import { overlapWith } from './overlap.js'
import { preferences } from './preferences.js'
import { hasConditions, type Query } from '../question/query.js'
import { linesOfNames, rarityIn } from '../question/rarity.js'
import { retrievers, type RetrieverName } from '../retrieve/retrievers.js'
import { nearDuplicatesAmong } from './near-duplicates.js'
import { surroundingsOf } from './surroundings.js'
import { writtenWith } from './written.js'
import { compare } from '../../text/compare.js'

export interface FoundBy {
  readonly by: RetrieverName | 'beside'
  /** The place among all that this retriever found; 1 is the best. */
  readonly rank: number
}

/** Everything that may answer a question, and how to look at it. */
export interface Gathered {
  readonly candidates: readonly { readonly line: Line; readonly found: readonly FoundBy[] }[]
  readonly view: View
}

export interface Meant {
  readonly meaning: Meaning
  readonly alone: boolean
}

/** How many candidates each retriever may bring, at least. */
const depth = 150
/** Places before and behind a line that are read with it. */
const reach = 2
const withNeighbours = 50
/**
 * Collects what retrievers find, and the lines around it: an answer often has no word of its question.
 *
 * @param meant how near lines are in meaning; with `alone` no other retriever is asked
 */
export function gather(query: Query, store: Store, k: number, meant?: Meant): Gathered {
  const { canonical } = store.entities()
  const rarity = rarityIn(store)
  const filter = filterOf(query, store)
  const lines = new Map<FactKey, Line>()
  const read = (keys: readonly FactKey[], neighbours: boolean): void => {
    const wanted = new Set(keys)
    const rows = store
      .lines(neighbours ? [...new Set(keys.flatMap(around))] : keys)
      .map((row) => rankedLine(row, canonical))
    for (const line of rows) if (wanted.has(line.key)) lines.set(line.key, line)
    // The rows behind a note's last one are another note's, and near by chance.
    const isNeighbour = ({ key, path }: Line): boolean =>
      around(key).some((other) => wanted.has(other) && lines.get(other)?.path === path)
    for (const line of rows) if (!wanted.has(line.key) && isNeighbour(line)) lines.set(line.key, line)
  }
  const found = new Map<FactKey, FoundBy[]>()
  const add = (by: FoundBy['by'], keys: readonly FactKey[]): void =>
    keys.forEach((key, at) => found.set(key, [...(found.get(key) ?? []), { by, rank: at + 1 }]))

  const search = { query, store, rarity, filter, meaning: meant?.meaning }
  for (const [name, retriever] of Object.entries(retrievers) as [RetrieverName, Retriever][])
    if (!meant?.alone || name === 'semantic') add(name, retriever.find(search, Math.max(depth, 2 * k)))
  const first = [...found.keys()]
  read(first.slice(withNeighbours), false)
  read(first.slice(0, withNeighbours), true)
  // A list that a line introduces (`Four parts:`) goes on behind that line's neighbours.
  const intros = first
    .slice(0, withNeighbours)
    .flatMap((key) => lines.get(key) ?? [])
    .filter(isIntroOfList)
  for (const row of store.lines(intros.flatMap(({ key }) => behind(key)))) {
    const line = rankedLine(row, canonical)
    const isOfList = intros.some(
      ({ key, path, headings }) => path === line.path && headings === line.headings && behind(key).includes(line.key),
    )
    if (isOfList && !lines.has(line.key)) lines.set(line.key, line)
  }

  const drawn = store.drawnAmong([...lines.values()])
  const unread = drawn.flat().filter((key) => !lines.has(key))
  for (const row of unread.length === 0 ? [] : store.lines(unread)) {
    const line = rankedLine(row, canonical)
    lines.set(line.key, line)
  }
  const parts = new Map<FactKey, FactKey[]>()
  for (const [bullet, part] of drawn)
    if (lines.has(bullet) && lines.has(part)) parts.set(bullet, [...(parts.get(bullet) ?? []), part])
  const partsOf = (key: FactKey): readonly FactKey[] => parts.get(key) ?? []
  const { overlap, held } = overlapWith(query, rarity)
  const beside = besideIn(lines)
  // One word looks a thing up. Only a question of several may be answered by a line that holds none of them.
  const isQuestion = query.weighed.length > 1 && !meant?.alone
  // Where the caller set a filter, neighbours might fail it.
  if (isQuestion && !hasConditions(query)) {
    const near = [...lines.values()].filter(
      ({ key, kind }) => !found.has(key) && (kind === 'passage' || parts.has(key)),
    )
    add(
      'beside',
      near.toSorted(byPlace).map(({ key }) => key),
    )
  }
  const { twin } = nearDuplicatesAmong([...lines.values()], beside, partsOf)
  return {
    candidates: [...found].flatMap(([key, by]) => {
      const line = lines.get(key)
      return line ? [{ line, found: by }] : []
    }),
    view: {
      query,
      overlap,
      held,
      rareness: (count) => rarity.rareness(Math.max(count, linesOfNames(query, rarity))),
      beside,
      twin,
      newness: newnessAmong([...found.keys()].flatMap((key) => lines.get(key)?.day ?? [])),
      lastSaid: lastSaidOf(query, [...lines.values()]),
      meaning: meaningIn([...lines.values()], { query, store, overlap }, meant?.meaning),
      standsOut: ({ id }) => meant?.meaning.standsOut(id) ?? 0,
      parts: ({ key }) => partsOf(key).map((part) => lines.get(part)!),
      surroundings: surroundingsOf(query, store, rarity, partsOf),
      written: writtenWith(query, overlap),
      defines: definesWith(query),
      preference: preferences([...lines.values()], query, overlap),
    },
  }
}

/** The keys around one: a note's rows were written one behind the other, in the order of its lines. */
const around = (key: FactKey): FactKey[] => Array.from({ length: 2 * reach + 1 }, (_, at) => key - reach + at)

const behind = (key: FactKey): FactKey[] => Array.from({ length: longestList - reach }, (_, at) => key + reach + at + 1)
const isIntroOfList = (line: Line): boolean => line.kind === 'passage' && isIntro(line)

function besideIn(lines: ReadonlyMap<FactKey, Line>): View['beside'] {
  return (line, by) => {
    if (line.kind !== 'passage') return undefined
    const other = lines.get(line.key + by)
    return other?.kind === 'passage' && other.path === line.path && other.headings === line.headings ? other : undefined
  }
}

/** Where it is asked how it is now: 1 for the last statement about whom the question names, then 1/2, 1/3 … */
function lastSaidOf({ asks, spelt }: Query, lines: readonly Line[]): View['lastSaid'] {
  if (!asks.has('present') || spelt.length === 0) return () => 0
  const stated = lines
    .filter(({ kind, owners }) => kind !== 'passage' && spelt.some((key) => owners.has(key)))
    .toSorted((a, b) => compare(b.day ?? '', a.day ?? '') || byPlace(a, b))
  const places = new Map(stated.map(({ key }, at) => [key, 1 / (at + 1)]))
  return ({ key }) => places.get(key) ?? 0
}

/** 0 for the oldest of these days to 1 for the newest. */
function newnessAmong(days: readonly Day[]): View['newness'] {
  const [first, last] = days.reduce<[Day, Day]>(
    ([low, high], day) => [day < low ? day : low, day > high ? day : high],
    [latest, earliest],
  )
  const span = days.length === 0 ? 0 : daysBetween(first, last)
  return ({ day }) => (day === null || span === 0 ? 0 : daysBetween(first, day) / span)
}
