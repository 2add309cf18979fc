import Database from 'better-sqlite3'
import { digest } from '../../src/store/dump.js'
import type { Repo } from './with-repo.js'
import { indexOf } from './index-place.js'

/** The index file opened without us: nothing is checked, synced or healed. */
export function withRawIndex<T>(repo: Repo, work: (db: Database.Database) => T): T {
  const db = new Database(indexOf(repo))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** Do something while another process writes the index: who waits for it waits until then. */
export const whileWritten = <T>(repo: Repo, work: () => T): T =>
  withRawIndex(repo, (db) => {
    db.exec('BEGIN IMMEDIATE')
    try {
      return work()
    } finally {
      db.exec('ROLLBACK')
    }
  })

/** What the file says that it stands for, and the digest of what it holds. */
export const rawState = (repo: Repo): { tree: unknown; digest: string } =>
  withRawIndex(repo, (db) => ({
    tree: db.prepare("SELECT value FROM meta WHERE key = 'tree'").pluck().get(),
    digest: digest(db),
  }))
