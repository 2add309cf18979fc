import { openDatabase } from '../sqlite/engine.js'
import type { SqliteDatabase } from '../sqlite/database.js'
import { tokenizer } from './schema.js'

/** A term of a text as full text has it, and where it stands. */
export interface TermPlace {
  /** The term as the search index holds it: `repli` of `Replies`. */
  readonly term: string
  /** 0 is the text, 1 the names, 2 the headings. */
  readonly column: number
  readonly offset: number
}

export interface Terms {
  /** The terms of each text, in their order. */
  of(rows: readonly (readonly [text: string, names: string, trail: string])[]): TermPlace[][]
  close(): void
}

const columns = ['text', 'names', 'trail']

/** Cuts texts into terms as the search index does (by SQLite in memory) for databases with full text of their own. */
export function termsBySqlite(): Terms {
  let db: SqliteDatabase | undefined
  const opened = (): SqliteDatabase => {
    const made = openDatabase(':memory:')
    made.exec(`CREATE VIRTUAL TABLE words USING fts5 (text, names, trail, content = '', tokenize = '${tokenizer}');
      CREATE VIRTUAL TABLE words_instance USING fts5vocab (words, instance)`)
    return made
  }
  return {
    of(rows) {
      db ??= opened()
      const insert = db.prepare('INSERT INTO words (rowid, text, names, trail) VALUES (?, ?, ?, ?)')
      db.exec('BEGIN')
      for (const [at, row] of rows.entries()) insert.run(at + 1, ...row)
      db.exec('COMMIT')
      const found: TermPlace[][] = rows.map(() => [])
      const read = db.prepare('SELECT doc, col, offset, term FROM words_instance').raw()
      for (const [doc, column, offset, term] of read.iterate() as Iterable<[number, string, number, string]>)
        found[doc - 1]!.push({ term, column: columns.indexOf(column), offset })
      db.exec("INSERT INTO words (words) VALUES ('delete-all')")
      return found.map((places) => places.toSorted((a, b) => a.column - b.column || a.offset - b.offset))
    },
    close() {
      db?.close()
      db = undefined
    },
  }
}
