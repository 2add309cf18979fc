import type { EntityKey } from '../model/entity.js'
import { cite, type Fact, type FactId, type StanceOn } from '../model/fact.js'
import type { Kind } from '../model/kind.js'
import type { LabelKind } from '../model/label.js'
import type { Annotations } from '../model/annotations.js'
import type { OriginMark } from '../model/origin-class.js'

/** Whom the facts of a page are about: these names, nobody, or anybody. */
export type PageAbout = readonly EntityKey[] | 'nobody' | undefined

/** A row of `fact` with its note's path and blob, by position: naming all columns would be most of a read's cost. */
export type FactRow = readonly [
  key: number,
  id: string,
  kind: string,
  origin: string,
  path: string,
  oid: string,
  first: number,
  last: number,
  day: string | null,
  start: string | null,
  end: string | null,
  confidence: number | null,
  until: string | null,
  was: string | null,
  stances: string,
  suggested: string,
  from: string,
  at: string | null,
  originMark: string | null,
  of: string | null,
  on: string | null,
  leading: number,
  mentions: string,
  trail: string,
  text: string,
  annotations: string,
  label: string | null,
]

/** The columns in the order of `FactRow`. */
export const factColumns = `fact.key, fact.id, fact.kind, fact.origin, note.path, note.oid, fact.first, fact.last,
  fact.day, fact.start, fact.end, fact.confidence, fact.until, fact.was, fact.stances, fact.suggested, fact."from", fact.at,
  fact.mark, fact.of, fact."on", fact.leading, fact.mentions, fact.trail, fact.text, fact.annotations, fact.label`

export const factTables = 'fact JOIN note ON note.id = fact.note'

/** SQL: whether a row of `fact` is stated, neither suggested by rules nor held back because of its origin. */
export const isStated = "fact.origin NOT IN ('suggested', 'held')"

/** The rowid of a fact's row. It is good for one read, not across syncs. */
export type FactKey = number

/** The columns of a fact that ranking reads, by position. */
export type LineRow = readonly [
  key: FactKey,
  id: FactId,
  path: string,
  first: number,
  kind: Kind,
  day: string | null,
  start: string | null,
  end: string | null,
  mentions: string,
  headings: string,
  text: string,
  label: string | null,
]

/** The first row of a section: of successive rows under the same headings of one note. */
export type OpenedSection = readonly [first: FactKey, rows: number, note: number]

export interface StoredFact extends Fact {
  readonly key: FactKey
  /** Whether HEAD's version of its note lacks the fact. */
  readonly uncommitted: boolean
}

export const uncommittedOid = 'uncommitted'

export function factOf(row: FactRow): StoredFact {
  const [key, id, kind, origin, path, oid, first, last, day, start, end, confidence, ...more] = row
  const [until, was, stances, suggested, from, at, originMark, of, on, leading, ...texts] = more
  const [mentions, trail, text, annotations, label] = texts
  return {
    key,
    id,
    kind: kind as Kind,
    origin: origin as Fact['origin'],
    day,
    occurred: start !== null && end !== null ? { start, end } : null,
    confidence,
    until,
    was,
    stances: stances === '' ? [] : (JSON.parse(stances) as StanceOn[]),
    suggested: suggested === '' ? [] : (JSON.parse(suggested) as FactId[]),
    from: from === '' ? [] : (JSON.parse(from) as FactId[]),
    at,
    originMark: originMark as OriginMark | null,
    of,
    on,
    leading,
    mentions: JSON.parse(mentions) as string[],
    trail: JSON.parse(trail) as string[],
    text,
    source: { path, first, last },
    ...(annotations === '' ? {} : { annotations: JSON.parse(annotations) as Annotations }),
    ...(label === null ? {} : { label: label as LabelKind }),
    uncommitted: oid === uncommittedOid,
  }
}

/** All that a page shows of a fact, as one string: without its day, which its id tells, and without headings. */
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
    fact.stances,
    fact.suggested,
    fact.from,
    fact.at,
    fact.originMark,
    fact.of,
    fact.on,
    fact.occurred,
    fact.leading,
    fact.mentions,
    fact.text,
    fact.annotations,
    fact.label,
  ])
