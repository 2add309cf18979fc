// The floor of a rebuild: the same bullets and paragraphs into one contentless FTS5 table, in one transaction.
//
//   node bench/raw-load.js DIR    prints {"ms": processor time of reading and loading, "rows", "bytes"}
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
try {
  const db = new Database(join(scratch, 'raw.db'))
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.exec(
    `CREATE VIRTUAL TABLE line USING fts5 (text, content = '', tokenize = 'porter unicode61 remove_diacritics 2')`,
  )
  db.exec(`INSERT INTO line (line, rank) VALUES ('hashsize', 67108864)`)
  const folder = join(process.argv[2], 'memory')
  const insert = db.prepare('INSERT INTO line (rowid, text) VALUES (?, ?)')
  const before = process.cpuUsage()
  let [rows, bytes] = [0, 0]
  db.transaction(() => {
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8')
      bytes += Buffer.byteLength(text)
      for (const block of text.split(/\n(?=- )|\n\n+/)) if (/^[^#\s]/.test(block)) insert.run(++rows, block)
    }
  })()
  const { user, system } = process.cpuUsage(before)
  db.close()
  console.log(JSON.stringify({ ms: (user + system) / 1000, rows, bytes }))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
