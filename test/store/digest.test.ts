import { describe, expect, test } from '@jest/globals'
import { factId } from '../../src/model/fact.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRawIndex } from '../support/raw-index.js'
import { beginningWith, withRepo } from '../support/with-repo.js'
import { indexFolder } from '../support/index-place.js'

const tea = factId({ kind: 'opinion', text: 'Likes tea', mentions: ['Peter'] }, '2025-11-01')
const done = { kind: 'experience', text: 'Did it', mentions: ['Anna'] } as const

/** A repository whose index has rows in every table. */
const withEveryTable = beginningWith(async (repo) => {
  repo.write(day(1), retain('W @Peter: Lives in Graz since 2024', 'O(c=0.9) @Peter: Likes tea', 'O(c=7) No such c'))
  repo.write('memory/2025-11-01-later.md', retain('O(c=0.9) @Peter: Likes tea'))
  repo.write(
    day(2),
    `Some narrative.\n\n${retain('B(until=2026-01-01) @Anna: Did it', 'O(c=0.5) @Peter: Likes coffee', 'O(c=0.7) @Peter: Likes tea', 'W @Peter: Likes tea very much', `B(supports=^${tea}) @Peter: Bought a pot`, `W(from=^${tea}) @Anna: Sells pots`)}`,
  )
  repo.write('bank/evidence.md', `- ^${factId(done, '2025-11-02')} weakens ^${tea}\n`)
  // More that is alike than a fact reaches.
  repo.write(day(3), retain(...Array.from({ length: 18 }, (_, at) => `O(c=0.5) @Zoe: Keeps ${at + 2} cats`)))
  repo.write('bank/entities/Peter.md', '---\ntype: person\naliases: [Pete]\nnot: [Peter-Pan]\n---\n')
  repo.git('add', 'memory', 'bank')
  repo.git('commit', '-q', '-m', 'every table')
  await repo.digest()
})

/** A row of the search index goes only by naming what it holds. */
const firstWordless = `INSERT INTO words (words, rowid, text, names, trail)
  SELECT 'delete', key, text, json_extract(mentions, '$[0]'), 'Retain' FROM fact ORDER BY key LIMIT 1`

/** Not in the dump: rowids, and what a rebuild may lay out otherwise. */
const layout = new Set(['note.id', 'fact.key', 'entity.note', 'problem.note'])
const columns: [table: string, column: string][] = [
  ...['id', 'path', 'mode', 'oid', 'day'].map((column): [string, string] => ['note', column]),
  ...['note', 'id', 'kind', 'origin', 'first', 'last', 'day', 'start', 'end', 'confidence', 'until', 'was', 'of'].map(
    (column): [string, string] => ['fact', column],
  ),
  ...[
    'on',
    'stances',
    'suggested',
    'from',
    'at',
    'mark',
    'leading',
    'mentions',
    'trail',
    'text',
    'label',
    'annotations',
    'opens',
    'also',
    'key',
  ].map((column): [string, string] => ['fact', column]),
  ...['entity', 'fact', 'name'].map((column): [string, string] => ['mention', column]),
  ...['belief', 'fact'].map((column): [string, string] => ['stance', column]),
  ...['source', 'fact'].map((column): [string, string] => ['drawn', column]),
  ...['page', 'line', 'ordinal', 'what', 'assertion', 'target', 'belief'].map((column): [string, string] => [
    'assertion',
    column,
  ]),
  ...['note', 'key', 'name', 'type', 'aliases', 'not'].map((column): [string, string] => ['entity', column]),
  ...['note', 'path', 'line', 'kind', 'message', 'hint'].map((column): [string, string] => ['problem', column]),
  ...['fact', 'words', 'at'].map((column): [string, string] => ['saying', column]),
  ...['fact', 'since', 'until'].map((column): [string, string] => ['reach', column]),
  ...['words', 'fact', 'effect', 'source', 'strong', 'restates', 'cues'].map((column): [string, string] => [
    'judgement',
    column,
  ]),
  ...['id', 'confidence', 'updated', 'edits', 'until', 'retired'].map((column): [string, string] => [
    'opinion',
    column,
  ]),
  ...['fact', 'opinion', 'ordinal'].map((column): [string, string] => ['statement', column]),
  ...['opinion', 'ordinal', 'fact', 'day', 'effect', 'counts', 'confidence', 'path', 'first', 'last', 'cues'].map(
    (column): [string, string] => ['evidence', column],
  ),
]

