import { describe, expect, test } from '@jest/globals'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitNamed } from '../../src/git/head-file.js'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

describe("the commit that HEAD's files name", () => {
  test('is the one that Git says, on a branch, packed, detached, behind a worktree and after every move', () =>
    withRepo((repo) => {
      const expectSame = (folder = repo.root, gitDir = join(repo.root, '.git')): void =>
        expect(commitNamed(gitDir, join(repo.root, '.git'))).toBe(
          repo.git('-C', folder, 'rev-parse', '--verify', 'HEAD').trim(),
        )
      repo.commit(day(1), retain('W One'))
      expectSame()
      repo.git('pack-refs', '--all')
      expectSame()
      repo.commit(day(2), retain('W Two'))
      expectSame()
      repo.git('switch', '-q', '-c', 'deep/down')
      repo.git('pack-refs', '--all')
      expectSame()
      repo.git('reset', '-q', '--hard', 'HEAD~1')
      expectSame()
      repo.git('switch', '-q', '--detach', 'main')
      expectSame()
      repo.git('worktree', 'add', '-q', '../aside', '-b', 'aside')
      expectSame(join(repo.root, '../aside'), join(repo.root, '.git/worktrees/aside'))
      repo.git('-C', '../aside', 'commit', '-q', '--allow-empty', '-m', 'Empty')
      expectSame(join(repo.root, '../aside'), join(repo.root, '.git/worktrees/aside'))
    }))

  test('is left to Git where the files do not say', () =>
    withRepo(
      (repo) => {
        const gitDir = join(repo.root, '.git')
        expect(commitNamed(gitDir, gitDir)).toBeUndefined()
        repo.commit(day(1), retain('W One'))
        repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
        for (const head of [
          'ref: refs/heads/alias',
          'ref: refs/heads/.invalid',
          'ref: refs/heads/../../HEAD',
          '',
          'main',
        ]) {
          writeFileSync(join(gitDir, 'HEAD'), `${head}\n`)
          expect([head, commitNamed(gitDir, gitDir)]).toEqual([head, undefined])
        }
        writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/folder\n')
        mkdirSync(join(gitDir, 'refs/heads/folder'))
        expect(commitNamed(gitDir, gitDir)).toBeUndefined()
      },
      { unborn: true },
    ))
})
