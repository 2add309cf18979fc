import type { SqliteStatement } from '../sqlite/database.js'
import type { Db } from './open.js'

export type StatementCache = ReturnType<typeof statementCache>

/** A function that prepares each statement once. */
export function statementCache(db: Db) {
  const statements = new Map<string, SqliteStatement>()
  return (sql: string): SqliteStatement => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = db.prepare(sql)))
    return statement
  }
}
