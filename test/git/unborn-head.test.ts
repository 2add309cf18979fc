import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'

describe('a repository before its first commit', () => {
  test('recalls notes as uncommitted, and indexes nothing', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W @Peter: Likes tea'))
        const answer = await repo.use((workspace) => workspace.recall('tea'))
        expect(answer.commit).toBe(null)
        expect(answer.results).toMatchObject([{ content: 'Likes tea', uncommitted: true }])
        expect(await repo.said()).toEqual([])
        expect(repo.memory('status').status).toBe(0)
        await expectSameAsRebuild(repo)
      },
      { unborn: true },
    ))

  test('takes its configuration from the working tree', () =>
    withRepo(
      async (repo) => {
        repo.write('.memory/config.json', '{"retain": {"headings": ["Merken"]}}')
        repo.write(day(1), '## Merken\n- W Mag Tee\n')
        const { results } = await repo.use((workspace) => workspace.recall('Tee'))
        expect(results).toMatchObject([{ kind: 'world', content: 'Mag Tee' }])
        await expectSameAsRebuild(repo)
      },
      { unborn: true },
    ))

  test('rebuilds to an empty index', () =>
    withRepo(
      async (repo) => {
        const done = repo.memory('rebuild', '--json')
        expect(done).toMatchObject({ status: 0, stderr: '' })
        expect(JSON.parse(done.stdout)).toMatchObject({ commit: null, read: 0 })
        await expectSameAsRebuild(repo)
      },
      { unborn: true },
    ))

  test('is indexed by the hook at the first commit', () =>
    withRepo(
      async (repo) => {
        expect(repo.commit(day(1), retain('W @Peter: Likes tea'))).toContain('memory: indexed 1 note (1 fact)')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Likes tea`])
        expect(repo.read('bank/world.md')).toContain('Likes tea')
        await expectSameAsRebuild(repo)
      },
      { unborn: true, hooks: true },
    ))

  test('is what an orphan branch is until its own first commit', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Said on main'))
        repo.git('switch', '-q', '--orphan', 'apart')
        expect(await repo.said()).toEqual([])
        await expectSameAsRebuild(repo)
        repo.commit(day(2), retain('W Said apart'))
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(2)}#L2 world Said apart`])
        await expectSameAsRebuild(repo)
        repo.git('switch', '-q', 'main')
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Said on main`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('comes back when the only commit is undone, and forgets its settings too', () =>
    withRepo(
      async (repo) => {
        repo.commit('.memory/config.json', '{"timezone": "Europe/Vienna"}')
        await repo.digest()
        repo.git('update-ref', '-d', 'HEAD')
        repo.write('.memory/config.json', '{"timezone": "Asia/Tokyo"}')
        expect(await repo.use((workspace) => workspace.config())).toMatchObject({ timezone: 'Asia/Tokyo' })
        expect(await repo.said()).toEqual([])
        await expectSameAsRebuild(repo)
      },
      { unborn: true },
    ))

  test('a commit with nothing to index leaves an index that stands for it', () =>
    withRepo(async (repo) => {
      const { commit, read } = await repo.use((workspace) => workspace.sync())
      expect({ commit, read }).toEqual({ commit: repo.git('rev-parse', 'HEAD'), read: 0 })
      await expectSameAsRebuild(repo)
    }))
})
