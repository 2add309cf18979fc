/** An open database: the part of better-sqlite3's interface that the index needs. Node's SQLite is wrapped to fit. */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  prepare(sql: string): SqliteStatement
  /** Runs one or several statements whose rows are not needed. */
  exec(sql: string): void
  /** @returns the pragma's rows; with `simple` the first column of the first row */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown
  loadExtension(path: string): void
  close(): void
}

/**
 * A prepared statement. Parameters are strings, numbers, null, bytes, and undefined, which stands for null. Named ones
 * come in an object at the end, which may have more names than the statement.
 */
export interface SqliteStatement {
  /** Makes a row the value of its first column. */
  pluck(): this
  /** Makes a row an array of its columns. Without it, a row is an object. */
  raw(): this
  get(...given: readonly unknown[]): unknown
  all(...given: readonly unknown[]): unknown[]
  iterate(...given: readonly unknown[]): IterableIterator<unknown>
  run(...given: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint }
}

export interface ConnectOptions {
  readonly readonly?: boolean
  /** Milliseconds that a statement waits for another process; 5000 where it is left out. */
  readonly timeout?: number
}

/** A library that opens databases. A process uses only one: of two, each would release the other's locks on a file. */
export interface SqliteEngine {
  /** `node:sqlite`, `better-sqlite3 12.11.1` */
  readonly name: string
  /** @param path of a file, or `:memory:` */
  open(path: string, options?: ConnectOptions): SqliteDatabase
  /** A copy of a whole database, in memory. Not within a transaction. */
  copy(db: SqliteDatabase): SqliteDatabase
  /** A copy of a file, in memory, read without a lock or side files: it must have no log, and not change meanwhile. */
  copyFile(path: string): SqliteDatabase
}

/** An error of either engine. `code` names SQLite's result: `SQLITE_BUSY`, `SQLITE_IOERR_WRITE`. */
export class SqliteError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.name = 'SqliteError'
    this.code = code
  }
}
