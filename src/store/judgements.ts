import type { EntityKey } from '../model/entity.js'
import type { FactId, WordsId } from '../model/fact.js'
import { beliefKinds, evidenceKinds, type Kind } from '../model/kind.js'
import type { Day } from '../model/time.js'
import type { Effect, JudgedBy } from '../model/verdict.js'
import { isStated } from './rows.js'
import type { StatementCache } from './statements.js'
import { keysFrom, type KeptKeys } from './texts.js'

/** What one fact does to the words of an opinion. Pairs that are unrelated have no row. */
export interface Judgement {
  readonly words: WordsId
  readonly fact: FactId
  readonly effect: Exclude<Effect, 'unrelated'>
  readonly source: JudgedBy
  readonly strong: boolean
  readonly restates: boolean
  readonly cues: readonly string[]
}

/** The words of an opinion, where they were first said. */
export interface Said {
  readonly words: WordsId
  /** Its place in fold order: `2025-11-27 k3f9a2c1x7`. */
  readonly at: string
  readonly fact: FactId
}

/** First and last place, in fold order, of the words a fact is judged with; null on a side where that is all words. */
export interface Reach {
  readonly since: string | null
  readonly until: string | null
}

/** The places in fold order between which a fact is compared with others; its own place is an open end. */
export interface Scope {
  readonly since: string
  readonly until: string
}

const inList = 'IN (SELECT value FROM json_each(?))'

