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

/** What the file says that it stands for, and the digest of what it holds. */
export const rawState = (repo: Repo): { tree: unknown; digest: string } =>
  withRawIndex(repo, (db) => ({
    tree: db.prepare("SELECT value FROM meta WHERE key = 'tree'").pluck().get(),
    digest: digest(db),
  }))
