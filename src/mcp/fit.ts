import { MemoryError } from '../model/error.js'
import { tokenCost } from '../text/tokens.js'
import { noted } from './lines.js'
import { quoted } from './quoted.js'

/** Tokens of a brief where nothing is said of them. */
export const usualBudget = 1500

/** Tokens that an answer without a result may take: the fence, and what is said of a budget. */
export const leastBudget = 170

/** The longest that is said of it. */
const longestNote = noted('the budget left out 999 of 999 results, the best of about 9999 tokens')
const costOf = (lines: readonly string[]): number => tokenCost(`${lines.join('\n')}\n`)

/** Tokens of a budget that are left for what notes say. @throws MemoryError bad-argument */
export function withinFence(budget: number, known?: string): number {
  if (budget < leastBudget)
    throw new MemoryError('bad-argument', `budget takes a whole number from ${leastBudget}, got ${budget}`)
  return Math.floor(budget - Math.ceil(tokenCost(quoted([''], known)) + 2))
}

interface Fitted<T> {
  readonly kept: readonly T[]
  readonly lines: readonly string[]
  /** What was left out, said. */
  readonly notes: readonly string[]
}

/**
 * As many as a budget holds beside what else is said, as they are sent; all where there is none. One that is too long makes
 * room for the next, or where they are a row of days ends it.
 */
export function fitted<T>(
  all: readonly T[],
  linesOf: (one: T) => readonly string[],
  { budget, beside, isRow = false }: { budget: number | undefined; beside: readonly string[]; isRow?: boolean },
): Fitted<T> {
  if (budget === undefined) return { kept: all, lines: all.flatMap(linesOf), notes: [] }
  let left = withinFence(budget) - costOf(beside) - costOf([longestNote])
  const kept: T[] = []
  for (const one of all) {
    const cost = costOf(linesOf(one))
    if (cost <= left) {
      kept.push(one)
      left -= cost
    } else if (isRow) break
  }
  const gone = all.length - kept.length
  const best =
    all[0] === undefined || kept.length > 0 ? '' : `, the best of about ${Math.ceil(costOf(linesOf(all[0])))} tokens`
  return {
    kept,
    lines: kept.flatMap(linesOf),
    notes: gone === 0 ? [] : [`the budget left out ${gone} of ${all.length} results${best}`],
  }
}
