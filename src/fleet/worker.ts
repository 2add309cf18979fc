import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openRepository } from '../git/repository.js'
import { MemoryError } from '../model/error.js'
import { judgeVersion, parserVersion } from '../model/version.js'
import { sync } from '../pipeline/sync.js'
import { countCompany, isCountDue } from '../recall/company/count.js'
import { schemaVersion } from '../store/schema.js'
import { openStore, type Store } from '../store/store.js'
import { termsBySqlite } from '../store/terms.js'
import { treeOfBrief, type BriefTree } from '../workspace/brief.js'
import { Session } from '../workspace/session/session.js'
import type { FleetDatabase } from './database.js'
import { landRows } from './land.js'
import { nameOf } from './members.js'
import type { RemoteReader, RemoteSource } from './remote.js'

/** Raise it with a migration that needs commits read anew. */
const besideVersion = 2
/** Rows made by other versions are made anew. */
export const madeBy = `${schemaVersion} ${parserVersion} ${judgeVersion} ${besideVersion}`

export interface WorkerOptions {
  /** The folder of repositories and indexes; it may be deleted at any time. */
  readonly cache: string
  readonly packageRoot: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Seconds between two looks at a remote; 60 where left out. */
  readonly every?: number | undefined
  /** Seconds after which another worker may take over though this one is still connected; 600 where left out. */
  readonly lease?: number | undefined
}

export interface WorkerStep {
  readonly ws: number
  /** `https://git.example/team/notes` */
  readonly name: string
  readonly what: 'unchanged' | 'landed' | 'overtaken' | 'failed'
  readonly commit: string | null
  readonly message?: string
}

/** The first key of a worker's advisory lock, which its connection holds. The second is the workspace's number. */
const workerLock = 7_234_017

interface Leased extends RemoteSource {
  readonly ws: number
  /** When the lease was taken, as PostgreSQL writes it. A later `due` at its end: somebody woke the workspace. */
  readonly due: string
  readonly head: string | null
  readonly made_by: string
  readonly lineage: string
}

/**
 * Take the workspace that has waited longest, bring its rows to its remote's commit, and put it back.
 *
 *     lease → ls-remote → fetch → index of that commit → rows that differ → one transaction, unless another was faster
 *
 * Any number of workers may run. A lease holds only as long as its worker's connection holds the lock. A killed worker
 * frees its workspace at once, which then goes to the end of the queue: a workspace that kills every worker does not
 * block the others. Where a worker's machine is gone but its connection stays, the lease has to run out.
 *
 * @returns undefined where no workspace is due
 */
export async function workOnce(
  db: FleetDatabase,
  remotes: RemoteReader,
  options: WorkerOptions,
): Promise<WorkerStep | undefined> {
  const { every = 60, lease = 600 } = options
  const [leased] = await db.transaction('memory_worker', () =>
    db.query<Leased>(
      `UPDATE memory.workspace SET leased = now() + make_interval(secs => $1), due = now(),
         failures = failures + CASE WHEN leased IS NULL THEN 0 ELSE 1 END,
         failed = CASE WHEN leased IS NULL THEN failed ELSE 'a worker ended while it read this' END
       WHERE ws = (SELECT ws FROM memory.workspace WHERE due <= now() AND (leased IS NULL OR leased < now()
           OR NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${workerLock} AND objid = ws
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
         ORDER BY due, ws LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ws, remote, ref, folder, head, made_by, lineage, CAST(due AS text) AS due, pg_try_advisory_lock(${workerLock}, ws)`,
      [lease],
    ),
  )
  if (!leased) return undefined
  try {
    return await workOn(db, remotes, options, leased, every)
  } finally {
    await db.query(`SELECT pg_advisory_unlock(${workerLock}, $1)`, [leased.ws]).catch(() => undefined)
  }
}

