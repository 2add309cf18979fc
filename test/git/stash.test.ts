import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild, expectSameWithoutHooks } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

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

  /** Two pages changed and one new, all written by the hook and not committed. */
  function withPagesToReview(repo: Repo): void {
    repo.commit(day(1), retain('W @Peter: Before the bank was committed'))
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', 'bank')
    repo.commit(day(2), retain('W @Peter: On a page that is stashed away', 'W @Mia: Has a new one'))
  }
  const pages = ['bank/world.md', 'bank/entities/Peter.md']

  test.each([
    ['what Git knows', []],
    ['new pages too', ['--include-untracked']],
  ])('of the pages themselves can be popped after a commit that changes them, and nothing is forgotten: %s', (_, how) =>
    withRepo(
      async (repo) => {
        withPagesToReview(repo)
        repo.git('stash', 'push', '-q', ...how)
        for (const page of pages) expect(repo.read(page)).not.toContain('stashed away')
        const count = how.length === 0 ? 2 : 3
        const said = repo.commit(day(3), retain('W @Peter: Noted meanwhile', 'W @Anna: Something else'))
        expect(said).toContain(`${count} pages left in the stash for git stash pop`)
        for (const page of pages) expect(repo.git('diff', '--', page)).toBe('')
        expect(repo.exists('bank/entities/Anna.md')).toBe(true)
        expect(repo.memory('status').stdout).toContain('pages      behind by ')
        expect(repo.tryGit('stash', 'pop', '-q')).toMatchObject({ status: 0, stderr: '' })
        for (const page of pages) expect(repo.read(page)).toContain('stashed away')
        expect(repo.commit(day(4), retain('W @Anna: More'))).not.toContain('stash')
        for (const page of pages)
          for (const words of ['stashed away', 'Noted meanwhile']) expect(repo.read(page)).toContain(words)
        expect(repo.read('bank/entities/Mia.md')).toContain('Has a new one')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  test('of pages that is dropped, or that somebody reflects beside, holds nothing back', () =>
    withRepo(
      async (repo) => {
        withPagesToReview(repo)
        repo.git('stash', 'push', '-q', '--include-untracked')
        expect(repo.memory('reflect').stdout).toContain('wrote    bank/world.md')
        for (const page of pages) expect(repo.read(page)).toContain('stashed away')
        repo.git('checkout', '-q', '--', 'bank')
        repo.git('clean', '-q', '-f', '--', 'bank')
        repo.git('stash', 'drop', '-q')
        expect(repo.commit(day(3), retain('B @Anna: Something else'))).not.toContain('stash')
        for (const page of [...pages, 'bank/entities/Mia.md']) expect(repo.exists(page)).toBe(true)
        for (const page of pages) expect(repo.read(page)).toContain('stashed away')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('around a pull, as people do it, ends with every page', () =>
    withRepo(
      async (repo) => {
        withPagesToReview(repo)
        const clone = repo.at('clone')
        repo.git('clone', '-q', repo.root, clone.root)
        clone.commit(day(5), retain('W @Peter: Pulled'))
        repo.git('stash', 'push', '-q')
        expect(repo.tryGit('pull', '-q', '--no-edit', '--no-rebase', clone.root, 'main').status).toBe(0)
        expect(repo.tryGit('stash', 'pop', '-q').status).toBe(0)
        repo.memory('reflect')
        for (const words of ['stashed away', 'Pulled']) expect(repo.read('bank/world.md')).toContain(words)
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
