import type { FactId } from '../model/fact.js'
import type { Db } from './open.js'
import type { StatementCache } from './statements.js'

/** A fact or passage that has no vector yet, with the text to make it from. */
export interface Unmeasured {
  readonly id: FactId
  readonly mentions: readonly string[]
  readonly text: string
}

/** The vectors of facts and passages, all of one model. They are made from `fact` and can be made again. */
export function vectorRows(db: Db, cached: StatementCache) {
  const count = (sql: string): number => cached(sql).pluck().get() as number
  /** Forget what was derived from the vectors: others are there from now on. */
  const renew = (): void => {
    cached('DELETE FROM nearest').run()
    cached('UPDATE embedding SET era = hex(randomblob(8))').run()
  }
  const forget = (): void => {
    for (const table of ['vector', 'nearest', 'embedding']) cached(`DELETE FROM ${table}`).run()
  }
  const bytesAt = (place: number): Int8Array | undefined =>
    signed(cached('SELECT bytes FROM vector WHERE place = ?').pluck().get(place))
  return {
    /** The model that made the vectors; undefined where there are none. */
    model: (): string | undefined => cached('SELECT model FROM embedding').pluck().get() as string | undefined,
    /** Say which model makes the vectors. Those of another are deleted. */
    madeBy(model: string): void {
      if (cached('SELECT model FROM embedding').pluck().get() === model) return
      forget()
      cached('INSERT INTO embedding (model, era) VALUES (?, hex(randomblob(8)))').run(model)
    },
    forget,
    /** Keeps a vector; empty where the text is to have none. */
    keep(id: FactId, bytes: Int8Array): void {
      cached(
        `INSERT INTO vector (place, id, bytes) VALUES ((SELECT coalesce(max(place) + 1, 0) FROM vector), ?, ?)
        ON CONFLICT (id) DO NOTHING`,
      ).run(id, bytes)
    },
    /** Delete the vectors of texts that no note holds any more, and what was derived from the vectors. */
    prune(): void {
      if (cached('DELETE FROM vector WHERE id NOT IN (SELECT id FROM fact)').run().changes > 0) renew()
    },
    count: (): number => count('SELECT count(*) FROM vector WHERE length(bytes) > 0'),

    /** A mark that changes when places come to mean other vectors. New vectors behind the last leave it as it is. */
    era: (): string => (cached('SELECT era FROM embedding').pluck().get() as string | undefined) ?? '',
    /** The vectors by their places, as they are now. */
    places() {
      const end = count('SELECT coalesce(max(place) + 1, 0) FROM vector')
      const width = count(
        'SELECT coalesce(max(length(bytes)), 0) FROM (SELECT bytes FROM vector WHERE length(bytes) > 0 LIMIT 1)',
      )
      const nothing = new Int8Array(width)
      return {
        end,
        width,
        at(place: number): Int8Array {
          const bytes = bytesAt(place)
          return bytes?.length === width ? bytes : nothing
        },
        all(from = 0, to = end): Int8Array {
          const all = new Int8Array((to - from) * width)
          const rows = cached('SELECT place, bytes FROM vector WHERE place >= ? AND place < ?').raw().all(from, to)
          for (const [place, bytes] of rows as [number, Uint8Array][])
            if (bytes.length === width) all.set(signed(bytes)!, (place - from) * width)
          return all
        },
        scanBy(extension: string) {
          db.loadExtension(extension)
          const scan = cached(
            `SELECT place FROM (SELECT place, vec_distance_cosine(vec_int8(bytes), vec_int8(?)) AS distance FROM vector
            WHERE length(bytes) = ?) WHERE distance IS NOT NULL ORDER BY distance LIMIT ?`,
          ).pluck()
          return (question: Int8Array, most: number) => scan.all(question, width, most) as number[]
        },
      }
    },
    idAt: (place: number): FactId | undefined =>
      cached('SELECT id FROM vector WHERE place = ?').pluck().get(place) as FactId | undefined,
    of: (id: FactId): Int8Array | undefined => signed(cached('SELECT bytes FROM vector WHERE id = ?').pluck().get(id)),
    /** What a search derived from the vectors at the first `covers` places. */
    built: (search: string): { readonly covers: number; readonly bytes: Uint8Array } | undefined =>
      cached('SELECT covers, bytes FROM nearest WHERE search = ?').get(search) as
        { covers: number; bytes: Uint8Array } | undefined,
    keepBuilt(search: string, covers: number, bytes: Uint8Array): void {
      renew()
      cached('INSERT INTO nearest (search, covers, bytes) VALUES (?, ?, ?)').run(search, covers, bytes)
    },

    /** Facts and passages without a vector, each once, with ids after `after`, in the order of their ids. */
    missing: (after: FactId, most: number): Unmeasured[] =>
      (
        cached(
          `SELECT id, mentions, text FROM fact WHERE id > ? AND id NOT IN (SELECT id FROM vector) GROUP BY id ORDER BY id LIMIT ?`,
        ).all(after, most) as { id: FactId; mentions: string; text: string }[]
      ).map(({ id, mentions, text }) => ({ id, mentions: JSON.parse(mentions) as string[], text })),
    missingCount: (): number => count('SELECT count(DISTINCT id) FROM fact WHERE id NOT IN (SELECT id FROM vector)'),
  }
}

const signed = (bytes: unknown): Int8Array | undefined =>
  bytes instanceof Uint8Array ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) : undefined
