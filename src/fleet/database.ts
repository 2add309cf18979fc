import type { Client } from 'pg'
import { MemoryError } from '../model/error.js'
import { placeInWords, type FleetPlace } from './place.js'

/** A connection that is asked without waiting for it: what a worker and an administrator use. */
export interface FleetDatabase {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** One transaction, as a role: `memory_worker`, or the one that logged in. */
  transaction<T>(role: 'memory_worker' | null, work: () => Promise<T>): Promise<T>
  /** Whether it can still be asked: not once the server has ended it. */
  readonly isOpen: () => boolean
  close(): Promise<void>
}

/** How to reach it: a client's configuration, and what to end when nobody asks any more. */
export interface Reachable {
  readonly config: object
  close(): Promise<void>
}

const packages = { server: ['pg'], folder: ['pg', '@electric-sql/pglite', '@electric-sql/pglite-socket'] } as const

/** @throws MemoryError fleet-failed where a package is missing, which says what to install */
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

/**
 * @throws MemoryError fleet-failed
 */
export async function openDatabaseOf(place: FleetPlace, reach: Reachable): Promise<FleetDatabase> {
  const { default: pg } = await requirePackage(place.kind, () => import('pg'))
  const client: Client = new pg.Client(reach.config)
  // What ends a connection while nobody asks is told by the next question.
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
 * Whether the server is no longer there to answer: `ECONNRESET`, a class of errors that says so
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), or what the client says of it, which has no code.
 */
export function isConnectionLost(cause: unknown): boolean {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  return /^(?:08|57P|E[A-Z]{3})/.test(code) || (code === '' && /\bconnection\b/i.test(message))
}

/** What PostgreSQL refused, in a sentence that says where. */
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
