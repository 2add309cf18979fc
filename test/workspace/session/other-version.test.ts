import { readFileSync, renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import type { Workspace } from '../../../src/index.js'
import { runHook } from '../../../src/hooks/run.js'
import { openDatabase } from '../../../src/sqlite/engine.js'
import { judgeVersion } from '../../../src/model/version.js'
import { schemaVersion } from '../../../src/store/schema.js'
import { indexFile, indexFolder } from '../../support/index-place.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { withRawIndex } from '../../support/raw-index.js'
import { checkout, withRepo, type Repo } from '../../support/with-repo.js'

const otherFile = `${indexFolder}/index-${schemaVersion}.1.1.sqlite`
const notice = /^as of [0-9a-f]{7}, from the index of another version of this package: this one's is not built yet/

/** Leaves an index as an earlier version would: what it answers shows that it does. */
function leaveOther(repo: Repo, { judge = judgeVersion } = {}): void {
  withRawIndex(repo, (db) => {
    db.exec(`UPDATE fact SET text = replace(text, 'Likes', 'Liked') WHERE kind = 'world'`)
    db.prepare(`UPDATE meta SET value = ? WHERE key = 'judge'`).run(String(judge))
    db.pragma('wal_checkpoint(TRUNCATE)')
  })
  renameSync(repo.path(indexFile), repo.path(otherFile))
}

/** Eight days, each of which takes 150 ms to read: a build lasts longer than a question waits. */
async function eightDays(repo: Repo): Promise<void> {
  for (let at = 1; at <= 8; at++) repo.commit(day(at), retain(`W @Peter: Likes tea number ${at}`))
  await repo.digest()
}
const slow = {
  whileIndexing: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150),
} as const

async function ask<T>(
  repo: Repo,
  question: (workspace: Workspace) => Promise<T>,
): Promise<{ answer: T; told: string[] }> {
  const told: string[] = []
  const workspace = repo.open({ ...slow, notice: (what) => told.push(what) })
  try {
    return { answer: await question(workspace), told }
  } finally {
    workspace.close()
  }
}
const recallTea = (workspace: Workspace) => workspace.recall('tea', { kinds: ['world'], k: 20 })
const isThere = (repo: Repo): boolean => repo.files(indexFolder).has(otherFile)

