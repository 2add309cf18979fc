import type { Cell, TableChange } from '../store/mirror.js'
import type { Store } from '../store/store.js'
import type { Terms } from '../store/terms.js'
import type { FleetDatabase } from './database.js'
import { columnWeights, offsetBits } from './full-text.js'

/** What to land for a workspace: the rows of commit `to`, as changes since those of `from`. */
export interface RowsLanding {
  readonly ws: number
  /** The lineage of the rows that this landing changes; empty before the first. */
  readonly from: string
  readonly to: string
  readonly madeBy: string
  /** The name of the index state that the rows will copy. The caller keeps that state, for the next `before`. */
  readonly lineage: string
  /** The index file of the state that the present rows copy; undefined to write all rows anew. */
  readonly before: string | undefined
  /** The tree's part of a brief, which is not in the index. */
  readonly brief: object
}

const mostRows = 2000

/**
 * Write the changes of an index since its earlier state, in one transaction, unless another worker was faster.
 *
 * @returns false where another worker has landed meanwhile, be it the same commit, or the workspace was removed
 */
export async function landRows(db: FleetDatabase, store: Store, terms: Terms, landing: RowsLanding): Promise<boolean> {
  const { ws, from, to, madeBy, lineage, before, brief } = landing
  return db.transaction('memory_worker', async () => {
    const moved = await db.query(
      `UPDATE memory.workspace SET head = $3, made_by = $4, lineage = $5, landed = now(), failures = 0, failed = NULL
       WHERE ws = $1 AND lineage = $2 RETURNING ws`,
      [ws, from, to, madeBy, lineage],
    )
    if (moved.length === 0) return false
    if (before === undefined)
      for (const table of ['posting', 'frequency']) await db.query(`DELETE FROM memory.${table} WHERE ws = $1`, [ws])
    let tokens = 0
    for (const change of store.mirror.changes(before)) {
      await writeChange(db, ws, change, before === undefined)
      if (change.table === 'fact') tokens = await writePostings(db, ws, store, terms, change, before === undefined)
    }
    await db.query(
      'INSERT INTO memory.brief (ws, tree) VALUES ($1, $2) ON CONFLICT (ws) DO UPDATE SET tree = excluded.tree',
      [ws, JSON.stringify(brief)],
    )
    await db.query(
      `UPDATE memory.workspace SET
         lines = (SELECT count(*) FROM memory.fact WHERE ws = $1),
         facts = (SELECT count(DISTINCT id) FROM memory.fact WHERE ws = $1 AND kind <> 'passage'),
         tokens = $2 + CASE WHEN $3 THEN 0 ELSE tokens END
       WHERE ws = $1`,
      [ws, tokens, before === undefined],
    )
    return true
  })
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** A row as a JSON object; bytes in PostgreSQL's form. */
const asObject = (columns: readonly string[], row: readonly Cell[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((name, at) => {
      const value = row[at]!
      return [name, value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value]
    }),
  )

function* chunks<T>(rows: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

async function writeChange(db: FleetDatabase, ws: number, change: TableChange, isAnew: boolean): Promise<void> {
  const { table, keys, gone } = change
  const isKeyless = keys.length === 0
  const columns = isKeyless ? ['rowid', ...change.columns] : change.columns
  const added = isKeyless ? change.added.map((row, at) => [at, ...row]) : change.added
  if (isAnew || isKeyless) await db.query(`DELETE FROM memory.${table} WHERE ws = $1`, [ws])
  for (const part of chunks(gone, mostRows))
    await db.query(
      `DELETE FROM memory.${table} AS own USING json_populate_recordset(NULL::memory.${table}, $2) AS gone
       WHERE own.ws = $1 AND ${keys.map((name) => `own."${name}" = gone."${name}"`).join(' AND ')}`,
      [ws, JSON.stringify(part.map((row) => asObject(keys, row)))],
    )
  for (const part of chunks(added, mostRows))
    await db.query(
      `INSERT INTO memory.${table} (ws, ${quoted(columns)})
       SELECT $1, ${quoted(columns)} FROM json_populate_recordset(NULL::memory.${table}, $2)`,
      [ws, JSON.stringify(part.map((row) => asObject(columns, row)))],
    )
}

/** @returns by how many terms the workspace's total has changed */
async function writePostings(
  db: FleetDatabase,
  ws: number,
  store: Store,
  terms: Terms,
  { columns, gone, added }: TableChange,
  isAnew: boolean,
): Promise<number> {
  let tokens = 0
  const touched = new Set<string>()
  for (const part of chunks(gone, mostRows)) {
    const rows = await db.query<{ term: string; places: number }>(
      `WITH gone AS (DELETE FROM memory.posting WHERE ws = $1 AND doc = ANY($2::integer[]) RETURNING term, places)
       SELECT term, CAST(sum(cardinality(places)) AS INTEGER) AS places FROM gone GROUP BY term`,
      [ws, part.map(([key]) => key)],
    )
    for (const { term, places } of rows) {
      touched.add(term)
      tokens -= places
    }
  }
  const at = columns.indexOf('key')
  for (const part of chunks(added, mostRows / 4)) {
    const texts = store.mirror.searchedTexts(part.map((row) => row[at] as number))
    const keys = [...texts.keys()]
    const rows = terms.of([...texts.values()]).flatMap((places, line) => {
      const byTerm = new Map<string, { weight: number; places: number[] }>()
      for (const { term, column, offset } of places) {
        const held = byTerm.get(term) ?? { weight: 0, places: [] }
        held.weight += columnWeights[column]!
        held.places.push(column * 2 ** offsetBits + offset)
        byTerm.set(term, held)
      }
      return [...byTerm].map(([term, held]) => ({ doc: keys[line]!, term, length: places.length, ...held }))
    })
    for (const { term, places } of rows) {
      touched.add(term)
      tokens += places.length
    }
    for (const few of chunks(rows, 4 * mostRows))
      await db.query(
        `INSERT INTO memory.posting (ws, term, doc, weight, length, places)
         SELECT $1, term, doc, weight, length, places FROM json_populate_recordset(NULL::memory.posting, $2)`,
        [ws, JSON.stringify(few)],
      )
  }
  const counted = `SELECT $1::integer, term, count(*) FROM memory.posting WHERE ws = $1`
  if (isAnew) {
    await db.query(`INSERT INTO memory.frequency (ws, term, lines) ${counted} GROUP BY term`, [ws])
    return tokens
  }
  for (const part of chunks([...touched], mostRows)) {
    await db.query('DELETE FROM memory.frequency WHERE ws = $1 AND term = ANY($2::text[])', [ws, part])
    await db.query(
      `INSERT INTO memory.frequency (ws, term, lines) ${counted} AND term = ANY($2::text[]) GROUP BY term`,
      [ws, part],
    )
  }
  return tokens
}
