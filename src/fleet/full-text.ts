import { isNotedBy, conditionOf, type Filter, type FullText, type Saying } from '../store/finding.js'
import type { FactKey } from '../store/rows.js'
import type { StatementCache } from '../store/statements.js'
import type { TermPlace } from '../store/terms.js'
import type { AskedDatabase } from './asked-database.js'
import { parseFtsQuery, type FtsQuery } from './fts-query.js'

/** `weight` adds up the column weights of a phrase's places in a line; `length` is the line's number of terms. */
interface Hit {
  readonly weight: number
  readonly length: number
}

type Hits = ReadonlyMap<FactKey, Hit>

export interface TextTotals {
  readonly lines: number
  readonly tokens: number
}

/** Parameters of `bm25` in FTS5. */
export const saturation = 1.2
export const lengthShare = 0.75
/** The weights of the columns text, names and headings. */
export const columnWeights = [1, 1, 0.5] as const
/** The low bits of a place's number hold its offset, the bits above them its column. */
export const offsetBits = 24

/** The upper end of a range of terms: a text that sorts after every term with this prefix. */
export const behind = (prefix: string): string => `${prefix}\u{10FFFF}`

/**
 * Full-text search over postings, with the same answers as FTS5, to the last bit of a score. A phrase's hits are cached
 * until the rows change.
 *
 * @param termsOf cuts a phrase into terms as lines are cut
 */
