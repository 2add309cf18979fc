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

/** Facts that a condition on `fact` and `note` chooses. */
export type ReadFacts = (condition: string, ...values: unknown[]) => StoredFact[]

/** @param alsoCommitted facts of notes that lie over the index, which HEAD's version says too */
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

/** Facts by where they stand, by id and by what they say of others; a fact of several places comes once a place. */
export function factRows(cached: StatementCache, facts: ReadFacts, endings: ReturnType<typeof endingRows>) {
  return {
    factsOf: (path: string): StoredFact[] => facts('note.path = ? ORDER BY fact.first, fact.key', path),
    factsById: (ids: readonly FactId[]): StoredFact[] =>
      facts('fact.id IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first', JSON.stringify(ids)),
    /** Facts of these kinds that somebody states, each once, those that name the same one first together, by their days. */
    idsOf: (kinds: readonly Kind[]): FactId[] =>
      cached(
        `SELECT id FROM fact WHERE ${isStated} AND kind IN (SELECT value FROM json_each(?)) GROUP BY id ORDER BY min(mentions ->> 0), min(day), id`,
      )
        .pluck()
        .all(JSON.stringify(kinds)) as FactId[],
    /** The same in no order. */
    statedIds: (kinds: readonly Kind[]): ReadonlySet<FactId> =>
      new Set(
        cached(`SELECT DISTINCT id FROM fact WHERE ${isStated} AND kind IN (SELECT value FROM json_each(?))`)
          .pluck()
          .all(JSON.stringify(kinds)) as FactId[],
      ),
    /** Those of these ids that a fact has. */
    idsAmong: (ids: readonly FactId[]): FactId[] =>
      cached('SELECT DISTINCT id FROM fact WHERE id IN (SELECT value FROM json_each(?))')
        .pluck()
        .all(JSON.stringify(ids)) as FactId[],
    factsOfKinds: (kinds: readonly Kind[]): StoredFact[] =>
      facts(
        'fact.kind IN (SELECT value FROM json_each(?)) ORDER BY fact.id, note.path, fact.first',
        JSON.stringify(kinds),
      ),
    /** Opinions with a confidence that a person wrote in `bank/`. */
    curatedOpinions: (): StoredFact[] =>
      facts(
        "fact.kind IN (SELECT value FROM json_each(?)) AND fact.origin = 'curated' AND fact.confidence IS NOT NULL ORDER BY note.path, fact.first",
        JSON.stringify(beliefKinds),
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
    /** What is only suggested, by note and line. */
    suggestions: (): StoredFact[] => facts("fact.suggested <> '' ORDER BY note.path, fact.first"),
    /** What is held for what it came by, by note and line. */
    held: (): StoredFact[] => facts("fact.origin = 'held' ORDER BY note.path, fact.first"),
    /** What may be about code: with `at=`, or a code span in its text; by note and line. */
    anchored: (): StoredFact[] =>
      facts(
        "fact.kind <> 'passage' AND (fact.at IS NOT NULL OR instr(fact.text, '`') > 0) ORDER BY note.path, fact.first",
      ),
    /** Facts that were made of these passages or facts, kept or not. */
    factsDrawnFrom: (ids: readonly FactId[]): StoredFact[] =>
      facts(
        'fact.key IN (SELECT fact FROM drawn WHERE source IN (SELECT value FROM json_each(?)))',
        JSON.stringify(ids),
      ),
    /** Bullets and the lines that they say they were made of, of which these are one or the other. */
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
    /** Where what a fact was made of stands, each once, in the order of the notes. */
    placesDrawn: (ids: readonly FactId[]): StoredFact[] => {
      const seen = new Set<FactId>()
      return facts(
        'fact.id IN (SELECT value FROM json_each(?)) ORDER BY note.path, fact.first, fact.id',
        JSON.stringify(ids),
      ).filter(({ id }) => seen.size < seen.add(id).size)
    },
    /** Of what something of the same day was made, by ids then: what is noted on another day decides nothing about it. */
    drawnUpon: (): ReadonlySet<FactId> =>
      new Set(
        cached(
          `SELECT DISTINCT drawn.source FROM drawn JOIN fact ON fact.key = drawn.fact
           JOIN fact AS part ON part.id = drawn.source AND part.day = fact.day`,
        )
          .pluck()
          .all() as FactId[],
      ),
    /** Facts of the notes from a day on. */
    notedSince: (day: Day): StoredFact[] => facts("fact.day >= ? AND fact.kind <> 'passage' ORDER BY fact.key", day),
    /** The days from one on that something of these kinds was noted on, in order. */
    daysNoted: (kinds: readonly Kind[], since: Day): Day[] =>
      cached(`SELECT DISTINCT day FROM fact WHERE kind IN (SELECT value FROM json_each(?)) AND day >= ? ORDER BY day`)
        .pluck()
        .all(JSON.stringify(kinds), since) as Day[],
    /** How many facts of each of these kinds somebody noted on some days. */
    notedByKind: (kinds: readonly Kind[], { start, end }: Span): Readonly<Record<string, number>> =>
      Object.fromEntries(
        cached(
          `SELECT kind, count(DISTINCT id) FROM fact WHERE ${isStated} AND fact.of IS NULL AND day BETWEEN ? AND ?
           AND kind IN (SELECT value FROM json_each(?)) GROUP BY kind ORDER BY kind`,
        )
          .raw()
          .all(start, end, JSON.stringify(kinds)) as [string, number][],
      ),
    /** How many of these kinds somebody noted on each day of some, where anything was. */
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
    /** Facts of the notes that still hold after a day by an `until=` of their own, or are about it or days to come. */
    openAfter: (kinds: readonly Kind[], day: Day): StoredFact[] =>
      facts(
        `fact.kind IN (SELECT value FROM json_each(?)) AND fact.of IS NULL AND (fact.until > ? OR
           (fact.start IS NOT NULL AND fact.end >= ?)) ORDER BY fact.id, note.path, fact.first`,
        JSON.stringify(kinds),
        day,
        day,
      ),
    /** How many facts or passages of these kinds there are, as their notes state them; those of these notes not. */
    amountOf: (kinds: readonly Kind[], without: readonly string[]): number =>
      cached(
        `SELECT count(DISTINCT fact.id) FROM fact WHERE fact.kind IN (SELECT value FROM json_each(?)) AND fact.of IS NULL
         AND ${isStated} AND fact.note NOT IN (SELECT id FROM note WHERE path IN (SELECT value FROM json_each(?)))`,
      )
        .pluck()
        .get(JSON.stringify(kinds), JSON.stringify(without)) as number,
    factsReplacing: (id: FactId): StoredFact[] =>
      facts('fact.was = ? AND fact.of IS NULL ORDER BY fact.id, note.path', id),
    /** Facts with a `was=` whose id nothing has. */
    replacingNothing: (): StoredFact[] =>
      facts('fact.was IS NOT NULL AND fact.was NOT IN (SELECT id FROM fact) ORDER BY note.path, fact.first'),
    /** Facts whose own attributes speak of what is no statement of a belief. */
    speakingOfNoBelief: (): StoredFact[] =>
      facts(
        `fact.key IN (SELECT fact FROM stance WHERE belief NOT IN (SELECT fact FROM saying))
         AND fact.of IS NULL ORDER BY note.path, fact.first`,
      ),
    /** Facts that name nobody at their start, as they stand in notes. */
    factsOfNobody: (): StoredFact[] =>
      facts("fact.leading = 0 AND fact.kind <> 'passage' AND fact.of IS NULL ORDER BY note.path, fact.first"),
    factsAt: (path: string, line: number): StoredFact[] =>
      facts('note.path = ? AND fact.first <= ? AND fact.last >= ? ORDER BY fact.first DESC', path, line, line),
    /** Labels of passages that stand on some lines of a note, of each with its lines. */
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
    /** Statements that stand twice in one note; every place but the first. */
    repeated: (): Fact['source'][] =>
      cached(
        `SELECT note.path, fact.first, fact.last FROM fact JOIN note ON note.id = fact.note
         WHERE kind <> 'passage' AND EXISTS (
           SELECT 1 FROM fact AS other WHERE other.note = fact.note AND other.id = fact.id AND other.first < fact.first)
         ORDER BY note.path, fact.first`,
      ).all() as Fact['source'][],
  }
}
