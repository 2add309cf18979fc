import { hostOf } from '../git/host-links.js'
import { MemoryError } from '../model/error.js'
import type { FleetDatabase } from './database.js'
import { withoutUser } from './place.js'
import { checkRemote, type RemoteSource } from './remote.js'

/** A workspace whose rows of some commit are in the fleet. */
export interface Member extends RemoteSource {
  readonly ws: number
  readonly head: string
  readonly lineage: string
  readonly made: string
  readonly lines: number
  readonly tokens: number
}

/** `https://git.example/team/notes`, `…#folder` for a folder in it, `…@refs/heads/dev` for a ref other than HEAD. */
export const nameOf = ({ remote, ref, folder }: RemoteSource): string =>
  `${withoutUser(remote)}${ref === 'HEAD' ? '' : `@${ref}`}${folder === '' ? '' : `#${folder}`}`

/** The address of `memory/2025-11-27.md#L4` or `bank/opinions.md ^id` at its Git host; undefined for unknown hosts. */
export function linkTo({ remote, head, folder }: Member, source: string): string | undefined {
  const host = hostOf(remote, head)
  const [, path, line] = /^(.+?)(?:#L(\d+)(?:-L\d+)?| \^\w+)?$/.exec(source) ?? []
  if (host === undefined || path === undefined) return undefined
  const inRepository = folder === '' ? path : `${folder}/${path}`
  const file = [host.before, ...inRepository.split('/').map(encodeURIComponent)].join('/')
  return line === undefined ? file : `${file}${host.behind.replace('{line}', line)}`
}

/** A workspace as an administrator sees it, without any password. */
export interface MemberRow extends RemoteSource {
  /** `https://git.example/team/notes#folder` */
  readonly name: string
  readonly ws: number
  readonly head: string | null
  readonly facts: number
  readonly lines: number
  /** Moments in ISO 8601; null before the first. */
  readonly landed: string | null
  readonly asked: string | null
  /** The last failure, and how many there were in a row. */
  readonly failed: string | null
  readonly failures: number
  /** Whether a worker is reading it. */
  readonly leased: boolean
  /** Seconds since it became due, 0 where it is not due. */
  readonly waiting: number
  readonly readers: readonly string[]
}

const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS ${column}`

export async function memberRows(db: FleetDatabase): Promise<MemberRow[]> {
  const rows = await db.transaction('memory_worker', () =>
    db.query<Omit<MemberRow, 'name'>>(
      `SELECT ws, remote, ref, folder, head, facts, lines, ${moment('landed')}, ${moment('asked')}, failed, failures,
         coalesce(leased > now(), false) AS leased, CAST(greatest(0, extract(epoch FROM now() - due)) AS INTEGER) AS waiting,
         ARRAY(SELECT CAST(principal AS text) FROM memory.granted WHERE granted.ws = workspace.ws ORDER BY principal) AS readers
       FROM memory.workspace ORDER BY remote, ref, folder`,
    ),
  )
  return rows.map((row) => ({ ...row, name: nameOf(row), remote: withoutUser(row.remote) }))
}

/** @returns the workspace's number; the same number where it was added already */
export async function addMember(db: FleetDatabase, source: RemoteSource, allowsFiles: boolean): Promise<number> {
  checkRemote(source, allowsFiles)
  const [row] = await db.transaction('memory_worker', () =>
    db.query<{ ws: number }>(
      `INSERT INTO memory.workspace (remote, ref, folder) VALUES ($1, $2, $3)
       ON CONFLICT (remote, ref, folder) DO UPDATE SET due = now() RETURNING ws`,
      [source.remote, source.ref, source.folder],
    ),
  )
  return row!.ws
}

/**
 * The workspace with this name, or whose name ends with `/` and it: `team/notes` for `https://git.example/team/notes`.
 *
 * @throws MemoryError not-found | bad-argument where none has the name, or several have
 */
export async function memberNamed(db: FleetDatabase, name: string): Promise<MemberRow> {
  const rows = await memberRows(db)
  const bare = (text: string): string => text.replace(/\.git(?=$|[#@])/, '').replace(/\/+$/, '')
  const wanted = bare(withoutUser(name))
  const exact = rows.filter((row) => bare(row.name) === wanted)
  const found = exact.length > 0 ? exact : rows.filter((row) => bare(row.name).endsWith(`/${wanted}`))
  if (found.length === 1) return found[0]!
  if (found.length === 0)
    throw new MemoryError('not-found', `no workspace of the fleet is called ${name}: memory fleet list`)
  throw new MemoryError(
    'bad-argument',
    `${name} is ${found.length} workspaces: ${found
      .slice(0, 5)
      .map((row) => row.name)
      .join(', ')}`,
  )
}

/** Delete all rows of a workspace from the database. Its repository stays as it is. */
export async function removeMember(db: FleetDatabase, ws: number): Promise<void> {
  const tables = await rowTables(db)
  await db.transaction('memory_worker', async () => {
    for (const table of tables) await db.query(`DELETE FROM memory.${table} WHERE ws = $1`, [ws])
    await db.query('DELETE FROM memory.granted WHERE ws = $1', [ws])
    await db.query('DELETE FROM memory.workspace WHERE ws = $1', [ws])
  })
}

export async function rowTables(db: FleetDatabase): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT CAST(relname AS text) AS name FROM pg_class WHERE relnamespace = 'memory'::regnamespace AND relkind = 'p' ORDER BY relname`,
  )
  return rows.map(({ name }) => name)
}

/** A principal and a workspace that they may read; `*` is every principal. */
export interface Grant {
  readonly principal: string
  readonly ws: number
}

/** @param how `set`: these replace all grants */
export async function writeGrants(
  db: FleetDatabase,
  grants: readonly Grant[],
  how: 'add' | 'remove' | 'set',
): Promise<void> {
  for (const { principal } of grants)
    if (principal.trim() === '' || /[\p{Cc}]/u.test(principal))
      throw new MemoryError('bad-argument', `a principal is a name, got ${JSON.stringify(principal.slice(0, 40))}`)
  const values = [grants.map(({ principal }) => principal), grants.map(({ ws }) => ws)]
  const given = 'SELECT * FROM unnest($1::text[], $2::integer[]) AS given (principal, ws)'
  await db.transaction('memory_worker', async () => {
    if (how === 'set') await db.query('DELETE FROM memory.granted')
    if (how === 'remove') await db.query(`DELETE FROM memory.granted WHERE (principal, ws) IN (${given})`, values)
    else await db.query(`INSERT INTO memory.granted (principal, ws) ${given} ON CONFLICT DO NOTHING`, values)
  })
}
