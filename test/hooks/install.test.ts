import { chmodSync, lstatSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook } from '../support/oracle.js'
import { hookCommand, withRepo, type Repo } from '../support/with-repo.js'

const hookNames = ['post-checkout', 'post-commit', 'post-merge', 'post-rewrite', 'prepare-commit-msg']
const hooksIn = (repo: Repo, folder = '.git/hooks'): string[] =>
  [...repo.files(folder).keys()].map((path) => path.slice(folder.length + 1)).toSorted()

/** `memory hooks status` as name → state. */
function states(repo: Repo): Record<string, string> {
  const { hooks } = JSON.parse(repo.memory('hooks', 'status', '--json').stdout) as {
    hooks: { name: string; state: string }[]
  }
  return Object.fromEntries(hooks.map(({ name, state }) => [name, state]))
}
const all = (state: string): Record<string, string> => Object.fromEntries(hookNames.map((name) => [name, state]))

describe('installing the hooks', () => {
  test('writes executable shims into the folder that Git names, and creates it where it is missing', () =>
    withRepo((repo) => {
      expect(repo.exists('.git/hooks')).toBe(false)
      expect(repo.memory('init').status).toBe(0)
      expect(hooksIn(repo)).toEqual(hookNames)
      for (const name of hookNames) expect(statSync(repo.path(`.git/hooks/${name}`)).mode & 0o777).toBe(0o755)
      expect(repo.read('.git/hooks/post-commit')).toContain(hookCommand)
      expect(states(repo)).toEqual(all('active'))
    }))

  test('works from a folder below the top', () =>
    withRepo(async (repo) => {
      repo.commit('memory/deep/note.md', '- x\n')
      const below = repo.at('repo/memory/deep')
      expect(below.memory('init')).toMatchObject({ status: 0, stderr: '' })
      expect(hooksIn(repo)).toEqual(hookNames)
      expect(states(below)).toEqual(all('active'))
      repo.commit(day(1), retain('W Said'))
      await expectIndexedByHook(repo)
    }))

  test('follows a core.hooksPath that is the folder anyway', () =>
    withRepo((repo) => {
      repo.git('config', 'core.hooksPath', repo.path('.git/hooks'))
      expect(repo.memory('init').status).toBe(0)
      expect(hooksIn(repo)).toEqual(hookNames)
    }))

  test('twice changes nothing, not even the time of the files', () =>
    withRepo((repo) => {
      repo.init()
      const seen = (): object =>
        hookNames.map((name) => {
          const { mtimeNs, ino, mode } = lstatSync(repo.path(`.git/hooks/${name}`), { bigint: true })
          return [String(mtimeNs), String(ino), String(mode)]
        })
      const [files, before] = [repo.files('.git/hooks'), seen()]
      repo.init()
      expect(repo.memory('hooks', 'install').status).toBe(0)
      expect(repo.files('.git/hooks')).toEqual(files)
      expect(seen()).toEqual(before)
    }))

  test.each([
    ['outside the repository', '/nonexistent/team-hooks'],
    ['that switches hooks off', '/dev/null'],
  ])(
    'is refused where core.hooksPath leads to a folder %s, which is named with the file that sets it',
    (_where, folder) =>
      withRepo((repo) => {
        repo.git('config', 'core.hooksPath', folder)
        const done = repo.memory('init')
        expect(done).toMatchObject({ status: 1, stderr: '' })
        expect(done.stdout).toMatch(new RegExp(`^core\\.hooksPath is ${folder}, set in \\S*config$`, 'm'))
        expect(states(repo)).toEqual(all('refused'))
        expect(repo.memory('hooks', 'status').status).toBe(1)
        expect(hooksIn(repo)).toEqual([])
        expect(repo.git('config', 'core.hooksPath')).toBe(folder)
      }),
  )

  test('is refused where a global core.hooksPath leads elsewhere', () =>
    withRepo((repo) => {
      repo.write('../team/README', '')
      repo.git('config', '--global', 'core.hooksPath', repo.path('../team'))
      expect(repo.memory('init').stdout).toContain('outside this repository')
      expect(states(repo)).toEqual(all('refused'))
      expect(hooksIn(repo)).toEqual([])
      expect([...repo.at('team').files().keys()]).toEqual(['README'])
    }))

  test('is refused where a folder stands at a hook, or at the name a hook would be kept under', () =>
    withRepo((repo) => {
      repo.write('.git/hooks/post-merge/inside', '')
      repo.write('.git/hooks/post-commit', '#!/usr/bin/env python3\n')
      repo.write('.git/hooks/post-commit.kept', 'somebody wrote this\n')
      const before = repo.files('.git/hooks')
      repo.memory('init')
      expect(states(repo)).toEqual({ ...all('active'), 'post-merge': 'refused', 'post-commit': 'refused' })
      expect(new Map([...repo.files('.git/hooks')].filter(([path]) => before.has(path)))).toEqual(before)
    }))

  test('writes through no link: the link itself moves aside', () =>
    withRepo((repo) => {
      const target = '#!/bin/sh\necho theirs\n'
      repo.write('target.sh', target)
      repo.write('.git/hooks/other', '')
      symlinkSync('../../target.sh', repo.path('.git/hooks/post-merge'))
      symlinkSync('../../nowhere.sh', repo.path('.git/hooks/post-rewrite'))
      repo.init()
      expect(states(repo)).toEqual(all('active'))
      expect(repo.read('target.sh')).toBe(target)
      expect(repo.exists('nowhere.sh')).toBe(false)
      expect(repo.memory('hooks', 'uninstall').status).toBe(0)
      expect(readlinkSync(repo.path('.git/hooks/post-merge'))).toBe('../../target.sh')
      expect(readlinkSync(repo.path('.git/hooks/post-rewrite'))).toBe('../../nowhere.sh')
      expect(hooksIn(repo)).toEqual(['other'])
    }))

  test('renews a shim of another version or place, and one that lost its executable bit', () =>
    withRepo((repo) => {
      repo.init()
      const good = repo.read('.git/hooks/post-commit')
      repo.write('.git/hooks/post-commit', good.replace(hookCommand, '/moved/away/memory-hook.cjs'))
      chmodSync(repo.path('.git/hooks/post-merge'), 0o644)
      expect(states(repo)).toEqual({ ...all('active'), 'post-commit': 'outdated', 'post-merge': 'not executable' })
      expect(repo.memory('hooks', 'install').status).toBe(0)
      expect(repo.read('.git/hooks/post-commit')).toBe(good)
      expect(states(repo)).toEqual(all('active'))
    }))

  test('by memory-rebuild after a clone installs them too', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W Said'))
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      expect(clone.memory('rebuild')).toMatchObject({ status: 0 })
      expect(states(clone)).toEqual(all('active'))
    }))
})

