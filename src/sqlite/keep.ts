import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Database, Statement } from 'better-sqlite3'

const kept: unknown[] = []

function keep<T>(made: T): T {
  kept.push(made)
  return made
}

/**
 * A database whose objects are never collected, where that is needed. Node 24 ends the whole process
 * (`RemoveEnvironmentCleanupHook … (env) != nullptr`) when it collects a database, statement or iterator of
 * better-sqlite3 12 while no script runs. Node 20 needs that version, so a shared lockfile brings it to Node 24 too. A
 * closed object that is kept holds a few hundred bytes.
 */
export function keptFromCollection(db: Database): Database {
  if (!isCollectedBadly()) return db
  const prepare = db.prepare.bind(db) as (sql: string) => Statement<unknown[]>
  const keepsAll = (sql: string): Statement<unknown[]> => {
    const statement = keep(prepare(sql))
    const iterate = statement.iterate.bind(statement)
    statement.iterate = (...given) => keep(iterate(...given))
    return statement
  }
  db.prepare = keepsAll as Database['prepare']
  db.pragma = (source, options) => {
    const statement = keepsAll(`PRAGMA ${source}`)
    if (!statement.reader) {
      statement.run()
      return []
    }
    return options?.simple ? statement.pluck().get() : statement.all()
  }
  return keep(db)
}

let badly: boolean | undefined

const isCollectedBadly = (): boolean => (badly ??= Number.parseInt(process.versions.node) >= 24 && isVersion12())

function isVersion12(): boolean {
  const ask = createRequire(join(import.meta.dirname, 'keep.js'))
  return (ask('better-sqlite3/package.json') as { version: string }).version.startsWith('12.')
}
