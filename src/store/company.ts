import type { Day } from '../model/time.js'
import type { StatementCache } from './statements.js'

/** What is known of a word by those that it stands beside. */
export interface WordDirection {
  /** A stem. */
  readonly term: string
  /** What it counts, in millionths. */
  readonly weight: number
  /** A signed byte a dimension. */
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

/** In what words were counted. */
export interface CompanyStanding {
  /** For which this was looked at last. */
  readonly tree: string
  /** The notes, as one hash. */
  readonly stamp: string
  readonly lines: number
}

/** What words stand beside, as `recall/company` counts it: made of some of the notes, and losing it loses nothing. */
export function companyRows(
  cached: StatementCache,
  meta: { get: (key: string) => string | undefined; set: (key: string, value: string) => void },
) {
  const standing = (): CompanyStanding | undefined => {
    // `1455 9f86d081… 3b18e5…`: a tree of which blobs are missing has blanks in it.
    const [, lines, stamp, tree] = /^(\d+) (\S+) (.*)$/s.exec(meta.get('company') ?? '') ?? []
    return stamp === undefined ? undefined : { tree: tree!, stamp, lines: Number(lines) }
  }
  return {
    /** Undefined where nobody has looked. */
    standing,
    standFor: ({ tree, stamp, lines }: CompanyStanding): void => meta.set('company', `${lines} ${stamp} ${tree}`),
    /** Lines that words were counted in. */
    lines: (): number => standing()?.lines ?? 0,

    /** Every note of which something is read, in no order. */
    noteSizes: (): NoteSize[] =>
      cached(
        `SELECT note.id AS note, path, oid, note.day, count(*) AS lines FROM note JOIN fact ON fact.note = note.id GROUP BY note.id`,
      ).all() as NoteSize[],
    /** What the lines of a note say, in their order. */
    textsOf: (note: number): string[] =>
      cached('SELECT text FROM fact WHERE note = ? ORDER BY first, key').pluck().all(note) as string[],
    /** Nothing is known of any word, and nobody has looked. */
    forget(): void {
      cached('DELETE FROM company').run()
      meta.set('company', '')
    },
    /** This is what is known of words now. */
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
