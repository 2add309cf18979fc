import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { betterEngine } from '../../src/sqlite/better.js'
import type { SqliteDatabase, SqliteEngine } from '../../src/sqlite/database.js'
import { nodeEngine } from '../../src/sqlite/node.js'
import { resultName } from '../../src/sqlite/result-names.js'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

function loads(engine: SqliteEngine): boolean {
  try {
    engine.open(':memory:').close()
    return true
  } catch {
    return false
  }
}

const node = nodeEngine()
const engines = {
  "Node's own": node,
  'better-sqlite3': loads(betterEngine) ? betterEngine : undefined,
}

let folder = ''
const opened: SqliteDatabase[] = []
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'memory-engines-'))))
afterEach(() => {
  for (const db of opened.splice(0)) db.close()
  rmSync(folder, { recursive: true })
})

/** What a failure says, by its code too. */
function failure(work: () => unknown): { code: unknown; message: unknown } {
  try {
    work()
  } catch (cause) {
    const { code, message } = cause as { code: unknown; message: unknown }
    return { code, message }
  }
  return { code: 'none', message: '' }
}

describe.each(Object.entries(engines))('SQLite by %s', (name, found) => {
  const there = found ? test : test.skip
  const orNot = found ? '' : ` (skipped: this Node has not ${name})`
  const open: SqliteEngine['open'] = (path, options) => {
    const db = found!.open(path, options)
    opened.push(db)
    return db
  }
  const copied = (db: SqliteDatabase): SqliteDatabase => {
    opened.push(db)
    return db
  }

  there(`gives a row as a plain object, an array or its first column, and nothing where there is none${orNot}`, () => {
    const db = open(':memory:')
    db.exec("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'one'), (2, NULL)")
    const asked = (): ReturnType<SqliteDatabase['prepare']> => db.prepare('SELECT a, b AS name FROM t ORDER BY a')
    const rows = [
      { a: 1, name: 'one' },
      { a: 2, name: null },
    ]
    expect(asked().all()).toStrictEqual(rows)
    expect([...asked().iterate()]).toStrictEqual(rows)
    expect(asked().get()).toStrictEqual(rows[0])
    expect(asked().pluck().all()).toStrictEqual([1, 2])
    expect([...asked().raw().iterate()]).toStrictEqual([
      [1, 'one'],
      [2, null],
    ])
    expect(asked().raw().get()).toStrictEqual([1, 'one'])
    // As statements are kept and asked for again.
    const kept = asked()
    expect([kept.pluck().get(), kept.pluck().get(), kept.raw().get()]).toStrictEqual([1, 1, [1, 'one']])
    const none = db.prepare('SELECT a FROM t WHERE a > 2')
    expect([none.get(), none.pluck().get(), none.all()]).toStrictEqual([undefined, undefined, []])
  })

  there(`takes undefined for null, and names that a statement does not know${orNot}`, () => {
    const db = open(':memory:')
    expect(db.prepare('SELECT ? IS NULL, ?, typeof(?), typeof(?)').raw().get(undefined, 2.5, 3, null)).toStrictEqual([
      1,
      2.5,
      'real',
      'null',
    ])
    const named = db.prepare('SELECT @a, @b IS NULL').raw()
    expect(named.get({ a: 'x', b: undefined, other: 1 })).toStrictEqual(['x', 1])
    expect(named.get({ a: 'x', b: 1, other: undefined })).toStrictEqual(['x', 0])
  })

  there(`keeps every character and byte, and says what was written${orNot}`, () => {
    const db = open(':memory:')
    db.exec('CREATE TABLE t (k INTEGER PRIMARY KEY, v)')
    const add = db.prepare('INSERT INTO t (v) VALUES (?)')
    const texts = ['', 'ß – 漢字 🍵', 'x'.repeat(5000)]
    expect(texts.map((text) => add.run(text))).toEqual(texts.map((_, at) => ({ changes: 1, lastInsertRowid: at + 1 })))
    expect(db.prepare('SELECT v FROM t ORDER BY k').pluck().all()).toEqual(texts)
    const bytes = Uint8Array.from([0, 255, 128, 7])
    for (const each of [bytes, Buffer.from(bytes), new Int8Array(bytes.buffer)]) {
      const back = db.prepare('SELECT ?').pluck().get(each) as Uint8Array
      expect([back instanceof Uint8Array, [...back]]).toEqual([true, [...bytes]])
    }
    expect(db.prepare('UPDATE t SET v = 1 WHERE k < 3').run().changes).toBe(2)
    expect(db.pragma('user_version = 7')).toEqual([])
    expect([db.pragma('user_version', { simple: true }), db.pragma('user_version')]).toEqual([7, [{ user_version: 7 }]])
  })

  there(`knows whether a transaction is open, and forgets what it did${orNot}`, () => {
    const db = open(':memory:')
    db.exec('CREATE TABLE t (a)')
    db.exec('BEGIN IMMEDIATE')
    db.exec('INSERT INTO t VALUES (1)')
    expect(db.inTransaction).toBe(true)
    db.exec('ROLLBACK')
    expect([db.inTransaction, db.prepare('SELECT count(*) FROM t').pluck().get()]).toEqual([false, 0])
  })

  there(`names what went wrong as SQLite does${orNot}`, () => {
    const file = join(folder, 'index.sqlite')
    const db = open(file, { timeout: 0 })
    db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE); INSERT INTO t VALUES (1, 1)')
    expect(failure(() => db.prepare('SELECT * FROM u'))).toEqual({ code: 'SQLITE_ERROR', message: 'no such table: u' })
    expect(failure(() => db.exec('INSERT INTO t VALUES (1, 2)')).code).toBe('SQLITE_CONSTRAINT_PRIMARYKEY')
    expect(failure(() => db.prepare('INSERT INTO t VALUES (2, ?)').run(1)).code).toBe('SQLITE_CONSTRAINT_UNIQUE')
    const other = open(file, { timeout: 0 })
    other.exec('BEGIN IMMEDIATE')
    const busy = { code: 'SQLITE_BUSY', message: 'database is locked' }
    expect(failure(() => db.exec('BEGIN IMMEDIATE'))).toEqual(busy)
    expect(failure(() => db.prepare('UPDATE t SET b = 3').run())).toEqual(busy)
    other.exec('ROLLBACK')
    const readOnly = open(file, { readonly: true })
    expect(failure(() => readOnly.exec('DELETE FROM t')).code).toBe('SQLITE_READONLY')
    writeFileSync(join(folder, 'other'), 'no database '.repeat(100))
    for (const wrong of [
      () => open(join(folder, 'other')).prepare('SELECT 1 FROM t'),
      () => open(join(folder, 'other')).pragma('journal_mode = WAL'),
    ])
      expect(failure(wrong)).toEqual({ code: 'SQLITE_NOTADB', message: 'file is not a database' })
    expect(failure(() => open(folder)).code).toBe('SQLITE_CANTOPEN')
    expect(failure(() => db.prepare('SELECT json(?)').get('{')).code).toBe('SQLITE_ERROR')
    expect(failure(() => [...db.prepare('SELECT json(?)').iterate('{')]).code).toBe('SQLITE_ERROR')
  })

  there(`lets no SQL load an extension${orNot}`, () => {
    expect(failure(() => open(':memory:').exec("SELECT load_extension('x')")).message).toBe('not authorized')
  })

  there(`copies what a file holds, in its log too, and writes nothing beside it${orNot}`, () => {
    const file = join(folder, 'it is #1? 100%.sqlite')
    const db = open(file)
    db.pragma('journal_mode = WAL')
    db.exec('PRAGMA user_version = 5; CREATE TABLE t (k INTEGER PRIMARY KEY, a); INSERT INTO t (a) VALUES (1)')
    const values = (of: SqliteDatabase): unknown[] => of.prepare('SELECT a FROM t').pluck().all()
    const [one, other] = [copied(found!.copy(db)), copied(found!.copy(db))]
    one.exec('INSERT INTO t (a) VALUES (2)')
    expect([db, one, other, copied(found!.copy(one))].map(values)).toEqual([[1], [1, 2], [1], [1, 2]])
    expect(one.pragma('user_version', { simple: true })).toBe(5)
    for (const each of opened.splice(0)) each.close()
    expect(readdirSync(folder)).toHaveLength(1)
    const alone = copied(found!.copyFile(file))
    alone.exec('INSERT INTO t (a) VALUES (3)')
    expect([values(alone), values(open(file, { readonly: true }))]).toEqual([[1, 3], [1]])
  })
})

