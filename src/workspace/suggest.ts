import { MemoryError } from '../model/error.js'
import { cite } from '../model/fact.js'
import { retainKinds } from '../model/kind.js'
import { dayOfPath, roleOf } from '../model/note.js'
import { isImported } from '../model/origin.js'
import { spanOfMoment, type Day } from '../model/time.js'
import { restatements } from '../belief/restated.js'
import { isScaffolding } from '../language/scaffolding.js'
import { stemOf, wordsOf } from '../language/words.js'
import { underOf } from '../recall/answer/under.js'
import { draftsOf, type Draft, type Names } from '../suggest/drafts.js'
import { recurringNames, type Recurring } from '../suggest/names.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { faultsOf } from './good-bullet.js'
import type { Opened } from './opened.js'
import { readEntries } from './retain-entries.js'

export interface SuggestOptions {
  /** Only logs of that day, month or time in words. */
  readonly on?: string | undefined
  /** Only logs from then on; a week where neither is given. */
  readonly since?: string | undefined
  /** How many at most; 20 where it is left out. */
  readonly next?: number | undefined
}

/** A bullet that a log may have meant. */
export interface Suggestion extends Draft {
  /** The lines that say it: `memory/2026-02-04.md#L37`. */
  readonly cites: string
}

/** A passage of which somebody may make bullets. */
export interface SuggestPacket {
  readonly cites: string
  readonly day: Day
  readonly text: string
  /** The headings above, where they say more than the day. */
  readonly under?: string
}

export interface Suggestions {
  /** What rules make of the logs, in their order. */
  readonly suggestions: readonly Suggestion[]
  /** Whether there are more of them. */
  readonly more: boolean
}

export interface SuggestPackets {
  readonly packets: readonly SuggestPacket[]
  readonly more: boolean
  /** Names that bullets or narrative use, the most frequent first, as a bullet writes them. */
  readonly names: readonly string[]
}

const usualDays = 7
const usualNext = 20
const mostNext = 1000
/** Logs that names are looked for in, the latest. */
const mostLogs = 2000
const mostNames = 100
/** Fewer words state nothing by themselves. */
const fewestWords = 4

/**
 * Bullets that logs without bullets may have meant: statements in their own words about names that are known, or that
 * come again. Nothing is written, and nothing is suggested that a bullet says already.
 *
 * @throws MemoryError bad-argument
 */
export async function suggest(opened: Opened, store: Store, options: SuggestOptions): Promise<Suggestions> {
  const most = mostOf(options)
  const today = opened.today(opened.config(store).config)
  const logs = logsOf(store)
  const names = namesIn(store, logs)
  const restated = restatements(store)
  const suggestions: Suggestion[] = []
  const seen = new Set<string>()
  for (const { path, day } of within(logs, options, today)) {
    for (const passage of passagesOf(store, path)) {
      for (const draft of draftsOf({ ...passage, day }, names)) {
        const [entry] = readEntries([{ ...draft, on: day }])
        if (seen.has(draft.text) || restated(entry!) || (await faultsOf(entry!, today)).length > 0) continue
        seen.add(draft.text)
        if (suggestions.length === most) return { suggestions, more: true }
        suggestions.push({ ...draft, cites: cite(passage.source, passage.id) })
      }
    }
  }
  return { suggestions, more: false }
}

/**
 * Passages for who writes better bullets than rules do, with the names that are known.
 *
 * @throws MemoryError bad-argument
 */
export function suggestPackets(opened: Opened, store: Store, options: SuggestOptions): SuggestPackets {
  const most = mostOf(options)
  const logs = logsOf(store)
  const packets: SuggestPacket[] = []
  const { nameOf, canonical } = store.entities()
  const known = [...new Set(store.mentionedIn(retainKinds).map(canonical))].map(nameOf)
  const recurring = recurringIn(store, logs).map(({ name }) => tagOf(name))
  const names = [...new Set([...known, ...recurring])].slice(0, mostNames)
  for (const { path, day } of within(logs, options, opened.today(opened.config(store).config))) {
    const isSaid = bulletsOf(store, day)
    for (const passage of passagesOf(store, path)) {
      if (isSaid(passage)) continue
      if (packets.length === most) return { packets, more: true, names }
      const under = underOf(passage)
      packets.push({
        cites: cite(passage.source, passage.id),
        day,
        text: passage.text,
        ...(under === undefined ? {} : { under }),
      })
    }
  }
  return { packets, more: false, names }
}

