import { withoutCredentials } from '../../credentials/without.js'
import { factSpokenOf } from '../../model/assertion.js'
import type { FactId, Source } from '../../model/fact.js'
import type { ReportLine } from '../../model/report.js'
import { resultsOf, type Result } from '../../recall/answer/result.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { reportLimits } from './limits.js'

/** How a report tells what stands in an index. */
export interface ToldLines {
  readonly store: Store
  readonly resultOf: ReturnType<typeof resultsOf>
  readonly lineOf: (result: Result) => ReportLine
  /** What stands at a place, or is said by a fact; empty where neither is there. */
  readonly wordsOf: (id: FactId) => string
  /** A citation with the number of its line, which a page's has none of: a report stands for one commit, in which no line moves. */
  readonly placeOf: (citation: string) => string
}

/** `memory/2025-11-27.md#L4`, of a page too. */
export const placeAt = ({ path, first, last }: Source): string => `${path}#L${first}${last > first ? `-L${last}` : ''}`

/** What a line says, as a report has room for it; never half of a credential. */
export function withinReport(text: string): string {
  const masked = withoutCredentials(text)
  return masked.length > reportLimits.content ? `${masked.slice(0, reportLimits.content).trimEnd()}…` : masked
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

/** A fact by its id, as it is told; undefined where nothing states it any more. */
export const factNamed = (store: Store, id: FactId): StoredFact | undefined => store.factsById([id])[0]
