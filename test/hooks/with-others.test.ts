import { chmodSync, copyFileSync, lstatSync, readlinkSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const postNames = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite']
const hookNames = [...postNames, 'prepare-commit-msg']

/** Bytes, mode and kind of everything in the folders where hooks can be. */
function hookFiles(repo: Repo): Record<string, string> {
  const found: Record<string, string> = {}
  for (const folder of ['.git/hooks', '.husky', '.githooks']) {
    if (!repo.exists(folder)) continue
    for (const entry of readdirSync(repo.path(folder), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name)
      const { mode } = lstatSync(path)
      const bytes = entry.isSymbolicLink()
        ? readlinkSync(path)
        : entry.isFile()
          ? (repo.files(folder).get(path.slice(repo.root.length + 1)) ?? '')
          : ''
      found[path.slice(repo.root.length)] = `${mode.toString(8)} ${bytes}`
    }
  }
  return found
}

function put(repo: Repo, name: string, content: string, mode = 0o755): void {
  repo.write(name, content)
  chmodSync(repo.path(name), mode)
}

/** A hook of somebody else's: writes down its name, arguments and stdin, uses every variable it can, and fails where that stops nothing. */
const theirs = (interpreter: string, name: string): string =>
  interpreter === 'node'
    ? `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs')
appendFileSync(process.env.WITNESS, '${name} ' + process.argv.slice(2).join(' ') + '|' + readFileSync(0, 'utf8') + ';')
process.exit('${name}'.startsWith('prepare') ? 0 : 3)
`
    : `#!${interpreter}
set -eu
hook=theirs node=theirs
printf '%s' "${name} $*|" >> "$WITNESS"
cat >> "$WITNESS"
printf ';' >> "$WITNESS"
[ "$hook $node" = 'theirs theirs' ]
case "${name} $*" in *prepare-commit-msg*) exit 0 ;; esac
exit 3
`

/** What the same story writes down where nothing of ours is installed. */
interface Told {
  readonly witness: string
  readonly statuses: readonly number[]
}

/** A story that runs all four hooks, with arguments and stdin. */
function tell(repo: Repo): Told {
  const watched = repo.with({ WITNESS: repo.path('../witness') })
  repo.write('../witness', '')
  const statuses: number[] = []
  const git = (...args: string[]): void => void statuses.push(watched.tryGit(...args).status)
  watched.write(day(1), retain('W @Peter: One'))
  git('add', day(1))
  git('commit', '-q', '-m', 'log')
  git('commit', '-q', '--amend', '-m', 'amended')
  git('checkout', '-q', '-b', 'topic')
  watched.write(day(2), retain('W @Peter: Two'))
  git('add', day(2))
  git('commit', '-q', '-m', 'two')
  git('checkout', '-q', 'main')
  git('merge', '-q', 'topic')
  return { witness: repo.read('../witness'), statuses }
}

interface Situation {
  /** Puts other hooks there. */
  readonly set: (repo: Repo) => void
  /** How ours stand beside them. */
  readonly beside: '' | 'in one file' | 'called after ours'
  /** Those that others stand at; all of ours where it is left out. */
  readonly names?: readonly string[]
}

const own =
  (interpreter: string, mode = 0o755) =>
  (repo: Repo) => {
    for (const name of hookNames) put(repo, `.git/hooks/${name}`, theirs(interpreter, name), mode)
  }

const situations: Record<string, Situation> = {
  'no other hooks': { set: () => {}, beside: '' },
  'sh hooks': { set: own('/bin/sh'), beside: 'in one file' },
  'bash hooks found by env': { set: own('/usr/bin/env bash'), beside: 'in one file' },
  'sh hooks that stop at the first failure': { set: own('/bin/sh -e'), beside: 'in one file' },
  'sh hooks that are not executable, so never run': { set: own('/bin/sh', 0o644), beside: 'called after ours' },
  'hooks in another language': { set: own('node'), beside: 'called after ours' },
  'hooks with carriage returns, which cannot run': {
    set: (repo) => {
      for (const name of postNames) put(repo, `.git/hooks/${name}`, theirs('/bin/sh', name).replaceAll('\n', '\r\n'))
    },
    beside: 'called after ours',
    names: postNames,
  },
  'a binary': {
    set(repo) {
      const tee = repo.run('sh', '-c', 'command -v tee').stdout.trim()
      repo.write('.git/hooks/other', '')
      for (const name of postNames) {
        copyFileSync(tee, repo.path(`.git/hooks/${name}`))
        chmodSync(repo.path(`.git/hooks/${name}`), 0o755)
      }
    },
    beside: 'called after ours',
    names: postNames,
  },
  'hooks as lefthook writes them': {
    set(repo) {
      put(repo, '../bin/lefthook', theirs('/bin/sh', 'lefthook'))
      for (const name of hookNames) {
        const call = `call_lefthook()\n{\n  "${repo.path('../bin/lefthook')}" "$@"\n}\n\ncall_lefthook run "${name}" "$@"\n`
        put(repo, `.git/hooks/${name}`, `#!/bin/sh\n\nif [ "$LEFTHOOK" = "0" ]; then\n  exit 0\nfi\n\n${call}`)
      }
    },
    beside: 'in one file',
  },
  'hooks as pre-commit writes them': {
    set(repo) {
      put(repo, '../bin/pre-commit', theirs('/bin/sh', 'pre-commit'))
      for (const name of hookNames) {
        const start = '#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n'
        const call = `ARGS=(hook-impl --hook-type=${name})\nexec "${repo.path('../bin/pre-commit')}" "\${ARGS[@]}" -- "$@"\n`
        put(repo, `.git/hooks/${name}`, start + call)
      }
    },
    beside: 'in one file',
  },
  'a tracked folder of hooks': {
    set(repo) {
      for (const name of hookNames) put(repo, `.githooks/${name}`, theirs('/bin/sh', name))
      repo.git('add', '.githooks')
      repo.git('commit', '-q', '-m', 'hooks')
      repo.git('config', 'core.hooksPath', '.githooks')
      repo.installPackage()
    },
    beside: 'in one file',
  },
  'husky, and no package.json': {
    set(repo) {
      repo.husky()
      for (const name of hookNames) put(repo, `.husky/${name}`, theirs('/bin/sh', name).replace(/^.*\n/, ''), 0o644)
      repo.git('add', '.husky')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'hooks')
      repo.installPackage()
    },
    beside: 'in one file',
  },
  'husky that has none of ours': {
    set(repo) {
      repo.husky()
      repo.installPackage()
    },
    beside: '',
  },
}

