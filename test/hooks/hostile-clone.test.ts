import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook } from '../support/oracle.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

const checkout = dirname(dirname(memoryCommand))

/** Planted programs leave a file here, beside the repositories: what ran, by its place in the working tree. */
const ran = (repo: Repo): string[] => {
  const canaries = repo.at('canaries')
  mkdirSync(canaries.root, { recursive: true })
  return readdirSync(canaries.root).toSorted()
}

const canaryOf = (repo: Repo, name: string): string => {
  ran(repo)
  return repo.at('canaries').path(name.replaceAll('/', '+'))
}

/** A program that says that it ran. One in the place of another does what that one does. */
function plant(repo: Repo, ...names: readonly string[]): void {
  for (const name of names) {
    const program = name.slice(name.lastIndexOf('/') + 1)
    const real = repo.run('sh', '-c', `command -v ${program} || :`).stdout.trim()
    const rest = real.startsWith('/') ? `exec ${real} "$@"\n` : 'exit 0\n'
    const canary = canaryOf(repo, name)
    repo.write(
      name,
      name.endsWith('.cjs')
        ? `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '')\n`
        : `#!/bin/sh\n: > '${canary}'\n${rest}`,
    )
    chmodSync(repo.path(name), 0o755)
  }
}

const planted = 'node_modules/workspace-memory/bin/memory-hook.cjs'
const bins = ['git', 'node', 'memory'].map((name) => `node_modules/.bin/${name}`)

/** Commit what no ignore rule keeps out. */
function carry(repo: Repo, ...names: readonly string[]): void {
  repo.git('add', '-f', '--', ...names)
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'carried')
}

/** A clone, of a repository that another story goes on in, with ours installed for the whole machine. */
function cloneOf(repo: Repo, name = 'clone'): Repo {
  const bin = repo.at('bin')
  mkdirSync(bin.root, { recursive: true })
  if (!bin.exists('memory')) symlinkSync(memoryCommand, bin.path('memory'))
  repo.git('clone', '-q', repo.root, repo.at(name).root)
  return repo.at(name).with({ PATH: `${bin.root}:${repo.environment['PATH']}` })
}

/** What runs every hook, and a question. */
function live(repo: Repo): void {
  repo.commit('.memory/config.json', '{"bank": {"onCommit": "off"}}') // pages would be in the way of a switch
  repo.commit(day(1), retain('W @Peter: First'))
  expect(repo.memory('recall', 'first').stdout).toContain('First')
  repo.git('switch', '-q', '-c', 'topic')
  repo.commit(day(2), retain('W @Peter: Second'))
  repo.git('switch', '-q', 'main')
  repo.commit(day(3), retain('W @Peter: Third'))
  repo.git('merge', '-q', '--no-edit', 'topic')
  repo.git('commit', '-q', '--amend', '-m', 'amended')
}

/** What `memory init --with husky` writes, which is the same everywhere. */
let scripts: ReadonlyMap<string, string> | undefined

/** A team whose tracked hooks are ours, byte for byte. */
function trackHusky(repo: Repo): void {
  if (!scripts) {
    expect(repo.memory('init', '--with', 'husky')).toMatchObject({ status: 0, stderr: '' })
    scripts = new Map([...repo.files('.husky')].filter(([path]) => !path.includes('/_/')))
  }
  for (const [path, content] of scripts) repo.write(path, content)
  carry(repo, ...scripts.keys())
}

describe('memory-rebuild in a clone of a stranger', () => {
  test('runs nothing that a commit carries beside hooks equal to ours: no package, no program, no hook of husky', () =>
    withRepo(async (repo) => {
      trackHusky(repo)
      plant(repo, planted, ...bins, '.husky/_/reference-transaction')
      carry(repo, 'node_modules', '.husky/_/reference-transaction')
      const clone = cloneOf(repo)
      expect(clone.memory('rebuild')).toMatchObject({ status: 0 })
      expect(clone.tryGit('config', '--local', 'core.hooksPath').status).toBe(1)
      live(clone)
      await expectIndexedByHook(clone)
      expect(ran(repo)).toEqual([])
    }))

  test('installs hooks of this machine, and tells of the tracked ones that it leaves off', () =>
    withRepo(async (repo) => {
      trackHusky(repo)
      const clone = cloneOf(repo)
      expect(clone.memory('rebuild').stdout).toMatch(/^The hooks are installed\. \.husky\/ came with the clone/m)
      expect(clone.git('status', '--porcelain')).toBe('')
      clone.commit(day(1), retain('W One'))
      await expectIndexedByHook(clone)
    }))
})

