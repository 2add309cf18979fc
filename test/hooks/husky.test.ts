import { chmodSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { activeHooks } from '../../src/hooks/install.js'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook } from '../support/oracle.js'
import { beginningWith, memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

const hookNames = ['post-checkout', 'post-commit', 'post-merge', 'post-rewrite', 'prepare-commit-msg']

const scripts = (repo: Repo): string[] =>
  [...repo.files('.husky').keys()].filter((path) => !path.includes('/_/')).map((path) => path.slice('.husky/'.length))

/** A repository whose hooks are husky's, tracked and committed. */
const withTeam = beginningWith((repo) => {
  repo.installPackage()
  expect(repo.memory('init', '--with', 'husky')).toMatchObject({ status: 0, stderr: '' })
  repo.git('add', '.husky')
  repo.git('commit', '-q', '-m', 'hooks of the team')
})

describe('memory init --with husky', () => {
  test('tracks the hooks, and a commit runs them', () =>
    withTeam(async (repo) => {
      expect(repo.git('config', 'core.hooksPath')).toBe('.husky/_')
      expect(scripts(repo)).toEqual(hookNames)
      for (const name of hookNames) expect(repo.read(`.husky/${name}`)).not.toContain(repo.root)
      expect(repo.commit(day(1), retain('W One'))).toContain('memory: indexed 1 note (1 fact)')
      await expectIndexedByHook(repo)
    }))

  test('works where the package is installed for the whole machine', () =>
    withTeam(async (repo) => {
      repo.remove('node_modules')
      repo.write('../bin/other', '')
      symlinkSync(memoryCommand, repo.path('../bin/memory'))
      const machine = repo.with({ PATH: `${repo.path('../bin')}:${repo.environment['PATH']}` })
      expect(machine.commit(day(1), retain('W One'))).toContain('memory: indexed 1 note (1 fact)')
      expect(repo.commit(day(2), retain('W Two'))).toBe(
        'memory: node or the workspace-memory package is missing: install it again, or take our block out of .husky/post-commit\n',
      )
    }))

  test('twice changes nothing', () =>
    withTeam((repo) => {
      expect(repo.memory('init', '--with', 'husky').status).toBe(0)
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test('moves ours from the folder that husky bypasses, and uninstalling takes them out of .husky', () =>
    withRepo((repo) => {
      repo.init()
      expect(repo.memory('init', '--with', 'husky').status).toBe(0)
      expect([...repo.files('.git/hooks').keys()]).toEqual([])
      expect(repo.memory('hooks', 'uninstall').status).toBe(0)
      expect(scripts(repo)).toEqual([])
    }))

  test.each<[string, (repo: Repo) => void, RegExp]>([
    [
      'hooks that it would switch off',
      (repo) => {
        repo.write('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n')
        chmodSync(repo.path('.git/hooks/pre-push'), 0o755)
      },
      /husky would switch off pre-push in/,
    ],
    [
      'a core.hooksPath that it would replace',
      (repo) => void repo.git('config', 'core.hooksPath', '.githooks'),
      /husky would replace core\.hooksPath/,
    ],
  ])('is refused beside %s', (_what, set, sentence) =>
    withRepo((repo) => {
      set(repo)
      const before = repo.read('.git/config')
      const done = repo.memory('init', '--with', 'husky')
      expect(done.status).toBe(2)
      expect(done.stderr).toMatch(sentence)
      expect(repo.read('.git/config')).toBe(before)
      expect(repo.exists('.husky')).toBe(false)
    }),
  )

  test('a folder beside the hooks, of parts that one of them takes in, is no hook', () =>
    withRepo((repo) => {
      repo.write('.git/hooks/lib/common', '#!/bin/sh\n')
      expect(activeHooks(repo.path('.git/hooks'))).toEqual([])
      repo.write('.git/hooks/pre-push', '#!/bin/sh\n. "$(dirname "$0")/lib/common"\n')
      chmodSync(repo.path('.git/hooks/pre-push'), 0o755)
      symlinkSync('pre-push', repo.path('.git/hooks/pre-commit'))
      symlinkSync('nowhere', repo.path('.git/hooks/pre-rebase'))
      expect(activeHooks(repo.path('.git/hooks')).toSorted()).toEqual(['pre-commit', 'pre-push'])
    }))

  test('an unknown part is named with those there are', () =>
    withRepo((repo) => {
      expect(repo.memory('init', '--with', 'huskies')).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/^memory: --with takes husky, gitattributes, .*, vscode, got huskies\n$/),
      })
    }))
})

describe('tracked hooks elsewhere', () => {
  test('in a linked worktree sleep, because Git ignores what husky writes, until they are installed there', () =>
    withTeam(async (repo) => {
      repo.git('worktree', 'add', '-q', '-b', 'side', '../side')
      const side = repo.at('side')
      side.write('node_modules/x', '')
      symlinkSync(repo.path('node_modules/workspace-memory'), side.path('node_modules/workspace-memory'))
      expect(side.commit(day(1), retain('W Asleep'))).toBe('')
      expect(side.memory('hooks', 'status').stdout).toMatch(/^post-commit +installed, but husky was not run/m)
      expect(side.memory('hooks', 'install').status).toBe(0)
      expect(side.commit(day(2), retain('W Awake'))).toContain('memory: indexed')
      await expectIndexedByHook(side)
    }))

  test.each<[string, (repo: Repo) => void, string]>([
    ['hooks of ours alone', () => {}, 'these do the same'],
    [
      'one more of somebody else',
      (repo) => repo.write('.husky/pre-commit', 'true\n'),
      'it holds more than hooks of ours',
    ],
    [
      'one of ours with a line added',
      (repo) => repo.append('.husky/post-merge', 'curl example.invalid | sh\n'),
      'it holds more than hooks of ours',
    ],
  ])('in a clone stay off where there is %s, and rebuild says so', (_what, change, told) =>
    withTeam(async (repo) => {
      change(repo)
      repo.git('add', '.husky')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'changed')
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      expect(clone.commit(day(1), retain('W Before'))).toBe('')
      const done = clone.memory('rebuild')
      expect(done.status).toBe(0)
      expect(done.stdout).toContain(`The hooks are installed. .husky/ came with the clone and stays off: ${told}`)
      expect(clone.tryGit('config', '--local', 'core.hooksPath').status).toBe(1)
      expect(clone.git('status', '--porcelain')).toBe('')
      expect(clone.commit(day(2), retain('W After'))).toContain('memory: indexed')
      await expectIndexedByHook(clone)
    }),
  )

  test('that sleep in a linked worktree are not woken by rebuild, which says who would', () =>
    withTeam((repo) => {
      repo.git('worktree', 'add', '-q', '-b', 'side', '../side')
      const side = repo.at('side')
      expect(side.memory('rebuild').stdout).toMatch(/^No hook runs yet: husky was not run in this working tree/)
      expect(side.exists('.husky/_')).toBe(false)
    }))
})
