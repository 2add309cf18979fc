import type { Anchor, Assertion, Wording } from '../model/assertion.js'
import { noAttributes, type Fact, type FactId } from '../model/fact.js'
import type { Stance } from '../model/stance.js'
import type { ResolvedAssertion } from '../model/telling.js'
import type { StatementCache } from './statements.js'

interface StoredAssertion {
  readonly page: string
  readonly line: number
  readonly target: FactId | null
  readonly belief: FactId | null
  readonly assertion: string
}

/**
 * The rows of what a person says about facts in `bank/`, each with the fact that it was found to mean. Where none is
 * found, the person's words become a fact of their own: a row of `fact` whose `of` is its own id.
 */
export function assertionRows(
  cached: StatementCache,
  insertFact: (path: string, fact: Fact) => void,
  removeFact: (key: number) => void,
) {
  return {
    /** Assertions of these sorts in the order of pages and lines; all of them where no sort is given. */
    all: (...whats: readonly Assertion['what'][]): ResolvedAssertion[] =>
      (
        cached(
          `SELECT page, line, target, belief, assertion FROM assertion
           ${whats.length > 0 ? 'WHERE what IN (SELECT value FROM json_each(?))' : ''} ORDER BY page, line, ordinal`,
        ).all(...(whats.length > 0 ? [JSON.stringify(whats)] : [])) as StoredAssertion[]
      ).map((row) => ({ ...row, assertion: JSON.parse(row.assertion) as Assertion })),
    /** The verdicts that lines in `bank/` give of a fact, each on one belief, in the order of pages and lines. */
    judgedOf: (target: FactId): { readonly page: string; readonly stance: Stance; readonly belief: FactId }[] =>
      cached(
        `SELECT page, json_extract(assertion, '$.stance') AS stance, belief FROM assertion
         WHERE what = 'judged' AND target = ? AND belief IS NOT NULL ORDER BY page, line, ordinal`,
      ).all(target) as { page: string; stance: Stance; belief: FactId }[],
    holdsJudged: (): boolean => cached("SELECT 1 FROM assertion WHERE what = 'judged' LIMIT 1").get() !== undefined,
    resolve(all: readonly ResolvedAssertion[]): void {
      for (const { page, line, target, belief, assertion } of all)
        cached('UPDATE assertion SET target = ?, belief = ? WHERE page = ? AND line = ? AND assertion = ?').run(
          target,
          belief,
          page,
          line,
          JSON.stringify(assertion),
        )
    },
    dropAlone(): void {
      for (const key of cached('SELECT key FROM fact WHERE of = id').pluck().all() as number[]) removeFact(key)
    },
    standAlone(page: string, line: number, { of, on, said }: Anchor | Wording): void {
      const day = on?.day ?? null
      insertFact(page, {
        ...noAttributes,
        ...said,
        id: of,
        of,
        origin: 'curated',
        confidence: null,
        day,
        occurred: null,
        trail: [],
        source: { path: page, first: line, last: line },
      })
    },
  }
}