describe('after an update of the package, while its index is not built', () => {
  test('the index of the version before answers, and each question builds on until its own does', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      leaveOther(repo)
      const questions: Record<string, (workspace: Workspace) => Promise<unknown>> = {
        recall: recallTea,
        log: (workspace) => workspace.log(),
        brief: (workspace) => workspace.brief(),
        core: (workspace) => workspace.core(),
      }
      for (const [name, question] of Object.entries(questions)) {
        for (const suffix of ['', '-wal', '-shm']) repo.remove(indexFile + suffix)
        const { answer, told } = await ask(repo, question)
        const notices = told.concat((answer as { notices?: string[] }).notices ?? [])
        expect({ name, notices }).toEqual({ name, notices: expect.arrayContaining([expect.stringMatching(notice)]) })
        if (name !== 'core')
          expect({ name, text: JSON.stringify(answer) }).toMatchObject({ text: expect.stringContaining('Liked tea') })
      }
      let asked = 0
      let last = await ask(repo, recallTea)
      for (; last.answer.notices.length > 0 && asked < 9; asked++) last = await ask(repo, recallTea)
      expect(asked).toBeLessThan(9)
      expect(last.answer.results).toHaveLength(8)
      expect(JSON.stringify(last.answer)).not.toContain('Liked')
      expect(isThere(repo)).toBe(true)
      await expectSameAsRebuild(repo)
    }))

  test('what was committed since, or is not yet, is found in the working tree', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      leaveOther(repo)
      repo.commit(day(9), retain('W @Mia: Likes green tea'))
      repo.write(day(10), retain('W @Mia: Likes black tea'))
      const { answer } = await ask(repo, recallTea)
      expect(answer.notices).toContainEqual(expect.stringMatching(notice))
      const found = answer.results.map(({ content }) => content)
      expect(found).toEqual(expect.arrayContaining(['Likes green tea', 'Likes black tea', 'Liked tea number 1']))
    }))

  test('what needs an index of HEAD waits for it', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      const digest = await repo.digest()
      leaveOther(repo)
      expect((await ask(repo, (workspace) => workspace.digest())).answer).toBe(digest)
    }))

  test('a server builds on while nobody asks', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      leaveOther(repo)
      const workspace = repo.open(slow)
      try {
        expect((await recallTea(workspace)).notices).toContainEqual(expect.stringMatching(notice))
        const isBuilt = (): boolean =>
          withRawIndex(repo, (db) => db.prepare(`SELECT value FROM meta WHERE key = 'beliefs'`).pluck().get() !== '')
        while (!isBuilt()) await new Promise((resolve) => setTimeout(resolve, 50))
        expect(await recallTea(workspace)).toMatchObject({ notices: [] })
      } finally {
        workspace.close()
      }
    }))

  test('a program that does nothing but ask is answered while the build goes on, and does not end before', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      leaveOther(repo)
      const script = `
        import { openWorkspace } from ${JSON.stringify(pathToFileURL(join(checkout, 'dist/index.js')).href)}
        const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
        const workspace = openWorkspace({ whileIndexing: wait })
        for (let at = 0; at < 20; at++) {
          await workspace.recall('tea')
          await new Promise((resolve) => setTimeout(resolve, at))
        }
        workspace.close()
        console.log('asked')`
      const ran = repo.run(process.execPath, '--input-type=module', '-e', script)
      expect(ran).toMatchObject({ status: 0, stdout: 'asked\n' })
    }))

  test('a hook that runs out of time keeps what it did, so that a few of them build it', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      leaveOther(repo)
      const options = { cwd: repo.root, environment: repo.environment, progress: slow.whileIndexing }
      const said: string[] = []
      do said.push(await runHook('post-commit', options, [], 600))
      while (said.at(-1)!.includes('not indexed') && said.length < 12)
      expect(said.length).toBeGreaterThan(2)
      expect(said.at(-1)).toContain('memory: indexed ')
      await expectSameAsRebuild(repo)
    }))

  test('the index of the version before does not answer where something was forgotten since, and goes', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      const copy = readFileSync(repo.path(indexFile))
      const { results } = await repo.use(recallTea)
      expect(repo.memory('forget', `^${results[0]!.id}`)).toMatchObject({ status: 0 })
      repo.remove(indexFile)
      repo.write(otherFile, copy)
      const { answer } = await ask(repo, recallTea)
      expect(answer).toMatchObject({ notices: [] })
      expect(answer.results).toHaveLength(7)
      expect(isThere(repo)).toBe(false)
    }))

  test('a server that answers from it stops where another process brings a commit that forgets', () =>
    withRepo(async (repo) => {
      await eightDays(repo)
      const { results } = await repo.use(recallTea)
      leaveOther(repo)
      const kept = readFileSync(repo.path(otherFile))
      const server = repo.open(slow)
      try {
        expect((await recallTea(server)).notices).toContainEqual(expect.stringMatching(notice))
        repo.memory('forget', `^${results[0]!.id}`)
        repo.write(otherFile, kept)
        for (const suffix of ['', '-wal', '-shm']) repo.remove(indexFile + suffix)
        const answer = await recallTea(server)
        expect(answer.results).toHaveLength(7)
        expect(JSON.stringify(answer)).not.toContain('Liked')
      } finally {
        server.close()
      }
    }))

  test.each([
    ['damaged', (repo: Repo) => repo.write(otherFile, readFileSync(repo.path(otherFile)).subarray(0, 40_000))],
    ['of another schema', (repo: Repo) => raw(repo, (db) => db.pragma('user_version = 1'))],
    ['without rows', (repo: Repo) => raw(repo, (db) => db.exec('DELETE FROM meta'))],
    ['no index', (repo: Repo) => repo.write(otherFile, 'something else'.repeat(1000))],
  ])('an index of another version that is %s answers nothing', (_what, spoil) =>
    withRepo(async (repo) => {
      await eightDays(repo)
      leaveOther(repo)
      spoil(repo)
      const { answer } = await ask(repo, recallTea)
      expect(answer.results).toHaveLength(8)
      expect(JSON.stringify(answer)).not.toContain('Liked')
    }),
  )
})

