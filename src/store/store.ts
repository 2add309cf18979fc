import { randomUUID } from 'node:crypto'
import type { EntityKey } from '../model/entity.js'
import { saidBy, type FactId } from '../model/fact.js'
import { forgottenBy } from '../model/forgotten.js'
import type { Kind } from '../model/kind.js'
import type { Note, Problem, TreeFile } from '../model/note.js'
import type { Opinion } from '../model/opinion.js'
import type { Day } from '../model/time.js'
import { assertionRows } from './assertions.js'
import { beliefRows } from './beliefs.js'
import { companyRows } from './company.js'
import { digest, dump } from './dump.js'
import { endingRows } from './endings.js'
import { mirrorRows } from './mirror.js'
import { nameRows, readEntities, type Entities } from './entities.js'
import { factRows, factsWhere } from './facts.js'
import { findingRows, type FullText, type Saying } from './finding.js'
import {
  asMemoryError,
  isBusy,
  indexIdentity,
  indexName,
  isCorrupt,
  isTransient,
  openCopy,
  openEmpty,
  openIndex,
  openInMemory,
  openOther,
  removeIndex,
  removeOthers,
  type Db,
} from './open.js'
import { openLock, type Lock, type LockName } from './lock.js'
import { pageRows } from './pages.js'
import { uncommittedOid, type FactKey, type OpenedSection } from './rows.js'
import { tables } from './schema.js'
import { statementCache, type StatementCache } from './statements.js'
import { textRows } from './texts.js'
import { vectorRows } from './vectors.js'
import { noteWriter } from './write.js'

/** What the rows stand for. It is written in the transaction that writes the rows. */
export interface Standing {
  readonly tree: string
  readonly commit: string
  /** The configuration and templates in force, as `Settings` in JSON. */
  readonly settings: string
  readonly parser: string
  /** The version of the judge that made the beliefs in these rows; empty while they have yet to be judged. */
  readonly beliefs: string
}

export interface Counts {
  /** Files of `memory/` and the top level. */
  readonly notes: number
  /** Files of `bank/`. */
  readonly pages: number
  readonly facts: Readonly<Record<string, number>>
  readonly entities: number
}

/** The index of one workspace. All SQL goes through it; it is synchronous, as SQLite is. */
export type Store = ReturnType<typeof storeOf>

export function openStore(folder: string, patience?: number): Store {
  const db = openIndex(folder, patience)
  return storeOf(db, folder, indexIdentity(folder))
}

/** The index of another version that was written last, if this version can read it. Nothing is written to it. */
export function openOtherStore(folder: string, patience: number): Store | undefined {
  const db = openOther(folder, patience)
  return db && storeOf(db, folder)
}

/** A copy in memory of the index in a folder, for questions where the disk takes no index. */
export const copyInMemory = (folder: string): Store => storeOf(openInMemory(folder), folder)

/** A copy in memory of a whole store. Changes to one leave the other as it is. */
export const copyOf = (store: Store, folder: string): Store => storeOf(store.copy(), folder)

export const emptyInMemory = (folder: string): Store => storeOf(openEmpty(), folder)

/**
 * A store whose rows are in another database, which takes the same SQL for all but full text. It can only be read.
 *
 * @param search full text, with the functions that `findingRows` has for SQLite
 */
export function storeElsewhere(db: Db, saying: Saying, search: (cached: StatementCache) => FullText): Store {
  const store = storeOf(db, '', undefined, saying)
  return { ...store, ...search(statementCache(db)) }
}

/**
 * @param folder where the index is, or would be
 * @param identity the inode of its file; undefined for one in memory
 */
