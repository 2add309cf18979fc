import type { Statement } from 'better-sqlite3'
import type { Db } from './open.js'

export type StatementCache = ReturnType<typeof statementCache>

/** Prepared statements, each once. */
export function statementCache(db: Db) {
  const statements = new Map<string, Statement<unknown[]>>()
  return (sql: string): Statement<unknown[]> => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = db.prepare(sql)))
    return statement
  }
}
