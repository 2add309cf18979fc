import type { Fact, FactId } from '../model/fact.js'
import { beliefKinds, type Kind } from '../model/kind.js'
import type { Day, Span } from '../model/time.js'
import type { endingRows } from './endings.js'
import { factColumns, factOf, factTables, isStated, type FactKey, type FactRow, type StoredFact } from './rows.js'
import type { StatementCache } from './statements.js'

/** Where a passage stands, and its label. */
export interface LabelledLines {
  readonly key: FactKey
  readonly label: string | null
  readonly first: number
  readonly last: number
}

/** Reads the facts for which a condition on `fact` and `note` holds. */
export type ReadFacts = (condition: string, ...values: unknown[]) => StoredFact[]

/** @param alsoCommitted rows of an overlay whose facts HEAD's version of the note states too */
export const factsWhere =
  (cached: StatementCache, alsoCommitted: ReadonlySet<FactKey>): ReadFacts =>
  (condition, ...values) =>
    (
      cached(`SELECT ${factColumns} FROM ${factTables} WHERE ${condition}`)
        .raw()
        .all(...values) as FactRow[]
    ).map((row) => {
      const fact = factOf(row)
      return fact.uncommitted && alsoCommitted.has(fact.key) ? { ...fact, uncommitted: false } : fact
    })