const raw = (repo: Repo, work: (db: ReturnType<typeof openDatabase>) => void): void => {
  const db = openDatabase(repo.path(otherFile))
  work(db)
  db.close()
}

test.each([
  ['is taken over where the judge is the same', judgeVersion, 1],
  ['is not taken over where the judge is another', 2, 0],
])('what the judge of another version made of texts %s', (_how, judge, taken) =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea'))
    repo.commit(day(5), retain('W @Ana: Hates green tea'))
    await repo.digest()
    // No rule says this: whoever judges again says something else.
    withRawIndex(repo, (db) =>
      db.exec(`UPDATE judged SET verdict = json_set(verdict, '$.effect', 'supersedes') WHERE verdict IS NOT NULL`),
    )
    leaveOther(repo, { judge })
    await repo.digest()
    const judgements = `SELECT count(*) FROM judgement WHERE effect = 'supersedes'`
    expect(withRawIndex(repo, (db) => db.prepare(judgements).pluck().get())).toBe(taken)
  }),
)

test('the vectors of another version are taken over, whatever its judge', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @Ana: Likes green tea'))
    await repo.digest()
    withRawIndex(repo, (db) => {
      db.exec(`INSERT INTO vector (place, id, bytes) SELECT 0, id, x'0102' FROM fact`)
      db.exec(`INSERT INTO embedding (model, era) VALUES ('some', 'era')`)
    })
    leaveOther(repo, { judge: 2 })
    await repo.digest()
    expect(withRawIndex(repo, (db) => db.prepare('SELECT hex(bytes) FROM vector').pluck().all())).toEqual(['0102'])
    expect(withRawIndex(repo, (db) => db.prepare('SELECT model FROM embedding').pluck().all())).toEqual(['some'])
  }))

test('an index of another version goes a day after it was last written, and not before: two may be in use', () =>
  withRepo(async (repo) => {
    await eightDays(repo)
    leaveOther(repo)
    await repo.digest()
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3600 * 1000)
    utimesSync(repo.path(otherFile), hoursAgo(23), hoursAgo(23))
    await repo.digest()
    expect(isThere(repo)).toBe(true)
    utimesSync(repo.path(otherFile), hoursAgo(25), hoursAgo(25))
    await repo.digest()
    expect(isThere(repo)).toBe(false)
  }))

test('what is forgotten goes from the indexes of all versions, and from what a killed process has left of one', () =>
  withRepo(async (repo) => {
    await eightDays(repo)
    repo.remove(indexFile)
    const killed = openDatabase(repo.path(indexFile))
    killed.pragma('journal_mode = WAL')
    await repo.digest()
    for (const suffix of ['', '-wal']) repo.run('cp', repo.path(indexFile + suffix), repo.path(otherFile + suffix))
    killed.close()
    repo.write(`${otherFile.replace('.1.1.', '.2.2.')}-wal`, 'tea')
    const { results } = await repo.use(recallTea)
    expect(repo.memory('forget', `^${results[0]!.id}`)).toMatchObject({ status: 0 })
    expect([...repo.files(indexFolder).keys()].filter((path) => path.includes('/index-'))).toEqual([indexFile])
  }))

test.each([schemaVersion, 1])(
  'an index of schema %i that knows what is forgotten stays while this one is built',
  (schema) =>
    withRepo(async (repo) => {
      await eightDays(repo)
      const { results } = await repo.use(recallTea)
      expect(repo.memory('forget', `^${results[0]!.id}`)).toMatchObject({ status: 0 })
      leaveOther(repo)
      raw(repo, (db) => db.pragma(`user_version = ${schema}`))
      await repo.digest()
      expect(isThere(repo)).toBe(true)
    }),
)
