import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'

describe('git commit --amend', () => {
  test('replaces what the first version of the commit said', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Lives in Vienna'))
        repo.write(day(1), retain('W @Peter: Lives in Graz'))
        repo.git('commit', '-q', '--amend', '-a', '--no-edit')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Lives in Graz`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('twice in a row leaves only the last version', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Lives in Vienna'))
        repo.commit(day(2), retain('W @Peter: Lives in Linz'))
        for (const town of ['Graz', 'Wels']) {
          repo.write(day(2), retain(`W @Peter: Lives in ${town}`))
          repo.git('add', day(2))
          repo.git('commit', '-q', '--amend', '--no-edit')
          await expectIndexedByHook(repo)
        }
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Lives in Vienna`, `${day(2)}#L2 world Lives in Wels`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('that drops a note forgets what it said', () =>
    withRepo(
      async (repo) => {
        repo.write(day(1), retain('W Kept'))
        repo.write(day(2), retain('W Dropped'))
        repo.git('add', 'memory')
        repo.git('commit', '-q', '-m', 'two days')
        repo.git('rm', '-q', day(2))
        repo.git('commit', '-q', '--amend', '--no-edit')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Kept`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('of the message alone stands for the new commit with the old tree', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Said once'))
        repo.git('commit', '-q', '--amend', '-m', 'other words')
        const { commit, changed } = await repo.use((workspace) => workspace.sync())
        expect(commit).toBe(repo.git('rev-parse', 'HEAD'))
        expect(changed).toBe(false)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
