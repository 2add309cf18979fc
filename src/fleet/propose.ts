import type { Query, Term } from '../recall/question/query.js'
import { ftsQuoted } from '../recall/question/rarity.js'
import type { Store } from '../store/store.js'
import type { Terms } from '../store/terms.js'
import type { AskedDatabase } from './asked-database.js'
import { behind, lengthShare, saturation } from './full-text.js'
import type { Member } from './members.js'

/** The workspaces worth searching line by line, among all that may be read. */
export interface Proposal {
  /** The workspaces whose best line holds most of the question, in that order. */
  readonly members: readonly Member[]
  /** The score of each workspace's best line as a share of the best score of all: 0 to 1. */
  readonly weights: ReadonlyMap<number, number>
  /** Wraps a store so that words are weighted by all lines that may be read, not by those of one workspace. */
  readonly shared: (store: Store, member: Member) => Store
}

/** A word in more than this share of all lines, and in more than this number, finds too much to help. */
const commonShare = 0.02
const commonLines = 2000
/** The most words that are looked for, the rarest first. */
const mostSought = 12
/** The most lines from which the workspaces are chosen. */
const mostLines = 400

/**
 * The workspaces to ask, by BM25 of their lines. Frequencies and lengths are summed over the workspaces that the
 * principal may read and no others: else answers would reveal the others.
 */
export function proposeMembers(
  db: AskedDatabase,
  terms: Terms,
  query: Query,
  readable: readonly Member[],
  most: number,
): Proposal {
  const lines = readable.reduce((sum, member) => sum + member.lines, 0)
  const tokens = readable.reduce((sum, member) => sum + member.tokens, 0)
  const all = readable.map(({ ws }) => ws)
  const frequency = frequencyAmong(db, terms, all)
  const shared = (store: Store, { ws }: Member): Store => {
    const counted = new Map<string, number>()
    // The rows of others are hidden while one workspace is set, so none is set while they are counted.
    const outside = (match: string): number => {
      setWorkspace(db, null)
      try {
        return frequency.of(match)
      } finally {
        setWorkspace(db, ws)
      }
    }
    return {
      ...store,
      lineCount: () => lines,
      frequency: (match, few) => Math.min(few, frequency.known(match) ?? outside(match)),
      counted: () => counted,
    }
  }
  const sought = soughtIn(query.terms, terms, frequency.of, lines)
  const rows = sought.length === 0 ? newest(db, all, query) : best(db, all, sought, tokens / Math.max(1, lines))
  const scores = new Map<number, number>()
  for (const [ws, score] of rows) if (!scores.has(ws)) scores.set(ws, score)
  const chosen = [...scores].slice(0, most)
  const top = chosen[0]?.[1] ?? 1
  const byNumber = new Map(readable.map((member) => [member.ws, member]))
  return {
    members: chosen.flatMap(([ws]) => byNumber.get(ws) ?? []),
    weights: new Map(chosen.map(([ws, score]) => [ws, top > 0 ? score / top : 1])),
    shared,
  }
}

/** A word of the question, as the terms that lines have for it. */
interface SoughtWord {
  readonly terms: readonly string[]
  readonly begins: boolean
  readonly idf: number
}

/** Let the transaction see only this workspace, until another is set; with null all that may be read. */
export const setWorkspace = (db: AskedDatabase, ws: number | null): void =>
  void db.ask(`SELECT set_config('memory.workspace', $1, true)`, [ws === null ? '' : String(ws)])

/** Counts the lines with a word, once per question. Counts of its forms are added, so a line may count twice. */
function frequencyAmong(db: AskedDatabase, terms: Terms, all: readonly number[]) {
  const counted = new Map<string, number>()
  // One look-up for each workspace and term: the planner must not read all terms of a workspace.
  const sum = (list: string, condition: string): string =>
    `SELECT coalesce(sum(held.lines), 0)::integer FROM unnest(CAST($1 AS integer[])) AS may (ws) ${list}
     CROSS JOIN LATERAL (SELECT lines FROM memory.frequency WHERE ws = may.ws AND ${condition} OFFSET 0) AS held`
  const ofWords = sum('CROSS JOIN unnest(CAST($2 AS text[])) AS word (term)', 'frequency.term = word.term')
  const ofBeginning = sum('', 'term >= $2 AND term < $3')
  const countOf = (match: string): number => {
    const forms = [...match.matchAll(/"([^"]*)"(\*?)/g)].map(([, form, star]) => ({
      form: form!,
      begins: star === '*',
    }))
    const own = (begins: boolean): string[] =>
      termsOfForms(
        terms,
        forms.filter((each) => each.begins === begins).map(({ form }) => form),
      )
    const words = own(false)
    let count = words.length === 0 ? 0 : (db.ask(ofWords, [all, words]).rows[0]![0] as number)
    for (const term of own(true)) count += db.ask(ofBeginning, [all, term, behind(term)]).rows[0]![0] as number
    return count
  }
  return {
    known: (match: string) => counted.get(match),
    of(match: string): number {
      const count = counted.get(match) ?? countOf(match)
      counted.set(match, count)
      return count
    },
  }
}

