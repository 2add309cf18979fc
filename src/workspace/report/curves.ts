import type { FactId } from '../../model/fact.js'
import type { ReportBelief, ReportSome } from '../../model/report.js'
import { ledgerOf } from '../../recall/answer/result.js'
import { reportLimits } from './limits.js'
import { stepTold } from './changes.js'
import { factNamed, type ToldLines } from './told-lines.js'

/** How many beliefs, the last to move first, are searched for some that have a curve. */
const mostLooked = 1000

/**
 * Beliefs with the last steps that moved them: first those of `first`, then the last to move. A belief of fewer than
 * two steps has no curve, and comes last.
 */
export function curvesOf(told: ToldLines, first: readonly FactId[]): ReportSome<ReportBelief> {
  const { beliefs } = told.store
  const wanted = [...new Set([...beliefs.opinionsOf(first), ...beliefs.movedLast(mostLooked)])]
  const opinions = wanted.flatMap((id) => beliefs.opinion(id) ?? [])
  const isFirst = new Set(beliefs.opinionsOf(first))
  const rank = (id: FactId, steps: number): number => (steps < 2 ? 2 : 0) + (isFirst.has(id) ? 0 : 1)
  const ordered = opinions
    .map((opinion) => ({ opinion, counting: opinion.evidence.filter(({ counts }) => counts) }))
    .toSorted((a, b) => rank(a.opinion.id, a.counting.length) - rank(b.opinion.id, b.counting.length))
  const chosen = ordered.slice(0, reportLimits.beliefs)
  return {
    total: beliefs.count(),
    told: chosen.flatMap(({ opinion, counting }): ReportBelief[] => {
      const fact = factNamed(told.store, opinion.members.at(-1)!)
      if (!fact) return []
      const { until, retired, confidence } = opinion
      return [
        {
          ...told.lineOf(told.resultOf(fact)),
          id: opinion.id,
          confidence: Math.round(confidence / 10) / 100,
          ...(until === null ? {} : { until }),
          ...(retired ? { retired: true as const } : {}),
          steps: ledgerOf(counting.slice(-reportLimits.steps)).map((step) => stepTold(told, step)),
          earlier: Math.max(0, counting.length - reportLimits.steps),
        },
      ]
    }),
  }
}
