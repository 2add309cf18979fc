import { MemoryError } from '../../model/error.js'
import { entityFileName, entityKey, isMentionable, nameInMention } from '../../model/entity.js'
import { spanOfMoment } from '../../model/time.js'
import type { Limits } from '../../pages/limited-pages.js'
import { entityNamed } from '../../recall/question/entity-named.js'
import { nearNames } from '../../recall/question/near-names.js'
import type { Store } from '../../store/store.js'
import type { Session } from '../session/session.js'

/** Limits which pages are written; the beliefs on them still come from all facts. */
export interface PageLimits {
  /** Only pages of what was noted since this date (`2025-11-27`, `2025-11`) or age (`7d`, `2w`, `3mo`). */
  readonly since?: string | undefined
  /** Only pages of these entities, by name or alias, and no page of a kind, such as `bank/opinions.md`. */
  readonly entities?: readonly string[] | undefined
  /** Only pages of these names, from passages about them, even where no bullet has the name and there is no page. */
  readonly names?: readonly string[] | undefined
}

/** @throws MemoryError bad-argument for what is no date, not-found for a name that nobody has */
export function limitsOf(
  session: Pick<Session, 'config' | 'today'>,
  store: Store,
  { since, entities, names }: PageLimits,
): Limits | 'all' {
  if (names !== undefined) {
    if (since !== undefined || entities !== undefined)
      throw new MemoryError('bad-argument', 'names goes with neither since nor entities')
    return { labels: new Set(names.map((name) => `entity:${entityKey(tagOf(name))}`)) }
  }
  if (since === undefined && entities === undefined) return 'all'
  const day = since === undefined ? null : spanOfMoment(since, session.today(session.config(store).config))?.start
  if (day === undefined)
    throw new MemoryError('bad-argument', `--since takes a date such as 2025-11-27 or an age such as 7d, got ${since}`)
  return { since: day, entities: entities?.map((name) => keyOf(store, name)) ?? null }
}

function keyOf(store: Store, name: string): string {
  const { canonical, keysOf, pageOf } = store.entities()
  const key = entityNamed(name, { known: store.known, canonical })
  if (store.known(keysOf(key)).length > 0 || pageOf(key) !== undefined) return key
  const near = nearNames(store, name)
  throw new MemoryError(
    'not-found',
    `nobody is called ${name.slice(0, 80)}${near.length > 0 ? `, did you mean ${near.join(' or ')}?` : ''}`,
  )
}

/**
 * New pages for names that have none, as a person would begin them: path → text.
 *
 * @throws MemoryError bad-argument for what is no name
 */
export function begunPages(store: Store, { names = [] }: PageLimits): ReadonlyMap<string, string> {
  const { canonical, pageOf } = store.entities()
  const without = names.map(tagOf).filter((name) => pageOf(canonical(entityKey(name))) === undefined)
  return new Map(
    without.map((name) => [
      `bank/entities/${entityFileName(name)}.md`,
      `---\nname: ${JSON.stringify(name)}\naliases: []\n---\n`,
    ]),
  )
}

/** `Hotel Bellwether` as a bullet would mention it: `Hotel-Bellwether`. */
function tagOf(name: string): string {
  const tag = nameInMention(name)
  if (isMentionable(tag)) return tag
  throw new MemoryError('bad-argument', `no bullet could mention ${JSON.stringify(name.slice(0, 80))}`)
}