describe('uninstalling the hooks', () => {
  test('removes ours and nothing else', () =>
    withRepo((repo) => {
      repo.init()
      repo.write('.git/hooks/post-merge', '#!/bin/sh\necho theirs\n')
      repo.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n')
      repo.write('.git/hooks/post-commit.bak', repo.read('.git/hooks/post-commit'))
      const done = repo.memory('hooks', 'uninstall')
      expect(done.status).toBe(0)
      expect(hooksIn(repo)).toEqual(['post-commit.bak', 'post-merge', 'pre-commit'])
      expect(done.stdout.trim().split('\n')).toHaveLength(4)
      expect(repo.memory('hooks', 'uninstall').stdout).toBe('No hook of ours was installed.\n')
    }))

  test('leaves a hook that only speaks of ours', () =>
    withRepo((repo) => {
      repo.write('.git/hooks/post-commit', '#!/bin/sh\n# see: workspace-memory hook\necho theirs\n')
      repo.memory('hooks', 'uninstall')
      expect(hooksIn(repo)).toEqual(['post-commit'])
    }))

  test('after which a commit runs nothing of ours, and recall still answers', () =>
    withRepo(
      async (repo) => {
        repo.memory('hooks', 'uninstall')
        expect(repo.commit(day(1), retain('W Said without hooks'))).toBe('')
        expect(repo.exists('bank')).toBe(false)
        expect(await repo.recalled('said')).toEqual([`${day(1)}#L2 Said without hooks`])
      },
      { hooks: true },
    ))
})
