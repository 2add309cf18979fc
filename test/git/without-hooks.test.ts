import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const wasBehind = (repo: Repo): Promise<boolean> => repo.use(async (workspace) => (await workspace.status()).wasBehind)

describe('history that moves while no hook runs', () => {
  test('is noticed by the next call, and status says that it was behind', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W With hooks'))
        repo.write(day(2), retain('W Without hooks'))
        repo.git('add', day(2))
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'quiet')
        expect(await wasBehind(repo)).toBe(true)
        expect(await wasBehind(repo)).toBe(false)
        expect(await repo.said()).toHaveLength(2)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('is healed by the hook of a later commit, pages included', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        repo.write(day(2), retain('W @Anna: Two'))
        repo.git('add', day(2))
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'quiet')
        repo.commit(day(3), retain('W @Mia: Three'))
        expect(await wasBehind(repo)).toBe(false)
        expect(repo.read('bank/entities/Anna.md')).toContain('Two')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('and a read in between does not make the later hook skip a page', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        repo.write(day(2), retain('W @Anna: Two'))
        repo.git('add', day(2))
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'quiet')
        await repo.recalled('two')
        repo.commit(day(3), retain('W @Mia: Three'))
        expect(repo.read('bank/entities/Anna.md')).toContain('Two')
        expect(repo.read('bank/world.md')).toMatch(/Two[^]*Three[^]*One/)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('by commit-tree and update-ref', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Before'))
      await repo.digest()
      repo.write(day(2), retain('W By plumbing'))
      repo.git('add', day(2))
      const commit = repo.git('commit-tree', '-p', 'HEAD', '-m', 'plumbing', repo.git('write-tree'))
      repo.git('update-ref', 'HEAD', commit)
      expect(await wasBehind(repo)).toBe(true)
      expect(await repo.said()).toHaveLength(2)
      await expectSameAsRebuild(repo)
    }))

  test('by symbolic-ref to another branch', () =>
    withRepo(async (repo) => {
      repo.git('branch', 'other')
      repo.commit(day(1), retain('W On main'))
      await repo.digest()
      repo.git('symbolic-ref', 'HEAD', 'refs/heads/other')
      expect(await repo.said()).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('by a fetch into another branch that is then reset to', () =>
    withRepo(async (repo) => {
      const remote = repo.another('remote.git', '--bare')
      repo.git('push', '-q', remote.root, 'main')
      const other = repo.at('other')
      repo.git('clone', '-q', remote.root, other.root)
      other.commit(day(1), retain('W From afar'))
      other.git('push', '-q', 'origin', 'main')
      await repo.digest()
      repo.git('fetch', '-q', remote.root, 'main:theirs')
      expect(await wasBehind(repo)).toBe(false)
      repo.git('reset', '-q', '--hard', 'theirs')
      expect(await repo.said()).toEqual([`${day(1)}#L2 world From afar`])
      await expectSameAsRebuild(repo)
    }))

  test('by filter-branch, which rewrites every commit', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Stays'))
      repo.commit(day(2), retain('W Secret'))
      repo.commit(day(3), retain('W Stays too'))
      await repo.digest()
      repo
        .with({ FILTER_BRANCH_SQUELCH_WARNING: '1' })
        .git('filter-branch', '-f', '--index-filter', `git rm -q --cached --ignore-unmatch ${day(2)}`)
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Stays`, `${day(3)}#L2 world Stays too`])
      await expectSameAsRebuild(repo)
    }))

  test('and whose indexed commit was pruned is compared blob by blob, without a word', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Stays'))
      repo.commit(day(2), retain('W Goes'))
      await repo.digest()
      const pruned = repo.git('rev-parse', 'HEAD')
      repo.git('reset', '-q', '--hard', 'HEAD~1')
      repo.commit(day(3), retain('W Comes'))
      repo.git('update-ref', '-d', 'ORIG_HEAD')
      repo.git('reflog', 'expire', '--expire=now', '--all')
      repo.git('gc', '-q', '--prune=now')
      expect(repo.tryGit('cat-file', '-e', pruned).status).not.toBe(0)
      expect(repo.memory('recall', 'stays goes comes')).toMatchObject({ status: 0, stderr: '' })
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Stays`, `${day(3)}#L2 world Comes`])
      await expectSameAsRebuild(repo)
    }))
})
