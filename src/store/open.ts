import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hindranceOf } from '../files/unwritable.js'
import { MemoryError } from '../model/error.js'
import type { FactId } from '../model/fact.js'
import { forgottenBy } from '../model/forgotten.js'
import { judgeVersion, parserVersion } from '../model/version.js'
import { SqliteError, type SqliteDatabase } from '../sqlite/database.js'
import { copyDatabase, copyDatabaseFile, openDatabase } from '../sqlite/engine.js'
import { applicationId, dropSearch, ofJudge, ofModel, schema, schemaVersion } from './schema.js'

export type Db = SqliteDatabase

/**
 * The index of this version: `index-25.36.3.sqlite`. Other versions of the package, which make other rows, have files of
 * their own. So two that are used in turn do not take each other's rows away, and a new one can answer from an old one's
 * while it makes its own.
 */
export const indexName = `index-${schemaVersion}.${parserVersion}.${judgeVersion}.sqlite`

/** What any version calls its index, or did once. */
export const ofAnyVersion = /^index(?:-[\d.]+)?\.sqlite$/

/**
 * Opens the index in `folder`, inside Git's own folder, where no commit can write. A missing, damaged or older index
 * becomes an empty one. Waits up to `patience` ms for another writer.
 *
 * @throws MemoryError index-foreign | index-unusable | native-missing | unsafe-path
 */
export function openIndex(folder: string, patience = 5000): Db {
  prepareFolder(folder)
  const file = join(folder, indexName)
  try {
    return openFile(file, patience, folder)
  } catch (cause) {
    if (!isCorrupt(cause)) throw asMemoryError(cause, file)
    removeIndex(folder)
    return openFile(file, patience, folder)
  }
}

/**
 * A copy in memory of the index in `folder`; an empty index where none can be read. Nothing is written to the disk.
 *
 * @throws MemoryError native-missing
 */
export function openInMemory(folder: string): Db {
  const copy = copyFrom(folder)
  try {
    if (copy) return prepared(copy)
  } catch {
    copy?.close() // a damaged file, or one that is no index of ours, counts as none
  }
  return openEmpty()
}

/** A copy of a whole index, in memory. Not within a transaction. */
export const openCopy = (db: Db): Db => prepared(copyDatabase(db))

export const openEmpty = (): Db => prepared(openDatabase(':memory:'))

/** How often reading is tried while the file changes. */
const mostReads = 3

/** A copy of the whole index with its log played in; undefined where it cannot be read. */
function copyFrom(folder: string): Db | undefined {
  for (let read = 0; read < mostReads; read++) {
    try {
      return copyAlone(folder) ?? copyWithLog(folder)
    } catch {
      // There is no index, or another process is writing it at this moment.
    }
  }
  return undefined
}

/** @returns undefined where the index has a log, or got one meanwhile */
function copyAlone(folder: string): Db | undefined {
  const [file, log, , journal] = indexFiles(folder) as [string, string, string, string]
  const state = (): string => {
    const found = lstatSync(file, { bigint: true })
    if (!found.isFile()) throw new Error(`${file} is no file`)
    const logs = [log, journal].map((path) => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0)
    return [found.ino, found.size, found.mtimeNs, ...logs].join(' ')
  }
  const before = state()
  if (!before.endsWith(' 0 0')) return undefined
  const copy = copyDatabaseFile(file)
  if (state() === before) return copy
  copy.close()
  return undefined
}

/** SQLite can read a log without writing if a connection, open or killed, has left the log's page list (`-shm`). */
function copyWithLog(folder: string): Db {
  const db = openDatabase(join(folder, indexName), { readonly: true })
  try {
    return copyDatabase(db)
  } finally {
    db.close()
  }
}

/** Delete the index. It is derived, so the next command builds it again. */
export function removeIndex(folder: string): void {
  for (const path of indexFiles(folder)) rmSync(path, { force: true, recursive: true })
}

const indexFiles = (folder: string): string[] => filesOf(join(folder, indexName))
const filesOf = (file: string): string[] => ['', '-wal', '-shm', '-journal'].map((suffix) => file + suffix)

const isFileOrNothing = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true

interface OtherIndex {
  readonly file: string
  /** When it was last written: ms since 1970. */
  readonly written: number
}

/** The indexes of other versions in a folder, the last written first; of one that was removed in part, what is left. */
function otherIndexes(folder: string): OtherIndex[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).map((name) => name.replace(/-(?:wal|shm|journal)$/, ''))
  const names = new Set(files.filter((name) => ofAnyVersion.test(name) && name !== indexName))
  const writtenAt = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return [...names]
    .map((name) => join(folder, name))
    .map((file) => ({ file, written: Math.max(...filesOf(file).map(writtenAt)) }))
    .toSorted((a, b) => b.written - a.written)
}

/** That of another version which was written last; none where it is no file, or a pipe stands beside it. */
const newestOther = (folder: string): string | undefined =>
  otherIndexes(folder).find(({ file }) => existsSync(file) && filesOf(file).every(isFileOrNothing))?.file

