import type { EntityKey } from '../model/entity.js'
import type { Confidence, FactId } from '../model/fact.js'
import type { Kind } from '../model/kind.js'
import { weak, type Evidence, type Opinion } from '../model/opinion.js'
import type { Day, Span } from '../model/time.js'
import { judgementRows } from './judgements.js'
import type { Db } from './open.js'
import { isStated, type PageAbout, type StoredFact } from './rows.js'
import type { StatementCache } from './statements.js'

type FindFacts = (condition: string, ...values: unknown[]) => StoredFact[]

const inList = 'IN (SELECT value FROM json_each(?))'

/** Whether a statement of an opinion names one of `@about`. */
const isAbout = `id IN (SELECT statement.opinion FROM mention JOIN fact ON fact.key = mention.fact
  JOIN statement ON statement.fact = fact.id WHERE mention.entity IN (SELECT value FROM json_each(@about)))`

/** Whether a statement of an opinion names nobody. */
const isAboutNobody = `EXISTS (SELECT 1 FROM statement JOIN fact ON fact.id = statement.fact
  WHERE statement.opinion = opinion.id AND NOT EXISTS (SELECT 1 FROM mention WHERE mention.fact = fact.key))`

/** The rows of judgements, and of the opinions folded from them. */
export function beliefRows(db: Db, cached: StatementCache, facts: FindFacts) {
  const ids = (sql: string, ...lists: readonly (readonly FactId[])[]): FactId[] =>
    cached(sql)
      .pluck()
      .all(...lists.map((list) => JSON.stringify(list))) as FactId[]

  const writeEvidence = (opinion: FactId, evidence: readonly Evidence[], first: number): void =>
    evidence.forEach(({ fact, day, effect, counts, confidence, source, cues }, at) => {
      cached(
        `INSERT INTO evidence (opinion, ordinal, fact, day, effect, counts, confidence, path, first, last, cues)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        opinion,
        first + at,
        fact,
        day,
        effect,
        Number(counts),
        confidence,
        source.path,
        source.first,
        source.last,
        JSON.stringify(cues),
      )
    })
  const evidenceFrom = (opinion: FactId, ordinal: number): Evidence[] =>
    (
      cached(
        `SELECT fact, day, effect, counts, confidence, path, first, last, cues FROM evidence
         WHERE opinion = ? AND ordinal >= ? ORDER BY ordinal`,
      ).all(opinion, ordinal) as (Omit<Evidence, 'source' | 'cues'> & Evidence['source'] & { cues: string })[]
    ).map(({ path, first, last, counts, cues, ...step }) => ({
      ...step,
      counts: Boolean(counts),
      source: { path, first, last },
      cues: JSON.parse(cues) as string[],
    }))

  return {
    /** Stated facts of these kinds that mention any of these entities. Without entities: those that mention none. */
    sharing(kinds: readonly Kind[], keys: readonly EntityKey[]): StoredFact[] {
      const about =
        keys.length > 0
          ? `fact.key IN (SELECT fact FROM mention WHERE entity ${inList})`
          : `fact.mentions = '[]' AND ? = '[]'`
      return facts(
        `${about} AND ${isStated} AND fact.kind ${inList} ORDER BY fact.id, note.path, fact.first`,
        JSON.stringify(keys),
        JSON.stringify(kinds),
      )
    },
    ...judgementRows(cached),
    forgetAll(): void {
      for (const table of ['saying', 'judgement', 'reach', 'scope', 'opinion', 'statement', 'evidence'])
        db.exec(`DELETE FROM ${table}`)
    },

    opinionsOf: (statements: readonly FactId[]): FactId[] =>
      ids(`SELECT DISTINCT opinion FROM statement WHERE fact ${inList} ORDER BY opinion`, statements),
    statementsOf: (opinions: readonly FactId[]): FactId[] =>
      ids(`SELECT fact FROM statement WHERE opinion ${inList} ORDER BY opinion, ordinal`, opinions),
    lastStatementsOf: (opinions: readonly FactId[]): Map<FactId, FactId> =>
      new Map(
        cached(`SELECT opinion, fact FROM statement WHERE opinion ${inList} ORDER BY opinion, ordinal`)
          .raw()
          .all(JSON.stringify(opinions)) as [FactId, FactId][],
      ),

    /** Opinions with evidence of these days; every opinion where no days are given. */
    notedDuring: (days: Span | null): FactId[] =>
      (days === null
        ? cached('SELECT id FROM opinion ORDER BY id').pluck().all()
        : cached('SELECT DISTINCT opinion FROM evidence WHERE day >= ? AND day <= ? ORDER BY opinion')
            .pluck()
            .all(days.start, days.end)) as FactId[],
    /** Since when the opinion of a statement is no longer believed, and whether it is retired. */
    endOf: (statement: FactId): Pick<Opinion, 'until' | 'retired'> | undefined => {
      const row = cached(
        'SELECT until, retired FROM statement JOIN opinion ON opinion.id = statement.opinion WHERE statement.fact = ?',
      ).get(statement) as { until: Day | null; retired: number } | undefined
      return row && { until: row.until, retired: Boolean(row.retired) }
    },
    /** Confidence and end of each opinion, and whether it is retired, by its id. */
    standings: (): ReadonlyMap<FactId, Pick<Opinion, 'confidence' | 'until' | 'retired'>> =>
      new Map(
        (
          cached('SELECT id, confidence, until, retired FROM opinion').raw().all() as [
            FactId,
            Confidence,
            Day | null,
            number,
          ][]
        ).map(([id, confidence, until, retired]) => [id, { confidence, until, retired: retired === 1 }]),
      ),
    /** Statements of retired opinions. */
    retired: (): FactId[] =>
      ids('SELECT statement.fact FROM opinion JOIN statement ON statement.opinion = opinion.id WHERE retired = 1'),

    /**
     * Opinions (about these entities) that are not retired. Those still believed come first, then those that another
     * day confirmed, then those whose confidence moved last.
     */
    best(about: PageAbout, limit: number): FactId[] {
      const whose = about === undefined ? '' : `AND ${about === 'nobody' ? isAboutNobody : isAbout}`
      return cached(
        `SELECT id FROM opinion WHERE retired = 0 ${whose}
         ORDER BY until IS NOT NULL, confidence < ${weak},
           NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.opinion = opinion.id AND ordinal > 0 AND counts = 1
             AND effect IN ('reinforces', 'restates')),
           updated DESC NULLS LAST, id LIMIT @limit`,
      )
        .pluck()
        .all({ about: JSON.stringify(typeof about === 'object' ? about : []), limit }) as FactId[]
    },
    /** Pairs of an opinion that one of these facts ended, and that fact. */
    endedBy: (by: readonly FactId[]): [FactId, FactId][] =>
      cached(
        `SELECT opinion.id, evidence.fact FROM evidence JOIN opinion ON opinion.id = evidence.opinion AND opinion.until = evidence.day
         WHERE evidence.fact ${inList} AND effect = 'supersedes' AND counts = 1 AND retired = 0 ORDER BY evidence.fact, opinion.id`,
      )
        .raw()
        .all(JSON.stringify(by)) as [FactId, FactId][],
    /** Opinions about these entities that are still believed: the surest first, among equals the last to move. */
    strongest: (about: readonly EntityKey[], limit: number): FactId[] =>
      cached(
        `SELECT id FROM opinion WHERE retired = 0 AND until IS NULL AND ${isAbout}
         ORDER BY confidence DESC, updated DESC NULLS LAST, id LIMIT @limit`,
      )
        .pluck()
        .all({ about: JSON.stringify(about), limit }) as FactId[],
    /**
     * Opinions still believed, by confidence × n / (n + 1) for n counting rows of evidence: one row alone halves it.
     */
    firm: (limit: number): FactId[] =>
      cached(
        `SELECT id FROM (
           SELECT id, confidence, updated, (SELECT count(*) FROM evidence WHERE evidence.opinion = opinion.id AND counts = 1) AS days
           FROM opinion WHERE retired = 0 AND until IS NULL) AS held
         ORDER BY confidence * days / CAST(days + 1 AS DOUBLE PRECISION) DESC, updated DESC NULLS LAST, id LIMIT ?`,
      )
        .pluck()
        .all(limit) as FactId[],
    /** Opinions that are still believed, the last to move first. */
    movedLast: (limit: number): FactId[] =>
      cached('SELECT id FROM opinion WHERE retired = 0 AND until IS NULL ORDER BY updated DESC NULLS LAST, id LIMIT ?')
        .pluck()
        .all(limit) as FactId[],
    /** How many opinions there are: ended ones too, retired ones not. */
    count: (): number => cached('SELECT count(*) FROM opinion WHERE retired = 0').pluck().get() as number,
    opinion(id: FactId): Opinion | undefined {
      const row = cached('SELECT id, confidence, updated, edits, until, retired FROM opinion WHERE id = ?').get(id) as
        | { id: FactId; confidence: number; updated: Day | null; edits: number; until: Day | null; retired: number }
        | undefined
      if (!row) return undefined
      return { ...row, retired: Boolean(row.retired), members: this.statementsOf([id]), evidence: evidenceFrom(id, 0) }
    },
    believe(opinion: Opinion): void {
      cached('INSERT INTO opinion (id, confidence, updated, edits, until, retired) VALUES (?, ?, ?, ?, ?, ?)').run(
        opinion.id,
        opinion.confidence,
        opinion.updated,
        opinion.edits,
        opinion.until,
        Number(opinion.retired),
      )
      opinion.members.forEach((fact, ordinal) => {
        cached('INSERT INTO statement (fact, opinion, ordinal) VALUES (?, ?, ?)').run(fact, opinion.id, ordinal)
      })
      writeEvidence(opinion.id, opinion.evidence, 0)
    },
    /** For a fold that goes on from a day: the number of rows of evidence before it, and the state after them. */
    foldedBefore(opinion: FactId, day: Day, strongFrom: Day) {
      const rows = cached(`SELECT count(*) FROM evidence WHERE opinion = ? AND coalesce(day, '') < ?`)
        .pluck()
        .get(opinion, day) as number
      const last = (columns: string, condition = '1'): unknown =>
        cached(
          `SELECT ${columns} FROM evidence WHERE opinion = ? AND ordinal < ? AND ${condition} ORDER BY ordinal DESC LIMIT 1`,
        )
          .pluck()
          .get(opinion, rows)
      return {
        rows,
        confidence: last('confidence') as Confidence,
        updated: last('day', 'counts = 1') as Day | null,
        // Evidence that weakens or contradicts leaves an end as it was.
        until: last(
          `CASE effect WHEN 'supersedes' THEN day END`,
          `counts = 1 AND effect NOT IN ('weakens', 'contradicts')`,
        ) as Day | null,
        strongDays: cached(
          // Statements of the same words belong to one opinion, so the first of them tells which.
          `SELECT DISTINCT day FROM evidence JOIN judgement
             ON judgement.fact = evidence.fact AND judgement.effect = evidence.effect
           WHERE evidence.opinion = ? AND evidence.ordinal < ? AND day >= ? AND counts = 1 AND strong = 1
             AND evidence.effect IN ('contradicts', 'supersedes') AND evidence.opinion = (
               SELECT statement.opinion FROM statement WHERE statement.fact = (
                 SELECT saying.fact FROM saying WHERE saying.words = judgement.words ORDER BY saying.at LIMIT 1))
           ORDER BY day`,
        )
          .pluck()
          .all(opinion, rows, strongFrom) as Day[],
      }
    },
    evidenceFrom,
    /** Pairs of opinions (among these), neither over nor retired, where a statement of one speaks against the other. */
    opposed: (among?: readonly FactId[]): (readonly [FactId, FactId])[] =>
      cached(
        `SELECT DISTINCT min(one.id, other.id), max(one.id, other.id) FROM evidence
           JOIN statement ON statement.fact = evidence.fact
           JOIN opinion AS one ON one.id = evidence.opinion JOIN opinion AS other ON other.id = statement.opinion
         WHERE evidence.effect IN ('contradicts', 'supersedes') AND one.id <> other.id
           AND one.until IS NULL AND other.until IS NULL AND one.retired = 0 AND other.retired = 0
           ${among ? `AND one.id ${inList} AND other.id ${inList}` : ''} ORDER BY 1, 2`,
      )
        .raw()
        .all(...(among ? [JSON.stringify(among), JSON.stringify(among)] : [])) as [FactId, FactId][],
    /** The days on which these facts are evidence for or against one opinion. */
    evidenceDays: (opinion: FactId, of: readonly FactId[]): (Day | null)[] =>
      cached(`SELECT day FROM evidence WHERE opinion = ? AND fact ${inList}`)
        .pluck()
        .all(opinion, JSON.stringify(of)) as (Day | null)[],
    /** Write an opinion whose evidence changed from the row `ordinal` on. */
    believeFrom({ id, confidence, updated, edits, until, evidence }: Opinion, ordinal: number): void {
      cached('DELETE FROM evidence WHERE opinion = ? AND ordinal >= ?').run(id, ordinal)
      writeEvidence(id, evidence, ordinal)
      cached('UPDATE opinion SET confidence = ?, updated = ?, edits = ?, until = ? WHERE id = ?').run(
        confidence,
        updated,
        edits,
        until,
        id,
      )
    },
    forget(opinions: readonly FactId[]): void {
      for (const [table, column] of [
        ['opinion', 'id'],
        ['statement', 'opinion'],
        ['evidence', 'opinion'],
      ])
        cached(`DELETE FROM ${table} WHERE ${column} ${inList}`).run(JSON.stringify(opinions))
    },
  }
}
