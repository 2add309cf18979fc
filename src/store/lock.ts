import { join } from 'node:path'
import { openDatabase } from '../sqlite/engine.js'
import { asMemoryError, isBusy, letMode, type Db } from './open.js'

/**
 * A lock that one process of ours holds at a time: an empty SQLite file to which nothing is ever written. The system
 * frees it when its process dies, so a killed process leaves no lock behind.
 *
 * - `writing`: read a file of the working tree, compare, and replace it. Held for moments.
 * - `landing`: from looking at HEAD to moving it.
 * - `building`: make all rows of the index anew, in steps.
 */
export type LockName = 'writing' | 'landing' | 'building'

export interface Lock {
  /** @returns whether the lock is now ours; false where another process, or another workspace of this one, has it */
  take(): boolean
  release(): void
  close(): void
}

/**
 * @param folder the index's folder
 * @param patience milliseconds that `take` waits, blocking the whole process
 * @throws MemoryError index-unusable | file-failed
 */
export function openLock(folder: string, name: LockName, patience: number): Lock {
  const file = join(folder, `lock-${name}`)
  let db: Db | undefined
  return {
    take() {
      try {
        db ??= opened(file, patience)
        db.exec('BEGIN IMMEDIATE')
        return true
      } catch (cause) {
        if (isBusy(cause)) return false
        throw asMemoryError(cause, file)
      }
    },
    release() {
      if (db?.inTransaction) db.exec('ROLLBACK')
    },
    close() {
      db?.close()
      db = undefined
    },
  }
}

function opened(file: string, patience: number): Db {
  const db = openDatabase(file, { timeout: patience })
  // A transaction opens a journal, though nothing is ever written. On disk it would outlast a killed process.
  db.pragma('journal_mode = MEMORY')
  letMode(file, 0o600)
  return db
}
