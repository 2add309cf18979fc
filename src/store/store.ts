import type { EntityKey, EntityPage } from '../memory/entity.js'
import type { Fact, FactId } from '../memory/fact.js'
import type { Kind } from '../memory/kind.js'
import type { Problem, TreeFile } from '../memory/note.js'
import type { Opinion } from '../memory/opinion.js'
import type { Day } from '../memory/time.js'
import type { Statement } from 'better-sqlite3'
import { assertionRows } from './assertions.js'
import { beliefRows } from './beliefs.js'
import { digest, dump } from './dump.js'
import { endingRows } from './endings.js'
import { readEntities, type Entities } from './entities.js'
import { findingRows } from './finding.js'
import { asMemoryError, indexIdentity, isCorrupt, isTransient, openIndex, removeIndex, type Db } from './open.js'
import { factColumns, factOf, factTables, type FactKey, type FactRow, type StoredFact } from './rows.js'
import { noteWriter } from './write.js'

/** What the rows stand for; written in the transaction that writes the rows. */
export interface Standing {
  readonly tree: string
  readonly commit: string
  /** The configuration and templates in force, as `Settings` in JSON. */
  readonly settings: string
  readonly parser: string
}

export interface Counts {
  /** Files of `memory/` and the top level. */
  readonly notes: number
  /** Files of `bank/`. */
  readonly pages: number
  readonly facts: Readonly<Record<string, number>>
  readonly entities: number
}

/** The index of one workspace. The only thing that speaks SQL; synchronous, as SQLite is. */
export type Store = ReturnType<typeof openStore>

