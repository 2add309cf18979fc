import { withoutCredentials } from '../../credentials/without.js'
import { factSpokenOf } from '../../model/assertion.js'
import type { FactId, Source } from '../../model/fact.js'
import type { ReportLine } from '../../model/report.js'
import { resultsOf, type Result } from '../../recall/answer/result.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { startOf } from '../../text/start-of.js'
import { reportLimits } from './limits.js'

export interface ToldLines {
  readonly store: Store
  readonly resultOf: ReturnType<typeof resultsOf>
  readonly lineOf: (result: Result) => ReportLine
  /** The words of a fact or passage; empty where nothing has the id. */
  readonly wordsOf: (id: FactId) => string
  /** A citation with its line number, for pages too: a report is of one commit, in which no line moves. */
  readonly placeOf: (citation: string) => string
}

/** The place of lines in a note, also in a page: `memory/2025-11-27.md#L4`. */
export const placeAt = ({ path, first, last }: Source): string => `${path}#L${first}${last > first ? `-L${last}` : ''}`

/** A line's words, cut to the limit of a report. Credentials are masked first, so that none is cut in half. */
export function withinReport(text: string): string {
  const masked = withoutCredentials(text)
  return masked.length > reportLimits.content ? `${startOf(masked, reportLimits.content).trimEnd()}…` : masked
}

export function linesForReport(store: Store): ToldLines {
  const resultOf = resultsOf(store)
  const placeOf = (citation: string): string => {
    const [, path, id] = /^(bank\/.*) \^([0-9a-z]{10})$/s.exec(citation) ?? []
    if (path === undefined || id === undefined) return citation
    const fact = store.factsById([id]).find(({ source }) => source.path === path)
    if (fact) return placeAt(fact.source)
    const said = store.assertions.all().find(({ page, assertion }) => page === path && factSpokenOf(assertion) === id)
    return said ? `${path}#L${said.line}` : citation
  }
  return {
    store,
    resultOf,
    placeOf,
    lineOf: ({ id, kind, content, entities, timestamp, source }) => ({
      id,
      kind,
      content: withinReport(content),
      entities: entities.slice(0, reportLimits.names),
      timestamp,
      source: placeOf(source),
    }),
    wordsOf(id) {
      const [fact] = store.factsById([id])
      return fact ? withinReport(fact.text) : ''
    },
  }
}

export const factNamed = (store: Store, id: FactId): StoredFact | undefined => store.factsById([id])[0]
