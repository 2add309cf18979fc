import type { Anchor, Assertion, Wording } from '../model/assertion.js'
import type { Fact, FactId } from '../model/fact.js'
import type { ResolvedAssertion } from '../model/telling.js'
import type { StatementCache } from './statements.js'

/**
 * What a person says about facts in `bank/`, each with the fact that it was
 * found to mean. A fact that stands alone, for want of one that is meant, is a
 * row of `fact` whose `of` is its own id.
 */
export function assertionRows(
  cached: StatementCache,
  insertFact: (path: string, fact: Fact) => void,
  removeFact: (key: number) => void,
) {
  return {
    all: (): ResolvedAssertion[] =>
      (
        cached('SELECT page, line, target, belief, assertion FROM assertion ORDER BY page, line, ordinal').all() as {
          page: string
          line: number
          target: FactId | null
          belief: FactId | null
          assertion: string
        }[]
      ).map((row) => ({ ...row, assertion: JSON.parse(row.assertion) as Assertion })),
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
        ...said,
        id: of,
        of,
        on: null,
        was: null,
        stances: [],
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
