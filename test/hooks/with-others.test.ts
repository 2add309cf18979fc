import { chmodSync, copyFileSync, lstatSync, readlinkSync, readdirSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

const postNames = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite']
const hookNames = [...postNames, 'prepare-commit-msg']

const hookFolders = /(?:^|\/)(?:hooks|\.husky|\.githooks)\//
const settings = /\/(?:config|info\/attributes)$/

/** Bytes, mode and kind of every hook, wherever in the sandbox it stands: the hooks of a submodule are not below it. */
function hookFiles(repo: Repo, ...more: readonly RegExp[]): Record<string, string> {
  const sandbox = repo.at('.')
  const files = sandbox.files()
  const found: Record<string, string> = {}
  for (const entry of readdirSync(sandbox.root, { withFileTypes: true, recursive: true })) {
    const path = relative(sandbox.root, join(entry.parentPath, entry.name))
    if (![hookFolders, ...more].some((places) => places.test(path))) continue
    const { mode } = lstatSync(sandbox.path(path))
    const bytes = entry.isSymbolicLink() ? readlinkSync(sandbox.path(path)) : files.get(path)
    found[path] = `${mode.toString(8)} ${bytes ?? ''}`
  }
  return found
}

/** All that installing writes. */
const traces = (repo: Repo): Record<string, string> => hookFiles(repo, settings)

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

/** What the same story leaves behind where nothing of ours is installed. */
interface Told {
  readonly witness: string
  /** What hooks wrote into the working tree. */
  readonly left: readonly string[]
  readonly statuses: readonly number[]
}

/** A story that runs all of the hooks, with arguments and stdin. */
function tell(repo: Repo): Told {
  const sandbox = repo.at('.')
  const watched = repo.with({ WITNESS: sandbox.path('witness') })
  sandbox.write('witness', '')
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
  git('checkout', '-q', '-')
  git('merge', '-q', 'topic')
  const left = repo.git('ls-files', '--others', '--exclude-standard', '--exclude=bank', '--exclude=.husky').split('\n')
  return {
    witness: sandbox.read('witness').replaceAll(/memory-test-\w+/g, ''),
    left: left.map((name) => (name === '' ? '' : `${name}: ${repo.read(name)}`)),
    statuses,
  }
}

interface Situation {
  /** Puts other hooks there. @returns the folder to work in, where that is not the repository's own */
  readonly set: (repo: Repo) => Repo | void
  /** How ours stand beside them, or what is said where they may not. */
  readonly beside: '' | 'in one file' | 'called after ours' | RegExp
  /** Those that others stand at; all of ours where it is left out. */
  readonly names?: readonly string[]
}

const own =
  (interpreter: string, mode = 0o755, folder = '.git/hooks') =>
  (repo: Repo): void => {
    for (const name of hookNames) put(repo, `${folder}/${name}`, theirs(interpreter, name), mode)
  }

function trackedFolder(repo: Repo): void {
  own('/bin/sh', 0o755, '.githooks')(repo)
  repo.git('add', '.githooks')
  repo.git('commit', '-q', '-m', 'hooks')
  repo.git('config', 'core.hooksPath', '.githooks')
  leavesEditsAlone(repo)
}

/** Our part of a tracked hook is an edit like any other until it is committed: a merge would put it aside, and run theirs alone. */
const leavesEditsAlone = (repo: Repo): void => void repo.git('config', 'merge.autoStash', 'false')

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
  'sh hooks, from a linked worktree of it': {
    set(repo) {
      repo.git('worktree', 'add', '-q', '-b', 'side', '../side')
      own('/bin/sh')(repo)
      return repo.at('side')
    },
    beside: 'in one file',
  },
  'sh hooks, as a submodule of another': {
    set(repo) {
      const library = repo.another('library')
      library.commit('README.md', 'A library.\n', 'begin')
      repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'inside')
      own('/bin/sh', 0o755, '.git/modules/inside/hooks')(repo)
      return repo.at('repo/inside')
    },
    beside: 'in one file',
  },
  'sh hooks, for a workspace in a folder of it': {
    set(repo) {
      repo.commit('notes/README.md', 'Notes.\n', 'notes')
      own('/bin/sh')(repo)
      const notes = repo.at('repo/notes')
      // To every command what `--workspace notes` is.
      return notes.with({ MEMORY_WORKSPACE: notes.root })
    },
    beside: 'in one file',
  },
  // It writes its stdin into a file named by each of its arguments.
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
      trackedFolder(repo)
      repo.installPackage()
    },
    beside: 'in one file',
  },
  'a tracked folder of hooks, no package.json and ours installed for the whole machine': {
    set(repo) {
      trackedFolder(repo)
      repo.write('../bin/other', '')
      symlinkSync(memoryCommand, repo.path('../bin/memory'))
      return repo.with({ PATH: `${repo.path('../bin')}:${repo.environment['PATH']}` })
    },
    beside: 'in one file',
  },
  'a folder of hooks outside it': {
    set(repo) {
      own('/bin/sh', 0o755, '../team/hooks')(repo)
      repo.git('config', 'core.hooksPath', repo.path('../team/hooks'))
    },
    beside: /^core\.hooksPath leads outside this repository, to \S+\/team\/hooks: /,
  },
  'husky, and no package.json': {
    set(repo) {
      repo.husky()
      for (const name of hookNames) put(repo, `.husky/${name}`, theirs('/bin/sh', name).replace(/^.*\n/, ''), 0o644)
      repo.git('add', '.husky')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'hooks')
      leavesEditsAlone(repo)
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

interface Reported {
  readonly state: string
  readonly beside: string
  readonly reason: string
}

function reported(repo: Repo): { status: number; hooks: readonly Reported[] } {
  const { status, stdout } = repo.memory('hooks', 'status', '--json')
  return { status, hooks: (JSON.parse(stdout) as { hooks: Reported[] }).hooks }
}

async function toldWithoutUs(set: Situation['set']): Promise<Told> {
  let told: Told | undefined
  await withRepo((repo) => void (told = tell(set(repo) ?? repo)))
  return told!
}

describe.each(Object.entries(situations))('in a repository with %s', (_name, { set, beside, names = hookNames }) => {
  if (beside instanceof RegExp) {
    test('ours are refused with the reason, no hook is touched and theirs run as they would without us', async () => {
      const alone = await toldWithoutUs(set)
      await withRepo(async (top) => {
        const repo = set(top) ?? top
        const [before, hooksBefore] = [traces(repo), hookFiles(repo)]
        expect(repo.memory('hooks', 'install').status).toBe(1)
        const { status, hooks } = reported(repo)
        expect(status).toBe(1)
        expect(hooks.map(({ state }) => state)).toEqual(hookNames.map(() => 'refused'))
        for (const { reason } of hooks) expect(reason).toMatch(beside)
        expect(hookFiles(repo)).toEqual(hooksBefore)
        expect(tell(repo)).toEqual(alone)
        expect(repo.memory('hooks', 'uninstall').status).toBe(0)
        expect(traces(repo)).toEqual(before)
        await expectSameAsRebuild(repo)
      })
    })
    return
  }

  test('theirs run as they would without us, ours index, and uninstalling leaves no trace', async () => {
    const alone = await toldWithoutUs(set)
    await withRepo(async (top) => {
      const repo = set(top) ?? top
      const before = traces(repo)
      repo.init()
      const installed = traces(repo)
      repo.init()
      expect(traces(repo)).toEqual(installed)
      const { status, hooks } = reported(repo)
      expect(status).toBe(0)
      expect(hooks.map((hook) => `${hook.state} ${hook.beside}`)).toEqual(
        hookNames.map((name) => `active ${names.includes(name) ? beside : ''}`),
      )

      expect(tell(repo)).toEqual(alone)
      await expectIndexedByHook(repo)
      expect(repo.read('bank/world.md')).toContain('Two')

      expect(repo.memory('hooks', 'uninstall').status).toBe(0)
      expect(traces(repo)).toEqual(before)
      await expectSameAsRebuild(repo)
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

  // The two states that there are between giving theirs its other name and putting ours in its place.
  test.each([
    ['and theirs stood under both names', ['post-commit', 'post-commit.kept']],
    ['and theirs stood under its other name alone', ['post-commit.kept']],
  ])('is called after ours where an installation was cut short %s', (_when, names) =>
    withRepo((repo) => {
      const script = "#!/usr/bin/env node\nrequire('node:fs').appendFileSync(process.env.WITNESS, 'theirs;')\n"
      for (const name of names) put(repo, `.git/hooks/${name}`, script)
      repo.init()
      const witness = repo.path('witness')
      repo.with({ WITNESS: witness }).commit(day(1), retain('W One'))
      expect(repo.read('witness')).toBe('theirs;')
      expect(repo.read('bank/world.md')).toContain('One')
      expect(repo.memory('hooks', 'uninstall').status).toBe(0)
      expect(repo.read('.git/hooks/post-commit')).toBe(script)
      expect(repo.exists('.git/hooks/post-commit.kept')).toBe(false)
    }),
  )
})
