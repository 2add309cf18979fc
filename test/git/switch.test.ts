import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild, expectSameWithoutHooks } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

describe('git switch and git checkout', () => {
  test('to another branch answers from that branch, and leaves the pages alone', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: On both'))
        repo.git('switch', '-q', '-c', 'topic')
        repo.commit(day(2), retain('W @Peter: On topic'))
        const pages = repo.files('bank')
        repo.git('switch', '-q', 'main')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world On both`])
        expect(repo.files('bank')).toEqual(pages)
        await expectSameAsRebuild(repo)
        repo.git('switch', '-q', 'topic')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toHaveLength(2)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('to a commit without a branch indexes it, and commits made there', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Old'))
        repo.commit(day(2), retain('W New'))
        repo.git('switch', '-q', '--detach', 'HEAD~1')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Old`])
        await expectSameAsRebuild(repo)
        repo.commit(day(3), retain('W On no branch'))
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Old`, `${day(3)}#L2 world On no branch`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with unfinished words carries them along, uncommitted', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Committed'))
        repo.git('branch', 'topic', 'HEAD~1')
        repo.write(day(2), retain('W Unfinished'))
        repo.git('switch', '-q', 'topic')
        expect(await repo.said()).toEqual([])
        expect(await repo.recalled('unfinished')).toEqual([`${day(2)}#L2 Unfinished`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('of one file out of an older commit changes the working tree, not the index', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Old words'))
        repo.commit(day(1), retain('W New words'))
        const before = await repo.digest()
        repo.git('checkout', '-q', 'HEAD~1', '--', day(1))
        expect(await repo.digest()).toBe(before)
        expect(await repo.recalled('words')).toEqual([`${day(1)}#L2 Old words`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('during a bisect only indexes', () =>
    withRepo(
      async (repo) => {
        for (const number of [1, 2, 3, 4, 5]) repo.commit(day(number), retain(`W @Peter: Day ${number}`))
        const pages = repo.files('bank')
        repo.git('bisect', 'start', 'HEAD', 'HEAD~4')
        await expectIndexedByHook(repo)
        expect((await repo.said()).length).toBeLessThan(5)
        await expectSameAsRebuild(repo)
        repo.git('bisect', 'reset')
        expect(await repo.said()).toHaveLength(5)
        expect(repo.files('bank')).toEqual(pages)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('back and forth leaves branches, index and files as if there were no hooks', () =>
    expectSameWithoutHooks((repo) => {
      repo.commit(day(1), retain('W One'))
      const outcomes = [repo.tryGit('switch', '-c', 'topic')]
      repo.commit(day(2), retain('W Two'))
      repo.write(day(3), retain('W Untracked'))
      outcomes.push(repo.tryGit('switch', 'main'), repo.tryGit('checkout', '-B', 'topic', 'main'))
      outcomes.push(repo.tryGit('switch', 'no-such-branch'), repo.tryGit('checkout', '--detach', 'HEAD~1'))
      outcomes.push(repo.tryGit('switch', '-'))
      expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0, 128, 0, 0])
      return outcomes
    }))
})
