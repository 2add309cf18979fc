import { betterModule } from '../../src/sqlite/better-module.js'
import type { SqliteDatabase } from '../../src/sqlite/database.js'
import { engineInWords, openDatabase } from '../../src/sqlite/engine.js'
import { keptFromCollection } from '../../src/sqlite/keep.js'
import { NodeSqliteDatabase } from '../../src/sqlite/node.js'
import { digest } from '../../src/store/dump.js'
import type { Repo } from './with-repo.js'
import { indexOf } from './index-place.js'

/** The index file opened without us: nothing is checked, synced or healed. */
export function withRawIndex<T>(repo: Repo, work: (db: SqliteDatabase) => T): T {
  const db = openDatabase(indexOf(repo))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** A database as SQLite lets its own programs have it: with functions of theirs, and with its inner tables open to SQL. */
export interface BareDatabase extends SqliteDatabase {
  function(name: string, options: { readonly deterministic: boolean }, work: (value: unknown) => unknown): unknown
}

/** The same, opened as whoever is to damage it or to look into it needs it. */
export function withBareIndex<T>(repo: Repo, work: (db: BareDatabase) => T): T {
  const db = engineInWords().startsWith('node:') ? bareOfNode(indexOf(repo)) : bareOfBetter(indexOf(repo))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const bareOfBetter = (path: string): BareDatabase => keptFromCollection(new (betterModule())(path)).unsafeMode()

function bareOfNode(path: string): BareDatabase {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as {
    readonly DatabaseSync: new (
      path: string,
      options: object,
    ) => ConstructorParameters<typeof NodeSqliteDatabase>[0] & BareDatabase
  }
  const own = new DatabaseSync(path, { defensive: false })
  return Object.assign(new NodeSqliteDatabase(own), { function: own.function.bind(own) })
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
