import type { EntityKey } from '../memory/entity.js'
import type { FactId } from '../memory/fact.js'
import type { Day } from '../memory/time.js'
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

/** A fact that may end, with what its text can meet another in; null where that was not kept. */
export interface Candidate {
  readonly id: FactId
  readonly keys: readonly string[] | null
}

const inList = 'IN (SELECT value FROM json_each(?))'

/** What ends world facts beside `was=` and `until=`. */
export function endingRows(cached: StatementCache) {
  return {
    forgetAll: (): void => void cached('DELETE FROM ending').run(),
    /** Forget what these facts end and are ended by. @returns what was ended */
    forget(changed: readonly FactId[]): FactId[] {
      const list = JSON.stringify(changed)
      const found = cached(
        `SELECT fact FROM ending WHERE fact ${inList} UNION SELECT fact FROM ending WHERE by ${inList}`,
      )
        .pluck()
        .all(list, list) as FactId[]
      for (const column of ['fact', 'by']) cached(`DELETE FROM ending WHERE ${column} ${inList}`).run(list)
      return found
    },
    end({ fact, by, day, cues }: Ending): void {
      cached('INSERT OR REPLACE INTO ending (fact, by, day, cues) VALUES (?, ?, ?, ?)').run(
        fact,
        by,
        day,
        JSON.stringify(cues),
      )
    },
    /** The first that ends a fact. */
    of(fact: FactId): Ending | undefined {
      const row = cached('SELECT fact, by, day, cues FROM ending WHERE fact = ? ORDER BY day, by LIMIT 1').get(fact) as
        (Ending & { cues: string }) | undefined
      return row && { ...row, cues: JSON.parse(row.cues) as string[] }
    },
    /** Ended facts, each with the first day on which it was over. */
    all: (): [FactId, Day][] =>
      cached('SELECT fact, min(day) FROM ending GROUP BY fact ORDER BY fact').raw().all() as [FactId, Day][],

    /** World facts before a day that mention an entity. */
    before(about: readonly EntityKey[], day: Day): Candidate[] {
      const rows = cached(
        `SELECT near.id, meeting.keys FROM (
           SELECT DISTINCT fact.id FROM mention CROSS JOIN fact ON fact.key = mention.fact
           WHERE mention.entity ${inList} AND fact.kind = 'world' AND fact.day < ?) AS near
         LEFT JOIN meeting ON meeting.fact = near.id ORDER BY near.id`,
      )
        .raw()
        .all(JSON.stringify(about), day) as [FactId, string | null][]
      return rows.map(([id, keys]) => ({ id, keys: keys === null ? null : keys.split('\n') }))
    },
    /** Facts after a day that mention an entity; hardly any where the day is today's. */
    after: (about: readonly EntityKey[], day: Day): FactId[] =>
      cached(
        `SELECT DISTINCT fact.id FROM fact CROSS JOIN mention ON mention.fact = fact.key
         WHERE fact.kind IN ('world', 'experience') AND fact.day > ? AND mention.entity ${inList} ORDER BY fact.id`,
      )
        .pluck()
        .all(day, JSON.stringify(about)) as FactId[],
  }
}