describe('the digest of an index', () => {
  test('notices a change in any column of any row that means something', () =>
    withEveryTable(async (repo) => {
      const before = await repo.digest()
      const tables = withRawIndex(repo, (db) =>
        columns.map(([table, column]) => {
          const info = db.pragma(`table_info(${table})`) as { name: string; type: string }[]
          return { table, column, type: info.find(({ name }) => name === column)?.type, known: info.length }
        }),
      )
      // A column that is added to the schema belongs in this test too.
      for (const table of new Set(columns.map(([name]) => name)))
        expect({ table, columns: columns.filter(([name]) => name === table).length }).toEqual({
          table,
          columns: tables.find((row) => row.table === table)!.known,
        })
      for (const { table, column, type } of tables) {
        if (layout.has(`${table}.${column}`)) continue
        const value = type === 'INTEGER' ? `coalesce("${column}", 0) + 1000` : `coalesce("${column}", '') || 'x'`
        // Each change is made in a copy: the one before must not hide the next.
        const copy = repo.twin(indexFolder)
        withRawIndex(copy, (db) => {
          const key = [
            'mention',
            'stance',
            'drawn',
            'assertion',
            'saying',
            'reach',
            'judgement',
            'opinion',
            'statement',
            'evidence',
          ].includes(table)
            ? ''
            : 'WHERE rowid = (SELECT max(rowid) FROM it)'
          const where = key === '' ? lastOf(table) : key.replace('it', table)
          expect(db.prepare(`UPDATE "${table}" SET "${column}" = ${value} ${where}`).run().changes).toBe(1)
        })
        expect({ table, column, same: (await copy.digest()) === before }).toEqual({ table, column, same: false })
      }
      await expectSameAsRebuild(repo)
    }))

  test.each([
    ['a word in the text of a fact', "UPDATE fact SET text = replace(text, 'Graz', 'Wels') WHERE text LIKE '%Graz%'"],
    ['the blob of a note', "UPDATE note SET oid = replace(oid, substr(oid, 1, 1), 'x') WHERE path LIKE '%-01.md'"],
    ['the name in a mention', "UPDATE mention SET name = 'PETER' WHERE fact = (SELECT min(fact) FROM mention)"],
    ['a missing mention', 'DELETE FROM mention WHERE fact = (SELECT min(fact) FROM mention)'],
    ['a confidence that was folded', 'UPDATE opinion SET confidence = confidence + 10'],
    ['a step of the evidence', "UPDATE evidence SET effect = 'other' WHERE ordinal = 1"],
    ['a missing step of the evidence', 'DELETE FROM evidence WHERE ordinal = 1'],
    ['a problem that nobody hears of', 'DELETE FROM problem'],
    ['a missing alias', `UPDATE entity SET aliases = '[]'`],
    ['a fact that nobody can find by its words', firstWordless],
    ['words that belong to no fact', "INSERT INTO words (rowid, text, names, trail) VALUES (9999, 'forged', '', '')"],
    [
      'words that belong to another fact',
      `${firstWordless};
       INSERT INTO words (rowid, text, names, trail) SELECT min(key), 'other words', '', '' FROM fact`,
    ],
    [
      'a fact twice',
      'INSERT INTO fact SELECT NULL, note, id, kind, origin, first, last, day, start, end, confidence, until, was, stances, suggested, "from", at, mark, of, "on", leading, mentions, trail, text, label, annotations, opens, also FROM fact LIMIT 1',
    ],
  ])('notices %s', (_what, sql) =>
    withEveryTable(async (repo) => {
      const before = await repo.digest()
      withRawIndex(repo, (db) => db.exec(sql))
      expect(await repo.digest()).not.toBe(before)
      await repo.use((workspace) => workspace.rebuild())
      expect(await repo.digest()).toBe(before)
      await expectSameAsRebuild(repo)
    }),
  )

  test('notices one altered word of a note once it is committed, not before', () =>
    withEveryTable(async (repo) => {
      const before = await repo.digest()
      repo.write(day(1), repo.read(day(1)).replace('Graz', 'Wels'))
      expect(await repo.digest()).toBe(before)
      repo.git('commit', '-q', '-a', '-m', 'one word')
      expect(await repo.digest()).not.toBe(before)
      await expectSameAsRebuild(repo)
      repo.git('revert', '--no-edit', 'HEAD')
      expect(await repo.digest()).toBe(before)
    }))

  test('is the same however the rows came to be', () =>
    withRepo(async (repo) => {
      const numbers = [5, 2, 9, 1, 7]
      for (const number of numbers) {
        repo.commit(day(number), retain(`W @Peter: Day ${number}`, 'O(c=0.6) @Peter: Likes tea'))
        await repo.digest()
      }
      for (const number of [9, 2]) {
        repo.commit(day(number), retain(`W @Peter: Day ${number}, edited`, 'O(c=0.6) @Peter: Likes tea'))
        await repo.digest()
      }
      await expectSameAsRebuild(repo)
    }))

  test('does not depend on the commit, its date or its message, only on the tree', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      const before = await repo.digest()
      repo.git('commit', '-q', '--amend', '-m', 'other words', '--date=2001-01-01T00:00:00Z')
      expect(await repo.digest()).toBe(before)
      repo.commit('elsewhere.txt', 'not ours\n')
      expect(await repo.digest()).toBe(before)
      await expectSameAsRebuild(repo)
    }))

  test('is what memory status --digest prints, and the hash of what memory dump prints', () =>
    withEveryTable(async (repo) => {
      const digest = await repo.digest()
      expect(repo.memory('status', '--digest').stdout).toBe(`${digest}\n`)
      const { createHash } = await import('node:crypto')
      expect(createHash('sha256').update(repo.memory('dump').stdout).digest('hex')).toBe(digest)
    }))
})

const lastOf = (table: string): string =>
  ({
    mention: 'WHERE (entity, fact) = (SELECT entity, fact FROM mention ORDER BY 1 DESC, 2 DESC LIMIT 1)',
    stance: 'WHERE (belief, fact) = (SELECT belief, fact FROM stance ORDER BY 1 DESC, 2 DESC LIMIT 1)',
    drawn: 'WHERE (source, fact) = (SELECT source, fact FROM drawn ORDER BY 1 DESC, 2 DESC LIMIT 1)',
    assertion: 'WHERE line = (SELECT max(line) FROM assertion)',
    saying: 'WHERE fact = (SELECT max(fact) FROM saying)',
    reach: 'WHERE fact = (SELECT max(fact) FROM reach)',
    judgement: 'WHERE (words, fact) = (SELECT words, fact FROM judgement ORDER BY 1 DESC, 2 DESC LIMIT 1)',
    opinion: 'WHERE id = (SELECT max(id) FROM opinion)',
    statement: 'WHERE fact = (SELECT max(fact) FROM statement)',
    evidence: 'WHERE (opinion, ordinal) = (SELECT opinion, ordinal FROM evidence ORDER BY 1 DESC, 2 DESC LIMIT 1)',
  })[table]!