function storeOf(db: Db, folder: string, identity?: number, saying?: Saying) {
  const locks = new Map<string, Lock>()
  const cached = statementCache(db)
  let writer: ReturnType<typeof noteWriter> | undefined
  let derived:
    | {
        version: unknown
        read: Entities
        counted: Map<string, number>
        mentioned?: EntityKey[]
        oids?: ReadonlyMap<string, string>
        sections?: readonly OpenedSection[]
      }
    | undefined

  const meta = (key: string): string | undefined =>
    cached('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined
  const setMeta = (key: string, value: string): void => {
    cached('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
      key,
      value,
    )
  }
  const alsoCommitted = new Set<FactKey>()
  const facts = factsWhere(cached, alsoCommitted)
  const noteRows = (): ReturnType<typeof noteWriter> => (writer ??= noteWriter(db, () => (derived = undefined)))
  const beliefs = beliefRows(db, cached, facts)
  const endings = endingRows(cached)
  const vectors = vectorRows(db, cached)
  const company = companyRows(cached, { get: meta, set: setMeta })
  const texts = textRows(db, cached, { get: meta, set: setMeta })
  const stated = factRows(cached, facts, endings)
  const finding = findingRows(cached, saying)

  /** What was read since the last write. It is dropped when another process commits or anything here writes. */
  function current(): NonNullable<typeof derived> {
    const version = db.pragma('data_version', { simple: true })
    if (!derived || derived.version !== version) derived = { version, read: readEntities(db), counted: new Map() }
    return derived
  }

  const begin = (): void => void db.exec('BEGIN IMMEDIATE')
  const abandon = (): void => {
    alsoCommitted.clear()
    if (!db.inTransaction) return
    db.exec('ROLLBACK')
    derived = undefined
  }

  return {
    close(): void {
      for (const lock of locks.values()) lock.close()
      db.close()
    },
    /** @param wait milliseconds that `take` waits, blocking the whole process */
    lock(name: LockName, wait: number): Lock {
      const key = `${name} ${wait}`
      const lock = locks.get(key) ?? openLock(folder, name, wait)
      locks.set(key, lock)
      return lock
    },
    copy: (): Db => openCopy(db),
    isOnDisk: identity !== undefined,
    /** Whether the open file is still the one at its path: writes to a deleted file would vanish. */
    isInPlace: (): boolean => indexIdentity(folder) === identity,

    /** A number that changes when another connection has written to the file. */
    version: (): unknown => db.pragma('data_version', { simple: true }),

    standing(): Standing | undefined {
      // One statement, so one state: another process may write between two.
      const rows = cached(
        `SELECT key, value FROM meta WHERE key IN ('tree', 'commit', 'settings', 'parser', 'beliefs')`,
      ).all() as {
        key: keyof Standing
        value: string
      }[]
      if (rows.length < 5) return undefined
      return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Record<keyof Standing, string>
    },
    standFor(standing: Standing): void {
      for (const [key, value] of Object.entries(standing)) setMeta(key, value as string)
    },

    /** How far a build of all beliefs has come that is done in steps (`believeAnew`). */
    done: (): number => Number(meta('done') ?? 0),
    keepDone: (done: number): void => setMeta('done', String(done)),

    /** Runs `work` in one transaction, undone where it fails. The caller keeps other work off this connection. */
    async write<T>(work: () => T | Promise<T>): Promise<T> {
      begin()
      try {
        const result = await work()
        db.exec('COMMIT')
        return result
      } finally {
        abandon()
      }
    },
    /** Let `work` read one state of the index throughout, whatever another process writes meanwhile. */
    async read<T>(work: () => T | Promise<T>): Promise<T> {
      db.exec('BEGIN')
      try {
        return await work()
      } finally {
        if (db.inTransaction) db.exec('COMMIT')
      }
    },
    /** Let `work` change rows and read them, then undo the changes. The caller keeps other work off this connection. */
    async preview<T>(work: () => T | Promise<T>): Promise<T> {
      begin()
      try {
        return await work()
      } finally {
        abandon()
      }
    },

    /** Within a preview: puts in the working tree's form of a note. Facts that HEAD's has too count as committed. */
    layOver(note: Note): void {
      const said = new Set(stated.factsOf(note.path).map(saidBy))
      noteRows().replace({ file: { mode: '100644', oid: uncommittedOid }, note })
      for (const fact of stated.factsOf(note.path)) if (said.has(saidBy(fact))) alsoCommitted.add(fact.key)
    },

    /** Path, mode and blob of every note and skipped file. */
    files: (): TreeFile[] => cached('SELECT path, mode, oid FROM note').all() as TreeFile[],
    /** The blobs of all notes and skipped files, by path. */
    oids: (): ReadonlyMap<string, string> =>
      (current().oids ??= new Map(cached('SELECT path, oid FROM note').raw().all() as [string, string][])),
    filesAt: (paths: readonly string[]): TreeFile[] =>
      cached('SELECT path, mode, oid FROM note WHERE path IN (SELECT value FROM json_each(?))').all(
        JSON.stringify(paths),
      ) as TreeFile[],
    notes: noteRows,
    setMode(path: string, mode: string): void {
      cached('UPDATE note SET mode = ? WHERE path = ?').run(mode, path)
    },
    clear(): void {
      derived = undefined
      for (const table of tables)
        db.exec(`DELETE FROM ${table}${table === 'meta' ? ` WHERE key NOT IN ('judge', 'scrub')` : ''}`)
      db.exec(`INSERT INTO words (words) VALUES ('delete-all')`)
    },
    /** Call before writing many rows: more of the search index stays in memory before it is written out. */
    expectMany(): void {
      db.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${64 * 2 ** 20})`)
    },
    /**
     * Call after writing many rows: the search index becomes one segment on a level of its own, so that merging what
     * later commits add leaves it alone. FTS5 moves a segment only where there is a second, so a row is added and
     * removed.
     */
    settle(): void {
      db.exec(`INSERT INTO words (rowid, text, names, trail) VALUES (0, 'moved', '', '')`)
      db.exec(`INSERT INTO words (words, rowid, text, names, trail) VALUES ('delete', 0, 'moved', '', '')`)
      db.exec(`INSERT INTO words (words) VALUES ('optimize')`)
      db.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${2 ** 20})`)
    },

    /** Whether the file is to be written anew: see `letScrubBeDue`. */
    isScrubDue: (): boolean => meta('scrub') !== undefined,
    /**
     * Mark a scrub as due: because rows were deleted whose bytes must not be in any file, or because the pages are half
     * full. Each mark is new: what another process forgets during a scrub stays due.
     */
    letScrubBeDue(why: 'forgotten' | 'loose'): void {
      const still = meta('scrub')?.startsWith('forgotten') ? 'forgotten' : why
      setMeta('scrub', `${still} ${randomUUID()}`)
    },
    /**
     * Leave no bytes of deleted rows in the file or its log: SQLite keeps them in free pages, FTS5 in older segments.
     * Every row is written anew, and the log is cut to nothing. Other versions' indexes that still have forgotten rows go.
     *
     * @returns false where another process reads or writes the index, or the disk is full; the scrub stays due then
     */
    scrub(): boolean {
      const due = meta('scrub') ?? null
      try {
        // A vector tells much of its text, so vectors of forgotten texts go too. While a build has not read all notes,
        // which texts there are is not known.
        if (meta('beliefs')) {
          vectors.prune()
          texts.prune()
        }
        db.exec('VACUUM')
        const [{ busy }] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
        if (busy !== 0) return false
        const forgotten = due?.startsWith('forgotten') ? [...forgottenBy(meta('settings'))] : []
        if (forgotten.length > 0 && identity !== undefined && !removeOthers(folder, { forgotten })) return false
        cached(`DELETE FROM meta WHERE key = 'scrub' AND value = ?`).run(due)
        return true
      } catch (cause) {
        if (isTransient(cause)) return false
        throw cause
      }
    },

    entities: (): Entities => current().read,
    /** Where a reader keeps how often words occur in the index. It is emptied by the next write. */
    counted: (): Map<string, number> => current().counted,
    ...nameRows(cached),
    /** Every entity that anything mentions, aliases not resolved; each takes one seek. */
    mentioned: (): EntityKey[] =>
      (current().mentioned ??= cached(
        `WITH RECURSIVE name (entity) AS (
           SELECT min(entity) FROM mention
           UNION ALL SELECT (SELECT min(entity) FROM mention WHERE entity > name.entity) FROM name WHERE name.entity IS NOT NULL
         ) SELECT entity FROM name WHERE entity IS NOT NULL`,
      )
        .pluck()
        .all() as EntityKey[]),

    ...stated,
    ...finding,
    /** The sections, as `findingRows` has them. Without a day it is the same list until the next write. */
    sections: (notedBy?: Day): readonly OpenedSection[] =>
      notedBy === undefined ? (current().sections ??= finding.sections()) : finding.sections(notedBy),
    ...pageRows(cached, stated.factsById, beliefs, { get: meta, set: setMeta }),
    beliefs,
    endings,
    /** What the judge made of texts; no part of the digest. */
    texts,
    /** What a model makes of texts; no part of the digest. */
    vectors,
    /** The company of words; no part of the digest. */
    company,
    mirror: mirrorRows(db, cached),
    assertions: assertionRows(
      cached,
      (path, fact) => noteRows().addFact(path, fact),
      (key) => noteRows().removeFact(key),
    ),
    /** The opinion that a statement belongs to; undefined for one that no commit holds. */
    opinionOf(statement: FactId): Opinion | undefined {
      const [id] = beliefs.opinionsOf([statement])
      return id === undefined ? undefined : beliefs.opinion(id)
    },

    problems: (): Problem[] =>
      cached('SELECT path, line, message, hint, kind FROM problem ORDER BY path, line, message').all() as Problem[],
    noteCount: (): number => cached('SELECT count(*) FROM note').pluck().get() as number,
    /** Whether there is a fact of any of these kinds; in a large index this is cheaper than to count them. */
    holdsAny: (wanted: readonly Kind[]): boolean =>
      wanted.some((kind) => cached('SELECT 1 FROM fact WHERE kind = ? LIMIT 1').get(kind) !== undefined),

    counts(): Counts {
      const kinds = cached('SELECT kind, count(DISTINCT id) FROM fact GROUP BY kind ORDER BY kind').raw().all() as [
        string,
        number,
      ][]
      return {
        notes: cached(`SELECT count(*) FROM note WHERE path NOT LIKE 'bank/%'`).pluck().get() as number,
        pages: cached(`SELECT count(*) FROM note WHERE path LIKE 'bank/%'`).pluck().get() as number,
        facts: Object.fromEntries(kinds),
        entities: cached('SELECT count(DISTINCT entity) FROM mention').pluck().get() as number,
      }
    },

    dump: (): Generator<string> => dump(db),
    digest: (): string => digest(db),
  }
}

export { asMemoryError, indexName, isBusy, isCorrupt, removeIndex, removeOthers }
