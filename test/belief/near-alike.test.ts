import { describe, expect, test } from '@jest/globals'
import { looksBack } from '../../src/belief/endings.js'
import { farthest, nearest } from '../../src/belief/judge-fact.js'
import { retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRawIndex } from '../support/raw-index.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const dayOf = (at: number): string => new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10)
const each = (many: number, line: (at: number) => string): string[] => Array.from({ length: many }, (_, at) => line(at))
const byNumber = (at: number): string => `O(c=0.8) @Peter: Prefers tea number ${at} in the morning`

type Files = ReadonlyMap<string, string>
const onDays = (lines: readonly string[]): Files =>
  new Map(lines.map((line, at) => [`memory/${dayOf(at)}.md`, retain(line)]))
const inOneNote = (lines: readonly string[]): Files => new Map([[`memory/${dayOf(0)}.md`, retain(...lines)]])

const shapes: Readonly<Record<string, (many: number) => Files>> = {
  'nearly alike, on as many days': (many) => onDays(each(many, byNumber)),
  'nearly alike, in one note': (many) => inOneNote(each(many, byNumber)),
  'one, restated on as many days': (many) => onDays(each(many, () => byNumber(0))),
  'one and another in other words, restated on as many days': (many) =>
    onDays(each(many, (at) => (at % 2 ? byNumber(0) : byNumber(0).replace('Prefers', 'Peter prefers')))),
}

async function indexed(repo: Repo, files: Files): Promise<void> {
  for (const [path, text] of files) repo.write(path, text)
  repo.git('add', 'memory')
  repo.git('commit', '-q', '-m', 'notes')
  await repo.digest()
}

/** What is kept of judging and folding. */
const rowsIn = (repo: Repo): number =>
  withRawIndex(repo, (db) =>
    ['saying', 'judgement', 'reach', 'statement', 'evidence']
      .map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number)
      .reduce((a, b) => a + b),
  )

async function rowsOf(files: Files): Promise<number> {
  let rows = 0
  await withRepo(async (repo) => {
    await indexed(repo, files)
    rows = rowsIn(repo)
  })
  return rows
}

describe('opinions about one name', () => {
  test.each(Object.entries(shapes))(
    'are judged in steps as many as they are, not as their pairs: %s',
    async (_, shape) => {
      const [some, twice] = [await rowsOf(shape(4 * farthest)), await rowsOf(shape(8 * farthest))]
      expect(twice / some).toBeLessThan(2.4)
    },
  )

  test('restated in the same words are one opinion, with every statement as its evidence', () =>
    withRepo(async (repo) => {
      await indexed(repo, onDays(each(100, () => byNumber(0))))
      const rows = (table: string): unknown =>
        withRawIndex(repo, (db) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
      expect([rows('opinion'), rows('statement'), rows('evidence'), rows('judgement')]).toEqual([1, 100, 100, 0])
    }))

  test('whose first statement goes are judged where the next one stands, though nothing else changed', () =>
    withRepo(async (repo) => {
      await indexed(repo, onDays([byNumber(0), byNumber(0), 'W @Peter: Still prefers tea number 0 in the morning']))
      const judged = (): unknown =>
        withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM judgement').pluck().get())
      expect(judged()).toBe(1)
      repo.git('rm', '-q', `memory/${dayOf(0)}.md`)
      repo.git('commit', '-q', '-m', 'one goes')
      await expectSameAsRebuild(repo)
      expect(judged()).toBe(1)
    }))

  test('a question that is asked again in the same words is one opinion', () =>
    withRepo(async (repo) => {
      await indexed(repo, onDays(each(3, () => 'O(c=0.5) @Peter: Not sure any more whether tea is good')))
      expect(withRawIndex(repo, (db) => db.prepare('SELECT count(*) FROM opinion').pluck().get())).toBe(1)
    }))

  test('that are nearly alike by the dozen: a fact bears on the last ones said before it', () =>
    withRepo(async (repo) => {
      const cups = (at: number): string => `O(c=0.8) @Peter: Drinks ${at} cups of tea`
      await indexed(repo, onDays([...each(3 * farthest, cups), 'W @Peter: Drinks 900 cups of tea']))
      const days = withRawIndex(repo, (db) =>
        db
          .prepare(
            `SELECT saying.at FROM judgement JOIN saying USING (words) WHERE judgement.fact =
             (SELECT id FROM fact WHERE kind = 'world') ORDER BY saying.at`,
          )
          .pluck()
          .all(),
      ) as string[]
      expect(days.map((at) => at.slice(0, 10))).toEqual(each(farthest, (at) => dayOf(2 * farthest + at)))
    }))

  test('with one word in common are each met by what shares a rarer one, however far away', () =>
    withRepo(async (repo) => {
      const likes = (at: number): string => `O(c=0.8) @Peter: Likes cake${at}`
      await indexed(repo, onDays([...each(8 * nearest, likes), 'W @Peter: Hates cake3', 'W @Peter: Hates cake100']))
      const met = withRawIndex(repo, (db) =>
        db
          .prepare(
            `SELECT fact.text FROM judgement JOIN saying USING (words) JOIN fact ON fact.id = saying.fact
             WHERE judgement.fact IN (SELECT id FROM fact WHERE kind = 'world') ORDER BY saying.at`,
          )
          .pluck()
          .all(),
      )
      expect(met).toEqual(['Likes cake3', 'Likes cake100'])
    }))

  test('that are no opinions end by what shares a rarer word with them, however far away', () =>
    withRepo(async (repo) => {
      const uses = (at: number): string => `W @Peter: Uses the editor Name${at}`
      await indexed(repo, onDays([...each(4 * looksBack, uses), 'W @Peter: No longer uses the editor Name3']))
      const ended = withRawIndex(repo, (db) =>
        db.prepare('SELECT fact.text FROM ending JOIN fact ON fact.id = ending.fact').pluck().all(),
      )
      expect(ended).toEqual(['Uses the editor Name3'])
    }))
})
