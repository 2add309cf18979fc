import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild, expectSameWithoutHooks } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

describe('git cherry-pick and git revert', () => {
  test('a picked commit is indexed by the hook', () =>
    withRepo(
      async (repo) => {
        repo.git('switch', '-q', '-c', 'topic')
        repo.commit(day(1), retain('W Left behind'))
        repo.commit(day(2), retain('W Picked'))
        repo.git('switch', '-q', 'main')
        repo.git('cherry-pick', 'topic')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(2)}#L2 world Picked`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('a reverted commit is forgotten, and its page goes with it', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Stays'))
        repo.commit(day(2), retain('W @Anna: Was a mistake'))
        expect(repo.exists('bank/entities/Anna.md')).toBe(true)
        repo.git('revert', '--no-edit', 'HEAD')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Stays`])
        await repo.use((workspace) => workspace.reflect('stale'))
        expect(repo.exists('bank/entities/Anna.md')).toBe(false)
        expect(repo.read('bank/world.md')).not.toContain('mistake')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('a reverted bullet is forgotten, though another was written right behind it', () =>
    withRepo(
      async (repo) => {
        repo.init()
        repo.commit(day(1), retain('W @Peter: Stays'))
        repo.commit(day(1), retain('W @Peter: Stays', 'W @Peter: Was a mistake'))
        const wrong = repo.git('rev-parse', 'HEAD')
        repo.commit(day(1), retain('W @Peter: Stays', 'W @Peter: Was a mistake', 'W @Peter: Came later'))
        repo.git('revert', '--no-edit', wrong)
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Stays`, `${day(1)}#L3 world Came later`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('a revert of the revert gives the same facts with the same ids', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Back and forth', 'O(c=0.9) @Peter: Is sure'))
        const before = await repo.digest()
        repo.git('revert', '--no-edit', 'HEAD')
        expect(await repo.said()).toEqual([])
        repo.git('revert', '--no-edit', 'HEAD')
        expect(await repo.digest()).toBe(before)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('several picks, one of them in conflict, end as if there were no hooks', () =>
    expectSameWithoutHooks((repo) => {
      repo.commit(day(1), retain('W Common ground'))
      repo.git('switch', '-q', '-c', 'topic')
      repo.commit(day(2), retain('W One'))
      repo.commit(day(1), retain('W From topic'))
      repo.commit(day(3), retain('W Three'))
      repo.git('switch', '-q', 'main')
      repo.commit(day(1), retain('W From main'))
      const outcomes = [repo.tryGit('cherry-pick', 'main..topic')]
      repo.write(day(1), retain('W From both'))
      outcomes.push(repo.tryGit('add', day(1)), repo.tryGit('cherry-pick', '--continue'))
      outcomes.push(repo.tryGit('revert', '--no-edit', 'HEAD~2..HEAD'))
      expect(outcomes.map(({ status }) => status)).toEqual([1, 0, 0, 0])
      return outcomes
    }))

  test('a patch applied by git am, which runs no post-commit, is noticed at the next call', () =>
    withRepo(
      async (repo) => {
        repo.git('switch', '-q', '-c', 'topic')
        repo.commit(day(1), retain('W By mail'))
        repo.write('by-mail.patch', `${repo.git('format-patch', '--stdout', 'main')}\n`)
        repo.git('switch', '-q', 'main')
        repo.git('am', '-q', 'by-mail.patch')
        expect(await repo.said()).toEqual([`${day(1)}#L2 world By mail`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