function mostOf({ next = usualNext }: SuggestOptions): number {
  if (Number.isInteger(next) && next >= 1 && next <= mostNext) return next
  throw new MemoryError('bad-argument', `next must be a whole number from 1 to ${mostNext}, got ${next}`)
}

interface Log {
  readonly path: string
  readonly day: Day
}

function logsOf(store: Store): Log[] {
  const logs = store.files().flatMap(({ path }): Log[] => {
    const day = roleOf(path) === 'note' && !isImported(path) ? dayOfPath(path) : null
    return day === null ? [] : [{ path, day }]
  })
  return logs.toSorted((a, b) => (a.day === b.day ? (a.path < b.path ? -1 : 1) : a.day < b.day ? -1 : 1))
}

function within(logs: readonly Log[], { on, since }: SuggestOptions, today: Day): readonly Log[] {
  const read = (name: string, text: string): { readonly start: Day; readonly end: Day } => {
    const span = spanOfMoment(text, today)
    if (span) return span
    throw new MemoryError(
      'bad-argument',
      `${name} takes a day, a month or an age such as 2025-11-27 or 7d, got ${text}`,
    )
  }
  if (on !== undefined) {
    const { start, end } = read('on', on)
    return logs.filter(({ day }) => day >= start && day <= end)
  }
  const { start } = read('since', since ?? `${usualDays}d`)
  return logs.filter(({ day }) => day >= start)
}

/** What somebody wrote in a log. */
const passagesOf = (store: Store, path: string): StoredFact[] =>
  store
    .factsOf(path)
    .filter(({ kind, text }) => kind === 'passage' && !isScaffolding(text) && wordsOf(text).length >= fewestWords)

/** Of a bullet's words, the share that a passage holds which it was made of. */
const saidBy = 0.7

/** Whether a bullet of the same day says what a passage does, or some of it. */
function bulletsOf(store: Store, day: Day): (passage: StoredFact) => boolean {
  const bullets = store
    .files()
    .filter(({ path }) => dayOfPath(path) === day)
    .flatMap(({ path }) => store.factsOf(path))
    .filter(({ kind }) => kind !== 'passage')
    .map(({ text }) => new Set(wordsOf(text).map(stemOf)))
  return ({ text }) => {
    const held = new Set(wordsOf(text).map(stemOf))
    return bullets.some((words) => [...words].filter((word) => held.has(word)).length >= saidBy * words.size)
  }
}

function recurringIn(store: Store, logs: readonly Log[]): readonly Recurring[] {
  const latest = logs.slice(-mostLogs)
  return recurringNames(
    (function* () {
      for (const { path, day } of latest) for (const { text } of passagesOf(store, path)) yield { text, day }
    })(),
  )
}

/** A name has no blank in a bullet. */
const tagOf = (name: string): string => name.replaceAll(/\. | /g, '-')

/** How each known name is written in narrative, with what a bullet calls it. */
function namesIn(store: Store, logs: readonly Log[]): Names {
  const { canonical, nameOf, aliasesOf } = store.entities()
  const written = new Map<string, string>()
  const add = (form: string, name: string): void => {
    for (const each of [form, form.replaceAll('-', ' ')]) if (!written.has(each)) written.set(each, name)
  }
  for (const key of new Set(store.mentionedIn(retainKinds).map(canonical)))
    for (const form of [nameOf(key), ...aliasesOf(key)]) add(form, nameOf(key))
  for (const { name } of recurringIn(store, logs)) add(name, tagOf(name))
  const forms = [...written.keys()].toSorted((a, b) => b.length - a.length)
  const escaped = forms.map((form) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const any = new RegExp(`(?<![\\p{L}\\p{N}@])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  const matches = (text: string): { readonly form: string; readonly index: number }[] =>
    forms.length === 0 ? [] : [...text.matchAll(any)].map(({ 0: form, index }) => ({ form, index }))
  return {
    at: (text, place) => matches(text).find(({ index }) => index === place)?.form,
    within: (text) => [...new Set(matches(text).map(({ form }) => form))],
    called: (form) => written.get(form)!,
  }
}
