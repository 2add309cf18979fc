import { readFileSync } from 'node:fs'
import { MemoryError } from '../model/error.js'
import { moduleNotLoading } from '../model/native-module.js'
import { betterModule } from './better-module.js'
import type { ConnectOptions, SqliteDatabase, SqliteEngine } from './database.js'
import { keptFromCollection } from './keep.js'

/** The engine better-sqlite3. Its statements and errors have the interface that the index uses. */
export const betterEngine: SqliteEngine = {
  name: 'better-sqlite3',
  open: connected,
  copy: (db) => inMemory((db as ReturnType<typeof connected>).serialize()),
  copyFile: (path) => inMemory(readFileSync(path)),
}

function inMemory(bytes: Buffer): SqliteDatabase {
  for (const at of logMarks) bytes[at] = 1
  return connected(bytes)
}

/** Bytes of a database's file that say it has a log beside it; a database in memory cannot have one. */
const logMarks = [18, 19] as const

/**
 * @param from a path, or a whole database
 * @throws MemoryError native-missing
 */
function connected(from: string | Buffer, options: ConnectOptions = {}) {
  try {
    return keptFromCollection(new (betterModule())(from, options)) satisfies SqliteDatabase
  } catch (cause) {
    if (!isNativeFailure(cause)) throw cause
    throw new MemoryError('native-missing', moduleNotLoading(import.meta.dirname), { cause })
  }
}

function isNativeFailure(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false
  const code = 'code' in cause ? String(cause.code) : ''
  const message = 'message' in cause ? String(cause.message) : ''
  return (
    ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND'].includes(code) ||
    /bindings file|was compiled against a different Node/.test(message)
  )
}