describe('hooks that husky runs, switched on by a person', () => {
  /** A clone where npm's prepare script ran husky. */
  function awake(repo: Repo): Repo {
    const clone = cloneOf(repo)
    clone.husky()
    expect(clone.git('config', 'core.hooksPath')).toBe('.husky/_')
    return clone
  }

  const carriers: Record<string, (clone: Repo) => void> = {
    'a package': (clone) => {
      plant(clone, planted)
      carry(clone, 'node_modules')
    },
    'a package that waits in the index': (clone) => {
      plant(clone, planted)
      clone.git('add', '-f', 'node_modules')
    },
    'a package that only HEAD knows': (clone) => {
      plant(clone, planted)
      carry(clone, 'node_modules')
      clone.git('rm', '-r', '-q', '--cached', 'node_modules')
    },
    'a link in the place of node_modules': (clone) => {
      plant(clone, planted.replace('node_modules', 'vendor'))
      symlinkSync('vendor', clone.path('node_modules'))
      carry(clone, 'vendor', 'node_modules')
    },
    'a link in the place of the package': (clone) => {
      plant(clone, planted.replace('node_modules', 'vendor'))
      mkdirSync(clone.path('node_modules'))
      symlinkSync('../vendor/workspace-memory', clone.path('node_modules/workspace-memory'))
      carry(clone, 'vendor', 'node_modules')
    },
    'a folder that npm links to as a dependency': (clone) => {
      plant(clone, planted.replace('node_modules', 'vendor'))
      mkdirSync(clone.path('node_modules'))
      symlinkSync('../vendor/workspace-memory', clone.path('node_modules/workspace-memory'))
      carry(clone, 'vendor')
    },
    'a submodule in the place of the package': (clone) => {
      plant(clone, planted)
      const inner = clone.at('clone/node_modules/workspace-memory')
      inner.git('init', '-q')
      carry(inner, 'bin')
      carry(clone, 'node_modules/workspace-memory')
    },
    'a package under a name that the file system takes for node_modules': (clone) => {
      plant(clone, planted)
      symlinkSync('node_modules', clone.path('NODE_MODULES')) // what a file system without case does by itself
      carry(clone, 'NODE_MODULES')
    },
    'a dependency of the package': (clone) => {
      plant(clone, planted, 'node_modules/better-sqlite3/index.cjs')
      carry(clone, 'node_modules/better-sqlite3')
    },
  }

  test.each(Object.entries(carriers))('do not run %s that a commit carries', (_what, set) =>
    withRepo((repo) => {
      trackHusky(repo)
      const clone = awake(repo)
      set(clone)
      const alone = clone.with({ PATH: repo.environment['PATH'] })
      alone.write(day(1), retain('W @Peter: First'))
      alone.git('add', day(1))
      const { status, stderr } = alone.tryGit('commit', '-q', '-m', 'log', '--', day(1))
      expect({ status, ran: ran(repo) }).toEqual({ status: 0, ran: [] })
      expect(stderr).toMatch(/^memory: .*node_modules.*$/m)
    }),
  )

  test('run the package that is installed for the whole machine instead', () =>
    withRepo((repo) => {
      trackHusky(repo)
      const clone = awake(repo)
      plant(clone, planted)
      carry(clone, 'node_modules')
      expect(clone.memory('hooks', 'status').stdout).toContain('only one that is installed globally')
      expect(clone.commit(day(1), retain('W @Peter: First'))).toMatch(/^memory: indexed/m)
      expect(ran(repo)).toEqual([])
    }))

  test('run no program of node_modules/.bin, which husky puts first on the path', () =>
    withRepo((repo) => {
      trackHusky(repo)
      const clone = awake(repo)
      plant(clone, ...bins)
      expect(clone.commit(day(1), retain('W @Peter: First'))).toMatch(/^memory: indexed/m)
      expect(ran(repo)).toEqual([])
    }))

  test.each<[string, (repo: Repo) => void]>([
    ['.husky/_', (repo) => plant(repo, '.husky/_/reference-transaction')],
    ['another hook', (repo) => plant(repo, '.husky/pre-commit')],
    ['.husky as a link out of it', (repo) => symlinkSync('../elsewhere', repo.path('.husky'))],
  ])('are not switched on by memory init where a commit carries %s', (_what, set) =>
    withRepo((repo) => {
      repo.write('../elsewhere/x', '')
      set(repo)
      carry(repo, '.husky')
      const clone = cloneOf(repo)
      const done = clone.memory('init', '--with', 'husky')
      expect(done.status).toBe(2)
      expect(done.stderr).toMatch(/^memory: husky is not switched on: .*\.husky/)
      expect(clone.tryGit('config', '--local', 'core.hooksPath').status).toBe(1)
      expect([...repo.at('elsewhere').files().keys()]).toEqual(['x'])
      clone.commit(day(1), retain('W @Peter: First'))
      expect(ran(repo)).toEqual([])
    }),
  )
})

