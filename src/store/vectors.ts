import type { FactId } from '../model/fact.js'
import type { StatementCache } from './statements.js'

/** A fact or passage that is to get a vector: what its id says. */
export interface Unmeasured {
  readonly id: FactId
  readonly mentions: readonly string[]
  readonly text: string
}

/** Vectors of facts and passages by their ids, all of one model. What they are made of is told by `fact`; losing them loses nothing. */
export function vectorRows(cached: StatementCache) {
  const forget = (): void => {
    cached('DELETE FROM vector').run()
    cached('DELETE FROM embedding').run()
  }
  return {
    /** Of which model they are; undefined where there are none. */
    model: (): string | undefined => cached('SELECT model FROM embedding').pluck().get() as string | undefined,
    /** Those of another model go. */
    madeBy(model: string): void {
      if (cached('SELECT model FROM embedding').pluck().get() === model) return
      forget()
      cached('INSERT INTO embedding (model) VALUES (?)').run(model)
    },
    forget,
    keep(id: FactId, bytes: Uint8Array): void {
      cached('INSERT OR REPLACE INTO vector (id, bytes) VALUES (?, ?)').run(id, bytes)
    },
    all: (): [FactId, Uint8Array][] =>
      cached('SELECT id, bytes FROM vector ORDER BY id').raw().all() as [FactId, Uint8Array][],
    count: (): number => cached('SELECT count(*) FROM vector').pluck().get() as number,
    /** Facts and passages without one, each once, behind `after` in the order of their ids. */
    missing: (after: FactId, most: number): Unmeasured[] =>
      (
        cached(
          `SELECT id, mentions, text FROM fact WHERE id > ? AND id NOT IN (SELECT id FROM vector) GROUP BY id ORDER BY id LIMIT ?`,
        ).all(after, most) as { id: FactId; mentions: string; text: string }[]
      ).map(({ id, mentions, text }) => ({ id, mentions: JSON.parse(mentions) as string[], text })),
    missingCount: (): number =>
      cached('SELECT count(DISTINCT id) FROM fact WHERE id NOT IN (SELECT id FROM vector)').pluck().get() as number,
  }
}
