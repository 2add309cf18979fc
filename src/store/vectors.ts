import type { FactId } from '../model/fact.js'
import type { StatementCache } from './statements.js'

/** A fact or passage that is to get a vector: what its id says. */
export interface Unmeasured {
  readonly id: FactId
  readonly mentions: readonly string[]
  readonly text: string
}

/** What the model of the workspace itself knows of a word. */
export interface Known {
  readonly term: string
  /** What it counts, in millionths. */
  readonly weight: number
  /** A signed byte a dimension. */
  readonly bytes: Uint8Array
}

/** Vectors of facts and passages by their ids, all of one model. What they are made of is told by `fact`; losing them loses nothing. */
/** @param version another once another process has written */
export function vectorRows(cached: StatementCache, version: () => unknown) {
  // An open process is asked again and again, and reads what may be tens of megabytes.
  let read: { readonly version: unknown; readonly all: readonly (readonly [FactId, Uint8Array])[] } | undefined
  const forget = (): void => {
    read = undefined
    cached('DELETE FROM vector').run()
    cached('DELETE FROM embedding').run()
    cached('DELETE FROM basis').run()
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
      read = undefined
      cached('INSERT OR REPLACE INTO vector (id, bytes) VALUES (?, ?)').run(id, bytes)
    },
    /** Forget those of which no note says the text any more. */
    prune(): void {
      read = undefined
      cached('DELETE FROM vector WHERE id NOT IN (SELECT id FROM fact)').run()
    },
    all(): readonly (readonly [FactId, Uint8Array])[] {
      const now = version()
      if (!read || read.version !== now)
        read = {
          version: now,
          all: cached('SELECT id, bytes FROM vector ORDER BY id').raw().all() as [FactId, Uint8Array][],
        }
      return read.all
    },
    count: (): number => cached('SELECT count(*) FROM vector').pluck().get() as number,
    /** Facts and passages without one, each once, behind `after` in the order of their ids. */
    missing: (after: FactId, most: number): Unmeasured[] =>
      (
        cached(
          `SELECT id, mentions, text FROM fact WHERE id > ? AND id NOT IN (SELECT id FROM vector) GROUP BY id ORDER BY id LIMIT ?`,
        ).all(after, most) as { id: FactId; mentions: string; text: string }[]
      ).map(({ id, mentions, text }) => ({ id, mentions: JSON.parse(mentions) as string[], text })),
    /** What is known of these words. */
    basisOf: (terms: readonly string[]): Known[] =>
      cached('SELECT term, weight, bytes FROM basis WHERE term IN (SELECT value FROM json_each(?))').all(
        JSON.stringify(terms),
      ) as Known[],
    /** This is what is known of words now, by the model that was named last. */
    keepBasis(basis: readonly Known[]): void {
      cached('DELETE FROM basis').run()
      const insert = cached('INSERT INTO basis (term, weight, bytes) VALUES (?, ?, ?)')
      for (const { term, weight, bytes } of basis) insert.run(term, weight, bytes)
    },
    /** It may know a word that only what was forgotten said: then nothing is known, and by no model. */
    forgetBasis(): void {
      if (cached('DELETE FROM basis').run().changes > 0) cached('DELETE FROM embedding').run()
    },
    missingCount: (): number =>
      cached('SELECT count(DISTINCT id) FROM fact WHERE id NOT IN (SELECT id FROM vector)').pluck().get() as number,
  }
}
