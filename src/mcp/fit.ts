import type { BriefOptions, Workspace } from '../index.js'
import { MemoryError } from '../model/error.js'
import { tokenCost, withinBudget } from '../text/tokens.js'
import { noticeLine } from './lines.js'
import { followLines, fenceQuotes } from './quoted.js'

/** Estimated tokens of a brief whose caller sets no budget. */
export const usualToolBudget = 1500

/** Estimated tokens that an answer without a result may take: the fence, and the note on the budget. */
export const leastToolBudget = 170

const longestNote = noticeLine('the budget left out 999 of 999 results, the best of about 9999 tokens')
const costOf = (lines: readonly string[]): number => tokenCost(`${lines.join('\n')}\n`)

/**
 * The tokens that a budget leaves for lines inside the fence.
 *
 * @throws MemoryError bad-argument
 */
export function withinFence(budget: number, known?: string): number {
  if (budget < leastToolBudget)
    throw new MemoryError('bad-argument', `budget takes a whole number from ${leastToolBudget}, got ${budget}`)
  return Math.floor(budget - Math.ceil(tokenCost(fenceQuotes([''], known)) + 2))
}

type BriefToFit = Awaited<ReturnType<Workspace['brief']>>

/** A brief that names tools in place of commands. Notices above it count against its budget. */
export async function briefWithin(
  workspace: Workspace,
  { budget = usualToolBudget, ...options }: Omit<BriefOptions, 'calls'>,
  noticed: Set<string>,
): Promise<BriefToFit> {
  const within = withinFence(budget, followLines)
  const brief = (left: number): Promise<BriefToFit> => workspace.brief({ ...options, budget: left, calls: 'tools' })
  const whole = await brief(within)
  if (noticed.size === 0) return whole
  const told = [...noticed]
  const less = await brief(Math.max(leastBrief, Math.floor(within - costOf(told.map(noticeLine)))))
  // The second call may give a notice again in other words: only those of the first are kept.
  for (const each of noticed) if (!told.includes(each)) noticed.delete(each)
  return less
}

/** The least that the library takes. Beside a long notice less may be left: the estimate's margin covers that. */
const leastBrief = 100

interface FittedAnswer<T> {
  readonly kept: readonly T[]
  readonly lines: readonly string[]
  readonly notes: readonly string[]
}

/**
 * As many results as fit a budget beside other lines; all where there is no budget.
 *
 * @param keep `leadingWithin` for results in order of time, so that none in between is left out
 */
export function fitAnswer<T>(
  all: readonly T[],
  linesOf: (one: T) => readonly string[],
  { budget, beside }: { readonly budget: number | undefined; readonly beside: readonly string[] },
  keep: typeof withinBudget = withinBudget,
): FittedAnswer<T> {
  if (budget === undefined) return { kept: all, lines: all.flatMap(linesOf), notes: [] }
  const left = withinFence(budget) - costOf(beside) - costOf([longestNote])
  const kept = keep(all, (one) => costOf(linesOf(one)), left)
  const gone = all.length - kept.length
  const best =
    all[0] === undefined || kept.length > 0 ? '' : `, the best of about ${Math.ceil(costOf(linesOf(all[0])))} tokens`
  return {
    kept,
    lines: kept.flatMap(linesOf),
    notes: gone === 0 ? [] : [`the budget left out ${gone} of ${all.length} results${best}`],
  }
}
