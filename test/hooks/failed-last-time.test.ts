import { symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { runHook } from '../../src/hooks/run.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { whileWritten, withRawIndex } from '../support/raw-index.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { indexFolder } from '../support/index-place.js'

const status = (repo: Repo) => repo.use((workspace) => workspace.status())
const failure = `${indexFolder}/last-failure.json`

/** Commit a log while another process writes the index. */
const commitWhileBusy = (repo: Repo, number: number): string =>
  whileWritten(repo, () => repo.commit(day(number), retain(`W @Peter: Fact ${number}`)))

describe('status tells apart', () => {
  test('an index that is current, one that was behind, notes that are not committed, and a hook that failed', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        const current = { wasBehind: false, uncommitted: [], lastFailure: null }
        expect(await status(repo)).toMatchObject(current)

        repo.write(day(2), retain('W @Peter: Two'))
        expect(await status(repo)).toMatchObject({ ...current, uncommitted: [day(2)] })

        repo.git('add', day(2))
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'without hooks')
        expect(await status(repo)).toMatchObject({ ...current, wasBehind: true })

        const said = commitWhileBusy(repo, 3)
        const lastFailure = { hook: 'post-commit', at: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) }
        const { reason } = (await status(repo)).lastFailure!
        expect(said).toBe(`memory: ${reason}\n`)
        expect(await status(repo)).toMatchObject({ lastFailure: { ...lastFailure, reason } })
        expect(repo.memory('status').stdout).toMatch(
          /^hooks +active\n +post-commit failed last time, 20\S+Z: another process is writing \S+; try again$/m,
        )

        repo.commit(day(4), retain('W @Peter: Four'))
        expect(await status(repo)).toMatchObject(current)
        expect(repo.memory('status').stdout).not.toContain('failed')
        expect(repo.git('status', '--porcelain', '--', '.memory')).toBe('')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('no failure where the file that tells of one is a link, a forgery or cut short', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: One'))
      repo.write('secret.json', '{"hook": "post-commit", "at": "now", "reason": "read through a link"}')
      await repo.digest()
      symlinkSync('../secret.json', repo.path(failure))
      expect((await status(repo)).lastFailure).toBeNull()
      expect(repo.memory('hook', 'post-commit').status).toBe(0)
      expect(repo.read('secret.json')).toContain('read through a link')
      repo.remove(failure)
      for (const forged of ['', '{', '[]', '{"hook": 1}', 'null', '"x"']) {
        repo.write(failure, forged)
        expect((await status(repo)).lastFailure).toBeNull()
      }
      repo.write(failure, '{"hook": "post\\u001b[31m", "at": "\\u202e", "reason": "x\\ny"}')
      expect(repo.memory('status').stdout).toContain('post\\u{1b}[31m failed last time, \\u{202e}: x\\u{a}y\n')
    }))
})

describe('a hook ends at its deadline', () => {
  test('in the middle of indexing, which is undone: the next command does it', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: One'))
      await repo.digest()
      const before = withRawIndex(repo, (db) => db.prepare('SELECT text FROM fact').pluck().all())
      repo.commit(day(2), retain('W @Peter: Two'))
      const here = { cwd: repo.root, environment: repo.environment }
      for (const name of ['post-commit', 'post-checkout'] as const)
        expect(await runHook(name, here, [], 0)).toBe(
          'memory: not indexed within 0 seconds, so not now: the next memory command does it, or memory sync',
        )
      expect(withRawIndex(repo, (db) => db.prepare('SELECT text FROM fact').pluck().all())).toEqual(before)
      expect(await status(repo)).toMatchObject({ wasBehind: true, lastFailure: { hook: 'post-checkout' } })
      await expectSameAsRebuild(repo)
    }))

  test('at a page with conflict markers: it is written once somebody has mended it, whatever page they put there', () =>
    withRepo(
      (repo) => {
        const page = 'bank/world.md'
        repo.commit(day(1), retain('W @Peter: Likes tea'))
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        const old = repo.read(page)
        repo.write(page, `<<<<<<< ours\n${old}=======\n${old}>>>>>>> theirs\n`)
        expect(repo.commit(day(2), retain('W @Peter: Likes rum'))).toContain(`left alone, markers damaged: ${page}`)
        repo.git('checkout', '-q', '--', page)
        expect(repo.memory('status').stdout).toMatch(/^pages +behind by 1: memory reflect$/m)
        repo.commit('other.txt', 'No note.\n')
        expect(repo.read(page)).toContain('Likes rum')
      },
      { hooks: true },
    ))

  test('in the middle of writing pages: status says how many are behind, and the next hook writes them', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        repo.write(day(2), retain('W @Peter: Two', 'W @Anna: Three'))
        repo.git('add', day(2))
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'log')
        let pages = 0
        const report = await repo.use((workspace) => workspace.reflect('stale', () => pages++ < 1))
        expect(report).toMatchObject({ behind: 2 })
        expect(report.written).toHaveLength(1)
        expect((await status(repo)).pagesBehind).toBe(2)
        expect(repo.memory('status').stdout).toContain('pages      behind by 2: memory reflect\n')
        repo.commit(day(3), 'No facts here.\n')
        for (const page of ['world.md', 'entities/Peter.md', 'entities/Anna.md'])
          expect(repo.read(`bank/${page}`)).toMatch(page.includes('Peter') ? 'Two' : 'Three')
        expect((await status(repo)).pagesBehind).toBe(0)
      },
      { hooks: true },
    ))
})
