import { pathToFileURL } from 'node:url'
import {
  SqliteError,
  type ConnectOptions,
  type SqliteDatabase,
  type SqliteEngine,
  type SqliteStatement,
} from './database.js'
import { resultName } from './result-names.js'

/** The part of Node's SQLite that is used: https://nodejs.org/api/sqlite.html */
interface NodeModule {
  readonly DatabaseSync: NodeDatabaseClass
  readonly StatementSync: { readonly prototype: object }
  /** The names of the two classes from Node 26 on. */
  readonly Database?: NodeDatabaseClass
  readonly Statement?: { readonly prototype: object }
}

type NodeDatabaseClass = new (path: string, options: object) => NodeDatabase

interface NodeDatabase {
  readonly isTransaction: boolean
  prepare(sql: string): NodeStatement
  exec(sql: string): void
  enableLoadExtension(allow: boolean): void
  loadExtension(path: string): void
  close(): void
}

interface NodeStatement {
  columns(): readonly { readonly name: string }[]
  setReturnArrays(enabled: boolean): void
  setAllowUnknownNamedParameters(enabled: boolean): void
  get(...given: readonly unknown[]): unknown[] | undefined
  all(...given: readonly unknown[]): unknown[][]
  iterate(...given: readonly unknown[]): Iterable<unknown[]>
  run(...given: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number }
}

/** The methods of statements that Node added last, in 22.16 and 24. */
const needed = ['setReturnArrays', 'setAllowUnknownNamedParameters', 'columns']

/** Node's own SQLite; undefined where this Node has none, or its SQLite lacks something that the index needs. */
export function nodeEngine(): SqliteEngine | undefined {
  const sqlite = loaded()
  const statements = (sqlite?.Statement ?? sqlite?.StatementSync)?.prototype
  const Database = sqlite?.Database ?? sqlite?.DatabaseSync
  if (!statements || !Database || needed.some((name) => !(name in statements))) return undefined
  const open = (path: string, options?: ConnectOptions): SqliteDatabase => opened(Database, path, options)
  if (!hasSearch(open)) return undefined
  const copy = (db: SqliteDatabase): SqliteDatabase => copied(db, open)
  return { name: 'node:sqlite', open, copy, copyFile: (path) => copiedFile(path, open) }
}

