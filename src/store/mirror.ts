import type { Db } from './open.js'
import { tables } from './schema.js'
import type { StatementCache } from './statements.js'
import { searchedWords, type WordsRow } from './write.js'

/** A value of a row. */
export type Cell = string | number | Uint8Array | null

/** What a table holds that another index of the same workspace, an earlier state, does not, and the other way round. */
export interface TableChange {
  readonly table: string
  readonly columns: readonly string[]
  /** The first of them that name a row; none of a table that is written anew each time. */
  readonly keys: readonly string[]
  /** The keys of rows that are no more as they were. */
  readonly gone: readonly (readonly Cell[])[]
  /** Rows that were not there as they are. */
  readonly added: readonly (readonly Cell[])[]
}

/** What pages wait for is a clone's own. */
const ofTheClone = ['stale', 'written']
const keptMeta = `key IN ('tree', 'commit', 'settings', 'parser', 'beliefs', 'company')`

/** Rows that another database keeps as they are: those that anything is answered from. */
export const mirroredTables: readonly string[] = tables.filter((name) => !ofTheClone.includes(name))

/** What a copy of the rows elsewhere is made from. */
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
    // Rows without a key may be equal, which EXCEPT would take for one.
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
     * What is to be written where a copy of an earlier state is, table by table.
     *
     * @param before the file of that state's index, as `keepState` left it; all rows where there is none
     */
    *changes(before?: string): Generator<TableChange> {
      if (before !== undefined) cached('ATTACH ? AS before').run(before)
      try {
        for (const table of mirroredTables) yield change(table, before !== undefined)
      } finally {
        if (before !== undefined) db.exec('DETACH before')
      }
    },
    /** What the search index holds of some lines, before it is cut into terms: text, names, headings. */
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
    /** Keep this state beside, to tell later what changed. */
    keepState: (file: string): void => void cached('VACUUM INTO ?').run(file),
  }
}
