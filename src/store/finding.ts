import type { EntityKey } from '../model/entity.js'
import type { FactId } from '../model/fact.js'
import { markKept, type OriginClass } from '../model/origin-class.js'
import type { LabelKind } from '../model/label.js'
import type { Kind } from '../model/kind.js'
import type { Day, Span } from '../model/time.js'
import { factTables, type FactKey, type LineRow, type OpenedSection } from './rows.js'
import type { StatementCache } from './statements.js'

/** Conditions on the facts to find; every given one must hold. */
export interface Filter {
  readonly kinds?: readonly Kind[] | undefined
  /** Only passages with one of these labels. */
  readonly labels?: readonly LabelKind[] | undefined
  /** Only facts and passages whose origin is of one of these classes, kept or not. */
  readonly origins?: readonly OriginClass[] | undefined
  readonly entities?: readonly EntityKey[] | undefined
  /** With `entities`: also facts that only a person's words in `bank/` connect with them. */
  readonly worded?: readonly FactId[] | undefined
  /** With `entities`: also passages that hold one of these FTS5 phrases, quoted by the caller. */
  readonly said?: readonly string[] | undefined
  /** Only facts that are about a day of this span, or were noted on one. */
  readonly window?: Span | undefined
  readonly without?: readonly FactKey[] | undefined
  /** Leave out what was noted after that day. What has no day stays. */
  readonly notedBy?: Day | undefined
}

export interface MomentRow {
  readonly key: FactKey
  readonly id: FactId
  readonly start: Day | null
  readonly end: Day | null
  readonly day: Day | null
}

/** SQL that gives the keys of lines with one of some phrases, and the value of its parameter `@said`. */
export type Saying = (phrases: readonly string[]) => { readonly keys: string; readonly said: string }

const sayingInWords: Saying = (phrases) => ({
  keys: 'SELECT rowid FROM words WHERE words MATCH @said',
  said: phrases.join(' OR '),
})

