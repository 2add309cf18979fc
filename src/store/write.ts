import { entityKey } from '../model/entity.js'
import { searchable } from '../text/cjk.js'
import { lately } from '../text/lately.js'
import { drawnFrom, type Fact, type FactId } from '../model/fact.js'
import type { Note, Problem, TreeFile } from '../model/note.js'
import type { Db } from './open.js'

/** A note with the file it was parsed from. */
export interface StoredNote {
  readonly file: Pick<TreeFile, 'mode' | 'oid'>
  readonly note: Note
}

/** The columns of a fact's row that the search index is made from. */
export interface WordsRow {
  readonly key: number | bigint
  readonly text: string
  /** JSON arrays, as `trail` is too. */
  readonly mentions: string
  readonly trail: string
  readonly also: string
}

/** What the search index holds of a fact. To delete it, FTS5 needs exactly the same, or the index is damaged. */
export const searchedWords = ({ key, text, mentions, trail, also }: WordsRow) =>
  [key, searchable(also === '' ? text : `${text} ${also}`), namesIn(mentions), namesIn(trail)] as const

/** A text without NUL, which YAML can write as `\0`: before Node 24.16 a text read back from SQLite ends there. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD')

/** Names or headings as the search index has them, cached: the same headings stand above many rows in succession. */
const namesIn = lately(50, (list: string): string => searchable((JSON.parse(list) as string[]).join(' ')))

/** The most lines of one section: a longer one is cut into sections of so many. */
const longestSection = 25

/** Where sections begin, and how many rows each has: successive ones of one day under the same headings. */
function sectionsIn(facts: readonly Fact[]): ReadonlyMap<number, number> {
  const opens = new Map<number, number>()
  let start = 0
  for (const [at, { trail, day }] of facts.entries()) {
    const before = facts[at - 1]
    const isOn =
      day === before?.day &&
      trail.length === before.trail.length &&
      trail.every((heading, place) => heading === before.trail[place])
    if (!isOn || at - start === longestSection) start = at
    opens.set(start, at - start + 1)
  }
  return opens
}

