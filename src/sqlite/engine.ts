import { MemoryError } from '../model/error.js'
import { betterEngine } from './better.js'
import type { ConnectOptions, SqliteDatabase, SqliteEngine } from './database.js'
import { nodeEngine } from './node.js'

let inUse: SqliteEngine | undefined

/**
 * The engine of this process. Node's own is preferred: it opens a first index 10 ms earlier, and needs no compiler.
 * `MEMORY_SQLITE` chooses better-sqlite3, or Node's alone.
 */
function engine(): SqliteEngine {
  return (inUse ??= chosen(process.env['MEMORY_SQLITE'] ?? ''))
}

function chosen(wanted: string): SqliteEngine {
  if (!['', 'node', 'better'].includes(wanted))
    throw new MemoryError('bad-argument', `MEMORY_SQLITE takes node or better, got ${wanted}`)
  const own = wanted === 'better' ? undefined : nodeEngine()
  if (own) return own
  if (wanted === 'node')
    throw new MemoryError(
      'native-missing',
      `MEMORY_SQLITE=node, and Node ${process.version} has no SQLite that can be used: it takes 22.16 or later with full-text search, or another value`,
    )
  return betterEngine
}

/**
 * @param path of a file, or `:memory:`
 * @throws MemoryError native-missing | bad-argument
 * @throws SqliteError
 */
export const openDatabase = (path: string, options?: ConnectOptions): SqliteDatabase => engine().open(path, options)

export const copyDatabase = (db: SqliteDatabase): SqliteDatabase => engine().copy(db)

export const copyDatabaseFile = (path: string): SqliteDatabase => engine().copyFile(path)

/** The engine that opens indexes: `node:sqlite, SQLite 3.53.4`. */
export function engineInWords(): string {
  const db = openDatabase(':memory:')
  try {
    return `${engine().name}, SQLite ${String(db.prepare('SELECT sqlite_version()').pluck().get())}`
  } finally {
    db.close()
  }
}