/**
 * Opens the index that another version wrote last, if this version can read it. Unlike `openIndex` it changes no row.
 */
export function openOther(folder: string, patience: number): Db | undefined {
  const file = newestOther(folder)
  return file === undefined ? undefined : openReadable(file, patience, (version) => version === schemaVersion)
}

/** @param isKnown whether an index of that schema is wanted */
function openReadable(file: string, patience: number, isKnown: (version: number) => boolean): Db | undefined {
  let db: Db | undefined
  try {
    db = openDatabase(file, { timeout: patience })
    const { version, owner, foreign } = stateOf(db)
    if (isKnown(version) && owner === applicationId && foreign === 0) return db
  } catch {
    // damaged, or closed to us
  }
  db?.close()
  return undefined
}

/**
 * Removes indexes of other versions: those last written before a moment (ms since 1970), or that do not know that all
 * these facts are forgotten.
 *
 * @returns whether all that are meant are gone: Windows keeps a file that is open
 */
export function removeOthers(
  folder: string,
  { before = Infinity, forgotten }: { readonly before?: number; readonly forgotten?: readonly FactId[] } = {},
): boolean {
  let areGone = true
  for (const { file, written } of otherIndexes(folder)) {
    if (written >= before || (forgotten && knows(file, forgotten))) continue
    try {
      // The database itself goes last: what is left of it is found again.
      for (const path of filesOf(file).toReversed()) rmSync(path, { force: true, recursive: true })
    } catch {
      areGone = false
    }
  }
  return areGone
}

/** Whether an index of another version, of whatever schema, stands for settings that forget all these facts. */
function knows(file: string, forgotten: readonly FactId[]): boolean {
  const db = filesOf(file).every(isFileOrNothing) && existsSync(file) ? openReadable(file, 0, () => true) : undefined
  try {
    const settings = db?.prepare(`SELECT value FROM meta WHERE key = 'settings'`).pluck().get() as string | undefined
    const known = forgottenBy(settings)
    return forgotten.every((id) => known.has(id))
  } catch {
    return false
  } finally {
    db?.close()
  }
}

/** The inode of the index file; undefined where there is none. */
export const indexIdentity = (folder: string): number | undefined =>
  statSync(join(folder, indexName), { throwIfNoEntry: false })?.ino

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!lstatSync(folder).isDirectory())
      throw new MemoryError('unsafe-path', `${folder} must be a folder, not a link: nothing is written through it`)
    letMode(folder, 0o700)
  } catch (cause) {
    if (cause instanceof MemoryError || hindranceOf(cause, folder)) throw asMemoryError(cause, folder)
    throw new MemoryError('file-failed', `no index can be kept in Git's folder: ${messageOf(cause)}`, { cause })
  }
  for (const path of indexFiles(folder)) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink())
      throw new MemoryError('unsafe-path', `${path} is a link: nothing is written through it`)
    // SQLite would wait forever for a writer at the other end of a pipe.
    if (found && !found.isFile()) rmSync(path, { force: true, recursive: true })
  }
}

/** Set a file's mode, unless it is right already: the disk may be read-only. */
export function letMode(path: string, mode: number): void {
  if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
}

/** @param folder where a new index looks for another version's, from which it takes what was made of texts alone */
function openFile(file: string, patience: number, folder: string): Db {
  const db = openDatabase(file, { timeout: patience })
  try {
    letMode(file, 0o600)
    return prepared(db, file, patience, folder)
  } catch (cause) {
    db.close()
    throw cause
  }
}

/**
 * Makes an index usable for this version; one of an older version becomes empty.
 *
 * @throws MemoryError index-foreign
 */
function prepared(db: Db, file = 'the index', patience = 0, folder?: string): Db {
  const { version, owner, objects, foreign } = stateOf(db)
  if (owner === applicationId && version > schemaVersion) {
    throw new MemoryError(
      'index-foreign',
      `${file} has schema ${version}, this package writes ${schemaVersion}: update the package, or delete the file`,
    )
  }
  if (owner !== applicationId && objects > 0) {
    throw new MemoryError('index-foreign', `${file} is not a memory index: move it away`)
  }
  if (foreign > 0) throw new SqliteError('the index holds a trigger or view, ours has none', 'SQLITE_CORRUPT')
  // WAL lets recall read while a hook writes. Where it is refused (by a file system, or in memory), SQLite keeps the
  // old mode.
  whileBusy(patience, () => db.pragma('journal_mode = WAL'))
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -16000') // in KiB; Node's 2000 would be written out again and again by a rebuild
  if (version === schemaVersion && owner === applicationId) return db
  const other = folder === undefined ? undefined : newestOther(folder)
  if (other !== undefined && createFrom(db, other)) return db
  create(db)
  return db
}

