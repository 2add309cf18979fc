import { existsSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { indexOf } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'

describe('a linked worktree', () => {
  test('is added without a complaint, with an index of its own that its hook builds', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W On main'))
        const added = repo.tryGit('worktree', 'add', '-q', '-b', 'side', '../side')
        expect(added.status).toBe(0)
        const side = repo.at('side')
        expect(existsSync(indexOf(side))).toBe(true)
        await expectIndexedByHook(side)
        expect(await side.said()).toEqual([`${day(1)}#L2 world On main`])
        expect(side.git('status', '--porcelain')).toBe('')
        await expectSameAsRebuild(side)
      },
      { hooks: true },
    ))

  test('and its main one do not see each other in their indexes', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: On both'))
        repo.git('worktree', 'add', '-q', '-b', 'side', '../side')
        const side = repo.at('side')
        const before = await repo.digest()
        side.commit(day(2), retain('W @Peter: On the side'))
        await expectIndexedByHook(side)
        expect(side.read('bank/entities/Peter.md')).toContain('On the side')
        expect(repo.read('bank/entities/Peter.md')).not.toContain('On the side')
        expect(await repo.digest()).toBe(before)
        repo.commit(day(3), retain('W @Peter: On main'))
        await expectIndexedByHook(repo)
        expect(await side.said()).toEqual([`${day(1)}#L2 world On both`, `${day(2)}#L2 world On the side`])
        expect(await repo.said()).toEqual([`${day(1)}#L2 world On both`, `${day(3)}#L2 world On main`])
        await expectSameAsRebuild(side)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('installs the hooks where Git looks for them, for all worktrees at once', () =>
    withRepo(async (repo) => {
      repo.git('worktree', 'add', '-q', '-b', 'side', '../side')
      const side = repo.at('side')
      side.init()
      expect(repo.exists('.git/hooks/post-commit')).toBe(true)
      repo.commit(day(1), retain('W On main'))
      await expectIndexedByHook(repo)
      side.commit(day(2), retain('W On the side'))
      await expectIndexedByHook(side)
      await expectSameAsRebuild(repo)
      await expectSameAsRebuild(side)
    }))

  test('merging the other branch indexes what came with it', () =>
    withRepo(
      async (repo) => {
        repo.git('worktree', 'add', '-q', '-b', 'side', '../side')
        const side = repo.at('side')
        side.commit(day(2), retain('W On the side'))
        repo.commit(day(1), retain('W On main'))
        repo.git('merge', '-q', '--no-edit', 'side')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toHaveLength(2)
        await expectSameAsRebuild(repo)
        side.git('merge', '-q', '--ff-only', 'main')
        await expectIndexedByHook(side)
        await expectSameAsRebuild(side)
      },
      { hooks: true },
    ))
})