/** The rows of which statements use the same words, and of what facts do to those words. */
export function judgementRows(cached: StatementCache) {
  const list = (values: readonly string[]): string => JSON.stringify(values)
  const judgementsWhere = (condition: string, ...lists: readonly (readonly string[])[]): Judgement[] =>
    (
      cached(
        `SELECT words, fact, effect, source, strong, restates, cues FROM judgement WHERE ${condition} ORDER BY words, fact`,
      ).all(...lists.map(list)) as (Judgement & { cues: string })[]
    ).map((row) => ({
      ...row,
      strong: Boolean(row.strong),
      restates: Boolean(row.restates),
      cues: JSON.parse(row.cues) as string[],
    }))
  const wordsOf = `words IN (SELECT words FROM saying WHERE fact ${inList})`
  /** Facts that mention any of these entities. Without entities: those that mention none. */
  const mentioning = (about: readonly EntityKey[]): { readonly tables: string; readonly condition: string } =>
    about.length > 0
      ? { tables: 'mention CROSS JOIN fact ON fact.key = mention.fact', condition: `mention.entity ${inList}` }
      : { tables: 'fact', condition: `fact.mentions = '[]' AND ? = '[]'` }

  return {
    /** Facts of these kinds about these entities, each once, with its place in fold order. */
    near(
      kinds: readonly Kind[],
      about: readonly EntityKey[],
    ): { readonly id: FactId; readonly at: string; readonly asks: KeptKeys }[] {
      const { tables, condition } = mentioning(about)
      // A busy entity has thousands of facts: to sort or deduplicate them, SQLite would copy all keys.
      const rows = cached(
        `SELECT fact.id, fact.day, keys.asks FROM ${tables} LEFT JOIN keys ON keys.fact = fact.id
         WHERE ${condition} AND fact.kind ${inList} AND ${isStated}`,
      )
        .raw()
        .all(list(about), list(kinds)) as [FactId, Day | null, Uint8Array | null][]
      const seen = new Set<FactId>()
      return rows.flatMap(([id, day, bytes]) =>
        seen.has(id) || !seen.add(id) ? [] : { id, at: `${day ?? ''} ${id}`, asks: keysFrom(bytes) },
      )
    },
    /** The words of opinions about these entities, in fold order. */
    saidAbout(about: readonly EntityKey[]): (Said & { readonly offers: KeptKeys })[] {
      const { tables, condition } = mentioning(about)
      // SQLite takes the other columns from the row that has the minimum.
      const rows = cached(
        `SELECT first.words, first.at, first.fact, keys.offers FROM (
           SELECT saying.words, min(saying.at) AS at, saying.fact
           FROM (SELECT DISTINCT fact.id FROM ${tables} WHERE ${condition} AND fact.kind ${inList}) AS near
           JOIN saying ON saying.fact = near.id
           GROUP BY saying.words
         ) AS first LEFT JOIN keys ON keys.fact = first.fact ORDER BY first.at`,
      )
        .raw()
        .all(list(about), list(beliefKinds)) as [WordsId, string, FactId, Uint8Array | null][]
      return rows.map(([words, at, fact, bytes]) => ({ words, at, fact, offers: keysFrom(bytes) }))
    },
    say({ fact, words, at }: Said): void {
      cached('INSERT INTO saying (fact, words, at) VALUES (?, ?, ?)').run(fact, words, at)
    },
    unsay(facts: readonly FactId[]): void {
      cached(`DELETE FROM saying WHERE fact ${inList}`).run(list(facts))
    },
    wordsOf: (statements: readonly FactId[]): Map<FactId, WordsId> =>
      new Map(
        cached(`SELECT fact, words FROM saying WHERE fact ${inList}`).raw().all(list(statements)) as [
          FactId,
          WordsId,
        ][],
      ),
    /** Where each of these words was first said. */
    firstSaid: (words: readonly WordsId[]): Map<WordsId, Said> =>
      new Map(
        (
          cached(`SELECT words, min(at) AS at, fact FROM saying WHERE words ${inList} GROUP BY words`).all(
            list(words),
          ) as Said[]
        ).map((said) => [said.words, said]),
      ),
    /** The statements that say these words. */
    saying: (words: readonly WordsId[]): FactId[] =>
      cached(`SELECT fact FROM saying WHERE words ${inList} ORDER BY fact`).pluck().all(list(words)) as FactId[],

    judge({ words, fact, effect, source, strong, restates, cues }: Judgement): void {
      cached(
        'INSERT OR REPLACE INTO judgement (words, fact, effect, source, strong, restates, cues) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ).run(words, fact, effect, source, Number(strong), Number(restates), JSON.stringify(cues))
    },
    reaches(fact: FactId, { since, until }: Reach): void {
      cached('INSERT OR REPLACE INTO reach (fact, since, until) VALUES (?, ?, ?)').run(fact, since, until)
    },
    reachOf: (fact: FactId): Reach =>
      (cached('SELECT since, until FROM reach WHERE fact = ?').get(fact) as Reach | undefined) ?? {
        since: null,
        until: null,
      },
    compares(fact: FactId, { since, until }: Scope): void {
      cached('INSERT OR REPLACE INTO scope (fact, since, until) VALUES (?, ?, ?)').run(fact, since, until)
    },
    /** Facts that are compared with only some of the others, each with its scope. */
    scopes: (): (Scope & { readonly fact: FactId })[] =>
      cached('SELECT fact, since, until FROM scope').all() as (Scope & { readonly fact: FactId })[],
    /** Forgets what these facts do; returns the words that they did something to. */
    forgetEvidence(facts: readonly FactId[]): WordsId[] {
      const words = cached(`SELECT DISTINCT words FROM judgement WHERE fact ${inList}`).pluck().all(list(facts))
      for (const table of ['judgement', 'reach', 'scope'])
        cached(`DELETE FROM ${table} WHERE fact ${inList}`).run(list(facts))
      return words as WordsId[]
    },
    /** Forgets every judgement on these words; returns those of the judging facts that do not reach all words. */
    forgetWords(words: readonly WordsId[]): FactId[] {
      const bounded = cached(
        `SELECT DISTINCT judgement.fact FROM judgement JOIN reach ON reach.fact = judgement.fact WHERE words ${inList}`,
      )
        .pluck()
        .all(list(words))
      cached(`DELETE FROM judgement WHERE words ${inList}`).run(list(words))
      return bounded as FactId[]
    },
    forgetPair(words: WordsId, fact: FactId): void {
      cached('DELETE FROM judgement WHERE words = ? AND fact = ?').run(words, fact)
    },
    /** The words that a fact bears on, in fold order. */
    bearsOn: (fact: FactId): Omit<Said, 'fact'>[] =>
      cached(
        `SELECT words, (SELECT min(at) FROM saying WHERE saying.words = judgement.words) AS at
         FROM judgement WHERE fact = ? ORDER BY at`,
      ).all(fact) as Omit<Said, 'fact'>[],
    /** Facts whose bullet, or a person's line, gives a verdict on one of these statements or of these words. */
    speakingOf: (statements: readonly FactId[], words: readonly WordsId[]): FactId[] =>
      cached(
        `WITH spoken (id) AS (
           SELECT value FROM json_each(?) UNION SELECT fact FROM saying WHERE words ${inList})
         SELECT id FROM fact WHERE of IS NULL AND was IN spoken
         UNION SELECT fact.id FROM stance JOIN fact ON fact.key = stance.fact WHERE fact.of IS NULL AND belief IN spoken
         UNION SELECT target FROM assertion WHERE target IS NOT NULL AND belief IN spoken`,
      )
        .pluck()
        .all(list(statements), list(words)) as FactId[],
    /** Pairs of two beliefs' words, where one states a verdict on the other that is no replacement. */
    apart: (): (readonly [WordsId, WordsId])[] =>
      cached(
        `SELECT one.words, other.words FROM stance JOIN fact ON fact.key = stance.fact AND fact.of IS NULL
           JOIN saying AS one ON one.fact = fact.id JOIN saying AS other ON other.fact = stance.belief
         UNION SELECT one.words, other.words FROM assertion
           JOIN saying AS one ON one.fact = target JOIN saying AS other ON other.fact = belief
         WHERE belief IS NOT NULL AND what = 'judged'`,
      )
        .raw()
        .all() as [WordsId, WordsId][],
    /** The judgements of these facts that no rule made: the fact and the words. */
    spokenOf: (facts: readonly FactId[]): Pick<Judgement, 'fact' | 'words'>[] =>
      cached(`SELECT fact, words FROM judgement WHERE source <> 'rule' AND fact ${inList}`).all(list(facts)) as Pick<
        Judgement,
        'fact' | 'words'
      >[],

    /** All judgements on the words of these statements. */
    judgements: (statements: readonly FactId[]): Judgement[] => judgementsWhere(wordsOf, statements),
    /** Pairs of the words of these statements and a fact that says the same in other words. */
    restatements: (statements: readonly FactId[]): (readonly [WordsId, FactId])[] =>
      cached(`SELECT words, fact FROM judgement WHERE ${wordsOf} AND restates = 1 ORDER BY words, fact`)
        .raw()
        .all(list(statements)) as [WordsId, FactId][],
    judgementsBy: (facts: readonly FactId[]): Judgement[] => judgementsWhere(`fact ${inList}`, facts),
    /** How many facts from a day on mention a name of an earlier belief and have no verdict but a rule's. */
    unspoken: (since: Day): number =>
      cached(
        `WITH founded (entity, day) AS (
           SELECT mention.entity, min(coalesce(fact.day, '')) FROM saying JOIN fact ON fact.id = saying.fact
             JOIN mention ON mention.fact = fact.key GROUP BY mention.entity)
         SELECT count(DISTINCT fact.id) FROM founded JOIN mention ON mention.entity = founded.entity
           JOIN fact ON fact.key = mention.fact
         WHERE fact.day >= ? AND fact.day > founded.day AND fact.of IS NULL AND ${isStated} AND fact.kind ${inList}
           AND fact.id NOT IN (SELECT fact FROM judgement WHERE source <> 'rule')
           AND fact.id NOT IN (
             SELECT target FROM assertion WHERE target IS NOT NULL AND (belief IS NOT NULL OR what = 'retired'))`,
      )
        .pluck()
        .get(since, list(evidenceKinds)) as number,
    /** The judgements of the facts `of` on the words of these statements. */
    judgementsOf: (statements: readonly FactId[], of: readonly FactId[]): Judgement[] =>
      judgementsWhere(`${wordsOf} AND fact ${inList}`, statements, of),
    /** Statements that say the same as one of these, in the same words or in others. */
    restating: (statements: readonly FactId[]): FactId[] =>
      cached(
        `WITH said (words) AS (SELECT words FROM saying WHERE fact IN (SELECT value FROM json_each(@statements)))
         SELECT fact FROM saying WHERE words IN (
           SELECT words FROM said
           UNION SELECT other.words FROM said JOIN judgement ON judgement.words = said.words AND judgement.restates = 1
             JOIN saying AS other ON other.fact = judgement.fact
           UNION SELECT judgement.words FROM judgement
             WHERE judgement.restates = 1 AND judgement.fact IN (SELECT value FROM json_each(@statements)))`,
      )
        .pluck()
        .all({ statements: list(statements) }) as FactId[],
  }
}
