import { asMentioned, entityKey } from '../../model/entity.js'
import { cite } from '../../model/fact.js'
import { retainKinds } from '../../model/kind.js'
import { dayOfPath, roleOf } from '../../model/note.js'
import { isImported } from '../../model/origin.js'
import { calledIn, isRoot } from '../../narrative/besides.js'
import { mentionsOf } from '../../narrative/mentions.js'
import { writtenForms } from '../../narrative/named.js'
import { explainedNames, recurringNames, type Recurring } from '../../suggest/names.js'
import type { Names } from '../../suggest/drafts.js'
import type { Store } from '../../store/store.js'
import type { Session } from '../session/session.js'
import { logsOf, mostOf, passagesOf, within, type Log, type SuggestOptions } from './suggest-logs.js'

/** How many of the latest logs are searched for names. */
const mostLogs = 2000
/** How many lines show a name in use. */
const shownLines = 2

/** A page is worth opening with `fewestTold` lines of `fewestDays` days, or `fewestOfKnown` if one says who it is. */
const fewestTold = 4
const fewestOfKnown = 3
const fewestDays = 3

/** A name that recurs in narrative on several days, and that no bullet has. */
export interface SuggestedEntity {
  readonly name: string
  /** As a bullet writes it, without its `@`. */
  readonly tag: string
  readonly days: number
  /** How many passages have the name. */
  readonly lines: number
  /** The first of these, as examples. */
  readonly cites: readonly string[]
  /** How many lines its page would have. */
  readonly told: number
  readonly deservesPage: boolean
}

export interface SuggestedEntities {
  /** The most frequent first. */
  readonly entities: readonly SuggestedEntity[]
  readonly more: boolean
}

/** Whether this has the form of a name, of three words at most: `Ruth Weber`, `小明`, not `(optional)`. */
const isName = (called: string): boolean =>
  /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]*){0,2}$/u.test(called)

/** A name as a bullet writes it, without blanks. */
export const tagOf = (name: string): string => name.replaceAll(/\. | /g, '-')

export function recurringIn(session: Session, store: Store, logs: readonly Log[]): readonly Recurring[] {
  const latest = logs.slice(-mostLogs)
  const progress = session.progress('Looking for names')
  const undated = store
    .files()
    .filter(({ path }) => roleOf(path) === 'note' && dayOfPath(path) === null && !isImported(path))
  const lasting = undated.flatMap(({ path }) => passagesOf(store, path))
  const called = undated.flatMap(({ path }) =>
    isRoot(path) ? store.factsOf(path).flatMap((line) => calledIn(line) ?? []) : [],
  )
  const explained = [...explainedNames(lasting.map(({ text }) => text)), ...called.filter(isName)]
  return recurringNames(
    (function* () {
      for (const [at, { path, day }] of latest.entries()) {
        progress?.(at + 1, latest.length)
        for (const { text, source, id } of passagesOf(store, path)) yield { text, day, cites: cite(source, id) }
      }
    })(),
    new Set(explained),
    shownLines,
  )
}

export function suggestEntities(session: Session, store: Store, options: SuggestOptions): SuggestedEntities {
  const most = mostOf(options)
  const all = logsOf(store)
  const isOfTime = options.on !== undefined || options.since !== undefined
  const logs = isOfTime ? within(all, options, session.today(session.config(store).config)) : all
  const { canonical, pageOf } = store.entities()
  const known = new Set(store.mentionedIn(retainKinds).map(canonical))
  const isKnown = (name: string): boolean =>
    asMentioned(name)
      .map((form) => canonical(entityKey(form)))
      .some((key) => known.has(key) || pageOf(key) !== undefined)
  const entities = recurringIn(session, store, logs)
    .filter(({ name }) => !isKnown(name) && !isKnown(tagOf(name)))
    .map(({ name, days, passages: lines, cites }) => {
      const tag = tagOf(name)
      const { shown, days: about } = mentionsOf(store, writtenForms([name, tag]), [])
      const isExplained = shown.some(({ tells }) => tells === 'what')
      const told = shown.reduce((sum, { lines: row }) => sum + row.length, 0)
      const deservesPage = isExplained ? told >= fewestOfKnown : told >= fewestTold && about() >= fewestDays
      return { name, tag, days, lines, cites, told, deservesPage }
    })
  return { entities: entities.slice(0, most), more: entities.length > most }
}

/** The forms of each known name in narrative, with the name that a bullet uses. */
export function namesIn(session: Session, store: Store, logs: readonly Log[]): Names {
  const { canonical, nameOf, aliasesOf } = store.entities()
  const written = new Map<string, string>()
  const add = (form: string, name: string): void => {
    for (const each of [form, form.replaceAll('-', ' ')]) if (!written.has(each)) written.set(each, name)
  }
  for (const key of new Set(store.mentionedIn(retainKinds).map(canonical)))
    for (const form of [nameOf(key), ...aliasesOf(key)]) add(form, nameOf(key))
  for (const { name } of recurringIn(session, store, logs)) add(name, tagOf(name))
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