test('a result is named by both of its bytes', () => {
  expect([0, 1, 5, 517, 778, 4874, 2067, 26, 3850, 99].map(resultName)).toEqual([
    'SQLITE_OK',
    'SQLITE_ERROR',
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_IOERR_WRITE',
    'SQLITE_IOERR_SHMSIZE',
    'SQLITE_CONSTRAINT_UNIQUE',
    'SQLITE_NOTADB',
    'SQLITE_IOERR_LOCK',
    'SQLITE_99',
  ])
})

describe('MEMORY_SQLITE', () => {
  test('that names no engine is refused by a command, and stops no commit', () =>
    withRepo(
      (given) => {
        const repo = given.with({ MEMORY_SQLITE: 'sqlite' })
        const stderr = 'memory: MEMORY_SQLITE takes node or better, got sqlite\n'
        expect(repo.commit(day(1), retain('W @Peter: Likes tea'))).toBe(stderr)
        expect(repo.memory('recall', 'tea')).toEqual({ status: 2, stdout: '', stderr })
      },
      { hooks: true },
    ))

  test.each(['node', 'better'])('is what the index is opened with, and doctor says so: %s', (wanted) =>
    withRepo((given) => {
      const repo = given.with({ MEMORY_SQLITE: wanted })
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const { status, stdout, stderr } = repo.memory('doctor')
      const [engine, isThere] =
        wanted === 'node'
          ? ['node:sqlite', node !== undefined]
          : ['better-sqlite3', engines['better-sqlite3'] !== undefined]
      if (isThere)
        expect({ stderr, stdout }).toEqual({
          stderr: '',
          stdout: expect.stringMatching(new RegExp(`^ok {3}SQLite module: ${engine}, SQLite 3\\.\\d+\\.\\d+\\n`)),
        })
      else expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(/^bad {2}SQLite module: /) })
    }),
  )
})
