import { resolve } from 'node:path'
import { MemoryError } from '../model/error.js'

/** The place of a fleet's database: a server, or a folder in which one is started. */
export type FleetPlace =
  { readonly kind: 'server'; readonly url?: string } | { readonly kind: 'folder'; readonly folder: string }

/**
 * @param named `postgres://user@host/fleet`, or a folder; without it MEMORY_FLEET, then the server of `PGHOST` etc.
 * @throws MemoryError bad-argument
 */
export function placeNamed(
  named: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): FleetPlace {
  const given = named ?? environment['MEMORY_FLEET']
  if (given !== undefined && given !== '') {
    if (/^postgres(?:ql)?:\/\//.test(given)) return { kind: 'server', url: given }
    if (/^[a-z][a-z\d+.-]+:\/\//i.test(given))
      throw new MemoryError('bad-argument', `--db takes postgres://… or a folder, got ${given.slice(0, 40)}`)
    return { kind: 'folder', folder: resolve(given) }
  }
  if (environment['PGHOST'] || environment['PGDATABASE'] || environment['PGSERVICE']) return { kind: 'server' }
  throw new MemoryError(
    'bad-argument',
    'name the database of the fleet: --db postgres://user@host/fleet, or --db ./fleet for one in a folder (PGHOST and MEMORY_FLEET do too)',
  )
}

/** A place for errors and statuses, without any password. */
export function placeInWords(place: FleetPlace): string {
  if (place.kind === 'folder') return place.folder
  if (place.url === undefined) return 'the server that PGHOST names'
  return withoutUser(place.url)
}

/** An address without user and password: `https://token@host/x.git` → `https://host/x.git`. */
export const withoutUser = (url: string): string => url.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, '$1')
