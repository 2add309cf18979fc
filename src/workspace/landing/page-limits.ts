import { MemoryError } from '../../model/error.js'
import { spanOfMoment } from '../../model/time.js'
import type { Limits } from '../../pages/limited-pages.js'
import { entityNamed } from '../../recall/question/entity-named.js'
import { nearNames } from '../../recall/question/near-names.js'
import type { Store } from '../../store/store.js'
import type { Session } from '../session/session.js'

/** Which pages are written; the beliefs in them are folded from all facts all the same. */
export interface PageLimits {
  /** Pages of what was noted since: a date (`2025-11-27`, `2025-11`) or an age (`7d`, `2w`, `3mo`). */
  readonly since?: string | undefined
  /** Pages of these entities, by name or alias, and no page of a kind. */
  readonly entities?: readonly string[] | undefined
}

/** @throws MemoryError bad-argument for what is no date, not-found where nobody has a name */
export function limitsOf(
  session: Pick<Session, 'config' | 'today'>,
  store: Store,
  { since, entities }: PageLimits,
): Limits | 'all' {
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
