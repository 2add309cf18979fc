import type { EntityKey } from '../model/entity.js'
import type { FactId, Origin } from '../model/fact.js'
import type { Kind } from '../model/kind.js'
import type { Day } from '../model/time.js'
import { isStated } from './rows.js'
import type { StatementCache } from './statements.js'

/** A world fact that the words of a later fact end. */
export interface Ending {
  readonly fact: FactId
  readonly by: FactId
  /** The day of the later fact; from it on the earlier one is over. */
  readonly day: Day
  /** The words of the later fact that end the earlier. */
  readonly cues: readonly string[]
}

/** A fact that mentions an entity, with the columns of its row. */
export interface Mentioning {
  readonly id: FactId
  /** In how many places the fact stands. Where there are several, the columns are those of any one of them. */
  readonly places: number
  readonly kind: Kind
  readonly origin: Origin
  readonly day: Day | null
  readonly until: string | null
  readonly of: FactId | null
  readonly leading: number
  readonly mentions: readonly string[]
  readonly text: string
}

const inList = 'IN (SELECT value FROM json_each(?))'

const mayBeLater = "fact.kind IN ('world', 'experience') AND fact.day >= @day"
const isNamed = 'mention.entity IN (SELECT value FROM json_each(@names))'

/** Endings of world facts by the words of later ones, not by `was=` or `until=`. */
export function endingRows(cached: StatementCache) {
  return {
    forgetAll(): void {
      for (const table of ['ending', 'sight']) cached(`DELETE FROM ${table}`).run()
    },
    /** Forgets what the facts `by` end, and what ends the facts `ended`; returns the facts that were ended. */
    forget(by: readonly FactId[], ended: readonly FactId[] = []): FactId[] {
      const lists = [JSON.stringify(by), JSON.stringify(ended)]
      const found = cached(
        `SELECT fact FROM ending WHERE by ${inList} UNION SELECT fact FROM ending WHERE fact ${inList}`,
      )
        .pluck()
        .all(...lists) as FactId[]
      cached(`DELETE FROM ending WHERE by ${inList} OR fact ${inList}`).run(...lists)
      cached(`DELETE FROM sight WHERE fact ${inList}`).run(lists[0])
      return found
    },
    /** Notes that a fact was compared with earlier ones only back to the place `since`, not with all. */
    looksBack(fact: FactId, since: string): void {
      cached('INSERT OR REPLACE INTO sight (fact, since) VALUES (?, ?)').run(fact, since)
    },
    /** Facts that were compared with earlier ones back to this place or further, but not with all. */
    lookingBackTo: (place: string): FactId[] =>
      cached('SELECT fact FROM sight WHERE since <= ? ORDER BY fact').pluck().all(place) as FactId[],
    end({ fact, by, day, cues }: Ending): void {
      cached('INSERT OR REPLACE INTO ending (fact, by, day, cues) VALUES (?, ?, ?, ?)').run(
        fact,
        by,
        day,
        JSON.stringify(cues),
      )
    },
    isEndedBy: (fact: FactId, by: FactId): boolean =>
      cached('SELECT 1 FROM ending WHERE fact = ? AND by = ?').get(fact, by) !== undefined,
    /** Pairs of a fact that one of these ends, and the one that ends it. */
    endedBy: (by: readonly FactId[]): [FactId, FactId][] =>
      cached(`SELECT fact, by FROM ending WHERE by ${inList} ORDER BY by, fact`).raw().all(JSON.stringify(by)) as [
        FactId,
        FactId,
      ][],
    /** The earliest ending of a fact. */
    of(fact: FactId): Ending | undefined {
      const row = cached('SELECT fact, by, day, cues FROM ending WHERE fact = ? ORDER BY day, by LIMIT 1').get(fact) as
        (Ending & { cues: string }) | undefined
      return row && { ...row, cues: JSON.parse(row.cues) as string[] }
    },
    /** Ended facts, each with the first day on which it was over. */
    all: (): [FactId, Day][] =>
      cached('SELECT fact, min(day) FROM ending GROUP BY fact ORDER BY fact').raw().all() as [FactId, Day][],

    /** World facts that mention an entity, each once. */
    mentioning(about: readonly EntityKey[]): Mentioning[] {
      const rows = cached(
        `SELECT fact.id, count(*) AS places, fact.kind, fact.origin, fact.day, fact.until, fact.of, fact.leading, fact.mentions, fact.text
         FROM (SELECT DISTINCT fact.id FROM mention CROSS JOIN fact ON fact.key = mention.fact
           WHERE mention.entity ${inList} AND fact.kind = 'world' AND ${isStated}) AS near
         CROSS JOIN fact ON fact.id = near.id AND ${isStated} GROUP BY fact.id`,
      ).all(JSON.stringify(about)) as (Mentioning & { mentions: string })[]
      return rows.map((row) => ({ ...row, mentions: JSON.parse(row.mentions) as string[] }))
    },
    /**
     * Facts from a day on that mention an entity. The smaller set is searched: either the facts from that day on (few
     * where it is today), or the facts that mention the entity (few against thousands from a day long past).
     */
    since(about: readonly EntityKey[], day: Day): FactId[] {
      const names = JSON.stringify(about)
      const given = { names, day }
      const many = (rows: string, most: number): boolean =>
        (cached(`SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT @most)`)
          .pluck()
          .get({ ...given, most }) as number) === most
      let tables: string | undefined
      for (let most = 256; tables === undefined; most *= 4) {
        if (!many(`fact WHERE ${mayBeLater}`, most)) tables = 'fact CROSS JOIN mention'
        else if (!many(`mention WHERE ${isNamed}`, most)) tables = 'mention CROSS JOIN fact'
      }
      return cached(
        `SELECT DISTINCT fact.id FROM ${tables} ON mention.fact = fact.key
         WHERE ${mayBeLater} AND ${isStated} AND ${isNamed} ORDER BY fact.id`,
      )
        .pluck()
        .all(given) as FactId[]
    },
  }
}
