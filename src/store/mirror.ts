import type { Db } from './open.js'
import { tables } from './schema.js'
import type { StatementCache } from './statements.js'
import { searchedWords, type WordsRow } from './write.js'

export type Cell = string | number | Uint8Array | null

/** How the rows of a table differ from those in an earlier state of the index. */
export interface TableChange {
  readonly table: string
  readonly columns: readonly string[]
  /** Its first columns, which name a row; none where the table is written anew each time. */
  readonly keys: readonly string[]
  /** The keys of rows that were removed or changed. */
  readonly gone: readonly (readonly Cell[])[]
  /** Rows that are new or changed. */
  readonly added: readonly (readonly Cell[])[]
}

/** Which pages wait to be written is each clone's own. */
const ofTheClone = ['stale', 'written']
const keptMeta = `key IN ('tree', 'commit', 'settings', 'parser', 'beliefs', 'company')`

/** The tables that another database copies: those from which anything is answered. */
export const mirroredTables: readonly string[] = tables.filter((name) => !ofTheClone.includes(name))

/** Reads the rows for a copy in another database. */
export function mirrorRows(db: Db, cached: StatementCache) {
  const columnsOf = (table: string): { name: string; pk: number }[] =>
    cached('SELECT name, pk FROM pragma_table_info(?) ORDER BY pk = 0, pk, cid').all(table) as {
      name: string
      pk: number
    }[]
  function change(table: string, hasBefore: boolean): TableChange {
    const all = columnsOf(table)
    const columns = all.map(({ name }) => name)
    const keys = all.filter(({ pk }) => pk > 0).map(({ name }) => name)
    const listed = columns.map((name) => `"${name}"`).join(', ')
    const rows = (place: string): string =>
      `SELECT ${listed} FROM ${place}.${table} ${table === 'meta' ? `WHERE ${keptMeta}` : ''}`
    const read = (sql: string): Cell[][] => db.prepare(sql).raw().all() as Cell[][]
    // Rows without a key may be equal, and EXCEPT would make one of them.
    if (!hasBefore || keys.length === 0) return { table, columns, keys, gone: [], added: read(rows('main')) }
    const names = keys.map((name) => `"${name}"`).join(', ')
    return {
      table,
      columns,
      keys,
      gone: read(`SELECT ${names} FROM (${rows('before')} EXCEPT ${rows('main')})`),
      added: read(`${rows('main')} EXCEPT ${rows('before')}`),
    }
  }
  return {
    /**
     * The changes, table by table, that bring a copy of an earlier state up to date.
     *
     * @param before the file of the earlier state, as `keepState` wrote it; without it all rows are changes
     */
    *changes(before?: string): Generator<TableChange> {
      if (before !== undefined) cached('ATTACH ? AS before').run(before)
      try {
        for (const table of mirroredTables) yield change(table, before !== undefined)
      } finally {
        if (before !== undefined) db.exec('DETACH before')
      }
    },
    /** What the search index holds of some lines, not yet cut into terms: text, names, headings. */
    searchedTexts: (keys: readonly number[]): Map<number, readonly [string, string, string]> =>
      new Map(
        (
          cached('SELECT key, text, mentions, trail, also FROM fact WHERE key IN (SELECT value FROM json_each(?))').all(
            JSON.stringify(keys),
          ) as WordsRow[]
        ).map((row) => {
          const [key, ...texts] = searchedWords(row)
          return [Number(key), texts]
        }),
      ),
    /** Write this state to a file, to tell later what changed since. */
    keepState: (file: string): void => void cached('VACUUM INTO ?').run(file),
  }
}