export function openStore(folder: string, patience?: number) {
  const db: Db = openIndex(folder, patience)
  const identity = indexIdentity(folder)
  const cached = statementCache(db)
  let writer: ReturnType<typeof noteWriter> | undefined
  let derived: { version: unknown; read: Entities; counted: Map<string, number>; mentioned?: EntityKey[] } | undefined

  const meta = (key: string): string | undefined =>
    cached('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined
  const setMeta = (key: string, value: string): void => {
    cached('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
      key,
      value,
    )
  }
  const facts = (condition: string, ...values: unknown[]): StoredFact[] =>
    (
      cached(`SELECT ${factColumns} FROM ${factTables} WHERE ${condition}`)
        .raw()
        .all(...values) as FactRow[]
    ).map(factOf)

  const noteRows = (): ReturnType<typeof noteWriter> => (writer ??= noteWriter(db, () => (derived = undefined)))
  const beliefs = beliefRows(db, cached, facts)
  const endings = endingRows(cached)

  /** Good until the next write: kept as long as no other process commits and nothing here writes. */
  function current(): NonNullable<typeof derived> {
    const version = db.pragma('data_version', { simple: true })
    if (!derived || derived.version !== version) derived = { version, read: readEntities(db), counted: new Map() }
    return derived
  }

  const begin = (): void => void db.exec('BEGIN IMMEDIATE')
  const abandon = (): void => {
    if (!db.inTransaction) return
    db.exec('ROLLBACK')
    derived = undefined
  }

  return {
    close: (): void => void db.close(),
    /** Whether the file that is open is still the one at its path: writes to a deleted file would vanish. */
    isInPlace: (): boolean => indexIdentity(folder) === identity,

    standing(): Standing | undefined {
      const [tree, commit, settings, parser] = [meta('tree'), meta('commit'), meta('settings'), meta('parser')]
      if (tree === undefined || commit === undefined || settings === undefined || parser === undefined) return undefined
      return { tree, commit, settings, parser }
    },
    standFor(standing: Standing): void {
      for (const [key, value] of Object.entries(standing)) setMeta(key, value as string)
    },

    /** One transaction: a failure inside leaves everything as it was. The caller keeps other work off this connection. */
    async write<T>(work: () => T | Promise<T>): Promise<T> {
      begin()
      try {
        const result = await work()
        db.exec('COMMIT')
        return result
      } finally {
        abandon()
      }
    },
    /** Read one state of the index throughout, whatever another process writes meanwhile. */
    async read<T>(work: () => T | Promise<T>): Promise<T> {
      db.exec('BEGIN')
      try {
        return await work()
      } finally {
        if (db.inTransaction) db.exec('COMMIT')
      }
    },
    /** Let `work` change rows and read, then forget the changes. The caller keeps other work off this connection. */
    async preview<T>(work: () => T | Promise<T>): Promise<T> {
      begin()
      try {
        return await work()
      } finally {
        abandon()
      }
    },

    /** Path, mode and blob of every note and skipped file. */
    files: (): TreeFile[] => cached('SELECT path, mode, oid FROM note').all() as TreeFile[],
    filesAt: (paths: readonly string[]): TreeFile[] =>
      cached('SELECT path, mode, oid FROM note WHERE path IN (SELECT value FROM json_each(?))').all(
        JSON.stringify(paths),
      ) as TreeFile[],
    notes: noteRows,
    setMode(path: string, mode: string): void {
      cached('UPDATE note SET mode = ? WHERE path = ?').run(mode, path)
    },
    clear(): void {
      derived = undefined
      for (const table of [
        'note',
        'fact',
        'mention',
        'entity',
        'assertion',
        'problem',
        'judgement',
        'opinion',
        'statement',
        'evidence',
        'ending',
        'stale',
        'written',
        'meta',
      ])
        db.exec(`DELETE FROM ${table}`)
      db.exec(`INSERT INTO words (words) VALUES ('delete-all')`)
    },
    /** Before many rows at once: keep more of the search index in memory before it is written out. */
    expectMany(): void {
      db.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${64 * 2 ** 20})`)
    },
    /**
     * After them: one segment, and on a level of its own, so that merging what
     * commits add later leaves it alone. Only a second segment makes FTS5 move it.
     */
    settle(): void {
      db.exec(`INSERT INTO words (rowid, text, names, trail) VALUES (0, 'moved', '', '')`)
      db.exec(`INSERT INTO words (words, rowid, text, names, trail) VALUES ('delete', 0, 'moved', '', '')`)
      db.exec(`INSERT INTO words (words) VALUES ('optimize')`)
      db.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${2 ** 20})`)
    },

    /** Whether rows were deleted of which the file may still hold the bytes, and must not. */
    isScrubDue: (): boolean => meta('scrub') !== undefined,
    letScrubBeDue: (): void => setMeta('scrub', 'due'),
    /**
     * Leave nothing of deleted rows in the file and its log: SQLite keeps deleted bytes in free pages, FTS5 in older
     * segments. Every row is written anew to a file as long as they need, and the log is cut to nothing.
     *
     * @returns false where another process reads or writes the index, or the disk is full; it stays due then
     */
    scrub(): boolean {
      try {
        db.exec('VACUUM')
        const [{ busy }] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
        if (busy !== 0) return false
        cached(`DELETE FROM meta WHERE key = 'scrub'`).run()
        return true
      } catch (cause) {
        if (isTransient(cause)) return false
        throw cause
      }
    },

    entities: (): Entities => current().read,
    /** Where a reader keeps how often words stand in the index; emptied with the next write. */
    counted: (): Map<string, number> => current().counted,
    entityPage(path: string): EntityPage | null {
      const row = cached(
        'SELECT entity.name, type, aliases, "not" FROM entity JOIN note ON note.id = entity.note WHERE path = ?',
      ).get(path) as { name: string; type: string | null; aliases: string; not: string } | undefined
      return row ? { ...row, aliases: JSON.parse(row.aliases) as string[], not: JSON.parse(row.not) as string[] } : null
    },
    entityPages: () =>
      cached('SELECT path, entity.key FROM entity JOIN note ON note.id = entity.note ORDER BY path').all() as {
        path: string
        key: EntityKey
      }[],
    spellings: (key: EntityKey): string[] =>
      cached(
        `SELECT DISTINCT name FROM mention JOIN fact ON fact.key = mention.fact WHERE entity = ? AND kind <> 'passage'`,
      )
        .pluck()
        .all(key) as string[],
    /** Every entity mentioned in facts of these kinds, aliases not resolved. */
    mentionedIn: (kinds: readonly Kind[]): EntityKey[] =>
      db
        .prepare(
          `SELECT DISTINCT entity FROM mention JOIN fact ON fact.key = mention.fact WHERE kind IN (SELECT value FROM json_each(?))`,
        )
        .pluck()
        .all(JSON.stringify(kinds)) as EntityKey[],

    /** Every entity that anything mentions, aliases not resolved: one seek a name. */
    mentioned: (): EntityKey[] =>
      (current().mentioned ??= cached(
        `WITH RECURSIVE name (entity) AS (
           SELECT min(entity) FROM mention
           UNION ALL SELECT (SELECT min(entity) FROM mention WHERE entity > name.entity) FROM name WHERE name.entity IS NOT NULL
         ) SELECT entity FROM name WHERE entity IS NOT NULL`,
      )
        .pluck()
        .all() as EntityKey[]),

    factsOf: (path: string): StoredFact[] => facts('note.path = ? ORDER BY fact.first, fact.key', path),
    factsById: (ids: readonly FactId[]): StoredFact[] =>
      facts('fact.id IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first', JSON.stringify(ids)),
    factsOfKinds: (kinds: readonly Kind[]): StoredFact[] =>
      facts(
        'fact.kind IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first',
        JSON.stringify(kinds),
      ),
    /** Opinions with a confidence that a person wrote in `bank/`. */
    curatedOpinions: (): StoredFact[] =>
      facts(
        "fact.kind = 'opinion' AND fact.origin = 'curated' AND fact.confidence IS NOT NULL ORDER BY note.path, fact.first",
      ),
    /** Facts that a later one (noted by a day) replaces, by `was=^id` or else by its words, each with the day of the first that does. */
    replaced: (notedBy?: Day): Map<FactId, Day> =>
      new Map(
        [
          ...endings.all(),
          ...(cached(
            "SELECT was, min(coalesce(day, '')) FROM fact WHERE was IS NOT NULL AND of IS NULL GROUP BY was ORDER BY was",
          )
            .raw()
            .all() as [FactId, Day][]),
        ].filter(([, day]) => notedBy === undefined || day <= notedBy),
      ),
    /** Facts of the notes from a day on. */
    notedSince: (day: Day): StoredFact[] => facts("fact.day >= ? AND fact.kind <> 'passage' ORDER BY fact.key", day),
    factsReplacing: (id: FactId): StoredFact[] =>
      facts('fact.was = ? AND fact.of IS NULL ORDER BY fact.id, note.path', id),
    /** Facts that name nobody at their start, as they stand in notes. */
    factsOfNobody: (): StoredFact[] =>
      facts("fact.leading = 0 AND fact.kind <> 'passage' AND fact.of IS NULL ORDER BY note.path, fact.first"),
    factsAt: (path: string, line: number): StoredFact[] =>
      facts('note.path = ? AND fact.first <= ? AND fact.last >= ? ORDER BY fact.first DESC', path, line, line),

    /** The newest `limit` facts (undated ones last) of these kinds, or about these entities, every source of each. */
    pageFacts(kinds: readonly Kind[], about: readonly EntityKey[] | undefined, limit: number): StoredFact[] {
      const chosen = cached(
        `SELECT DISTINCT fact.id, fact.day FROM ${pageTables(about)} WHERE ${pageCondition(kinds, about)}
         ORDER BY fact.day DESC, fact.id LIMIT @limit`,
      ).all({ limit, about: JSON.stringify(about ?? []) }) as { id: string }[]
      return facts(
        'fact.id IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first',
        JSON.stringify(chosen.map((row) => row.id)),
      )
    },
    /**
     * What a page of these kinds (about these entities) may show, `limit` of
     * each sort: facts that stand, newest first, for an entity also those of
     * undated notes, and as far as there is room those that another replaced;
     * opinions as `beliefs.best` has them. `full`: there may be more.
     */
    pageCandidates(
      kinds: readonly Kind[],
      about: readonly EntityKey[] | undefined,
      limit: number,
    ): { facts: StoredFact[]; opinions: FactId[]; full: boolean } {
      const plain = kinds.filter((kind) => kind !== 'opinion')
      const keys = JSON.stringify(about ?? [])
      const chosen = (condition: string, order: string, most: number): FactId[] =>
        (
          cached(
            `SELECT DISTINCT fact.id, fact.day FROM ${pageTables(about)} WHERE ${pageCondition(plain, about)}
             AND ${condition} ORDER BY ${order} LIMIT @most`,
          ).all({ about: keys, most }) as { id: FactId }[]
        ).map(({ id }) => id)
      const standing =
        plain.length === 0 ? [] : chosen(`fact.id NOT IN ${wasReplaced}`, 'fact.day DESC, fact.id', limit)
      const undated =
        about && standing.length === limit
          ? chosen(`fact.day IS NULL AND fact.id NOT IN ${wasReplaced}`, 'fact.id', limit)
          : []
      const replaced =
        standing.length === limit || plain.length === 0
          ? []
          : chosen(`fact.id IN ${wasReplaced}`, 'fact.day DESC, fact.id', limit - standing.length)
      const opinions = kinds.includes('opinion') ? beliefs.best(about, limit) : []
      return {
        facts: this.factsById([...new Set([...standing, ...undated, ...replaced])]),
        opinions,
        full: standing.length + replaced.length === limit || opinions.length === limit,
      }
    },
    /** For each year, newest first, the first daily note that holds facts of these kinds (about these entities). */
    notesByYear(kinds: readonly Kind[], about: readonly EntityKey[] | undefined): { year: string; path: string }[] {
      const first = cached(
        `SELECT fact.day, note.path FROM ${pageTables(about)} JOIN note ON note.id = fact.note
         WHERE ${pageCondition(kinds, about)} AND fact.day >= @from
         ORDER BY fact.day, note.path LIMIT 1`,
      )
      const years: { year: string; path: string }[] = []
      for (let from = ''; ;) {
        const found = first.get({ from, about: JSON.stringify(about ?? []) }) as { day: Day; path: string } | undefined
        if (!found) return years
        const year = found.day.slice(0, 4)
        years.unshift({ year, path: found.path })
        from = `${year}-12-32` // behind the year's last day, before the next year's first
      }
    },

    /** What is believed, and what it rests on. */
    beliefs,
    /** Which world facts are over by a later one's words. */
    endings,
    assertions: assertionRows(
      cached,
      (path, fact) => noteRows().addFact(path, fact),
      (key) => noteRows().removeFact(key),
    ),
    /** The opinion that a statement belongs to; undefined for one that no commit holds. */
    opinionOf(statement: FactId): Opinion | undefined {
      const [id] = beliefs.opinionsOf([statement])
      return id === undefined ? undefined : beliefs.opinion(id)
    },

    ...findingRows(cached),
    factsByKey(keys: readonly FactKey[]): Map<FactKey, StoredFact> {
      return new Map(
        facts('fact.key IN (SELECT value FROM json_each(?))', JSON.stringify(keys)).map((fact) => [fact.key, fact]),
      )
    },

    problems: (): Problem[] =>
      cached('SELECT path, line, message, hint, kind FROM problem ORDER BY path, line, message').all() as Problem[],
    noteCount: (): number => cached('SELECT count(*) FROM note').pluck().get() as number,
    /** Statements that stand twice in one note; every place but the first. */
    repeated: (): Fact['source'][] =>
      cached(
        `SELECT note.path, fact.first, fact.last FROM fact JOIN note ON note.id = fact.note
         WHERE kind <> 'passage' AND EXISTS (
           SELECT 1 FROM fact AS other WHERE other.note = fact.note AND other.id = fact.id AND other.first < fact.first)
         ORDER BY note.path, fact.first`,
      ).all() as Fact['source'][],
    counts(): Counts {
      const kinds = cached('SELECT kind, count(DISTINCT id) FROM fact GROUP BY kind ORDER BY kind').raw().all() as [
        string,
        number,
      ][]
      return {
        notes: cached(`SELECT count(*) FROM note WHERE path NOT LIKE 'bank/%'`).pluck().get() as number,
        pages: cached(`SELECT count(*) FROM note WHERE path LIKE 'bank/%'`).pluck().get() as number,
        facts: Object.fromEntries(kinds),
        entities: cached('SELECT count(DISTINCT entity) FROM mention').pluck().get() as number,
      }
    },

    /** Pages whose facts changed since they were written; 'all' where that is not known. */
    stale(): ReadonlySet<string> {
      return new Set(
        meta('pages-tree') === undefined ? ['all'] : (cached('SELECT page FROM stale').pluck().all() as string[]),
      )
    },
    markStale(pages: Iterable<string>): void {
      for (const page of pages) cached('INSERT OR IGNORE INTO stale (page) VALUES (?)').run(page)
    },
    /** These pages are as the facts of this tree say; where it no longer is the index's, they may be stale again. */
    pagesWritten(tree: string, done: Iterable<string>, remaining: Iterable<string>): void {
      if (meta('tree') !== tree) return
      if (this.stale().has('all')) this.markStale(remaining)
      for (const page of ['all', ...done]) cached('DELETE FROM stale WHERE page = ?').run(page)
      setMeta('pages-tree', tree)
    },

    /** What was written and is not in HEAD as written, with what HEAD has there. */
    pagesInFlight: () =>
      cached(
        'SELECT written.path, page, written.oid, note.oid AS head FROM written LEFT JOIN note USING (path)',
      ).all() as {
        path: string
        page: string
        oid: string
        head: string | null
      }[],
    pageWritten(path: string, page: string, oid: string): void {
      cached(
        'INSERT INTO written (path, page, oid) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET oid = excluded.oid',
      ).run(path, page, oid)
    },
    pageLanded(path: string): void {
      cached('DELETE FROM written WHERE path = ?').run(path)
    },

    dump: (): Generator<string> => dump(db),
    digest: (): string => digest(db),
  }
}

/** Ids that a later fact replaces. */
const wasReplaced = '(SELECT was FROM fact WHERE was IS NOT NULL AND of IS NULL UNION ALL SELECT fact FROM ending)'

/** The planner must come from the entity where there is one: it has far fewer rows than a kind. */
const pageTables = (about: readonly EntityKey[] | undefined): string =>
  about === undefined ? 'fact' : 'mention CROSS JOIN fact ON fact.key = mention.fact'

/** Kinds stand in the text, not as values, so that their index serves the order too; they are a closed table. */
function pageCondition(kinds: readonly Kind[], about: readonly EntityKey[] | undefined): string {
  const kind = `fact.kind IN (${kinds.map((name) => `'${name}'`).join(', ')})`
  return about === undefined ? kind : `${kind} AND mention.entity IN (SELECT value FROM json_each(@about))`
}

export type StatementCache = ReturnType<typeof statementCache>

function statementCache(db: Db) {
  const statements = new Map<string, Statement<unknown[]>>()
  return (sql: string): Statement<unknown[]> => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = db.prepare(sql)))
    return statement
  }
}

export { asMemoryError, isCorrupt, removeIndex }