describe('a workspace whose own node_modules holds this package, as npm ci leaves it', () => {
  /** @returns the clone, with hooks that call the package in it */
  function equipped(repo: Repo, prefix = ''): Repo {
    repo.commit(`${prefix}.gitignore`, 'node_modules\n')
    const clone = cloneOf(repo)
    const installed = clone.path(`${prefix}node_modules/workspace-memory`)
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(join(checkout, part), join(installed, part), { recursive: true })
    for (const name of ['better-sqlite3', 'bindings', 'file-uri-to-path', 'husky'])
      symlinkSync(join(checkout, 'node_modules', name), clone.path(`${prefix}node_modules/${name}`))
    const rebuilt = clone.run(process.execPath, join(installed, 'bin/memory-rebuild.js'), '--workspace', prefix || '.')
    expect(rebuilt.stdout).toContain('The hooks are installed.')
    expect(clone.read('.git/hooks/post-commit')).toContain(installed)
    return clone
  }

  test.each(['', 'notes/'])('is run by its hooks until a pull puts another in its place, in the folder %j', (prefix) =>
    withRepo((repo) => {
      const clone = equipped(repo, prefix)
      expect(clone.commit(`${prefix}${day(1)}`, retain('W @Peter: First'))).toMatch(/^memory: indexed/m)
      plant(repo, `${prefix}${planted}`)
      carry(repo, `${prefix}node_modules`)
      clone.git('pull', '-q', '--no-edit')
      expect(clone.read(`${prefix}${planted}`)).toContain('canaries')
      const said = clone.commit(`${prefix}${day(2)}`, retain('W @Peter: Second'))
      expect(said).toMatch(/^memory: .*node_modules.*$/m)
      const { hooks } = JSON.parse(clone.memory('hooks', 'status', '--json', '--workspace', prefix || '.').stdout) as {
        hooks: { state: string }[]
      }
      expect(hooks.map(({ state }) => state)).not.toContain('active')
      expect(ran(repo)).toEqual([])
    }),
  )

  test('merges pages by the driver, and by Git itself where a commit carries another', () =>
    withRepo((repo) => {
      const clone = equipped(repo)
      const merged = (): string => {
        clone.git('switch', '-q', '-c', 'topic')
        clone.commit('bank/notes.md', 'of the topic\n')
        clone.git('switch', '-q', 'main')
        clone.commit('bank/notes.md', 'of main\n')
        expect(clone.tryGit('merge', '-q', 'topic').status).toBe(1)
        const text = clone.read('bank/notes.md')
        clone.git('merge', '--abort')
        clone.git('branch', '-q', '-D', 'topic')
        return text
      }
      expect(merged()).toContain('<<<<<<<')
      plant(repo, planted)
      carry(repo, 'node_modules')
      clone.git('pull', '-q', '--no-edit')
      clone.commit('bank/notes.md', 'before\n')
      expect(merged()).toContain('<<<<<<<')
      expect(ran(repo)).toEqual([])
    }))
})

describe('a PATH that leads into the working tree', () => {
  test('leads no command and no hook to a program there, however it does', () =>
    withRepo((repo) => {
      repo.commit(day(9), retain('W @Peter: Before'))
      plant(repo, 'git', 'node', 'sh', ...['git', 'node', 'sh', 'memory'].map((name) => `node_modules/.bin/${name}`))
      carry(repo, 'git', 'node', 'sh', 'node_modules')
      const clone = cloneOf(repo)
      symlinkSync(clone.path('node_modules/.bin'), clone.path('../link'))
      const ways = ['.', '', 'node_modules/.bin', clone.path('node_modules/.bin'), clone.path('../link')]
      const led = clone.with({ PATH: [...ways, clone.environment['PATH']].join(':') })
      for (const args of [['rebuild'], ['recall', 'before'], ['hooks', 'status'], ['reflect', '--branch', 'pages']])
        expect(led.memory(...args)).toMatchObject({ status: 0, stderr: '' })
      expect(ran(repo)).toEqual([])
      // The node that installed it is gone: another is looked for.
      for (const name of ['post-commit', 'prepare-commit-msg']) {
        const shim = clone.read(`.git/hooks/${name}`)
        clone.write(`.git/hooks/${name}`, shim.replaceAll(process.execPath, '/moved/away/node'))
      }
      clone.write(day(1), retain('W @Peter: First'))
      clone.git('add', day(1))
      const git = clone.run('sh', '-c', 'command -v git').stdout.trim()
      const done = led.run(git, 'commit', '-q', '-m', 'log')
      expect(done).toMatchObject({ status: 0, stderr: expect.stringMatching(/^memory: indexed/m) })
      expect(ran(repo)).toEqual([])
    }))
})
