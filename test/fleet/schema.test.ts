import { expect, test } from '@jest/globals'
import { openDatabase } from '../../src/sqlite/engine.js'
import { migrations } from '../../src/fleet/migrations.js'
import { mirroredTables } from '../../src/store/mirror.js'
import { schema } from '../../src/store/schema.js'

const sql = migrations.map((migration) => migration.sql).join('\n')

/** `fact` → its columns, as the migration names them. */
const tablesOfFleet = new Map(
  [...sql.matchAll(/^CREATE TABLE (\w+) \(([^;]*?)\) PARTITION BY HASH \(ws\);/gms)].map(([, name, body]) => [
    name!,
    [
      ...body!
        .replaceAll(/PRIMARY KEY \([^)]*\)|--[^\n]*/g, '')
        .matchAll(/(?:^|,)\s*"?(\w+)"? (?:integer|string|bigint|bytea|real)/g),
    ].map(([, column]) => column!),
  ]),
)

for (const [, name, column] of sql.matchAll(/^ALTER TABLE memory\.(\w+) ADD COLUMN (\w+) /gm))
  tablesOfFleet.get(name!)!.push(column!)

test('every table that anything is answered from is in a fleet, with every column, the workspace before them', () => {
  const db = openDatabase(':memory:')
  db.exec(schema)
  for (const table of mirroredTables) {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
    const [first, ...others] = tablesOfFleet.get(table) ?? []
    expect([table, first]).toEqual([table, 'ws'])
    expect([table, others.filter((name) => name !== 'rowid').toSorted()]).toEqual([table, columns.toSorted()])
  }
  db.close()
})
