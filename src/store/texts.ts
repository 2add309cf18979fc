import type { FactId, WordsId } from '../model/fact.js'
import type { Verdict } from '../model/verdict.js'
import type { Db } from './open.js'
import type { StatementCache } from './statements.js'

/** The keys by which a text is found or finds others; null where they were not kept. */
export type KeptKeys = Int32Array | null

/** The keys of a text: `offers`, by which it is found if it is a belief, and `asks`, by which it finds beliefs. */
export interface TextKeys {
  readonly offers: Iterable<number> | null
  readonly asks: Iterable<number>
}

const bytesOf = (keys: Iterable<number>): Uint8Array => new Uint8Array(Int32Array.from(keys).buffer)

export function keysFrom(bytes: Uint8Array): Int32Array
export function keysFrom(bytes: Uint8Array | null): KeptKeys
export function keysFrom(bytes: Uint8Array | null): KeptKeys {
  if (bytes === null) return null
  // SQLite's bytes may begin where 32-bit numbers may not.
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Int32Array(buffer, byteOffset, length >> 2)
}

/** The rows of what the judge made of texts. They can be forgotten at any time and made again. */
export function textRows(
  db: Db,
  cached: StatementCache,
  meta: { get(key: string): string | undefined; set(key: string, value: string): void },
) {
  const forgetAll = (): void => {
    for (const table of ['keys', 'judged']) db.exec(`DELETE FROM ${table}`)
  }
  return {
    forgetAll,
    /** Say which version of the judge makes the rows. Those of another are deleted. */
    madeBy(judge: string): void {
      if (meta.get('judge') === judge) return
      forgetAll()
      meta.set('judge', judge)
    },
    /** Forget what was made of texts that no fact has any more. */
    prune(): void {
      cached('DELETE FROM keys WHERE fact NOT IN (SELECT id FROM fact)').run()
      cached(
        'DELETE FROM judged WHERE fact NOT IN (SELECT words FROM keys) OR opinion NOT IN (SELECT words FROM saying)',
      ).run()
    },
    /** Forget a fact's keys for other words than these; all its keys where no words are given. */
    forgetOthers(fact: FactId, words: WordsId | undefined): void {
      cached('DELETE FROM keys WHERE fact = ? AND words IS NOT ?').run(fact, words ?? null)
    },
    /** The keys of these words; undefined where none were kept. */
    keysOf(fact: FactId, words: WordsId): TextKeys | undefined {
      const row = cached('SELECT offers, asks FROM keys WHERE fact = ? AND words = ?').raw().get(fact, words) as
        [Uint8Array | null, Uint8Array] | undefined
      return row && { offers: keysFrom(row[0]), asks: keysFrom(row[1]) }
    },
    keepKeys(fact: FactId, words: WordsId, { offers, asks }: TextKeys): void {
      cached('INSERT OR REPLACE INTO keys (fact, words, offers, asks) VALUES (?, ?, ?, ?)').run(
        fact,
        words,
        offers && bytesOf(offers),
        bytesOf(asks),
      )
    },
    /** The verdicts kept for these words on the words of opinions; null where they are unrelated. */
    verdictsOf: (words: WordsId): Map<WordsId, Verdict | null> =>
      new Map(
        (
          cached('SELECT opinion, verdict FROM judged WHERE fact = ?').raw().all(words) as [WordsId, string | null][]
        ).map(([opinion, verdict]) => [opinion, verdict === null ? null : (JSON.parse(verdict) as Verdict)]),
      ),
    keepVerdict(words: WordsId, opinion: WordsId, verdict: Verdict | null): void {
      cached('INSERT OR REPLACE INTO judged (fact, opinion, verdict) VALUES (?, ?, ?)').run(
        words,
        opinion,
        verdict && JSON.stringify(verdict),
      )
    },
  }
}
