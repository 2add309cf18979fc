import { MemoryError } from '../model/error.js'
import { openAskedDatabase } from './asked-database.js'
import { fleetAsker, type FleetAnswer, type FleetAsker, type FleetQuestion } from './ask.js'
import type { FleetBrief, FleetBriefOptions } from './brief.js'
import { isConnectionLost, openDatabaseOf, type FleetDatabase, type Reachable } from './database.js'
import { addMember, memberNamed, memberRows, removeMember, writeGrants, type Grant, type MemberRow } from './members.js'
import { migrations } from './migrations.js'
import type { FleetPlace } from './place.js'
import { reachable } from './reach.js'
import { remoteReader, type RemoteSource } from './remote.js'
import { examineFleet, fleetStatus, type FleetFinding, type FleetStatus } from './status.js'
import { workOnce, type WorkerOptions, type WorkerStep } from './worker.js'

export interface FleetOptions {
  readonly place: FleetPlace
  readonly packageRoot: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether paths of this machine may be remotes. */
  readonly allowsFiles?: boolean
  readonly now?: () => Date
  /** Seconds that one statement of a question may take before the server ends it; 60 where left out. */
  readonly patience?: number
}

/** A database with the indexes of many workspaces: work on it, and questions to it. */
export class Fleet {
  readonly #options: FleetOptions
  #reach: Promise<Reachable> | undefined
  #db: FleetDatabase | undefined
  #asker: FleetAsker | undefined

  constructor(options: FleetOptions) {
    this.#options = options
  }

  async #database(): Promise<FleetDatabase> {
    const { place, packageRoot } = this.#options
    this.#reach ??= reachable(place, packageRoot)
    if (this.#db?.isOpen() === false) this.#db = undefined
    return (this.#db ??= await openDatabaseOf(place, await this.#reach))
  }

  /**
   * Make the tables, or bring them to this version. Existing tables and rows stay.
   *
   * @returns the migrations that were made
   */
  async init(partitions = 8): Promise<string[]> {
    if (!Number.isInteger(partitions) || partitions < 1 || partitions > 256)
      throw new MemoryError('bad-argument', `--partitions takes 1 to 256, got ${partitions}`)
    const db = await this.#database()
    const [version] = await db.query<{ number: number }>(
      `SELECT CAST(current_setting('server_version_num') AS INTEGER) AS number`,
    )
    if (version!.number < 150_000)
      throw new MemoryError(
        'fleet-failed',
        `a fleet needs PostgreSQL 15 or later, this is ${Math.floor(version!.number / 10_000)}`,
      )
    return db.transaction(null, async () => {
      // One process at a time: another one waits, and finds the work done.
      await db.query('SELECT pg_advisory_xact_lock(7234017283807667301)')
      const [found] = await db.query<{ made: boolean }>(
        `SELECT to_regclass('memory_one.migration') IS NOT NULL AS made`,
      )
      const made = found!.made
        ? (await db.query<{ name: string }>('SELECT name FROM memory_one.migration')).map(({ name }) => name)
        : []
      const due = migrations.filter(({ name }) => !made.includes(name))
      await db.query(`SELECT set_config('memory.partitions', $1, true)`, [String(partitions)])
      for (const { name, sql } of due) {
        await db.query(sql)
        await db.query('SET LOCAL search_path TO DEFAULT')
        await db.query(
          'CREATE TABLE IF NOT EXISTS memory_one.migration (name text PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())',
        )
        await db.query('INSERT INTO memory_one.migration (name) VALUES ($1)', [name])
      }
      return due.map(({ name }) => name)
    })
  }

  async add(source: RemoteSource): Promise<number> {
    return addMember(await this.#database(), source, this.#options.allowsFiles ?? false)
  }

  async list(): Promise<MemberRow[]> {
    return memberRows(await this.#database())
  }

  async named(name: string): Promise<MemberRow> {
    return memberNamed(await this.#database(), name)
  }

  async remove(ws: number): Promise<void> {
    await removeMember(await this.#database(), ws)
  }

  async status(): Promise<FleetStatus> {
    return fleetStatus(await this.#database())
  }

  async examine(): Promise<FleetFinding[]> {
    return examineFleet(await this.#database())
  }

  /** Make these workspaces due, so that workers ask their remotes at once; all where none is given. */
  async wake(members?: readonly number[]): Promise<void> {
    const db = await this.#database()
    await db.transaction('memory_worker', () =>
      db.query('UPDATE memory.workspace SET due = now() WHERE $1::integer[] IS NULL OR ws = ANY($1)', [
        members ?? null,
      ]),
    )
  }

  async grant(grants: readonly Grant[], how: 'add' | 'remove' | 'set'): Promise<void> {
    await writeGrants(await this.#database(), grants, how)
  }

  /** @returns undefined where no workspace is due */
  async workOnce(options: Pick<WorkerOptions, 'cache' | 'every' | 'lease'>): Promise<WorkerStep | undefined> {
    const { environment, packageRoot, allowsFiles = false } = this.#options
    const remotes = remoteReader(environment, allowsFiles)
    return workOnce(await this.#database(), remotes, { ...options, environment, packageRoot })
  }

  /** Answer a question; it blocks the whole thread. */
  async recall(question: string, options: FleetQuestion): Promise<FleetAnswer> {
    return this.#asked((asker) => asker.ask(question, options))
  }

  /** The briefs for an agent's start, of one or several workspaces, within one budget. */
  async brief(options: FleetBriefOptions): Promise<FleetBrief> {
    return this.#asked((asker) => asker.brief(options))
  }

  /** The digests of the workspaces that a principal may read, by name, as `memory status --digest` prints them. */
  async digests(principal: string): Promise<Map<string, string>> {
    return this.#asked((asker) => asker.digests(principal))
  }

  async #asked<T>(work: (asker: FleetAsker) => T): Promise<T> {
    const isOlder = this.#asker !== undefined
    const asker = await this.#asking()
    try {
      return work(asker)
    } catch (cause) {
      if (!(cause instanceof MemoryError && cause.code === 'fleet-failed')) throw cause
      // Do not use a failed connection again: the next question opens another.
      this.#letAskerGo()
      // An idle connection may have been cut by a restart of the server, so try once more.
      if (isOlder && isConnectionLost(cause.cause)) return work(await this.#asking())
      throw cause
    }
  }

  #letAskerGo(): void {
    try {
      this.#asker?.close()
    } catch {
      // the connection is gone already
    }
    this.#asker = undefined
  }

  async #asking(): Promise<FleetAsker> {
    const { place, packageRoot, now = () => new Date(), patience = 60 } = this.#options
    this.#reach ??= reachable(place, packageRoot)
    const { config } = await this.#reach
    return (this.#asker ??= fleetAsker(openAskedDatabase(place, config, packageRoot), now, patience))
  }

  async close(): Promise<void> {
    this.#letAskerGo()
    await this.#db?.close()
    await (await this.#reach?.catch(() => undefined))?.close()
  }
}
