import { isBelief } from '../../model/kind.js'
import { reportChanges, type ReportChange, type ReportSome, type ReportStep } from '../../model/report.js'
import type { Span } from '../../model/time.js'
import { beliefChanges, type BeliefChange, type BroughtBy } from '../../recall/belief-changes.js'
import type { AnswerEvidence } from '../../recall/answer/result.js'
import type { AskContext } from '../../recall/question/as-of.js'
import { successorOf } from '../../recall/rank/succession.js'
import { compare } from '../../text/compare.js'
import { reportLimits } from './limits.js'
import { factNamed, withinReport, type ToldLines } from './told-lines.js'

export interface ChangesAsked {
  readonly window: Span
  readonly context: AskContext
  readonly broughtIn: (window: Span) => ReadonlyMap<string, BroughtBy>
  /** Adds who wrote the lines that changed each belief. */
  readonly withWriters: (changes: readonly BeliefChange[]) => readonly BeliefChange[]
}

/** Beliefs that changed in the window, and facts that ended in it; what matters most first. */
export function windowChanges(told: ToldLines, asked: ChangesAsked): ReportSome<ReportChange> {
  const { window, context, broughtIn, withWriters } = asked
  const { changes, left } = beliefChanges(
    told.store,
    { since: window.start, until: window.end, k: reportLimits.changes },
    context,
    broughtIn,
  )
  const ended = endingsIn(told, window)
  const all = [...withWriters(changes).flatMap((change) => beliefChanged(told, change)), ...ended.told].toSorted(
    byWeight,
  )
  return { total: changes.length + left + ended.total, told: all.slice(0, reportLimits.changes) }
}

function byWeight(one: ReportChange, other: ReportChange): number {
  const step = ({ before, after }: ReportChange): number => Math.abs((after ?? 0) - (before ?? 0))
  return (
    reportChanges.indexOf(one.change) - reportChanges.indexOf(other.change) ||
    step(other) - step(one) ||
    compare(one.entities[0] ?? '', other.entities[0] ?? '') ||
    compare(one.content, other.content) ||
    compare(one.id, other.id)
  )
}

function beliefChanged(told: ToldLines, changed: BeliefChange): ReportChange[] {
  const { id, change, content, entities, before, after, until, pinned, steps, earlier } = changed
  const fact = factNamed(told.store, id)
  if (!fact) return []
  return [
    {
      ...told.lineOf(told.resultOf(fact)),
      id,
      content: withinReport(content),
      entities,
      change,
      before,
      after,
      ...(until === undefined ? {} : { until }),
      ...(pinned ? { pinned } : {}),
      steps: steps.map((step) => stepTold(told, step)),
      earlier,
    },
  ]
}

export function stepTold(told: ToldLines, step: AnswerEvidence): ReportStep {
  const { id, timestamp, effect, confidence, source, cues = [], broughtBy, writer = broughtBy } = step
  return {
    id,
    timestamp,
    effect,
    confidence,
    content: told.wordsOf(id),
    cues: cues.map(withinReport),
    source: told.placeOf(source),
    ...(writer ? { writer } : {}),
  }
}

/** Facts other than beliefs that ended in the window; `beliefChanges` tells the ends of beliefs. */
function endingsIn(told: ToldLines, window: Span): ReportSome<ReportChange> {
  const { store } = told
  const ids = [...store.replaced()].flatMap(([id, day]) => (day >= window.start && day <= window.end ? [id] : []))
  const facts = ids.flatMap((id) => factNamed(store, id) ?? []).filter(({ kind }) => !isBelief(kind))
  const newest = facts.toSorted((a, b) => compare(b.day ?? '', a.day ?? '') || compare(a.id, b.id))
  const changes = newest.slice(0, reportLimits.changes).map((fact): ReportChange => {
    const result = told.resultOf(fact)
    const next = successorOf(store, fact)
    const step: ReportStep[] = next
      ? [
          {
            id: next.id,
            timestamp: next.timestamp,
            effect: 'ends',
            confidence: null,
            content: withinReport(next.content),
            cues: (next.cues ?? []).map(withinReport),
            source: told.placeOf(next.source),
          },
        ]
      : []
    return {
      ...told.lineOf(result),
      change: 'ended',
      before: null,
      after: null,
      ...(result.until === undefined ? {} : { until: result.until }),
      steps: step,
      earlier: 0,
    }
  })
  return { total: facts.length, told: changes }
}