async function workOn(
  db: FleetDatabase,
  remotes: RemoteReader,
  options: WorkerOptions,
  leased: Leased,
  every: number,
): Promise<WorkerStep> {
  const { ws } = leased
  const name = nameOf(leased)
  try {
    const { what, commit } = await bringRows(db, remotes, options, leased)
    await db.transaction('memory_worker', () =>
      db.query(
        `UPDATE memory.workspace SET leased = NULL, asked = now(), failures = 0, failed = NULL,
           due = CASE WHEN due > CAST($3 AS timestamptz) THEN due ELSE now() + make_interval(secs => $2) END
         WHERE ws = $1`,
        [ws, what === 'overtaken' ? 0 : every, leased.due],
      ),
    )
    return { ws, name, what, commit }
  } catch (cause) {
    if (!(cause instanceof MemoryError) || cause.code === 'fleet-failed') throw cause
    // A failing remote is asked again after twice as long each time, up to an hour.
    await db.transaction('memory_worker', () =>
      db.query(
        `UPDATE memory.workspace SET leased = NULL, asked = now(), failures = failures + 1, failed = $2,
           due = CASE WHEN due > CAST($4 AS timestamptz) THEN due
             ELSE now() + make_interval(secs => least(3600, $3 * power(2, least(failures, 10)))) END WHERE ws = $1`,
        [ws, cause.message, Math.max(1, every), leased.due],
      ),
    )
    return { ws, name, what: 'failed', commit: leased.head, message: cause.message }
  }
}

async function bringRows(
  db: FleetDatabase,
  remotes: RemoteReader,
  options: WorkerOptions,
  leased: Leased,
): Promise<Pick<WorkerStep, 'what' | 'commit'>> {
  const found = remotes.headOf(leased)
  if (found === undefined)
    throw new MemoryError('git-failed', `the remote has no ${leased.ref === 'HEAD' ? 'commit' : leased.ref}`)
  if (found === leased.head && leased.made_by === madeBy) return { what: 'unchanged', commit: found }
  const place = join(options.cache, String(leased.ws))
  const commit = remotes.fetch(leased, join(place, 'repository'))
  const { store, brief } = await indexOf(join(place, 'repository'), leased.folder, options)
  const terms = termsBySqlite()
  try {
    const states = join(place, 'states')
    mkdirSync(states, { recursive: true, mode: 0o700 })
    const stateOf = (lineage: string): string => join(states, `${lineage}.sqlite`)
    const lineage = randomUUID()
    // Keep the state before the rows land: a crash in between leaves only a state file that no row names.
    store.mirror.keepState(stateOf(lineage))
    const isComparable = leased.lineage !== '' && leased.made_by === madeBy
    const before = isComparable && existsSync(stateOf(leased.lineage)) ? stateOf(leased.lineage) : undefined
    const isLanded = await landRows(db, store, terms, {
      ws: leased.ws,
      from: leased.lineage,
      to: commit,
      madeBy,
      lineage,
      before,
      brief,
    })
    const last = isLanded ? lineage : leased.lineage
    for (const name of readdirSync(states)) if (name !== `${last}.sqlite`) rmSync(join(states, name), { force: true })
    return { what: isLanded ? 'landed' : 'overtaken', commit }
  } finally {
    terms.close()
    store.close()
  }
}

/** The index of a fetched commit, as in any clone, and the tree's part of its brief. */
async function indexOf(
  repositoryFolder: string,
  folder: string,
  options: WorkerOptions,
): Promise<{ store: Store; brief: BriefTree }> {
  const root = folder === '' ? repositoryFolder : join(repositoryFolder, folder)
  mkdirSync(root, { recursive: true })
  const repository = openRepository(root, { exactly: folder !== '', environment: options.environment })
  const session = new Session(repository, {}, options.packageRoot)
  session.begin()
  const store = openStore(repository.ownFolder)
  try {
    await sync(session.syncContext(store))
    if (isCountDue(store)) {
      const { recall } = session.config(store).config
      await store.write(() => countCompany(store, recall.company))
    }
    const { commit = null } = store.standing() ?? {}
    const tree = commit === null ? null : (repository.treeOf(commit) ?? null)
    return { store, brief: treeOfBrief(session, store, { commit, tree }) }
  } catch (cause) {
    store.close()
    throw cause
  }
}
