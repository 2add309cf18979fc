import { entityKey } from '../../model/entity.js'
import { placeCited } from '../../model/fact.js'
import { dayOfPath } from '../../model/note.js'
import { namesSaid } from '../../suggest/names.js'
import type { Store } from '../../store/store.js'
import { valuesIn } from '../curate/judge/answers.js'
import { withBulletRead } from './bullet-given.js'
import type { Session } from '../session/session.js'
import { numberEntries, refuseBullets, type RetainEntry } from './retain-entries.js'

/** A bullet that somebody made of a passage, with the lines that say it. */
export interface SuggestAnswer extends RetainEntry {
  readonly cites: string
}

/** Reads bullets with `cites` in the forms that `parseEntries` takes, and throws as it does. */
export const parseSuggested = (text: string): readonly unknown[] =>
  valuesIn(text, 'bullets', '{"cites": "memory/2025-11-27.md#L4", "text": "Prefers tea", "entities": ["Peter"]}')

/**
 * Checks each bullet against the lines that it cites: they have to exist, and to name everybody whom the bullet names.
 *
 * @param mark whether the bullets are suggestions, until somebody keeps them
 * @returns the bullets, each with the day of its lines
 * @throws MemoryError bad-argument that names each bullet that cannot be taken, and why; then none is taken
 */
export function citedEntries(session: Session, store: Store, given: readonly unknown[], mark: boolean): RetainEntry[] {
  const wrong: string[] = []
  const entries = given.flatMap((each, at): RetainEntry[] => {
    const entry = citedEntry(session, store, each, mark)
    if (typeof entry !== 'string') return [entry]
    wrong.push(numberEntries(at, given.length, entry))
    return []
  })
  refuseBullets(wrong)
  return entries
}

/** @returns the bullet, or why it cannot be taken */
function citedEntry(session: Session, store: Store, each: unknown, mark: boolean): RetainEntry | string {
  if (typeof each !== 'object' || each === null || Array.isArray(each))
    return 'is no object with cites, text and entities'
  const given = withBulletRead(each as Readonly<Record<string, unknown>>)
  if (typeof given === 'string') return given
  const { cites, suggested: _, from: __, ...entry } = given as Partial<SuggestAnswer>
  const place = typeof cites === 'string' ? placeCited(cites.trim()) : undefined
  if (place === undefined) return 'cites must name its lines, as in memory/2025-11-27.md#L4'
  const day = dayOfPath(place.path)
  const lines = store
    .factsOf(place.path)
    .filter(({ source: { first, last } }) => first <= place.last && last >= place.first)
  if (day === null || lines.length === 0) return `${cites} is no line of a log of a day`
  if (entry.on !== undefined && entry.on !== day) return `on must be the day of its lines, ${day}`
  const { me } = session.config(store).config
  const { canonical, aliasesOf, nameOf } = store.entities()
  const said = [...lines.flatMap(({ text, trail }) => [text, ...trail]), me].map(folded).join('\n')
  const isSaid = (name: string): boolean => {
    const key = canonical(entityKey(name.replace(/^@/, '')))
    return [name, nameOf(key), ...aliasesOf(key)].some((form) => said.includes(folded(form)))
  }
  const entities = [entry.entities ?? []].flat().filter((name) => typeof name === 'string')
  const names = typeof entry.text === 'string' ? namesSaid(entry.text) : []
  const foreign = [...entities, ...names].find((name) => !isSaid(name))
  if (foreign !== undefined) return `${foreign.slice(0, 60)} is named by none of its lines (${cites})`
  const passages = lines.filter(({ kind }) => kind === 'passage')
  const cited = (passages.length > 0 ? passages : lines).map(({ id }) => id)
  return { ...(entry as RetainEntry), on: day, ...(mark ? { suggested: cited } : { from: cited }) }
}

/** A text folded, so that `@Tom-Okafor` and `Tom Okafor` are one name. */
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^@/, '')
    .replaceAll(/[-_.\s]+/g, ' ')