/** The changes of notes, with statements prepared once per connection. `changing` is called before each change. */
export function noteWriter(db: Db, changing: () => void) {
  const statements = {
    findNote: db.prepare('SELECT id FROM note WHERE path = ?').pluck(),
    insertNote: db.prepare('INSERT INTO note (path, mode, oid, day) VALUES (?, ?, ?, ?)'),
    deleteNote: db.prepare('DELETE FROM note WHERE id = ?'),
    factsOf: db.prepare('SELECT key, text, mentions, trail, also FROM fact WHERE note = ?'),
    factAt: db.prepare('SELECT key, text, mentions, trail, also FROM fact WHERE key = ?'),
    insertFact: db.prepare(
      `INSERT INTO fact (note, id, kind, origin, first, last, day, start, end, confidence, until, was, stances, suggested, "from", at, mark, of, "on", leading, mentions, trail, text, label, annotations, opens, also)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
    ),
    factsById: db.prepare(
      'SELECT key, id, text, mentions, trail, also FROM fact WHERE id IN (SELECT value FROM json_each(?))',
    ),
    setAlso: db.prepare('UPDATE fact SET also = ? WHERE key = ?'),
    deleteFacts: db.prepare('DELETE FROM fact WHERE note = ?'),
    insertMention: db.prepare('INSERT OR IGNORE INTO mention (entity, fact, name) VALUES (?, ?, ?)'),
    insertStance: db.prepare('INSERT INTO stance (belief, fact) VALUES (?, ?)'),
    deleteStances: db.prepare('DELETE FROM stance WHERE fact = ?'),
    insertDrawn: db.prepare('INSERT INTO drawn (source, fact) VALUES (?, ?)'),
    deleteDrawn: db.prepare('DELETE FROM drawn WHERE fact = ?'),
    deleteMentions: db.prepare('DELETE FROM mention WHERE fact = ?'),
    insertWords: db.prepare('INSERT INTO words (rowid, text, names, trail) VALUES (?, ?, ?, ?)'),
    deleteWords: db.prepare("INSERT INTO words (words, rowid, text, names, trail) VALUES ('delete', ?, ?, ?, ?)"),
    insertEntity: db.prepare('INSERT INTO entity (note, key, name, type, aliases, "not") VALUES (?, ?, ?, ?, ?, ?)'),
    deleteEntity: db.prepare('DELETE FROM entity WHERE note = ?'),
    insertProblem: db.prepare('INSERT INTO problem (note, path, line, kind, message, hint) VALUES (?, ?, ?, ?, ?, ?)'),
    deleteProblems: db.prepare('DELETE FROM problem WHERE path = ?'),
    insertAssertion: db.prepare('INSERT INTO assertion (page, line, ordinal, what, assertion) VALUES (?, ?, ?, ?, ?)'),
    deleteAssertions: db.prepare('DELETE FROM assertion WHERE page = ?'),
    deleteFact: db.prepare('DELETE FROM fact WHERE key = ?'),
  }

  function remove(path: string): void {
    changing()
    statements.deleteProblems.run(path)
    if (path.startsWith('bank/')) statements.deleteAssertions.run(path)
    const id = statements.findNote.get(path)
    if (id === undefined) return
    for (const row of statements.factsOf.all(id) as WordsRow[]) {
      statements.deleteMentions.run(row.key)
      statements.deleteStances.run(row.key)
      statements.deleteDrawn.run(row.key)
      statements.deleteWords.run(...searchedWords(row))
    }
    statements.deleteFacts.run(id)
    statements.deleteEntity.run(id)
    statements.deleteNote.run(id)
  }

  function insert({ file, note }: StoredNote): void {
    const noteId = statements.insertNote.run(note.path, file.mode, file.oid, note.day).lastInsertRowid
    const opens = note.path.startsWith('bank/') ? undefined : sectionsIn(note.facts)
    for (const [at, fact] of note.facts.entries()) insertFact(noteId, fact, opens ? (opens.get(at) ?? 0) : 1)
    for (const problem of note.problems) insertProblem(problem, noteId)
    note.assertions.forEach(({ page, line, assertion }, ordinal) => {
      statements.insertAssertion.run(page, line, ordinal, assertion.what, JSON.stringify(assertion))
    })
    if (note.entity) {
      const { name, type, aliases, not } = note.entity
      const typed = type === null ? null : withoutNul(type)
      statements.insertEntity.run(noteId, entityKey(name), name, typed, JSON.stringify(aliases), JSON.stringify(not))
    }
  }

  /** @param opens the number of rows in the section that begins with this fact; 0 where none does */
  function insertFact(note: number | bigint, fact: Fact, opens: number): void {
    const text = withoutNul(fact.text)
    const key = statements.insertFact.run(
      note,
      fact.id,
      fact.kind,
      fact.origin,
      fact.source.first,
      fact.source.last,
      fact.day,
      fact.occurred?.start ?? null,
      fact.occurred?.end ?? null,
      fact.confidence,
      fact.until,
      fact.was,
      fact.stances.length > 0 ? JSON.stringify(fact.stances) : '',
      fact.suggested.length > 0 ? JSON.stringify(fact.suggested) : '',
      fact.from.length > 0 ? JSON.stringify(fact.from) : '',
      fact.at,
      fact.originMark,
      fact.of,
      fact.on,
      fact.leading,
      JSON.stringify(fact.mentions),
      JSON.stringify(fact.trail),
      text,
      fact.label ?? null,
      fact.annotations ? JSON.stringify(fact.annotations) : '',
      opens,
    ).lastInsertRowid
    for (const name of fact.mentions) statements.insertMention.run(entityKey(name), key, name)
    for (const { belief } of fact.stances) statements.insertStance.run(belief, key)
    for (const source of drawnFrom(fact)) statements.insertDrawn.run(source, key)
    const [mentions, trail] = [JSON.stringify(fact.mentions), JSON.stringify(fact.trail)]
    statements.insertWords.run(...searchedWords({ key, text, mentions, trail, also: '' }))
  }

  function insertProblem(problem: Problem, note: number | bigint | null): void {
    statements.insertProblem.run(note, problem.path, problem.line, problem.kind, problem.message, problem.hint)
  }

  return {
    remove,
    replace(stored: StoredNote): void {
      remove(stored.note.path)
      insert(stored)
    },
    /** Adds a fact to those parsed from the note at `path`. */
    addFact(path: string, fact: Fact): void {
      changing()
      insertFact(statements.findNote.get(path) as number, fact, 1)
    },
    /** Let these facts be found by a person's words too. Where `words` gives none, their own words alone find them. */
    alsoFoundBy(ids: readonly FactId[], words: (id: FactId) => string): void {
      for (const row of statements.factsById.all(JSON.stringify(ids)) as (WordsRow & { id: FactId })[]) {
        const also = words(row.id)
        if (also === row.also) continue
        statements.deleteWords.run(...searchedWords(row))
        statements.setAlso.run(also, row.key)
        statements.insertWords.run(...searchedWords({ ...row, also }))
      }
    },
    removeFact(key: number): void {
      changing()
      statements.deleteMentions.run(key)
      statements.deleteStances.run(key)
      statements.deleteDrawn.run(key)
      statements.deleteWords.run(...searchedWords(statements.factAt.get(key) as WordsRow))
      statements.deleteFact.run(key)
    },
    /** Record a file of which nothing is indexed, with the reason. */
    skip(file: TreeFile, problem: Problem): void {
      remove(file.path)
      statements.insertNote.run(file.path, file.mode, file.oid, null)
      insertProblem(problem, null)
    },
  }
}
