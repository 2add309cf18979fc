// The floors that recall is held against: what anybody writes in an afternoon, over the same lines.
//
// lines: FTS5 with Porter's stemmer, the words of a question OR-ed, best BM25 first. headings: a line with the headings
// above it, at half the weight. three: BM25 of the line, of its section and of its note, added 1 : 1 : 0.3.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** What of a workspace is memory, beside `memory/` itself. */
export const coreFiles = ['MEMORY.md', 'USER.md']

/** `memory/2025-11-27.md#L4` → its text. */
export function linesIn(workspace) {
  const lines = new Map()
  const logs = readdirSync(join(workspace, 'memory'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `memory/${name}`)
  const top = readdirSync(workspace).filter((name) => coreFiles.includes(name))
  for (const name of [...logs, ...top])
    readFileSync(join(workspace, name), 'utf8')
      .split('\n')
      .forEach((text, at) => lines.set(`${name}#L${at + 1}`, text))
  return lines
}

const silent = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can could
  did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it
  its just let me more most my no nor not of off on once only or other our out over own same she should so some such than that
  the their them then there these they this those through to too under until up very was we were what when where which while
  who whom why will with would you your s t re ve ll d m tell told happened happen`.split(/\s+/),
)

/** Lower case, and Chinese and Japanese as pairs of characters, as FTS5's tokenizer does not cut them. */
const asWords = (text) =>
  text.toLowerCase().replaceAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu, (run) => {
    const all = [...run]
    return ` ${all
      .slice(1)
      .map((character, at) => all[at] + character)
      .join(' ')} `
  })

const tables = ['bare', 'line', 'section', 'note']

/** Lines of a long section are searched so many at a time. */
const longestSection = 25

/** @returns lines, headings and three: of a question (and the last day of whose notes they may be), the sources, best first, 100 at most */
export function plainSearches(lines) {
  const db = new Database(':memory:')
  for (const table of tables)
    db.exec(`CREATE VIRTUAL TABLE ${table} USING fts5 (text, above, tokenize = 'porter unicode61 remove_diacritics 2')`)
  const inserts = Object.fromEntries(
    tables.map((table) => [table, db.prepare(`INSERT INTO ${table} (rowid, text, above) VALUES (?, ?, ?)`)]),
  )
  const insert = (table, row, text, above) => inserts[table].run(row, asWords(text), asWords(above))
  const places = []
  let sections = 0
  let notes = 0
  db.exec('BEGIN')
  const byNote = new Map()
  for (const line of lines) {
    const path = line[0].slice(0, line[0].indexOf('#'))
    if (!byNote.has(path)) byNote.set(path, [])
    byNote.get(path).push(line)
  }
  for (const [path, of] of byNote) {
    insert('note', ++notes, of.map(([, text]) => text).join('\n'), '')
    let trail = []
    let held = []
    const end = () => {
      if (held.length === 0) return
      const above = trail.map(({ title }) => title).join(' ')
      insert('section', ++sections, held.map(([, text]) => text).join('\n'), above)
      for (const [source, text] of held) {
        places.push({ source, section: sections, note: notes, day: /^memory\/(\d{4}-\d\d-\d\d)/.exec(path)?.[1] ?? '' })
        insert('bare', places.length, text, '')
        insert('line', places.length, text, above)
      }
      held = []
    }
    for (const [source, text] of of) {
      const [, marks, title] = /^(#{1,6}) (.*)/.exec(text) ?? []
      if (marks) {
        end()
        trail = [...trail.filter(({ depth }) => depth < marks.length), { depth: marks.length, title }]
      } else if (text.trim() !== '') {
        held.push([source, text])
        if (held.length > longestSection) end()
      }
    }
    end()
  }
  db.exec('COMMIT')
  const finds = Object.fromEntries(
    tables.map((table) => [
      table,
      db.prepare(
        `SELECT rowid, -bm25(${table}, 1, 0.5) FROM ${table} WHERE ${table} MATCH ? ORDER BY 2 DESC, 1 LIMIT 2000`,
      ),
    ]),
  )
  const find = (table, match) => (match === '' ? new Map() : new Map(finds[table].raw().all(match)))
  const search = (score) => (question, day) => {
    const all = asWords(question).match(/[\p{L}\p{N}]+/gu) ?? []
    const telling = all.filter((word) => !silent.has(word))
    const match = [...new Set(telling.length > 0 ? telling : all)].map((word) => `"${word}"`).join(' OR ')
    return score(match)
      .map(([row, value]) => ({ ...places[row - 1], value }))
      .filter((place) => day === undefined || place.day <= day)
      .toSorted((a, b) => b.value - a.value)
      .slice(0, 100)
      .map(({ source }) => source)
  }
  return {
    lines: search((match) => [...find('bare', match)]),
    headings: search((match) => [...find('line', match)]),
    three: search((match) => {
      const [section, note] = [find('section', match), find('note', match)]
      return [...find('line', match)].map(([row, value]) => {
        const place = places[row - 1]
        return [row, value + (section.get(place.section) ?? 0) + 0.3 * (note.get(place.note) ?? 0)]
      })
    }),
  }
}
