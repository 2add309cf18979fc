// The floor of what recall is held against: the same lines, searched without any thought.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** `memory/2025-11-27.md#L4` → its text. */
export function linesIn(folder) {
  const lines = new Map()
  const notes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  for (const name of notes)
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .forEach((text, at) => lines.set(`memory/${name}#L${at + 1}`, text))
  return lines
}

/** Lines by FTS5 with Porter's stemmer: the words of a question OR-ed, best BM25 first, 100 at most; of notes up to a day, where one is given. */
export function plainSearch(lines) {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE line USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2')`)
  const sources = [...lines.keys()].filter((source) => !/^(?:#|\s*$)/.test(lines.get(source)))
  const insert = db.prepare('INSERT INTO line (rowid, text) VALUES (?, ?)')
  sources.forEach((source, at) => insert.run(at + 1, lines.get(source)))
  const find = db.prepare('SELECT rowid FROM line WHERE line MATCH ? ORDER BY rank, rowid').pluck()
  const isBy = (source, day) => day === undefined || source.slice('memory/'.length, 'memory/2025-11-27'.length) <= day
  const stop = new Set(
    `a about an and any are as at be been but by can could did do does for from had has have he her his how i if in is it its me my
    of on or our she should so than that the their them they this to was we were what when where which who whom why will with would you your`.split(
      /\s+/,
    ),
  )
  return (question, day) => {
    const words = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word))
    if (words.length === 0) return []
    return find
      .all(words.map((word) => `"${word}"`).join(' OR '))
      .map((row) => sources[row - 1])
      .filter((source) => isBy(source, day))
      .slice(0, 100)
  }
}