/** Loads Node's SQLite without the `ExperimentalWarning` of Node 22: what a hook prints should be about the commit. */
function loaded(): NodeModule | undefined {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite') as unknown as NodeModule | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Whether SQLite has full-text search. A Node that uses the system's SQLite may lack it. */
function hasSearch(open: SqliteEngine['open']): boolean {
  const db = open(':memory:')
  try {
    return db.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").get() !== undefined
  } finally {
    db.close()
  }
}

function opened(Database: NodeDatabaseClass, path: string, { readonly = false, timeout = 5000 }: ConnectOptions = {}) {
  try {
    // Defensive, as better-sqlite3 is: SQL cannot write into the inner tables of full-text search.
    const db = new Database(path, { readOnly: readonly, timeout, allowExtension: true, defensive: true })
    db.enableLoadExtension(false)
    return new NodeSqliteDatabase(db)
  } catch (cause) {
    throw asSqliteError(cause)
  }
}

/** A copy in memory, under a name open to all connections of this process; gone when the last one closes. */
function copied(db: SqliteDatabase, open: SqliteEngine['open']): SqliteDatabase {
  const name = `file:/copy-${Math.random()}?vfs=memdb`
  const copy = open(name)
  try {
    db.exec(`VACUUM INTO '${name}'`)
    return copy
  } catch (cause) {
    copy.close()
    throw cause
  }
}

function copiedFile(path: string, open: SqliteEngine['open']): SqliteDatabase {
  const db = open(`${pathToFileURL(path).href}?immutable=1`, { readonly: true })
  try {
    return copied(db, open)
  } finally {
    db.close()
  }
}

export class NodeSqliteDatabase implements SqliteDatabase {
  readonly #db: NodeDatabase

  constructor(db: NodeDatabase) {
    this.#db = db
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction
  }

  prepare(sql: string): SqliteStatement {
    try {
      return new NodeSqliteStatement(this.#db.prepare(sql))
    } catch (cause) {
      throw asSqliteError(cause)
    }
  }

  exec(sql: string): void {
    try {
      this.#db.exec(sql)
    } catch (cause) {
      throw asSqliteError(cause)
    }
  }

  pragma(source: string, options?: { readonly simple?: boolean }): unknown {
    const statement = this.prepare(`PRAGMA ${source}`)
    return options?.simple ? statement.pluck().get() : statement.all()
  }

  loadExtension(path: string): void {
    this.#db.enableLoadExtension(true)
    try {
      this.#db.loadExtension(path)
    } catch (cause) {
      throw asSqliteError(cause)
    } finally {
      this.#db.enableLoadExtension(false)
    }
  }

  close(): void {
    this.#db.close()
  }
}

type RowForm = 'object' | 'first' | 'array'

/** Gets rows as arrays and makes the objects: Node's own take half as long again, and have no prototype. */
class NodeSqliteStatement implements SqliteStatement {
  readonly #statement: NodeStatement
  #form: RowForm = 'object'
  #names: readonly string[] | undefined

  constructor(statement: NodeStatement) {
    statement.setReturnArrays(true)
    statement.setAllowUnknownNamedParameters(true)
    this.#statement = statement
  }

  pluck(): this {
    this.#form = 'first'
    return this
  }

  raw(): this {
    this.#form = 'array'
    return this
  }

  get(...given: unknown[]): unknown {
    try {
      const row = this.#statement.get(...bindable(given))
      return row === undefined ? undefined : this.#formed(row)
    } catch (cause) {
      throw asSqliteError(cause)
    }
  }

  all(...given: unknown[]): unknown[] {
    try {
      const rows: unknown[] = this.#statement.all(...bindable(given))
      if (this.#form !== 'array')
        for (let at = 0; at < rows.length; at++) rows[at] = this.#formed(rows[at] as unknown[])
      return rows
    } catch (cause) {
      throw asSqliteError(cause)
    }
  }

  *iterate(...given: unknown[]): IterableIterator<unknown> {
    try {
      for (const row of this.#statement.iterate(...bindable(given))) yield this.#formed(row)
    } catch (cause) {
      throw asSqliteError(cause)
    }
  }

  run(...given: unknown[]): { readonly changes: number; readonly lastInsertRowid: number } {
    try {
      return this.#statement.run(...bindable(given))
    } catch (cause) {
      throw asSqliteError(cause)
    }
  }

  #formed(row: unknown[]): unknown {
    if (this.#form === 'array') return row
    if (this.#form === 'first') return row[0]
    const names = (this.#names ??= this.#statement.columns().map(({ name }) => name))
    const object: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) object[names[at]!] = row[at]
    return object
  }
}

/** Parameters as Node takes them: null for undefined. */
function bindable(given: unknown[]): unknown[] {
  for (let at = 0; at < given.length; at++) {
    const each = given[at]
    if (each === undefined) given[at] = null
    else if (typeof each === 'object' && each !== null && !ArrayBuffer.isView(each)) given[at] = named(each)
  }
  return given
}

function named(given: object): object {
  for (const value of Object.values(given))
    if (value === undefined)
      return Object.fromEntries(Object.entries(given).map(([name, each]) => [name, each ?? null]))
  return given
}

/** An error of Node's SQLite as a `SqliteError`; it has the number of the result in `errcode`. */
function asSqliteError(cause: unknown): unknown {
  if (typeof cause !== 'object' || cause === null || !('errcode' in cause) || typeof cause.errcode !== 'number')
    return cause
  return new SqliteError('message' in cause ? String(cause.message) : '', resultName(cause.errcode))
}
