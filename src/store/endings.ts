import type { EntityKey } from '../model/entity.js'
import type { FactId, Origin } from '../model/fact.js'
import type { Kind } from '../model/kind.js'
import type { Day } from '../model/time.js'
import { isStated } from './rows.js'
import type { StatementCache } from './statements.js'

/** A world fact that a later one's words end. */
export interface Ending {
  readonly fact: FactId
  readonly by: FactId
  /** The day of the later one, from which on the other is over. */
  readonly day: Day
  /** The words that say so. */
  readonly cues: readonly string[]
}

/** A fact that mentions an entity, as its only place has it. */
export interface Mentioning {
  readonly id: FactId
  /** How many places say it: of several, these columns are some one's. */
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

/** What ends world facts beside `was=` and `until=`. */
export function endingRows(cached: StatementCache) {
  return {
    forgetAll(): void {
      for (const table of ['ending', 'sight']) cached(`DELETE FROM ${table}`).run()
    },
    /** Forget what these facts end, and what ends these others. @returns what was ended */
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
    /** Note that a fact looked back no further than to a place, for there is more. */
    looksBack(fact: FactId, since: string): void {
      cached('INSERT OR REPLACE INTO sight (fact, since) VALUES (?, ?)').run(fact, since)
    },
    /** Facts that look back to a place or further, and not as far as there is anything. */
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
    /** Whether the one ends the other. */
    isEndedBy: (fact: FactId, by: FactId): boolean =>
      cached('SELECT 1 FROM ending WHERE fact = ? AND by = ?').get(fact, by) !== undefined,
    /** What each of these ends: a fact, and the one that ends it. */
    endedBy: (by: readonly FactId[]): [FactId, FactId][] =>
      cached(`SELECT fact, by FROM ending WHERE by ${inList} ORDER BY by, fact`).raw().all(JSON.stringify(by)) as [
        FactId,
        FactId,
      ][],
    /** The first that ends a fact. */
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
     * Facts from a day on that mention an entity, looked for among the fewer: what is stated from that day on, hardly
     * anything where it is today, or what mentions the entity, whose facts of a day long past are among thousands of others.
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