export function findingRows(cached: StatementCache, saying = sayingInWords) {
  const where = (filter: Filter): Condition => conditionOf(filter, saying)
  return {
    /** Facts that match an FTS5 query (quoted by the caller), best first, then by path and line. */
    matching(match: string, filter: Filter, limit: number): FactKey[] {
      const { sql, values } = where(filter)
      if (sql === '') {
        // Reading path and line of every match costs as much as finding them, so only those that may win are read.
        const best = cached(
          `SELECT rowid, -bm25(words, 1.0, 1.0, 0.5) AS score FROM words WHERE words MATCH ? ORDER BY score DESC LIMIT ?`,
        )
          .raw()
          .all(match, 2 * limit) as [FactKey, number][]
        const [, last] = best.at(-1) ?? [0, -Infinity]
        const sure = best.length < 2 * limit ? best : best.filter(([, score]) => score > last)
        if (best.length < 2 * limit || sure.length >= limit)
          return cached(
            `SELECT fact.key FROM json_each(@scores) AS scored JOIN fact ON fact.key = scored.value ->> 0
             JOIN note ON note.id = fact.note
             ORDER BY scored.value ->> 1 DESC, note.path, fact.first, fact.key LIMIT @limit`,
          )
            .pluck()
            .all({ scores: JSON.stringify(sure), limit }) as FactKey[]
      }
      return cached(
        `SELECT words.rowid AS key, -bm25(words, 1.0, 1.0, 0.5) AS score
         FROM words JOIN fact ON fact.key = words.rowid JOIN note ON note.id = fact.note
         WHERE words MATCH @match ${sql}
         ORDER BY score DESC, note.path, fact.first, fact.key LIMIT @limit`,
      )
        .pluck()
        .all({ ...values, match, limit }) as FactKey[]
    },
    /**
     * Facts that are about the days of a filter's window or were noted then, each with the number of days that it
     * spans. The shortest spans come first, then the newest.
     */
    during(filter: Filter, limit: number): { key: FactKey; days: number }[] {
      const { sql, values } = where(filter)
      // Most facts are about the day of their note alone, and the index has those newest first.
      const few = (days: string, which: string, order: string): string =>
        `SELECT * FROM (SELECT fact.key, ${days} AS days, fact.day, note.path, fact.first
         FROM ${factTables} WHERE ${which} ${sql}
         ORDER BY ${order} fact.day DESC NULLS LAST, note.path, fact.first, fact.key LIMIT @limit) AS few`
      return cached(
        `SELECT key, days FROM (
           ${few('1', 'fact.start IS NULL AND fact.day BETWEEN @since AND @until', '')}
           UNION ALL ${few('1 + julianday(fact.end) - julianday(fact.start)', 'fact.start IS NOT NULL', 'days,')}
         ) AS spans ORDER BY days, day DESC NULLS LAST, path, first, key LIMIT @limit`,
      ).all({ ...values, limit }) as { key: FactKey; days: number }[]
    },
    /** Passages with one of these phrases in text or headings: undated ones by path and line, others newest first. */
    tellingOf(phrases: readonly string[]): { undated: FactKey[]; newest: FactKey[] } {
      const of = (days: string, order: string): FactKey[] =>
        cached(
          `SELECT fact.key FROM words JOIN fact ON fact.key = words.rowid JOIN note ON note.id = fact.note
           WHERE words MATCH ? AND fact.kind = 'passage' AND ${days} ORDER BY ${order} note.path, fact.first, fact.key`,
        )
          .pluck()
          .all(phrases.join(' OR ')) as FactKey[]
      return { undated: of('fact.day IS NULL', ''), newest: of('fact.day IS NOT NULL', 'fact.day DESC,') }
    },
    /**
     * Every location of every fact that passes a filter, by path and line. `start` and `end` are the days that it is
     * about (null where it is undated), `day` the day it was noted.
     */
    moments(filter: Filter): MomentRow[] {
      const { sql, values } = where(filter)
      return cached(
        `SELECT fact.key, fact.id, coalesce(fact.start, fact.day) AS start, coalesce(fact.end, fact.day) AS end, fact.day
         FROM ${factTables} WHERE true ${sql} ORDER BY note.path, fact.first, fact.key`,
      ).all(values) as MomentRow[]
    },
    newest(filter: Filter, limit: number): FactKey[] {
      const { sql, values } = where(filter)
      return cached(
        `SELECT fact.key FROM ${factTables} WHERE true ${sql} ORDER BY fact.day DESC NULLS LAST, note.path, fact.first, fact.key LIMIT @limit`,
      )
        .pluck()
        .all({ ...values, limit }) as FactKey[]
    },
    /** Locations of these facts that pass a filter, in the order of the ids, then by path and line. */
    placesOf(ids: readonly FactId[], filter: Filter): FactKey[] {
      const { sql, values } = where(filter)
      return cached(
        `SELECT fact.key FROM json_each(@ids) AS given JOIN fact ON fact.id = given.value JOIN note ON note.id = fact.note
         WHERE true ${sql} ORDER BY given.key, note.path, fact.first, fact.key`,
      )
        .pluck()
        .all({ ...values, ids: JSON.stringify(ids) }) as FactKey[]
    },
    /** The newest day (up to `by`) on which anything was noted. */
    lastNoted: (by: Day = '9999-12-31'): Day | null =>
      cached('SELECT max(day) FROM fact WHERE day <= ?').pluck().get(by) as Day | null,
    /** The number of facts and passages, or of those noted by a day. */
    lineCount: (notedBy?: Day): number =>
      cached(`SELECT count(*) FROM fact ${notedBy === undefined ? '' : `WHERE ${isNotedBy}`}`)
        .pluck()
        .get({ notedBy }) as number,
    /** The sections (noted by a day) by key: the first row of each, how many rows it has, and a number for its note. */
    sections: (notedBy?: Day): OpenedSection[] =>
      (
        cached(`SELECT key, opens, note FROM fact WHERE opens > 0 ${notedBy === undefined ? '' : `AND ${isNotedBy}`}`)
          .raw()
          .all({ notedBy }) as OpenedSection[]
      ).toSorted(([a], [b]) => a - b),
    /** The keys, in order, of all lines (noted by a day) that an FTS5 query finds. */
    holding: (match: string, notedBy?: Day): FactKey[] =>
      cached(
        `SELECT words.rowid FROM words ${notedBy === undefined ? '' : 'JOIN fact ON fact.key = words.rowid'}
         WHERE words MATCH @match ${notedBy === undefined ? '' : `AND ${isNotedBy}`} ORDER BY words.rowid`,
      )
        .pluck()
        .all({ match, notedBy }) as FactKey[],
    /** How many lines (noted by a day) an FTS5 query finds, counted up to `most`. */
    frequency: (match: string, most: number, notedBy?: Day): number =>
      cached(
        `SELECT count(*) FROM (SELECT 1 FROM words ${notedBy === undefined ? '' : 'JOIN fact ON fact.key = words.rowid'}
         WHERE words MATCH @match ${notedBy === undefined ? '' : `AND ${isNotedBy}`} LIMIT @most)`,
      )
        .pluck()
        .get({ match, most, notedBy }) as number,
    /** Those of these keys that a fact or passage (noted by a day) mentions. */
    known: (keys: readonly EntityKey[], notedBy?: Day): EntityKey[] =>
      cached(
        `SELECT DISTINCT entity FROM mention ${notedBy === undefined ? '' : 'JOIN fact ON fact.key = mention.fact'}
         WHERE entity IN (SELECT value FROM json_each(@keys)) ${notedBy === undefined ? '' : `AND ${isNotedBy}`}`,
      )
        .pluck()
        .all({ keys: JSON.stringify(keys), notedBy }) as EntityKey[],
    /** The lines with these keys as ranking reads them, in no order. */
    lines: (keys: readonly FactKey[]): LineRow[] =>
      cached(
        `SELECT fact.key, fact.id, note.path, fact.first, fact.kind, fact.day, fact.start, fact.end, fact.mentions, fact.trail, fact.text, fact.label
         FROM ${factTables} WHERE fact.key IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`,
      )
        .raw()
        .all(JSON.stringify(keys)) as LineRow[],
  }
}