describe.each(Object.entries(situations))('in a repository with %s', (_name, { set, beside, names = hookNames }) => {
  test('theirs run as they would without us, ours index, and uninstalling leaves no trace', async () => {
    let alone: Told | undefined
    await withRepo((repo) => {
      set(repo)
      alone = tell(repo)
    })
    await withRepo(async (repo) => {
      set(repo)
      const before = hookFiles(repo)
      repo.init()
      const installed = hookFiles(repo)
      repo.init()
      expect(hookFiles(repo)).toEqual(installed)
      const status = repo.memory('hooks', 'status', '--json')
      expect(status.status).toBe(0)
      const { hooks } = JSON.parse(status.stdout) as { hooks: { state: string; beside: string }[] }
      expect(hooks.map((hook) => `${hook.state} ${hook.beside}`)).toEqual(
        hookNames.map((name) => `active ${names.includes(name) ? beside : ''}`),
      )

      const together = tell(repo)
      const same = ({ witness, statuses }: Told): Told => ({
        witness: witness.replaceAll(/[0-9a-f]{40}/g, 'OID').replaceAll(/memory-test-\w+/g, ''),
        statuses,
      })
      expect(same(together)).toEqual(same(alone!))
      await expectIndexedByHook(repo)
      await expectSameAsRebuild(repo)
      expect(repo.read('bank/world.md')).toContain('Two')

      expect(repo.memory('hooks', 'uninstall').status).toBe(0)
      expect(hookFiles(repo)).toEqual(before)
    })
  })
})

describe('a hook file that ours share', () => {
  test('keeps what its owner writes around our part, now and when ours is renewed or removed', () =>
    withRepo((repo) => {
      put(repo, '.git/hooks/post-commit', '#!/bin/sh\necho one\n')
      repo.init()
      const ours = repo.read('.git/hooks/post-commit').slice('#!/bin/sh\n'.length, -'echo one\n'.length)
      const edited = (part: string): string => `#!/bin/sh\necho zero\n${part}echo two\nexit 0\n`
      repo.write('.git/hooks/post-commit', edited(ours.replace('memory-hook.cjs', 'moved.cjs')))
      expect(repo.memory('hooks', 'status').status).toBe(1)
      repo.init()
      expect(repo.read('.git/hooks/post-commit')).toBe(edited(ours))
      repo.memory('hooks', 'uninstall')
      expect(repo.read('.git/hooks/post-commit')).toBe(edited(''))
    }))

  test('and that a tool wrote anew without ours is reported, and gets ours again', () =>
    withRepo((repo) => {
      const generated = '#!/bin/sh\n# lefthook\ntrue\n'
      put(repo, '.git/hooks/post-commit', generated)
      repo.init()
      const status = repo.memory('hooks', 'status').stdout
      expect(status).toMatch(/^post-commit +active, in one file .*lefthook install.*memory hooks install/m)
      put(repo, '.git/hooks/post-commit', generated)
      expect(repo.memory('hooks', 'status').stdout).toMatch(/^post-commit +not installed/m)
      repo.init()
    }))

  test('by rebuild is never touched: somebody is asked first', () =>
    withRepo((repo) => {
      put(repo, '.git/hooks/post-commit', '#!/bin/sh\necho theirs\n')
      const before = hookFiles(repo)
      expect(repo.memory('rebuild').stdout).toMatch(/^No hook was installed: .*post-commit is there already/)
      expect(hookFiles(repo)).toEqual(before)
    }))

  test('of theirs that stops a commit stops it as before', () =>
    withRepo((repo) => {
      put(repo, '.git/hooks/prepare-commit-msg', '#!/bin/sh\nexit 3\n')
      repo.init()
      repo.write(day(1), retain('W One'))
      repo.git('add', day(1))
      expect(repo.tryGit('commit', '-q', '-m', 'log').status).toBe(1)
      expect(repo.git('log', '--format=%s')).toBe('begin')
    }))
})
