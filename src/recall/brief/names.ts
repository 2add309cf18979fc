import { compare } from '../../text/compare.js'
import type { EntityKey } from '../../model/entity.js'
import { retainKinds } from '../../model/kind.js'
import { printable } from '../../text/safe-text.js'
import { addDays } from '../../model/time.js'
import type { StoredFact } from '../../store/rows.js'
import { holdsOn, isOver, newestFirst, type About } from './about.js'
import type { BriefLine, GatheredLines } from './fit.js'
import { factLine } from './lines.js'

/** Days before the last one that count as recent. */
const recently = 30
const mostNames = 12
/** How many pages are told by their names. */
const mostPages = 40
/** How many facts of one name are looked up, the newest. */
const mostEach = 40

/** What is told of names: what is so, what was done, what was noticed; beliefs have a section of their own. */
const toldKinds = ['world', 'experience', 'observation'] as const

interface Name {
  readonly key: EntityKey
  readonly weight: number
}

/**
 * Facts that hold about the names that memory is most about, the newest of each first. Names take turns by their
 * weight, as parties get seats (D'Hondt): a name of twice the weight has twice the lines.
 */
export function mainNames(about: About): GatheredLines {
  const { store, ahead } = about
  const { keysOf, nameOf } = store.entities()
  const turns = weighed(about).flatMap(({ key, weight }) =>
    newestFirst(store.pageFacts(toldKinds, keysOf(key), mostEach))
      .filter((fact) => !ahead.has(fact.source.path) && !isOver(about, fact))
      .map((fact, at): Turn => ({ name: nameOf(key), fact, turn: weight / (at + 1) })),
  )
  const ordered = turns.toSorted((a, b) => b.turn - a.turn)
  const pages = pagesAlone(about)
  return { title: 'Names', lines: nameLines(about, ordered, pages), many: ordered.length + pages.length }
}

interface Turn {
  readonly name: string
  readonly fact: StoredFact
  readonly turn: number
}

/** One line that lists the pages of names that are in no fact, only in narrative. */
function pagesAlone({ store }: About): readonly BriefLine[] {
  const { nameOf, canonical } = store.entities()
  const stated = new Set(store.mentionedIn(retainKinds).map(canonical))
  const keys = [...new Set(store.entityPages().map(({ key }) => canonical(key)))].filter((key) => !stated.has(key))
  if (keys.length === 0) return []
  const named = keys.map(nameOf).toSorted(compare).slice(0, mostPages)
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : ''
  return [{ text: `- Pages in bank/entities/ of what notes say of: ${printable(named.join(', '))}${more}` }]
}

function* nameLines(about: About, turns: readonly Turn[], pages: readonly BriefLine[]): Generator<BriefLine> {
  yield* pages
  for (const { name, fact } of turns) {
    const result = about.asResult(fact)
    if (holdsOn(about.day)(result)) yield { ...factLine(about, result, name), under: `About ${printable(name)}:` }
  }
}

/**
 * The heaviest names. A weight is the root of the recent facts plus the logarithm of all: forty times as many facts
 * make six times as many lines. The owner weighs as much as the heaviest.
 */
function weighed({ store, owner, day }: About): Name[] {
  const { canonical } = store.entities()
  const weights = new Map<EntityKey, { recent: number; all: number }>()
  const weightOf = (key: EntityKey): { recent: number; all: number } => {
    const own = canonical(key)
    const weight = weights.get(own) ?? { recent: 0, all: 0 }
    weights.set(own, weight)
    return weight
  }
  for (const [key, count] of store.mentionCounts()) weightOf(key).all += count
  const since = day === '' ? '' : addDays(day, -recently)
  for (const [key, count] of store.mentionsSince(toldKinds, since)) weightOf(key).recent += count
  const names = [...weights].map(([key, { recent, all }]): Name => ({
    key,
    weight: Math.sqrt(recent) + Math.log2(1 + all),
  }))
  const heaviest = names.reduce((most, { weight }) => Math.max(most, weight), 0)
  const mine = new Set(owner)
  return names
    .map(({ key, weight }) => ({ key, weight: mine.has(key) ? heaviest : weight }))
    .toSorted(
      (a, b) => b.weight - a.weight || Number(mine.has(b.key)) - Number(mine.has(a.key)) || compare(a.key, b.key),
    )
    .slice(0, mostNames)
}