const termsOfForms = (terms: Terms, forms: readonly string[]): string[] =>
  forms.length === 0
    ? []
    : [
        ...new Set(
          terms.of(forms.map((form) => [form, '', ''] as const)).flatMap((places) => places.map(({ term }) => term)),
        ),
      ]

/** The words that are rare enough to tell lines apart; where none is, the rarest. */
function soughtIn(
  asked: readonly Term[],
  terms: Terms,
  frequency: (match: string) => number,
  lines: number,
): readonly SoughtWord[] {
  const counted = asked
    .map((term) => ({ term, count: frequency(ftsQuoted(term.forms)) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
  const rare = counted.filter(({ count }) => count <= Math.max(commonShare * lines, commonLines))
  return (rare.length > 0 ? rare : counted.slice(0, 2)).slice(0, mostSought).flatMap(({ term, count }) => {
    const begins = term.forms.some((form) => form.endsWith('*'))
    const own = termsOfForms(
      terms,
      term.forms.map((form) => form.replace(/\*$/, '')),
    )
    const idf = Math.log(1 + (lines - Math.min(lines, count) + 0.5) / (count + 0.5))
    return own.length === 0 ? [] : [{ terms: own, begins, idf }]
  })
}

/** The best lines by BM25: for each, its workspace and score. */
function best(
  db: AskedDatabase,
  all: readonly number[],
  sought: readonly SoughtWord[],
  usual: number,
): [number, number][] {
  const words = sought.flatMap(({ terms: own, begins, idf }, group) =>
    own.map((term) => ({ term, begins, group, idf })),
  )
  const { rows } = db.ask(
    `SELECT ws, score FROM (
       SELECT ws, doc, sum(idf * weight * ${saturation + 1} / (weight + ${saturation} * (${1 - lengthShare} + ${lengthShare} * length / $2))) AS score
       FROM (
         SELECT held.ws, held.doc, word.part, word.idf, max(held.weight)::double precision AS weight, max(held.length) AS length
         FROM unnest(CAST($3 AS text[]), CAST($4 AS text[]), CAST($5 AS integer[]), CAST($6 AS double precision[])) AS word (term, below, part, idf)
         CROSS JOIN unnest(CAST($1 AS integer[])) AS may (ws)
         CROSS JOIN LATERAL (
           SELECT ws, doc, weight, length FROM memory.posting
           WHERE posting.ws = may.ws AND posting.term >= word.term AND posting.term < word.below OFFSET 0
         ) AS held
         GROUP BY held.ws, held.doc, word.part, word.idf
       ) AS held GROUP BY ws, doc
     ) AS scored ORDER BY score DESC, ws, doc LIMIT ${mostLines}`,
    [
      all,
      Math.max(1, usual),
      words.map(({ term }) => term),
      words.map(({ term, begins }) => (begins ? behind(term) : `${term}\u0001`)),
      words.map(({ group }) => group),
      words.map(({ idf }) => idf),
    ],
  )
  return rows as [number, number][]
}

/** For a question without words: the workspaces with the newest notes, of the days that it names. */
function newest(db: AskedDatabase, all: readonly number[], { window, mentioned }: Query): [number, number][] {
  const days = window ?? mentioned
  const { rows } = db.ask(
    `SELECT ws FROM memory.note WHERE ws = ANY(CAST($1 AS integer[])) AND day >= $2 AND day <= $3 GROUP BY ws ORDER BY max(day) DESC, ws`,
    [all, days?.start ?? '', days?.end ?? '9999'],
  )
  return (rows as [number][]).map(([ws]) => [ws, 1])
}
