import type { Opinion } from '../../model/opinion.js'
import { complaint, problemLocation } from '../../model/note.js'
import type { ReportDoubt, ReportLine, ReportOpen, ReportSome } from '../../model/report.js'
import { closedLines } from '../../narrative/closed-lines.js'
import type { Session } from '../session/session.js'
import { factsOpen, latestOf, packetsOf, type ShownBelief } from '../curate/judge/packets.js'
import { reportLimits } from './limits.js'
import { placeAt, withinReport, type ToldLines } from './told-lines.js'

/**
 * What waits for somebody in the commit, without the working tree.
 *
 * @param evidence the text of the commit's `bank/evidence.md`; undefined where it has none
 */
export function openIn(session: Session, told: ToldLines, evidence: string | undefined): ReportOpen {
  const { store } = told
  return {
    tasks: tasksIn(told),
    opposed: opposedIn(told),
    verdicts: verdictsIn(session, told, evidence),
    suggestions: suggestionsIn(told),
    doubts: some(
      store.problems().filter(({ kind }) => kind === 'malformed' || kind === 'doubtful' || kind === 'skipped'),
      (problem): ReportDoubt => ({
        message: withinReport(complaint(problem)),
        source: problem.line > 0 ? `${problem.path}#L${problem.line}` : problemLocation(problem),
      }),
    ),
  }
}

function some<From, To>(all: readonly From[], asTold: (each: From) => To): ReportSome<To> {
  return { total: all.length, told: all.slice(0, reportLimits.open).map(asTold) }
}

function tasksIn({ store, resultOf, lineOf }: ToldLines): ReportOpen['tasks'] {
  const open = store.moments({ labels: ['open'] })
  const closed = open.length === 0 ? new Set<number>() : closedLines(store)
  const waiting = open.filter(({ key }) => !closed.has(key)).toReversed()
  const facts = store.factsByKey(waiting.slice(0, reportLimits.open).map(({ key }) => key))
  return {
    total: waiting.length,
    told: waiting.slice(0, reportLimits.open).flatMap(({ key }) => {
      const fact = facts.get(key)
      if (!fact) return []
      const line = lineOf(resultOf(fact))
      // The empty box is left out: every line told here has one.
      return [{ ...line, content: line.content.replace(/^\[ \] /, ''), source: placeAt(fact.source) }]
    }),
  }
}

function opposedIn({ store, resultOf, lineOf }: ToldLines): ReportOpen['opposed'] {
  const line = (opinion: Opinion): ReportLine => lineOf(resultOf(latestOf(store, opinion)))
  return some(store.beliefs.opposed(), ([one, other]) => [
    line(store.beliefs.opinion(one)!),
    line(store.beliefs.opinion(other)!),
  ])
}

function verdictsIn(
  session: Session,
  { store, placeOf }: ToldLines,
  evidence: string | undefined,
): ReportOpen['verdicts'] {
  const { packets } = packetsOf(session, store, { next: reportLimits.open }, evidence)
  const line = (shown: ShownBelief): ReportLine => ({
    ...shown,
    content: withinReport(shown.content),
    source: placeOf(shown.source),
  })
  return {
    total: factsOpen(session, store, evidence),
    told: packets.map(({ fact, beliefs, facts }) => ({
      fact: line(fact),
      beliefs: [...beliefs.map(({ confidence: _sure, ...shown }) => shown), ...facts]
        .slice(0, reportLimits.near)
        .map(line),
    })),
  }
}

function suggestionsIn({ store, resultOf, lineOf }: ToldLines): ReportOpen['suggestions'] {
  const all = store.suggestions()
  return some(
    all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at),
    (fact) => ({ ...lineOf(resultOf(fact)), source: placeAt(fact.source) }),
  )
}
