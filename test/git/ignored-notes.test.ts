import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'

describe('notes that Git does not see', () => {
  test('because memory/ is ignored are recalled, marked, and named by status', () =>
    withRepo(
      async (repo) => {
        repo.commit('.gitignore', 'memory/\n')
        repo.write(day(1), retain('W @Peter: Likes tea'))
        repo.write('memory/deep/er/2025-11-02.md', retain('W @Peter: Likes tea with milk'))
        const { results, uncommitted } = await repo.use((workspace) => workspace.recall('tea'))
        expect(results.map(({ source, uncommitted: marked }) => [source, marked]).toSorted()).toEqual([
          [`${day(1)}#L2`, true],
          ['memory/deep/er/2025-11-02.md#L2', true],
        ])
        expect(uncommitted).toEqual([day(1), 'memory/deep/er/2025-11-02.md'])
        expect(repo.memory('status').stdout).toContain(`${day(1)} (ignored by Git)`)
        expect(await repo.said()).toEqual([])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('because memory/ is a repository of its own are recalled, marked', () =>
    withRepo(async (repo) => {
      repo.commit('.gitignore', 'memory/\n')
      const inner = repo.another('repo/memory')
      inner.commit('2025-11-01.md', retain('W @Peter: Likes tea'))
      const { results } = await repo.use((workspace) => workspace.recall('tea'))
      expect(results).toMatchObject([{ source: `${day(1)}#L2`, uncommitted: true }])
      await expectSameAsRebuild(repo)
    }))

  test('because of a global ignore file are recalled, and ignored by status as Git does', () =>
    withRepo(async (repo) => {
      repo.write('../home/.config/git/ignore', '*.md\n')
      repo.write(day(1), retain('W @Peter: Likes tea'))
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(await repo.recalled('tea')).toEqual([`${day(1)}#L2 Likes tea`])
      expect(repo.memory('status').stdout).toContain(`${day(1)} (ignored by Git)`)
      await expectSameAsRebuild(repo)
    }))

  test('are named by status whatever their names are', () =>
    withRepo(async (repo) => {
      repo.commit('.gitignore', 'memory/\n')
      const names = ['日本語.md', 'with space.md', 'quo"te.md', 'back\\slash.md', '*.md']
      for (const name of names) repo.write(`memory/${name}`, retain(`W In ${name}`))
      const lines = repo.memory('status').stdout.split('\n')
      for (const name of names) expect(lines).toContain(`  memory/${name} (ignored by Git)`)
      await expectSameAsRebuild(repo)
    }))

  test('once added by force are indexed like any other', () =>
    withRepo(async (repo) => {
      repo.commit('.gitignore', 'memory/\n')
      repo.commit(day(1), retain('W By force'))
      expect(await repo.said()).toEqual([`${day(1)}#L2 world By force`])
      expect(await repo.use(async (workspace) => (await workspace.status()).uncommitted)).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('because of --assume-unchanged or --skip-worktree are still seen to differ', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Committed'))
      repo.commit(day(2), retain('W Committed too'))
      repo.git('update-index', '--assume-unchanged', day(1))
      repo.git('update-index', '--skip-worktree', day(2))
      repo.write(day(1), retain('W Edited behind a flag'))
      repo.write(day(2), retain('W Edited behind another flag'))
      expect(repo.git('status', '--porcelain', 'memory')).toBe('')
      expect(await repo.recalled('edited')).toHaveLength(2)
      await expectSameAsRebuild(repo)
    }))
})
