import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild, expectSameWithoutHooks } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'

describe('git stash', () => {
  test('push and pop leave the index alone and change what counts as uncommitted', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Committed'))
        repo.write(day(1), retain('W Committed', 'W Unfinished'))
        const before = await repo.digest()
        const uncommitted = (): Promise<readonly string[]> =>
          repo.use(async (workspace) => (await workspace.status()).uncommitted)
        expect(await uncommitted()).toEqual([day(1)])
        repo.git('stash', 'push', '-q')
        expect(await uncommitted()).toEqual([])
        expect(await repo.digest()).toBe(before)
        repo.git('stash', 'pop', '-q')
        expect(await uncommitted()).toEqual([day(1)])
        expect(await repo.digest()).toBe(before)
        expect((await repo.recalled('unfinished'))[0]).toBe(`${day(1)}#L3 Unfinished`)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('of the pages themselves does not make a later commit forget them', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Before the bank was committed'))
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'bank')
        repo.commit(day(2), retain('W @Peter: On a page that is stashed away'))
        repo.git('stash', 'push', '-q')
        expect(repo.read('bank/world.md')).not.toContain('stashed away')
        repo.commit(day(3), retain('B @Anna: Something else'))
        expect(repo.read('bank/entities/Peter.md')).toContain('stashed away')
        expect(repo.read('bank/world.md')).toContain('stashed away')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('survives commits made while it waits, as if there were no hooks', () =>
    expectSameWithoutHooks((repo) => {
      repo.commit(day(1), retain('W One'))
      repo.write(day(1), retain('W One', 'W Stashed'))
      repo.write(day(2), retain('W Untracked'))
      const outcomes = [repo.tryGit('stash', 'push', '-q', '--include-untracked', '--', 'memory')]
      repo.commit(day(3), retain('W Three'))
      repo.write('memory/staged.md', 'staged\n')
      outcomes.push(repo.tryGit('add', 'memory/staged.md'))
      outcomes.push(repo.tryGit('stash', 'pop', '-q'), repo.tryGit('stash', 'list'))
      expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0, 0])
      return outcomes
    }))
})
