import { MemoryError } from '../../model/error.js'
import { isUnkept, type FactId } from '../../model/fact.js'
import { dayOfPath, roleOf } from '../../model/note.js'
import { isImported } from '../../model/origin.js'
import { spanOfMoment, type Day, type Span } from '../../model/time.js'
import { isScaffolding } from '../../language/scaffolding.js'
import { stemOf, wordsOf } from '../../language/words.js'
import { refusedIn } from '../../parse/suggestion-marks.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { once } from '../../text/once.js'
import type { Session } from '../session/session.js'
import { readPage } from '../session/pages-in-tree.js'
import { linesRead } from './lines-read.js'

export interface SuggestOptions {
  /** Only logs of that day, month or time in words. */
  readonly on?: string | undefined
  /** Only logs since that day; the last week where neither is given. */
  readonly since?: string | undefined
  /** How many are given at most; 20 where it is left out. */
  readonly next?: number | undefined
}

const usualDays = 7
const usualNext = 20
const mostNext = 1000
/** A passage of fewer words states nothing by itself. */
const fewestWords = 4

/** @throws MemoryError bad-argument */
export function mostOf({ next = usualNext }: SuggestOptions): number {
  if (Number.isInteger(next) && next >= 1 && next <= mostNext) return next
  throw new MemoryError('bad-argument', `next must be a whole number from 1 to ${mostNext}, got ${next}`)
}

export interface Log {
  readonly path: string
  readonly day: Day
}

/** The logs that somebody wrote, without imported ones, by day, then by path. */
export function logsOf(store: Store): Log[] {
  const logs = store.files().flatMap(({ path }): Log[] => {
    const day = roleOf(path) === 'note' && !isImported(path) ? dayOfPath(path) : null
    return day === null ? [] : [{ path, day }]
  })
  return logs.toSorted((a, b) => (a.day === b.day ? (a.path < b.path ? -1 : 1) : a.day < b.day ? -1 : 1))
}

/** @throws MemoryError bad-argument */
export function spanAsked({ on, since }: Pick<SuggestOptions, 'on' | 'since'>, today: Day): Span {
  const read = (name: string, text: string): Span => {
    const span = spanOfMoment(text, today)
    if (span) return span
    throw new MemoryError(
      'bad-argument',
      `${name} takes a day, a month or an age such as 2025-11-27 or 7d, got ${text}`,
    )
  }
  if (on !== undefined) return read('on', on)
  return { start: read('since', since ?? `${usualDays}d`).start, end: latestDay }
}

/** A day after those of all logs. */
const latestDay: Day = '9999-12-31'

export function within(logs: readonly Log[], options: SuggestOptions, today: Day): readonly Log[] {
  const { start, end } = spanAsked(options, today)
  return logs.filter(({ day }) => day >= start && day <= end)
}

/** The passages of a log that may state something. */
export const passagesOf = (store: Store, path: string): StoredFact[] =>
  store
    .factsOf(path)
    .filter(({ kind, text }) => kind === 'passage' && !isScaffolding(text) && wordsOf(text).length >= fewestWords)

/** A text says what a bullet says if it has at least this share of the bullet's words. */
const saidBy = 0.7

export interface Offered {
  /** Whether a passage has a draft, was refused, or is in a section that was read or passed over. */
  readonly isDecided: (passage: StoredFact) => boolean
  /** Whether a bullet of the day says what a text says, or part of it. */
  readonly isSaid: (day: Day, text: string) => boolean
}

export function offeredIn(session: Session, store: Store): Offered {
  const { root } = session
  const read = linesRead(session, session.config(store).config)
  const drafted = store.drawnUpon()
  const notes = new Map<Day, string[]>()
  for (const { path } of store.files()) {
    const day = dayOfPath(path)
    if (day !== null) notes.set(day, [...(notes.get(day) ?? []), path])
  }
  const refused = once(
    (day: Day): ReadonlySet<FactId> =>
      new Set((notes.get(day) ?? []).flatMap((path) => refusedIn(readPage(root, path) ?? ''))),
  )
  const bullets = once((day: Day) =>
    (notes.get(day) ?? [])
      .flatMap((path) => store.factsOf(path))
      .filter((fact) => fact.kind !== 'passage' && !isUnkept(fact))
      .map(({ text }) => new Set(wordsOf(text).map(stemOf))),
  )
  return {
    isDecided: ({ id, day, source }) =>
      drafted.has(id) || (day !== null && refused(day).has(id)) || read(source.path).has(source.first),
    isSaid(day, text) {
      const held = new Set(wordsOf(text).map(stemOf))
      return bullets(day).some((words) => [...words].filter((word) => held.has(word)).length >= saidBy * words.size)
    },
  }
}