/** Retries while the file is busy: SQLite waits for other processes, but not when it first turns a file to WAL. */
function whileBusy(patience: number, work: () => void): void {
  const start = process.hrtime.bigint() // `performance` would be loaded, 1 ms
  const waited = (): number => Number(process.hrtime.bigint() - start) / 1e6
  for (;;) {
    try {
      return work()
    } catch (cause) {
      if (!isBusy(cause) || waited() > patience) throw cause
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}

interface FileState {
  readonly version: number
  readonly owner: number
  /** How many tables, indexes and other objects the file has. */
  readonly objects: number
  /** Triggers and views. Ours has none: through them a file from elsewhere could run SQL of its own. */
  readonly foreign: number
}

/** One statement reads it all, so it is one state: another process may be creating the index at this moment. */
const stateOf = (db: Db): FileState =>
  db
    .prepare(
      `SELECT (SELECT user_version FROM pragma_user_version) AS version,
              (SELECT application_id FROM pragma_application_id) AS owner,
              count(*) AS objects, count(*) FILTER (WHERE type IN ('trigger', 'view')) AS "foreign"
       FROM sqlite_schema`,
    )
    .get() as FileState

/** Bytes at the start of a database by which an index is told without opening it: https://sqlite.org/fileformat.html */
export const indexHeaderSize = 72

/** Whether these are the first bytes of an index of ours, of any version. */
export const isIndexHeader = (bytes: Buffer): boolean =>
  bytes.length === indexHeaderSize &&
  bytes.toString('latin1', 0, 16) === 'SQLite format 3\0' &&
  bytes.readUInt32BE(68) === applicationId

/**
 * Makes the tables, with the vectors of another version's index, and with what its judge made of texts if ours would
 * make the same. SQLite attaches no database within a transaction.
 *
 * @returns whether that was possible; if not, nothing was made
 */
function createFrom(db: Db, other: string): boolean {
  try {
    db.prepare('ATTACH ? AS other').run(other)
  } catch {
    return false
  }
  try {
    create(db, () => {
      const ours = { application_id: applicationId, user_version: schemaVersion }
      if (Object.entries(ours).some(([name, is]) => db.pragma(`other.${name}`, { simple: true }) !== is)) return
      const judge = db.prepare(`SELECT value FROM other.meta WHERE key = 'judge'`).pluck().get()
      const isSameJudge = judge === String(judgeVersion)
      for (const table of isSameJudge ? [...ofModel, ...ofJudge] : ofModel)
        db.exec(`INSERT INTO main.${table} SELECT * FROM other.${table}`)
      if (isSameJudge) db.prepare(`INSERT INTO main.meta (key, value) VALUES ('judge', ?)`).run(judge)
    })
    return true
  } catch (cause) {
    // Where another process has either file, or there is no room, the vectors are to be taken another time.
    if (isTransient(cause)) throw cause
    return false // damaged
  } finally {
    db.exec('DETACH other')
  }
}

/** @param fill fills tables that were just made, in the same transaction */
function create(db: Db, fill?: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    if (db.pragma('user_version', { simple: true }) !== schemaVersion) {
      db.exec(dropSearch)
      const left = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all() as string[]
      for (const name of left) db.exec(`DROP TABLE main."${name.replaceAll('"', '""')}"`)
      db.exec(schema)
      db.pragma(`application_id = ${applicationId}`)
      db.pragma(`user_version = ${schemaVersion}`)
      fill?.()
    }
    db.exec('COMMIT')
  } catch (cause) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw cause
  }
}

const codeOf = (cause: unknown): string => {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : ''
}

const messageOf = (cause: unknown): string =>
  typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause)

/** Whether the file's bytes are wrong, so that nothing in it can be trusted. */
export const isCorrupt = (cause: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(cause)) ||
  cause instanceof SyntaxError || // of JSON in a row
  // A file cut short may lack a table that its version should have, or the contents of one of FTS5's own tables.
  (codeOf(cause) === 'SQLITE_ERROR' &&
    /^(?:no such (?:fts5 )?(?:table|column)|invalid fts5 file format)/.test(messageOf(cause)))

/** Whether another process has held the file for longer than we wait. */
export const isBusy = (cause: unknown): boolean => codeOf(cause).startsWith('SQLITE_BUSY')

/** Whether another try may succeed: another process was at the index, or the disk was full. */
export const isTransient = (cause: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED|FULL)/.test(codeOf(cause))

/** A failure of SQLite or the file system, as a MemoryError. */
export function asMemoryError(cause: unknown, file: string): unknown {
  if (cause instanceof MemoryError) return cause
  const code = codeOf(cause)
  const message = messageOf(cause)
  if (isBusy(cause)) return new MemoryError('index-busy', `another process is writing ${file}; try again`, { cause })
  const hindrance = hindranceOf(cause, file)
  if (hindrance) {
    const place = typeof cause === 'object' && cause !== null && 'path' in cause ? String(cause.path) : file
    return new MemoryError(
      code.startsWith('SQLITE_') ? 'index-unusable' : 'file-failed',
      `${place} cannot be used: ${hindrance.what}; ${hindrance.remedy}`,
      { cause },
    )
  }
  if (/^E[A-Z]+$/.test(code)) return new MemoryError('file-failed', message, { cause }) // Node's, and it names the file
  if (code.startsWith('SQLITE_'))
    return new MemoryError('index-unusable', `${file} cannot be used: ${message} (${code})`, { cause })
  return cause
}
