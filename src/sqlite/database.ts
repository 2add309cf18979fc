/** An open database: as much of better-sqlite3's interface as the index needs, which Node's own SQLite is given too. */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  prepare(sql: string): SqliteStatement
  /** One statement or several, whose rows nobody wants. */
  exec(sql: string): void
  /** @returns its rows, or with `simple` the first column of the first */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown
  loadExtension(path: string): void
  close(): void
}

/**
 * Parameters are strings, numbers, null, bytes, undefined for null, and last an object for those that have names, of
 * which it may hold more than the statement knows.
 */
export interface SqliteStatement {
  /** From now on a row is the value of its first column. */
  pluck(): this
  /** From now on a row is an array of its columns; as long as nothing is said, an object. */
  raw(): this
  get(...given: readonly unknown[]): unknown
  all(...given: readonly unknown[]): unknown[]
  iterate(...given: readonly unknown[]): IterableIterator<unknown>
  run(...given: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint }
}

export interface ConnectOptions {
  readonly readonly?: boolean
  /** Milliseconds that a statement waits for another process; without it 5000. */
  readonly timeout?: number
}

/** What opens databases. A process uses one alone: of two in it, each would let go of the other's locks on a file. */
export interface SqliteEngine {
  /** `node:sqlite`, `better-sqlite3 12.11.1` */
  readonly name: string
  /** @param path of a file, or `:memory:` */
  open(path: string, options?: ConnectOptions): SqliteDatabase
  /** All that it holds, once more in memory. Not within a transaction. */
  copy(db: SqliteDatabase): SqliteDatabase
  /** A file in memory, read without a lock and without what stands beside it: one that has no log, and is not written meanwhile. */
  copyFile(path: string): SqliteDatabase
}

/** What SQLite refused, by either engine: `code` is the name of its result, as `SQLITE_BUSY` or `SQLITE_IOERR_WRITE`. */
export class SqliteError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.name = 'SqliteError'
    this.code = code
  }
}
