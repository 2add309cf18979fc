import type { Day } from '../model/time.js'
import type { StatementCache } from './statements.js'

/** What is known of a word by its company. */
export interface WordDirection {
  /** A stem. */
  readonly term: string
  /** Its weight, in millionths. */
  readonly weight: number
  /** One signed byte a dimension. */
  readonly bytes: Int8Array
}

/** A note, and how many facts and passages are read from it. */
export interface NoteSize {
  readonly note: number
  readonly path: string
  readonly oid: string
  readonly day: Day | null
  readonly lines: number
}

/** The notes in which words were counted. */
export interface CompanyStanding {
  /** The tree at which the company was last brought up to date. */
  readonly tree: string
  /** The notes, as one hash. */
  readonly stamp: string
  readonly lines: number
}

/** The rows of words' company, as `recall/company` counts it. It is made of some of the notes and can be made again. */
export function companyRows(
  cached: StatementCache,
  meta: { get: (key: string) => string | undefined; set: (key: string, value: string) => void },
) {
  const standing = (): CompanyStanding | undefined => {
    // `1455 9f86d081… 3b18e5…`. The tree comes last because it may hold blanks: `part of 3b18e5…` where blobs are
    // missing.
    const [, lines, stamp, tree] = /^(\d+) (\S+) (.*)$/s.exec(meta.get('company') ?? '') ?? []
    return stamp === undefined ? undefined : { tree: tree!, stamp, lines: Number(lines) }
  }
  return {
    /** Undefined where the company was never brought up to date. */
    standing,
    standFor: ({ tree, stamp, lines }: CompanyStanding): void => meta.set('company', `${lines} ${stamp} ${tree}`),
    /** How many lines words were counted in. */
    lines: (): number => standing()?.lines ?? 0,

    /** Every note from which a fact or passage is read, in no order. */
    noteSizes: (): NoteSize[] =>
      cached(
        `SELECT note.id AS note, path, oid, note.day, count(*) AS lines FROM note JOIN fact ON fact.note = note.id GROUP BY note.id`,
      ).all() as NoteSize[],
    /** The texts of a note's facts and passages, in their order. */
    textsOf: (note: number): string[] =>
      cached('SELECT text FROM fact WHERE note = ? ORDER BY first, key').pluck().all(note) as string[],
    /** Forget the company of all words, and that it was up to date. */
    forget(): void {
      cached('DELETE FROM company').run()
      meta.set('company', '')
    },
    keep(words: readonly WordDirection[]): void {
      cached('DELETE FROM company').run()
      const insert = cached('INSERT INTO company (term, weight, bytes) VALUES (?, ?, ?)')
      for (const { term, weight, bytes } of words) insert.run(term, weight, bytes)
    },
    /** What is known of these words, in the order of the words. */
    of: (terms: readonly string[]): WordDirection[] =>
      (
        cached(
          'SELECT term, weight, bytes FROM company WHERE term IN (SELECT value FROM json_each(?)) ORDER BY term',
        ).all(JSON.stringify(terms)) as (Omit<WordDirection, 'bytes'> & { bytes: Uint8Array })[]
      ).map(({ bytes, ...word }) => ({
        ...word,
        bytes: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      })),
  }
}
