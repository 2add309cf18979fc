import type { Meaning, Retriever } from '../retrieve/retriever.js'
import type { FactKey } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { isOfOthers, type View } from './features.js'
import { filterOf } from '../retrieve/filter.js'
import { daysBetween, earliest, latest, type Day } from '../../model/time.js'
import { byPlace, rankedLine, type Line } from './line.js'
import { overlapWith } from './overlap.js'
import { preferences } from './preferences.js'
import type { Query } from '../question/query.js'
import { ftsQuoted, rarityIn, type Rarity } from '../question/rarity.js'
import { retrievers, type RetrieverName } from '../retrieve/retrievers.js'
import { stopWords } from '../../language/stop-words.js'
import { nearDuplicatesAmong } from './near-duplicates.js'
import { writtenWith } from './written.js'
import { stemOf } from '../../language/words.js'

/** Where a fact was found. */
export interface FoundBy {
  readonly by: RetrieverName | 'feedback' | 'beside'
  /** 1 is its best. */
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

/** Candidates that each retriever may bring, at least. */
const depth = 150
/** Places before and behind a line that are read with it. */
const reach = 2
const withNeighbours = 50
/** Lines that the second pass learns from, if they hold this share of the question, and what it takes from them. */
const teachers = 5
const taught = 0.3
const lessons = 15
const lessonsSought = 8
/** A word that more than this share of all lines hold teaches nothing. */
const commonShare = 0.05
const feedbackDepth = 40

/**
 * The first pass asks the index for what the question says; the second for what
 * its best lines have in common (pseudo-relevance feedback, Rocchio 1971). The
 * neighbours of what was found come along: an answer often has no word of its
 * question.
 *
 * @param meant how near lines are in meaning; `alone` where nothing else is to find any
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
    // What stands behind the last row of a note is another note's, and chance.
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

  const { overlap, held } = overlapWith(query, rarity)
  const beside = besideIn(lines)
  // One word looks a thing up; only a question may be answered by a line without a word of it.
  const isQuestion = query.weighed.length > 1 && !meant?.alone
  const common = isQuestion ? commonIn([...lines.values()], query, overlap, rarity) : []
  if (common.length > 0) {
    const match = ftsQuoted(common.slice(0, lessonsSought).map(({ word }) => word))
    const more = store.matching(match, filter, feedbackDepth)
    add('feedback', more)
    read(
      more.filter((key) => !lines.has(key)),
      false,
    )
  }
  // Neighbours may not pass a filter that the caller set.
  if (isQuestion && !query.kinds && !query.required && !query.window) {
    const near = [...lines.values()].filter((line) => !found.has(line.key) && line.kind === 'passage')
    add(
      'beside',
      near.toSorted(byPlace).map(({ key }) => key),
    )
  }
  const { twin } = nearDuplicatesAmong([...lines.values()], beside)
  const whole = common.reduce((sum, { weight }) => sum + weight, 0) || 1
  return {
    candidates: [...found].flatMap(([key, by]) => {
      const line = lines.get(key)
      return line ? [{ line, found: by }] : []
    }),
    view: {
      query,
      overlap,
      held,
      beside,
      twin,
      feedback: ({ counts }) =>
        common.reduce((sum, { stem, weight }) => sum + (counts.has(stem) ? weight : 0), 0) / whole,
      newness: newnessAmong([...found.keys()].flatMap((key) => lines.get(key)?.day ?? [])),
      meaning: ({ id }) => meant?.meaning.of(id) ?? 0,
      written: writtenWith(query, overlap),
      preference: preferences([...lines.values()], query, overlap),
    },
  }
}

/** A note's rows were written one behind the other, in the order of its lines. */
const around = (key: FactKey): FactKey[] => Array.from({ length: 2 * reach + 1 }, (_, at) => key - reach + at)

function besideIn(lines: ReadonlyMap<FactKey, Line>): View['beside'] {
  return (line, by) => {
    if (line.kind !== 'passage') return undefined
    const other = lines.get(line.key + by)
    return other?.kind === 'passage' && other.path === line.path && other.headings === line.headings ? other : undefined
  }
}

/** From the oldest of these days, 0, to the newest, 1. */
function newnessAmong(days: readonly Day[]): View['newness'] {
  const [first, last] = days.reduce<[Day, Day]>(
    ([low, high], day) => [day < low ? day : low, day > high ? day : high],
    [latest, earliest],
  )
  const span = days.length === 0 ? 0 : daysBetween(first, last)
  return ({ day }) => (day === null || span === 0 ? 0 : daysBetween(first, day) / span)
}

interface Lesson {
  readonly word: string
  readonly stem: string
  readonly weight: number
}

/** What the best lines say beside the words of the question: rare words, the more of them say it the better. */
function commonIn(lines: readonly Line[], query: Query, overlap: View['overlap'], rarity: Rarity): Lesson[] {
  const { weighed, nameStems } = query
  const asked = new Set(weighed.map(({ stem }) => stem))
  const best = lines
    .filter((line) => !isOfOthers(line, query))
    .map((line) => ({ line, share: overlap(line).words }))
    .filter(({ share }) => share > taught)
    .toSorted((a, b) => b.share - a.share || byPlace(a.line, b.line))
    .slice(0, teachers)
  const said = new Map<string, { word: string; share: number }>()
  for (const { line, share } of best) {
    for (const word of new Set(line.words)) {
      const stem = stemOf(word)
      if (asked.has(stem) || nameStems.has(stem) || stopWords.has(word)) continue
      said.set(stem, { word, share: share + (said.get(stem)?.share ?? 0) })
    }
  }
  return [...said]
    .map(([stem, { word, share }]) => ({ word, share, term: { stem, forms: [word] } }))
    .filter(({ term }) => rarity.share(term) <= commonShare)
    .map(({ word, share, term }) => ({ stem: term.stem, word, weight: share * rarity.idf(term) }))
    .toSorted((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, lessons)
}
