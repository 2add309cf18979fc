import { cite, type Fact } from '../memory/fact.js'
import type { Kind } from '../memory/kind.js'

/** A row of `fact` joined with its note's path and blob. */
export interface FactRow {
  readonly key: number
  readonly id: string
  readonly kind: string
  readonly origin: string
  readonly path: string
  readonly oid: string
  readonly first: number
  readonly last: number
  readonly day: string | null
  readonly start: string | null
  readonly end: string | null
  readonly confidence: number | null
  readonly until: string | null
  readonly was: string | null
  readonly of: string | null
  readonly on: string | null
  readonly leading: number
  readonly mentions: string
  readonly trail: string
  readonly text: string
}

export const factColumns = `fact.key, fact.id, fact.kind, fact.origin, note.path, note.oid, fact.first, fact.last,
  fact.day, fact.start, fact.end, fact.confidence, fact.until, fact.was, fact.of, fact."on", fact.leading,
  fact.mentions, fact.trail, fact.text`

export const factTables = 'fact JOIN note ON note.id = fact.note'

/** The rowid of a fact's row; good for one read, not across syncs. */
export type FactKey = number

export interface StoredFact extends Fact {
  readonly key: FactKey
  readonly uncommitted: boolean
}

export const uncommittedOid = 'uncommitted'

export function factOf(row: FactRow): StoredFact {
  return {
    key: row.key,
    id: row.id,
    kind: row.kind as Kind,
    origin: row.origin as Fact['origin'],
    day: row.day,
    occurred: row.start !== null && row.end !== null ? { start: row.start, end: row.end } : null,
    confidence: row.confidence,
    until: row.until,
    was: row.was,
    of: row.of,
    on: row.on,
    leading: row.leading,
    mentions: JSON.parse(row.mentions) as string[],
    trail: JSON.parse(row.trail) as string[],
    text: row.text,
    source: { path: row.path, first: row.first, last: row.last },
    uncommitted: row.oid === uncommittedOid,
  }
}

/** What a fact's row says, as one string: equal strings, equal rows. */
export const fingerprint = (fact: Fact): string =>
  JSON.stringify([
    cite(fact.source, fact.id),
    fact.source.first,
    fact.source.last,
    fact.id,
    fact.kind,
    fact.origin,
    fact.confidence,
    fact.until,
    fact.was,
    fact.of,
    fact.on,
    fact.occurred,
    fact.leading,
    fact.mentions,
    fact.text,
  ])
