import type { Client } from 'pg'
import { MemoryError } from '../model/error.js'
import { placeInWords, type FleetPlace } from './place.js'

/** A connection with asynchronous queries, for workers and administrators. */
export interface FleetDatabase {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs one transaction, as the role `memory_worker` or (null) as the one that logged in. */
  transaction<T>(role: 'memory_worker' | null, work: () => Promise<T>): Promise<T>
  /** Whether it can still be used: the server may have ended it. */
  readonly isOpen: () => boolean
  close(): Promise<void>
}

/** A client's configuration to connect with, and a function that ends what was started for it. */
export interface Reachable {
  readonly config: object
  close(): Promise<void>
}

const packages = { server: ['pg'], folder: ['pg', '@electric-sql/pglite', '@electric-sql/pglite-socket'] } as const

/** @throws MemoryError fleet-failed where a package is missing; the message says what to install */
export async function requirePackage<T>(kind: FleetPlace['kind'], load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new MemoryError(
      'fleet-failed',
      `a fleet needs packages of its own: npm install ${packages[kind].join(' ')}`,
      {
        cause,
      },
    )
  }
}

/** @throws MemoryError fleet-failed */
export async function openDatabaseOf(place: FleetPlace, reach: Reachable): Promise<FleetDatabase> {
  const { default: pg } = await requirePackage(place.kind, () => import('pg'))
  const client: Client = new pg.Client(reach.config)
  // The end of an idle connection is noticed at the next query.
  let isOpen = true
  client.on('error', () => (isOpen = false))
  client.on('end', () => (isOpen = false))
  const failed = (cause: unknown): MemoryError => asFleetError(cause, place)
  await client.connect().catch((cause: unknown) => {
    throw failed(cause)
  })
  const query = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    try {
      return (await client.query<Row>(sql, [...values])).rows
    } catch (cause) {
      throw failed(cause)
    }
  }
  return {
    query,
    isOpen: () => isOpen,
    async transaction(role, work) {
      await query('BEGIN')
      try {
        if (role !== null) await query(`SET LOCAL ROLE ${role}`)
        const result = await work()
        await query('COMMIT')
        return result
      } catch (cause) {
        await client.query('ROLLBACK').catch(() => {})
        throw cause
      }
    },
    close: () => client.end().catch(() => {}),
  }
}

/**
 * Whether an error says that the server is gone: `ECONNRESET`, a class of PostgreSQL's error codes
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), or a message of the client, which has no code.
 */
export function isConnectionLost(cause: unknown): boolean {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  return /^(?:08|57P|E[A-Z]{3})/.test(code) || (code === '' && /\bconnection\b/i.test(message))
}

export function asFleetError(cause: unknown, place: FleetPlace): MemoryError {
  if (cause instanceof MemoryError) return cause
  const { code, message } = cause as { code?: string; message?: string }
  const where = placeInWords(place)
  const what =
    code === '3F000' || code === '42P01' || /role "memory_\w+" does not exist/.test(message ?? '')
      ? `there is no fleet at ${where}: memory fleet init makes one`
      : code === '42501'
        ? `the database at ${where} does not let this login do that: ${message} (docs/fleet.md, roles)`
        : code === '57014'
          ? `the database at ${where} took too long for one statement: ask fewer workspaces at once, with --in`
          : `the database at ${where} refused: ${message === undefined || message === '' ? String(code ?? cause) : message}`
  return new MemoryError('fleet-failed', what, { cause })
}