/** Reads facts by location, by id and by what they say of others. A fact of several locations comes once for each. */
export function factRows(cached: StatementCache, facts: ReadFacts, endings: ReturnType<typeof endingRows>) {
  return {
    factsOf: (path: string): StoredFact[] => facts('note.path = ? ORDER BY fact.first, fact.key', path),
    factsById: (ids: readonly FactId[]): StoredFact[] =>
      facts('fact.id IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first', JSON.stringify(ids)),
    /** Stated facts of these kinds, each once, ordered by the first name they mention, then by day. */
    idsOf: (kinds: readonly Kind[]): FactId[] =>
      cached(
        `SELECT id FROM fact WHERE ${isStated} AND kind IN (SELECT value FROM json_each(?)) GROUP BY id ORDER BY min(mentions ->> 0), min(day), id`,
      )
        .pluck()
        .all(JSON.stringify(kinds)) as FactId[],
    /** The facts of `idsOf`, in no order. */
    statedIds: (kinds: readonly Kind[]): ReadonlySet<FactId> =>
      new Set(
        cached(`SELECT DISTINCT id FROM fact WHERE ${isStated} AND kind IN (SELECT value FROM json_each(?))`)
          .pluck()
          .all(JSON.stringify(kinds)) as FactId[],
      ),
    /** Ids of rows that are found by a person's words too. */
    idsFoundByMore: (): FactId[] => cached(`SELECT DISTINCT id FROM fact WHERE also <> ''`).pluck().all() as FactId[],
    /** Those of these ids that a fact or passage has. */
    idsAmong: (ids: readonly FactId[]): FactId[] =>
      cached('SELECT DISTINCT id FROM fact WHERE id IN (SELECT value FROM json_each(?))')
        .pluck()
        .all(JSON.stringify(ids)) as FactId[],
    factsOfKinds: (kinds: readonly Kind[]): StoredFact[] =>
      facts(
        'fact.kind IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first',
        JSON.stringify(kinds),
      ),
    /** Opinions whose confidence a person wrote in `bank/`. */
    curatedOpinions: (): StoredFact[] =>
      facts(
        "fact.kind IN (SELECT value FROM json_each(?)) AND fact.origin = 'curated' AND fact.confidence IS NOT NULL ORDER BY note.path, fact.first",
        JSON.stringify(beliefKinds),
      ),
    /**
     * Facts that others replace (by a day), each with the day of the first that has its id in `was=`. The first day on
     * which words end it counts only where no `was=` does.
     */
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
    /** Facts that have an `until=` at any of their places. */
    factsWithOwnEnd: (kinds: readonly Kind[]): StoredFact[] =>
      facts(
        'fact.id IN (SELECT id FROM fact WHERE until IS NOT NULL) AND fact.kind IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first',
        JSON.stringify(kinds),
      ),
    /** Suggested facts, by note and line. */
    suggestions: (): StoredFact[] => facts("fact.suggested <> '' ORDER BY note.path, fact.first"),
    /** Facts held back because of their origin, by note and line. */
    held: (): StoredFact[] => facts("fact.origin = 'held' ORDER BY note.path, fact.first"),
    /** Facts that may be about code, by note and line: they have `at=`, or a code span in their text. */
    anchored: (): StoredFact[] =>
      facts(
        "fact.kind <> 'passage' AND (fact.at IS NOT NULL OR instr(fact.text, '`') > 0) ORDER BY note.path, fact.first",
      ),
    /** Facts that were made of these passages or facts, whether or not anybody kept them. */
    factsDrawnFrom: (ids: readonly FactId[]): StoredFact[] =>
      facts(
        'fact.key IN (SELECT fact FROM drawn WHERE source IN (SELECT value FROM json_each(?)))',
        JSON.stringify(ids),
      ),
    /** Pairs of a bullet and a line that it was made of, where one of the two is among `lines`. */
    drawnAmong: (lines: readonly { readonly key: FactKey; readonly id: FactId }[]) =>
      cached(
        `SELECT drawn.fact, fact.key FROM drawn JOIN fact ON fact.id = drawn.source
         WHERE drawn.fact IN (SELECT CAST(value AS INTEGER) FROM json_each(@keys))
         UNION
         SELECT drawn.fact, fact.key FROM drawn JOIN fact ON fact.id = drawn.source
         WHERE drawn.source IN (SELECT value FROM json_each(@ids))
         ORDER BY 1, 2`,
      )
        .raw()
        .all({
          keys: JSON.stringify(lines.map(({ key }) => key)),
          ids: JSON.stringify(lines.map(({ id }) => id)),
        }) as (readonly [bullet: FactKey, part: FactKey])[],
    /** These facts, each at its first location, in the order of the notes. */
    placesDrawn: (ids: readonly FactId[]): StoredFact[] => {
      const seen = new Set<FactId>()
      return facts(
        'fact.id IN (SELECT value FROM json_each(?)) ORDER BY note.path, fact.first, fact.id',
        JSON.stringify(ids),
      ).filter(({ id }) => seen.size < seen.add(id).size)
    },
    /** Ids from which a fact of the same day was made; facts noted on another day do not count. */
    drawnUpon: (): ReadonlySet<FactId> =>
      new Set(
        cached(
          `SELECT DISTINCT drawn.source FROM drawn JOIN fact ON fact.key = drawn.fact
           JOIN fact AS part ON part.id = drawn.source AND part.day = fact.day`,
        )
          .pluck()
          .all() as FactId[],
      ),
    /** Facts that were noted on a day or later. */
    notedSince: (day: Day): StoredFact[] => facts("fact.day >= ? AND fact.kind <> 'passage' ORDER BY fact.key", day),
    /** The days, from one on, on which a fact of these kinds was noted, in order. */
    daysNoted: (kinds: readonly Kind[], since: Day): Day[] =>
      cached(`SELECT DISTINCT day FROM fact WHERE kind IN (SELECT value FROM json_each(?)) AND day >= ? ORDER BY day`)
        .pluck()
        .all(JSON.stringify(kinds), since) as Day[],
    /** How many facts of each of these kinds were noted in a span of days. */
    notedByKind: (kinds: readonly Kind[], { start, end }: Span): Readonly<Record<string, number>> =>
      Object.fromEntries(
        cached(
          `SELECT kind, count(DISTINCT id) FROM fact WHERE ${isStated} AND fact.of IS NULL AND day BETWEEN ? AND ?
           AND kind IN (SELECT value FROM json_each(?)) GROUP BY kind ORDER BY kind`,
        )
          .raw()
          .all(start, end, JSON.stringify(kinds)) as [string, number][],
      ),
    /** How many facts of these kinds were noted on each day of a span; days without any are left out. */
    notedByDay: (kinds: readonly Kind[], { start, end }: Span): readonly (readonly [day: Day, facts: number])[] =>
      cached(
        `SELECT day, count(DISTINCT id) FROM fact WHERE ${isStated} AND fact.of IS NULL AND day BETWEEN ? AND ?
         AND kind IN (SELECT value FROM json_each(?)) GROUP BY day ORDER BY day`,
      )
        .raw()
        .all(start, end, JSON.stringify(kinds)) as [Day, number][],
    notedOn: (kinds: readonly Kind[], day: Day): StoredFact[] =>
      facts(
        'fact.kind IN (SELECT value FROM json_each(?)) AND fact.day = ? ORDER BY fact.id',
        JSON.stringify(kinds),
        day,
      ),
    /** Facts of the notes whose own `until=` is after a day, or whose time reaches that day or a later one. */
    openAfter: (kinds: readonly Kind[], day: Day): StoredFact[] =>
      facts(
        `fact.kind IN (SELECT value FROM json_each(?)) AND fact.of IS NULL AND (fact.until > ? OR
           (fact.start IS NOT NULL AND fact.end >= ?)) ORDER BY fact.id, note.path, fact.first`,
        JSON.stringify(kinds),
        day,
        day,
      ),
    /** How many stated facts or passages of these kinds the notes have, without the notes at `without`. */
    amountOf: (kinds: readonly Kind[], without: readonly string[]): number =>
      cached(
        `SELECT count(DISTINCT fact.id) FROM fact WHERE fact.kind IN (SELECT value FROM json_each(?)) AND fact.of IS NULL
         AND ${isStated} AND fact.note NOT IN (SELECT id FROM note WHERE path IN (SELECT value FROM json_each(?)))`,
      )
        .pluck()
        .get(JSON.stringify(kinds), JSON.stringify(without)) as number,
    factsReplacing: (id: FactId): StoredFact[] =>
      facts('fact.was = ? AND fact.of IS NULL ORDER BY fact.id, note.path', id),
    /** Facts whose `was=` names an id that no fact has. */
    replacingNothing: (): StoredFact[] =>
      facts('fact.was IS NOT NULL AND fact.was NOT IN (SELECT id FROM fact) ORDER BY note.path, fact.first'),
    /** Facts whose own attributes give a verdict on an id that no statement of a belief has. */
    speakingOfNoBelief: (): StoredFact[] =>
      facts(
        `fact.key IN (SELECT fact FROM stance WHERE belief NOT IN (SELECT fact FROM saying))
         AND fact.of IS NULL ORDER BY note.path, fact.first`,
      ),
    /** Facts of the notes that do not begin with a name. */
    factsOfNobody: (): StoredFact[] =>
      facts("fact.leading = 0 AND fact.kind <> 'passage' AND fact.of IS NULL ORDER BY note.path, fact.first"),
    factsAt: (path: string, line: number): StoredFact[] =>
      facts('note.path = ? AND fact.first <= ? AND fact.last >= ? ORDER BY fact.first DESC', path, line, line),
    /** The labels of passages that stand on some lines of a note, each with the passage's lines. */
    labelsBetween: (path: string, first: number, last: number): LabelledLines[] =>
      cached(
        `SELECT fact.key, fact.label, fact.first, fact.last FROM fact JOIN note ON note.id = fact.note
         WHERE note.path = ? AND fact.kind = 'passage' AND fact.last >= ? AND fact.first <= ?`,
      ).all(path, first, last) as LabelledLines[],
    factsByKey(keys: readonly FactKey[]): Map<FactKey, StoredFact> {
      return new Map(
        facts('fact.key IN (SELECT CAST(value AS INTEGER) FROM json_each(?))', JSON.stringify(keys)).map((fact) => [
          fact.key,
          fact,
        ]),
      )
    },
    /** Where a note has the same statement again: every location but the first. */
    repeated: (): Fact['source'][] =>
      cached(
        `SELECT note.path, fact.first, fact.last FROM fact JOIN note ON note.id = fact.note
         WHERE kind <> 'passage' AND EXISTS (
           SELECT 1 FROM fact AS other WHERE other.note = fact.note AND other.id = fact.id AND other.first < fact.first)
         ORDER BY note.path, fact.first`,
      ).all() as Fact['source'][],
  }
}
