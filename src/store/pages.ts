import type { EntityKey } from '../model/entity.js'
import type { FactId } from '../model/fact.js'
import { isBelief, type Kind } from '../model/kind.js'
import type { Day } from '../model/time.js'
import type { beliefRows } from './beliefs.js'
import { isStated, type PageAbout, type StoredFact } from './rows.js'
import type { StatementCache } from './statements.js'

/** The rows of what pages may show, and of which pages wait to be written. */
export function pageRows(
  cached: StatementCache,
  factsById: (ids: readonly FactId[]) => StoredFact[],
  beliefs: ReturnType<typeof beliefRows>,
  meta: { readonly get: (key: string) => string | undefined; readonly set: (key: string, value: string) => void },
) {
  const stale = (): ReadonlySet<string> =>
    new Set(
      meta.get('pages-tree') === undefined ? ['all'] : (cached('SELECT page FROM stale').pluck().all() as string[]),
    )
  const markStale = (pages: Iterable<string>): void => {
    for (const page of pages) cached('INSERT OR IGNORE INTO stale (page) VALUES (?)').run(page)
  }

  return {
    /** The newest `limit` facts of these kinds (about these entities), with all their locations; undated ones last. */
    pageFacts(kinds: readonly Kind[], about: readonly EntityKey[] | undefined, limit: number): StoredFact[] {
      const chosen = cached(
        `SELECT DISTINCT fact.id, fact.day FROM ${pageTables(about)} WHERE ${pageCondition(kinds, about)}
         ORDER BY fact.day DESC NULLS LAST, fact.id LIMIT @limit`,
      ).all({ limit, about: JSON.stringify(about ?? []) }) as { id: string }[]
      return factsById(chosen.map((row) => row.id))
    },
    /**
     * What a page of these kinds (about these entities) may show, `limit` of each sort: facts that stand, newest first,
     * for an entity those of undated notes too; replaced facts as far as there is room; opinions in the order of
     * `beliefs.best`; and what waits to be kept. `full`: there may be more stated facts.
     */
    pageCandidates(
      kinds: readonly Kind[],
      about: PageAbout,
      limit: number,
    ): { facts: StoredFact[]; opinions: FactId[]; full: boolean } {
      const plain = kinds.filter((kind) => !isBelief(kind))
      const keys = keysIn(about)
      const chosen = (condition: string, order: string, most: number, among: readonly Kind[] = plain): FactId[] =>
        (
          cached(
            `SELECT DISTINCT fact.id, fact.day FROM ${pageTables(about)} WHERE ${pageCondition(among, about)}
             AND ${condition} ORDER BY ${order} LIMIT @most`,
          ).all({ about: keys, most }) as { id: FactId }[]
        ).map(({ id }) => id)
      const standing =
        plain.length === 0
          ? []
          : chosen(`${isStated} AND fact.id NOT IN ${wasReplaced}`, 'fact.day DESC NULLS LAST, fact.id', limit)
      const undated =
        isNamed(about) && standing.length === limit
          ? chosen(`${isStated} AND fact.day IS NULL AND fact.id NOT IN ${wasReplaced}`, 'fact.id', limit)
          : []
      const replaced =
        standing.length === limit || plain.length === 0
          ? []
          : chosen(
              `${isStated} AND fact.id IN ${wasReplaced}`,
              'fact.day DESC NULLS LAST, fact.id',
              limit - standing.length,
            )
      const opinions = kinds.some(isBelief) ? beliefs.best(about, limit) : []
      const waits = `${isNamed(about) ? 'mention.fact' : 'fact.key'} IN (SELECT key FROM fact WHERE suggested <> '' UNION ALL SELECT key FROM fact WHERE origin = 'held')`
      const unkept = chosen(waits, 'fact.day DESC NULLS LAST, fact.id', limit, kinds)
      return {
        facts: factsById([...new Set([...standing, ...undated, ...replaced, ...unkept])]),
        opinions,
        full: standing.length + replaced.length === limit || opinions.length === limit,
      }
    },
    /** For each year, newest first, the first log that has facts of these kinds (about these entities). */
    notesByYear(kinds: readonly Kind[], about: PageAbout): { year: string; path: string }[] {
      const among = `FROM ${pageTables(about)} JOIN note ON note.id = fact.note WHERE ${pageCondition(kinds, about)} AND ${isStated}`
      if (isNamed(about)) {
        // SQLite takes the other columns from the row that has the minimum.
        const first = cached(
          `SELECT min(fact.day || ' ' || note.path), substr(fact.day, 1, 4) AS year, note.path AS path ${among}
           AND fact.day IS NOT NULL GROUP BY year ORDER BY year DESC`,
        )
        const rows = first.all({ about: JSON.stringify(about) }) as { year: string; path: string }[]
        return rows.map(({ year, path }) => ({ year, path }))
      }
      // A kind has too many rows to look at them all, and an index orders them by day.
      const first = cached(
        `SELECT fact.day, note.path ${among} AND fact.day >= @from ORDER BY fact.day, note.path LIMIT 1`,
      )
      const years: { year: string; path: string }[] = []
      for (let from = ''; ;) {
        const found = first.get({ from }) as { day: Day; path: string } | undefined
        if (!found) return years
        const year = found.day.slice(0, 4)
        years.unshift({ year, path: found.path })
        from = `${year}-12-32` // behind the year's last day, before the next year's first
      }
    },

    /** Pages whose facts changed since they were written; 'all' where nothing is known of it. */
    stale,
    markStale,
    /** Mark pages as written from this tree. Nothing is marked where the index stands for another tree by now. */
    pagesWritten(tree: string, done: Iterable<string>, remaining: Iterable<string>): void {
      if (meta.get('tree') !== tree) return
      if (stale().has('all')) markStale(remaining)
      for (const page of ['all', ...done]) cached('DELETE FROM stale WHERE page = ?').run(page)
      meta.set('pages-tree', tree)
    },

    /** Pages written and not yet noted as landed, each with HEAD's blob (null: none), which may be the page as written. */
    pagesInFlight: () =>
      cached(
        'SELECT written.path, page, written.oid, note.oid AS head FROM written LEFT JOIN note USING (path)',
      ).all() as {
        path: string
        page: string
        oid: string
        head: string | null
      }[],
    pageWritten(path: string, page: string, oid: string): void {
      cached(
        'INSERT INTO written (path, page, oid) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET oid = excluded.oid',
      ).run(path, page, oid)
    },
    /** Forgets the state of pages in the working tree: a page is then stale only once the index learns of a change. */
    beginPages(): void {
      for (const table of ['stale', 'written']) cached(`DELETE FROM ${table}`).run()
      meta.set('pages-tree', meta.get('tree') ?? '')
    },
    pageLanded(path: string): void {
      cached('DELETE FROM written WHERE path = ?').run(path)
    },
  }
}

/** Ids that a later fact replaces. */
const wasReplaced = '(SELECT was FROM fact WHERE was IS NOT NULL AND of IS NULL UNION ALL SELECT fact FROM ending)'

const isNamed = (about: PageAbout): about is readonly EntityKey[] => typeof about === 'object'
const keysIn = (about: PageAbout): string => JSON.stringify(isNamed(about) ? about : [])

/** With an entity the planner must start from its mentions: they are far fewer than the rows of a kind. */
const pageTables = (about: PageAbout): string =>
  isNamed(about) ? 'mention CROSS JOIN fact ON fact.key = mention.fact' : 'fact'

/** Kinds stand in the SQL, not as values, so that their index serves the order too. They are a closed set. */
function pageCondition(kinds: readonly Kind[], about: PageAbout): string {
  const kind = `fact.kind IN (${kinds.map((name) => `'${name}'`).join(', ')})`
  if (about === 'nobody') return `${kind} AND NOT EXISTS (SELECT 1 FROM mention WHERE mention.fact = fact.key)`
  return isNamed(about) ? `${kind} AND mention.entity IN (SELECT value FROM json_each(@about))` : kind
}