export function postingText(db: AskedDatabase, totals: () => TextTotals, termsOf: (phrase: string) => TermPlace[]) {
  let known: { version: string; hits: Map<string, Hits> } | undefined
  const current = (): NonNullable<typeof known> => {
    if (known?.version !== db.version) known = { version: db.version, hits: new Map() }
    return known
  }

  function lookUp(terms: readonly string[], begins: boolean): Hits {
    const hits = new Map<FactKey, { weight: number; length: number }>()
    const [first, ...others] = terms
    if (first === undefined) return hits
    if (others.length === 0) {
      const rows = begins
        ? db.ask(
            'SELECT doc, weight, length FROM memory.posting WHERE ws = (SELECT memory.one()) AND term >= $1 AND term < $2',
            [first, behind(first)],
          ).rows
        : db.ask('SELECT doc, weight, length FROM memory.posting WHERE ws = (SELECT memory.one()) AND term = $1', [
            first,
          ]).rows
      for (const [doc, weight, length] of rows as [FactKey, number, number][]) {
        const hit = hits.get(doc)
        if (hit) hit.weight += weight
        else hits.set(doc, { weight, length })
      }
      return hits
    }
    const places = placesOf(terms, begins)
    for (const [doc, { length, at }] of places) {
      const starts = [...(at[0] ?? [])].filter((place) => at.every((own, step) => own.has(place + step)))
      const weight = starts.reduce((sum, place) => sum + columnWeights[place >> offsetBits]!, 0)
      if (weight > 0) hits.set(doc, { weight, length })
    }
    return hits
  }

  /** Lines that hold every term of a phrase, with the places of each term. */
  function placesOf(terms: readonly string[], begins: boolean) {
    const last = terms.length - 1
    const whole = [...new Set(begins ? terms.slice(0, last) : terms)]
    const docs = `SELECT doc FROM memory.posting WHERE ws = (SELECT memory.one()) AND term = ANY(CAST($1 AS text[]))
      GROUP BY doc HAVING count(*) = $2`
    const rows = db.ask(
      `SELECT doc, term, length, places FROM memory.posting WHERE ws = (SELECT memory.one()) AND term = ANY(CAST($1 AS text[])) AND doc IN (${docs})`,
      [whole, whole.length],
    ).rows as [FactKey, string, number, number[]][]
    if (begins)
      rows.push(
        ...(db.ask(
          `SELECT doc, term, length, places FROM memory.posting WHERE ws = (SELECT memory.one()) AND term >= $3 AND term < $4 AND doc IN (${docs})`,
          [whole, whole.length, terms[last], behind(terms[last]!)],
        ).rows as [FactKey, string, number, number[]][]),
      )
    const found = new Map<FactKey, { length: number; at: Set<number>[] }>()
    for (const [doc, term, length, places] of rows) {
      let line = found.get(doc)
      if (!line) found.set(doc, (line = { length, at: terms.map(() => new Set()) }))
      for (const [step, own] of terms.entries())
        if (begins && step === last ? term.startsWith(own) : term === own)
          for (const place of places) line.at[step]!.add(place)
    }
    return found
  }

  function hitsOf(phrase: string, begins: boolean): Hits {
    const { hits } = current()
    const key = `${phrase}${begins ? '*' : ''}`
    let found = hits.get(key)
    if (!found)
      hits.set(
        key,
        (found = lookUp(
          termsOf(phrase).map(({ term }) => term),
          begins,
        )),
      )
    return found
  }

  /** The lines that a query finds, and its phrases in the order in which they count in a line's score. */
  function evaluated(query: FtsQuery): {
    lines: ReadonlySet<FactKey>
    leaves: (readonly [Hits, ReadonlySet<FactKey> | null])[]
  } {
    if ('phrase' in query) {
      const hits = hitsOf(query.phrase, query.begins)
      return { lines: new Set(hits.keys()), leaves: [[hits, null]] }
    }
    const parts = ('or' in query ? query.or : query.and).map(evaluated)
    const lines =
      'or' in query
        ? new Set(parts.flatMap((part) => [...part.lines]))
        : new Set([...parts[0]!.lines].filter((line) => parts.every((part) => part.lines.has(line))))
    // A phrase counts only in lines that the part of the query around it finds.
    const within = (own: ReadonlySet<FactKey> | null): ReadonlySet<FactKey> | null =>
      'or' in query ? own : own === null ? lines : new Set([...own].filter((line) => lines.has(line)))
    return { lines, leaves: parts.flatMap(({ leaves }) => leaves.map(([hits, own]) => [hits, within(own)] as const)) }
  }

  const linesOf = (match: string): ReadonlySet<FactKey> => evaluated(parseFtsQuery(match)).lines

  function scored(match: string): [FactKey, number][] {
    const { lines, leaves } = evaluated(parseFtsQuery(match))
    if (lines.size === 0) return []
    const { lines: all, tokens } = totals()
    const usual = tokens / all
    const idfs = leaves.map(([hits]) => {
      const idf = Math.log((all - hits.size + 0.5) / (hits.size + 0.5))
      return idf <= 0 ? 1e-6 : idf
    })
    return [...lines].map((line) => {
      let score = 0
      for (const [at, [hits, own]] of leaves.entries()) {
        const hit = own === null || own.has(line) ? hits.get(line) : undefined
        if (!hit) continue
        const norm = saturation * (1 - lengthShare + (lengthShare * hit.length) / usual)
        score += idfs[at]! * ((hit.weight * (saturation + 1)) / (hit.weight + norm))
      }
      return [line, score]
    })
  }

  /** The terms of a query of single words joined by OR; undefined for any other query. */
  function wordsOf(query: FtsQuery): string[] | undefined {
    if ('and' in query) return undefined
    if ('or' in query) {
      const parts = query.or.map(wordsOf)
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    const [first, ...others] = termsOf(query.phrase)
    return query.begins || first === undefined || others.length > 0 ? undefined : [first.term]
  }

  function counted(words: readonly string[], most: number): number {
    const [word, ...others] = new Set(words)
    const one = 'SELECT coalesce(min(lines), 0) FROM memory.frequency WHERE ws = (SELECT memory.one()) AND term = $1'
    const any = `SELECT count(*) FROM (SELECT DISTINCT doc FROM memory.posting
      WHERE ws = (SELECT memory.one()) AND term = ANY(CAST($1 AS text[])) LIMIT $2) AS held`
    const { rows } = others.length === 0 ? db.ask(one, [word]) : db.ask(any, [[word, ...others], most])
    return Math.min(most, rows[0]![0] as number)
  }

  const saying: Saying = (phrases) => ({
    keys: 'SELECT CAST(value AS INTEGER) FROM json_each(@said)',
    said: JSON.stringify([...linesOf(phrases.join(' OR '))]),
  })

  const search = (cached: StatementCache): FullText => {
    const notedBy = (keys: ReadonlySet<FactKey>, day: string): FactKey[] =>
      cached(
        `SELECT fact.key FROM fact WHERE key IN (SELECT CAST(value AS INTEGER) FROM json_each(@keys)) AND ${isNotedBy}`,
      )
        .pluck()
        .all({ keys: JSON.stringify([...keys]), notedBy: day }) as FactKey[]
    return {
      matching(match, filter: Filter, limit) {
        const { sql, values } = conditionOf(filter, saying)
        let best = scored(match)
        if (sql === '' && best.length > 2 * limit) {
          const [, least] = best.toSorted(([, a], [, b]) => b - a)[limit - 1]!
          best = best.filter(([, score]) => score >= least)
        }
        return cached(
          `SELECT fact.key FROM unnest(CAST(@keys AS INTEGER[]), CAST(@scores AS DOUBLE PRECISION[])) AS hit (key, score)
           JOIN fact ON fact.key = hit.key JOIN note ON note.id = fact.note WHERE true ${sql}
           ORDER BY hit.score DESC, note.path, fact.first, fact.key LIMIT @limit`,
        )
          .pluck()
          .all({
            ...values,
            keys: `{${best.map(([key]) => key).join(',')}}`,
            scores: `{${best.map(([, score]) => score).join(',')}}`,
            limit,
          }) as FactKey[]
      },
      tellingOf(phrases) {
        const keys = JSON.stringify([...linesOf(phrases.join(' OR '))])
        const of = (days: string, order: string): FactKey[] =>
          cached(
            `SELECT fact.key FROM fact JOIN note ON note.id = fact.note
             WHERE fact.key IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND fact.kind = 'passage' AND ${days}
             ORDER BY ${order} note.path, fact.first, fact.key`,
          )
            .pluck()
            .all(keys) as FactKey[]
        return { undated: of('fact.day IS NULL', ''), newest: of('fact.day IS NOT NULL', 'fact.day DESC,') }
      },
      holding(match, day) {
        const keys = linesOf(match)
        return (day === undefined ? [...keys] : notedBy(keys, day)).toSorted((a, b) => a - b)
      },
      frequency(match, most, day) {
        const words = day === undefined ? wordsOf(parseFtsQuery(match)) : undefined
        // A common word may be in a quarter of all lines, so the database counts them.
        if (words) return counted(words, most)
        const keys = linesOf(match)
        return Math.min(most, day === undefined ? keys.size : notedBy(keys, day).length)
      },
    }
  }
  return { saying, search }
}
