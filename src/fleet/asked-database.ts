import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { SqliteDatabase, SqliteStatement } from '../sqlite/database.js'
import { asFleetError } from './database.js'
import type { FleetPlace } from './place.js'
import type { ThreadCall, ThreadData, ThreadReply, ThreadRows } from './asked-thread.js'

/**
 * PostgreSQL behind the interface of SQLite that the readers of an index use. Recall is synchronous, so each call
 * blocks until its rows are there.
 */
export interface AskedDatabase extends SqliteDatabase {
  /** Runs a statement with `$1`, in PostgreSQL's form. */
  ask(sql: string, values?: readonly unknown[]): ThreadRows
  /** The value for `PRAGMA data_version`: it changes with the rows, or the workspace. */
  version: string
}

/** @throws MemoryError fleet-failed */
export function openAskedDatabase(place: FleetPlace, config: object, packageRoot: string): AskedDatabase {
  const thread = startThread(packageRoot)
  const call = (asked: ThreadCall): Exclude<ThreadReply, { failed: unknown }> => {
    const answered = thread.ask(asked)
    if ('failed' in answered) throw asFleetError(answered.failed, place)
    return answered
  }
  const { client } = call({ call: 'open', config }) as { client: number }
  const ask = (sql: string, values: readonly unknown[] = []): ThreadRows =>
    call({ call: 'query', client, sql, values }) as ThreadRows
  const keptRows = rowsKept()
  return {
    version: '',
    inTransaction: false,
    ask,
    prepare(sql) {
      return statementOf(sql, (text, values) => keptRows(this.version, text, values, ask))
    },
    exec: (sql) => void call({ call: 'run', client, sql }),
    pragma() {
      return this.version
    },
    loadExtension() {
      throw new Error('PostgreSQL loads no extension of SQLite')
    },
    close() {
      try {
        call({ call: 'close', client })
      } finally {
        thread.end()
      }
    },
  }
}

/** The most rows to cache of one answer, and of all. Beyond that the cache is emptied. */
const mostOfOne = 1000
const mostOfAll = 50_000
/** The most characters of a key: longer lists belong to one question, and are not asked again. */
const longestAsked = 2000

/** Caches answers: the same statement with the same values asks the server again only when the rows have changed. */
function rowsKept() {
  const kept = new Map<string, ThreadRows>()
  let count = 0
  return (version: string, sql: string, values: readonly unknown[] = [], ask: AskedDatabase['ask']): ThreadRows => {
    const key = JSON.stringify([version, sql, values])
    const known = kept.get(key)
    if (known) return known
    const found = ask(sql, values)
    if (found.rows.length > mostOfOne || key.length > longestAsked) return found
    if ((count += found.rows.length + 1) > mostOfAll) {
      kept.clear()
      count = 0
    }
    kept.set(key, found)
    return found
  }
}

/** Milliseconds for the thread to start. How long a statement may take is up to the server. */
const patience = 120_000

/** Starts the thread that talks to the server while this one blocks, until the count of replies has moved. */
function startThread(packageRoot: string) {
  const { port1: own, port2: port } = new MessageChannel()
  const replies = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(join(packageRoot, 'dist', 'fleet-thread.js'), {
    workerData: { port, replies } satisfies ThreadData,
    transferList: [port],
  })
  worker.unref()
  own.unref()
  let calls = 0
  return {
    ask(asked: ThreadCall): ThreadReply {
      own.postMessage(asked)
      // A late wake-up for the previous reply must not end the wait for this one.
      let waited: 'ok' | 'not-equal' | 'timed-out' = 'ok'
      while (waited === 'ok' && Atomics.load(replies, 0) === calls)
        waited = Atomics.wait(replies, 0, calls, calls === 0 ? patience : Infinity)
      const reply = waited === 'timed-out' ? undefined : receiveMessageOnPort(own)
      calls++
      return (reply?.message ?? {
        failed: { message: 'the thread that asks it does not start', code: '' },
      }) as ThreadReply
    },
    end: () => void worker.terminate(),
  }
}

/**
 * A statement of SQLite in PostgreSQL's form, with `$1` for its parameters, and their names in the order of the values.
 * A list of numbers gets a function of its own, whose rows can be looked up in an index.
 *
 *     … id IN (SELECT value FROM json_each(?)) AND day <= @day  →  … json_each($1)) AND day <= $2
 */
export function inPostgres(sql: string): { readonly text: string; readonly names: readonly (string | null)[] } {
  const names: (string | null)[] = []
  const cast = 'SELECT CAST(value AS INTEGER) FROM json_each('
  const text = sql
    // CROSS JOIN tells SQLite to keep this order of tables. PostgreSQL chooses its own, and has no CROSS JOIN with ON.
    .replaceAll(/\bCROSS JOIN (\w+) ON\b/g, 'JOIN $1 ON')
    .replaceAll(cast, 'SELECT value FROM json_numbers(')
    .replaceAll(/'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\?|@(\w+)/g, (found, name: string | undefined) => {
      if (found !== '?' && name === undefined) return found
      const known = name === undefined ? -1 : names.indexOf(name)
      return `$${known >= 0 ? known + 1 : names.push(name ?? null)}`
    })
  return { text, names }
}

type RowShape = 'object' | 'first' | 'array'

function statementOf(sql: string, ask: AskedDatabase['ask']): SqliteStatement {
  const { text, names } = inPostgres(sql)
  let form: RowShape = 'object'
  const valuesOf = (given: readonly unknown[]): unknown[] => {
    const own = given.filter((value) => typeof value !== 'object' || value === null)
    const named = given.at(-1)
    let at = 0
    return names.map((name) => {
      const value = name === null ? own[at++] : (named as Readonly<Record<string, unknown>>)[name]
      return value ?? null
    })
  }
  const rowsOf = (given: readonly unknown[]): unknown[] => {
    const { names: columns, rows } = ask(text, valuesOf(given))
    if (form === 'array') return rows
    if (form === 'first') return rows.map((row) => row[0])
    return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])))
  }
  return {
    pluck() {
      form = 'first'
      return this
    },
    raw() {
      form = 'array'
      return this
    },
    get: (...given) => rowsOf(given)[0],
    all: (...given) => rowsOf(given),
    iterate: (...given) => rowsOf(given).values(),
    run() {
      throw new Error('the rows of a fleet are written by its workers alone')
    },
  }
}
