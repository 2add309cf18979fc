import { join } from 'node:path'
import { openDatabase } from '../sqlite/engine.js'
import { asMemoryError, isBusy, letMode, type Db } from './open.js'

/**
 * What one process of ours does at a time: an empty SQLite file that nothing is
 * ever written to. The system lets go of it when its process dies, so no lock
 * is left behind by one that was killed.
 *
 * - `writing`: read a file of the working tree, compare, and replace it. Held for moments.
 * - `landing`: from looking at HEAD to moving it.
 */
export type LockName = 'writing' | 'landing'

export interface Lock {
  /** @returns whether it is ours now; false where another process, or another workspace of this one, has it */
  take(): boolean
  release(): void
  close(): void
}

/**
 * @param folder where the index is
 * @param patience milliseconds that `take` waits, with the whole process
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
  // A transaction begins a journal, though nothing is ever written: on disk it would outlast a process that was killed.
  db.pragma('journal_mode = MEMORY')
  letMode(file, 0o600)
  return db
}