/** The reads that ask the search index. */
export type FullText = Pick<ReturnType<typeof findingRows>, 'matching' | 'tellingOf' | 'holding' | 'frequency'>

/** A line without a day counts as noted before all days, as it does for beliefs. */
export const isNotedBy = `coalesce(fact.day, '') <= @notedBy`

export interface Condition {
  /** `AND … AND …` on `fact` joined with `note`; empty where everything passes. */
  readonly sql: string
  readonly values: Readonly<Record<string, string>>
}

export function conditionOf(filter: Filter, saying: Saying): Condition {
  const parts: string[] = []
  const values: Record<string, string> = {}
  if (filter.kinds) {
    parts.push('fact.kind IN (SELECT value FROM json_each(@kinds))')
    values['kinds'] = JSON.stringify(filter.kinds)
  }
  if (filter.labels) {
    parts.push('fact.label IS NOT NULL AND fact.label IN (SELECT value FROM json_each(@labels))')
    values['labels'] = JSON.stringify(filter.labels)
  }
  if (filter.origins) {
    parts.push('fact.mark IS NOT NULL AND fact.mark IN (SELECT value FROM json_each(@origins))')
    values['origins'] = JSON.stringify(filter.origins.flatMap((each) => [each, markKept(each)]))
  }
  if (filter.entities) {
    const about =
      'fact.key IN (SELECT mention.fact FROM mention WHERE mention.entity IN (SELECT value FROM json_each(@entities)))'
    const { worded = [], said = [] } = filter
    const says = said.length > 0 ? saying(said) : undefined
    const ways = [
      about,
      ...(worded.length > 0 ? ['fact.id IN (SELECT value FROM json_each(@worded))'] : []),
      ...(says ? [`(fact.kind = 'passage' AND fact.key IN (${says.keys}))`] : []),
    ]
    parts.push(ways.length > 1 ? `(${ways.join(' OR ')})` : about)
    values['entities'] = JSON.stringify(filter.entities)
    if (worded.length > 0) values['worded'] = JSON.stringify(worded)
    if (says) values['said'] = says.said
  }
  if (filter.window) {
    parts.push('((fact.start <= @until AND fact.end >= @since) OR fact.day BETWEEN @since AND @until)')
    values['since'] = filter.window.start
    values['until'] = filter.window.end
  }
  if (filter.without && filter.without.length > 0) {
    parts.push('fact.key NOT IN (SELECT CAST(value AS INTEGER) FROM json_each(@without))')
    values['without'] = JSON.stringify(filter.without)
  }
  if (filter.notedBy !== undefined) {
    parts.push(isNotedBy)
    values['notedBy'] = filter.notedBy
  }
  return { sql: parts.map((part) => `AND ${part}`).join(' '), values }
}
