import { expect, test } from '@jest/globals'
import { openWorkspace } from '../../src/index.js'
import { indexFolder } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRawIndex } from '../support/raw-index.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const count = (repo: Repo, sql: string): number => withRawIndex(repo, (db) => db.prepare(sql).pluck().get() as number)
const verdicts = 'SELECT count(*) FROM judged WHERE verdict IS NOT NULL'
const judgements = `SELECT count(*) FROM judgement WHERE effect = 'supersedes'`

/** Two days that speak of one belief, indexed. */
function judged(repo: Repo): void {
  repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea'))
  repo.commit(day(5), retain('W @Ana: Hates green tea'))
  expect(repo.memory('sync').status).toBe(0)
  expect(count(repo, verdicts)).toBe(1)
}

test('what the judge made of texts outlasts a rebuild, and nothing outlasts another version of the judge', () =>
  withRepo((repo) => {
    judged(repo)
    withRawIndex(repo, (db) => {
      // No rule says this: whoever judges again says something else.
      db.exec(`UPDATE judged SET verdict = json_set(verdict, '$.effect', 'supersedes') WHERE verdict IS NOT NULL`)
    })
    expect(repo.memory('rebuild').status).toBe(0)
    expect(count(repo, judgements)).toBe(1)

    withRawIndex(repo, (db) => {
      db.exec(`UPDATE meta SET value = '0' WHERE key IN ('beliefs', 'judge')`)
    })
    expect(repo.memory('sync').status).toBe(0)
    expect(count(repo, judgements)).toBe(0)
    expect(count(repo, verdicts)).toBe(1)
  }))

/** Has the index built, each of its parts in a step of its own, at most so many; gives how many there were. */
async function build(repo: Repo, most: number): Promise<number> {
  let calls = 0
  const workspace = openWorkspace({
    cwd: repo.root,
    environment: repo.environment,
    whileIndexing: () => {
      if (++calls > most) throw new Error('cut short')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
    },
  })
  try {
    await workspace.sync()
  } catch (cause) {
    expect(cause).toMatchObject({ message: 'cut short' })
  }
  workspace.close()
  return calls
}

test('a sync that is cut short keeps what it read and judged, and the next one goes on from there', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain(...[...'abcdefgh'].map((word) => `O(c=0.8) @Ana: Likes ${word}-tea a lot`)))
    repo.commit(day(5), retain('W @Ana: Hates a-tea'))
    await build(repo, 1)
    expect(count(repo, 'SELECT count(*) FROM fact')).toBe(8)
    await build(repo, 2)
    expect(count(repo, 'SELECT count(*) FROM fact')).toBe(9)
    expect(count(repo, 'SELECT count(*) FROM judgement')).toBeGreaterThan(0)
    expect(count(repo, 'SELECT count(*) FROM opinion')).toBe(0)
    // What is left: which facts have ended.
    expect(await build(repo, 9)).toBe(1)
    expect(count(repo, 'SELECT count(*) FROM opinion')).toBe(8)
    await expectSameAsRebuild(repo)
  }))

test.each([1, 2, 3])(
  'a build in pieces of %i parts, with commits and pages between them, ends as a rebuild does',
  (most) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea', 'W @Bea: Lives in Graz'))
      repo.commit(day(2), retain('O(c=0.6) @Bea: Prefers trains', 'S @Bea: Took the train'))
      repo.memory('reflect', '--commit')
      repo.commit(day(5), retain('W @Ana: Hates green tea', 'W @Bea: No longer lives in Graz'))
      repo.commit('bank/opinions.md', repo.read('bank/opinions.md').replace('Likes green tea', 'Likes green tea, hot'))
      repo.remove(indexFolder)
      let asked = 0
      while ((await build(repo, most)) > most && asked < 40) {
        asked++
        if (asked === 2) repo.commit(day(6), retain('W @Ana: Drinks coffee now'))
        if (asked === 4) repo.git('reset', '-q', '--hard', 'HEAD~1')
      }
      expect(asked).toBeLessThan(40)
      await expectSameAsRebuild(repo)
    }),
)

test.each([5, 6, 7, 8, 9])(
  'an edit of a page that goes while a build is at part %i leaves no word that finds its fact',
  (most) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea', 'W @Bea: Lives in Graz'))
      repo.memory('reflect', '--commit')
      repo.commit(
        'bank/opinions.md',
        repo.read('bank/opinions.md').replace('Likes green tea', 'Likes green tea, piping'),
      )
      repo.remove(indexFolder)
      await build(repo, most)
      repo.git('reset', '-q', '--hard', 'HEAD~1')
      await expectSameAsRebuild(repo)
    }),
)

test.each([1, 2, 3, 4])('what is forgotten while a build is at part %i is in no row that it ends with', (most) =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea', 'W @Bea: Lives in Graz'))
    repo.commit(day(2), retain('W @Ana: Hates green tea'))
    await build(repo, most)
    const id = withRawIndex(repo, (db) => db.prepare('SELECT id FROM fact').pluck().get() as string)
    repo.commit('memory/.forgotten.md', `- ^${id}\n`)
    for (const left of [1, 2, 3, 20]) await build(repo, left)
    expect(count(repo, `SELECT count(*) FROM fact WHERE id = '${id}'`)).toBe(0)
    await expectSameAsRebuild(repo)
  }),
)

test('an edit of nothing but case, by which a fact is the same to its id, is judged as the text that stands there', () =>
  withRepo(async (repo) => {
    judged(repo)
    repo.commit(day(5), retain('W @Ana: HATES green TEA'))
    await expectSameAsRebuild(repo)
    repo.commit(day(1), retain('O(c=0.8) @Ana: LIKES GREEN TEA'))
    await expectSameAsRebuild(repo)
    const words = `SELECT count(*) FROM keys JOIN fact ON fact.id = keys.fact WHERE fact.text IN ('HATES green TEA', 'LIKES GREEN TEA')`
    expect(count(repo, words)).toBe(2)
  }))

test('what is forgotten is nowhere in what the judge made', () =>
  withRepo((repo) => {
    judged(repo)
    const id = withRawIndex(
      repo,
      (db) => db.prepare(`SELECT id FROM fact WHERE kind = 'world'`).pluck().get() as string,
    )
    expect(repo.memory('forget', `^${id}`)).toMatchObject({ status: 0 })
    expect(repo.memory('sync').status).toBe(0)
    expect(count(repo, verdicts)).toBe(0)
  }))

test('where the clone lacks a note, what there is is judged, and the note is asked for again next time', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea', 'W @Ana: Hates green tea'))
    repo.commit(day(5), retain('W @Bea: Lives in Graz'))
    const oid = repo.git('rev-parse', `HEAD:${day(5)}`).trim()
    repo.remove(day(5))
    repo.remove(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`)
    expect(repo.memory('sync').status).toBe(0)
    expect(count(repo, 'SELECT count(*) FROM opinion')).toBe(1)
    expect(count(repo, 'SELECT count(*) FROM fact')).toBe(2)
    expect(repo.memory('recall', 'green tea').stdout).toContain('Likes green tea')
  }))
