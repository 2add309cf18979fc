import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRawIndex } from '../support/raw-index.js'
import { beginningWith, hookCommand, withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { indexFile } from '../support/index-place.js'

interface Found {
  readonly name: string
  readonly what: string
  readonly details?: readonly string[]
}

function examined(repo: Repo, ...flags: readonly string[]): { status: number; found: readonly Found[] } {
  const { status, stdout, stderr } = repo.memory('doctor', '--json', ...flags)
  expect(stderr).toBe('')
  return { status, found: (JSON.parse(stdout) as { found: Found[] }).found }
}

const inWorkspace = beginningWith((repo) => {
  repo.init()
  repo.commit(day(1), retain('W @Peter: One', 'O(c=0.8) @Anna: Likes tea'))
})

interface Fault {
  readonly plant: (repo: Repo) => void
  readonly name: string
  readonly details?: RegExp
  /** Whether --fix mends it, or looking already did. */
  readonly mended: 'by --fix' | 'by looking' | 'by a person'
}

const faults: Record<string, Fault> = {
  'hooks that were removed': {
    plant: (repo) => repo.remove('.git/hooks'),
    name: 'hooks',
    details: /post-commit missing/,
    mended: 'by --fix',
  },
  'a hook whose node has moved': {
    plant: (repo) =>
      repo.write(
        '.git/hooks/post-commit',
        repo.read('.git/hooks/post-commit').replace(`node=${process.execPath}`, 'node=/moved/node'),
      ),
    name: 'hooks',
    details: /post-commit outdated/,
    mended: 'by --fix',
  },
  'a hook whose package has moved': {
    plant: (repo) =>
      repo.write(
        '.git/hooks/post-merge',
        repo.read('.git/hooks/post-merge').replace(hookCommand, '/moved/memory-hook.cjs'),
      ),
    name: 'hooks',
    details: /post-merge outdated/,
    mended: 'by --fix',
  },
  'hooks not where Git looks': {
    plant: (repo) => void repo.git('config', 'core.hooksPath', '/elsewhere/hooks'),
    name: 'hooks',
    details: /refused: core\.hooksPath leads outside/,
    mended: 'by a person',
  },
  'no merge driver': {
    plant: (repo) => void repo.git('config', '--remove-section', 'merge.memory-bank'),
    name: 'merging',
    mended: 'by --fix',
  },
  'an index that others can read': {
    plant: (repo) => chmodSync(repo.path(indexFile), 0o644),
    name: 'permissions',
    details: /index-[\d.]+\.sqlite was 644/,
    mended: 'by looking',
  },
  'a search index out of step': {
    plant: (repo) =>
      withRawIndex(repo, (db) =>
        db.exec("INSERT INTO words (rowid, text, names, trail) VALUES (9999, 'forged', '', '')"),
      ),
    name: 'index',
    mended: 'by --fix',
  },
  'a word of a fact that was altered': {
    plant: (repo) => withRawIndex(repo, (db) => db.exec(`UPDATE fact SET text = 'Two' WHERE text = 'One'`)),
    name: 'index',
    mended: 'by --fix',
  },
  'settings that are not understood': {
    plant: (repo) => void repo.commit('.memory/config.json', '{"colour": "blue"}'),
    name: 'settings',
    mended: 'by a person',
  },
  'logs that Git ignores': {
    plant: (repo) => repo.write('.git/info/exclude', 'memory\n'),
    name: 'ignored folders',
    details: /^memory\/$/,
    mended: 'by a person',
  },
  'a file where the index stood once': {
    plant: (repo) => repo.write('.memory/index.sqlite', 'whatever'),
    name: 'old index',
    details: /\.memory\/index\.sqlite/,
    mended: 'by a person',
  },
  'an index that Git tracks': {
    plant(repo) {
      repo.write('.memory/index.sqlite', 'whatever')
      repo.git('add', '-f', '.memory/index.sqlite')
      repo.git('commit', '-q', '-m', 'index')
    },
    name: 'tracked index',
    details: /\.memory\/index\.sqlite/,
    mended: 'by a person',
  },
  'conflict markers in a log': {
    plant: (repo) => repo.append(day(1), '<<<<<<< HEAD\n- W Ours\n=======\n- W Theirs\n>>>>>>> topic\n'),
    name: 'conflict markers',
    details: new RegExp(`${day(1)}:4`),
    mended: 'by a person',
  },
  'a bullet that a merge left twice': {
    plant: (repo) => void repo.commit(day(2), retain('W @Peter: Twice', 'W Else', 'W @Peter: Twice')),
    name: 'repeated bullets',
    details: new RegExp(`${day(2)}:4`),
    mended: 'by a person',
  },
  'a second version of a log by Syncthing': {
    plant: (repo) => repo.write('memory/2025-11-01.sync-conflict-20251102-120000-ABCDEFG.md', 'One\n'),
    name: 'conflict copies',
    details: /^memory\/2025-11-01\.sync-conflict-20251102-120000-ABCDEFG\.md beside memory\/2025-11-01\.md$/,
    mended: 'by a person',
  },
  'second versions by Dropbox and Obsidian, of a core file and a page': {
    plant(repo) {
      repo.write("MEMORY (Ana's conflicted copy 2025-11-02).md", 'One\n')
      repo.commit('bank/entities/Peter (Conflict).md', '# Peter\n')
    },
    name: 'conflict copies',
    details:
      /^MEMORY \(Ana's conflicted copy 2025-11-02\)\.md beside MEMORY\.md\nbank\/entities\/Peter \(Conflict\)\.md beside bank\/entities\/Peter\.md$/,
    mended: 'by a person',
  },
  'names that differ in case only': {
    plant(repo) {
      repo.commit('memory/Note.md', 'One\n')
      repo.commit('memory/note.md', 'Two\n')
    },
    name: 'colliding names',
    details: /memory\/Note\.md and memory\/note\.md/,
    mended: 'by a person',
  },
}

describe('memory doctor', () => {
  test('finds nothing where nothing is wrong', () =>
    inWorkspace((repo) => {
      expect(examined(repo)).toEqual({ status: 0, found: [] })
      expect(repo.memory('doctor').stdout).toMatch(/^(?:ok {3}[^\n]+\n){16}$/)
    }))

  test.each(Object.entries(faults))('finds %s', (_name, { plant, name, details, mended }) =>
    inWorkspace(async (repo) => {
      plant(repo)
      const shown = repo.with({}).memory('doctor', '--json')
      const { found } = JSON.parse(shown.stdout) as { found: Found[] }
      expect(found.map((each) => each.name)).toEqual([name])
      if (details) expect(found[0]!.details?.join('\n')).toMatch(details)
      expect(shown.status).toBe(mended === 'by looking' ? 0 : 1)
      if (mended === 'by a person') {
        expect(examined(repo, '--fix').found.map((each) => each.name)).toEqual([name])
        return
      }
      expect(examined(repo, '--fix')).toEqual({ status: 0, found: [] })
      await expectSameAsRebuild(repo)
    }),
  )

  test('says what it will do before it does it', () =>
    inWorkspace((repo) => {
      repo.remove('.git/hooks')
      repo.git('config', '--remove-section', 'merge.memory-bank')
      const looked = repo.memory('doctor')
      expect(looked.status).toBe(1)
      expect(looked.stdout).toMatch(/^bad {2}hooks: 5 hooks not active$/m)
      expect(looked.stdout).toMatch(/^ {7}memory doctor --fix would write our part into them/m)
      expect(repo.exists('.git/hooks')).toBe(false)
      const mended = repo.memory('doctor', '--fix')
      expect(mended.stdout).toMatch(/^hooks: write our part into them[^\n]*\nmerging: write it to /)
      expect(mended.stdout).toMatch(/^ok {3}hooks$/m)
      expect(statSync(repo.path('.git/hooks/post-commit')).mode & 0o111).not.toBe(0)
    }))

  test('tells what a process that was killed left behind, which opening the index mended', () =>
    inWorkspace((repo) => {
      repo.write(day(2), retain('W Two'))
      repo.git('add', day(2))
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'log')
      const script = `const { openWorkspace } = await import('${new URL('../../dist/index.js', import.meta.url).href}')
        await openWorkspace().sync()
        process.kill(process.pid, 'SIGKILL')`
      repo.run(process.execPath, '--input-type=module', '-e', script)
      expect(examined(repo)).toMatchObject({ status: 0, found: [{ name: 'unclean end' }] })
      expect(examined(repo)).toEqual({ status: 0, found: [] })
    }))
})

/** A Node that has SQLite itself needs no module, unless it is told to. */
const withBetterSqlite = (work: (repo: Repo) => void): Promise<void> =>
  withRepo((repo) => work(repo.with({ MEMORY_SQLITE: 'better' })))

const checkout = dirname(dirname(hookCommand))
const compiled = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'

interface Installation {
  /** The folder whose `node_modules` holds what the package needs. */
  readonly home: string
  /** The package, below it. */
  readonly folder: string
}

/** Where npm puts a package: among those of a project, or for the whole machine with its own below it. */
const installations: Record<string, Installation> = {
  'in the workspace': { home: '.', folder: 'node_modules/workspace-memory' },
  'for the whole machine': { home: "../Peter's tools/lib/node_modules/workspace-memory", folder: '.' },
}

/** Install this package without the compiled part of better-sqlite3, whose install script puts it back instead of compiling for minutes. */
function installWithoutCompiled(repo: Repo, { home, folder }: Installation): void {
  for (const part of ['bin', 'dist', 'templates', 'package.json'])
    cpSync(join(checkout, part), repo.path(join(home, folder, part)), { recursive: true })
  const packages = join(checkout, 'node_modules')
  mkdirSync(repo.path(join(home, 'node_modules')), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (!name.startsWith('.') && name !== 'better-sqlite3' && name !== 'workspace-memory')
      symlinkSync(join(packages, name), repo.path(join(home, 'node_modules', name)))
  }
  const sqlite = join(home, 'node_modules/better-sqlite3')
  cpSync(join(packages, 'better-sqlite3/lib'), repo.path(join(sqlite, 'lib')), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(packages, 'better-sqlite3/package.json'), 'utf8')) as object
  const install = `node -e "fs.cpSync('${join(checkout, compiled)}', 'build/Release/better_sqlite3.node')"`
  repo.write(join(sqlite, 'package.json'), JSON.stringify({ ...manifest, scripts: { install } }, null, 2))
}

const damages: Record<string, (repo: Repo, path: string) => void> = {
  missing: () => {},
  garbage: (repo, path) => repo.write(path, Buffer.alloc(5000, 'for another Node ')),
}

/** What a command says went wrong, where it was asked for JSON. */
const jsonError = ({ stderr }: Ran): string => (JSON.parse(stderr) as { error: { message: string } }).error.message

describe.each(Object.entries(installations))('a SQLite module installed %s that does not load', (_where, place) => {
  test.each(Object.entries(damages))(
    'because its compiled part is %s: all say what to run, which mends it, and no commit fails',
    (_what, damage) =>
      withBetterSqlite((repo) => {
        repo.write('.git/info/exclude', 'node_modules\n')
        repo.commit(day(1), retain('W @Peter: One'))
        installWithoutCompiled(repo, place)
        damage(repo, join(place.home, compiled))
        const command = repo.path(join(place.home, place.folder, 'bin/memory.js'))
        const memory = (...args: readonly string[]): Ran => repo.run(process.execPath, command, ...args)

        const { stderr } = memory('recall', 'one')
        expect(stderr).toMatch(
          /^memory: better-sqlite3 does not load on this Node, v[^`\n]+: run `PATH=[^`\n]+ npm rebuild [^`\n]+`\n$/,
        )
        const sentence = stderr.slice('memory: '.length, -1)
        for (const args of [['recall', 'one'], ['init'], ['status']])
          expect(memory(...args)).toEqual({ status: 2, stdout: '', stderr })
        expect(jsonError(memory('status', '--json'))).toBe(sentence)
        expect(memory('hooks', 'install').status).toBe(0)
        repo.write(day(2), retain('W @Peter: Two'))
        repo.git('add', day(2))
        expect(repo.tryGit('commit', '-q', '-m', 'log')).toEqual({ status: 0, stdout: '', stderr })

        const shown = memory('doctor')
        expect(shown).toMatchObject({ status: 1, stderr: '' })
        expect(shown.stdout.split('\n')[0]).toBe(`bad  SQLite module: ${sentence}`)
        // Nothing is called right that could not be looked at.
        expect(shown.stdout).toMatch(/^ok {3}hooks$/m)
        expect(shown.stdout).toMatch(/^-- {3}index: not looked at$/m)
        for (const flags of [[], ['--fix']]) {
          const examination = memory('doctor', '--json', ...flags)
          expect(examination).toMatchObject({ status: 1, stderr: '' })
          expect(JSON.parse(examination.stdout)).toEqual({
            checked: ['SQLite module', 'ignored folders', 'hooks', 'merging', 'permissions', 'unclean end'],
            found: [{ name: 'SQLite module', what: sentence, advice: expect.stringContaining('compiled') }],
          })
        }

        const anywhere = repo.at('home').with({ npm_config_offline: 'true' })
        expect(anywhere.run('sh', '-c', sentence.split('`')[1]!)).toMatchObject({ status: 0 })
        expect(memory('doctor')).toMatchObject({ status: 0, stderr: '' })
        expect(memory('recall', 'two').stdout).toContain(`${day(2)}#L2`)
      }),
  )

  test('because it is not there at all: all say so, and no commit fails', () =>
    withBetterSqlite((repo) => {
      repo.write('.git/info/exclude', 'node_modules\n')
      installWithoutCompiled(repo, place)
      repo.remove(join(place.home, 'node_modules/better-sqlite3'))
      const command = repo.path(join(place.home, place.folder, 'bin/memory.js'))
      const memory = (...args: readonly string[]): Ran => repo.run(process.execPath, command, ...args)
      repo.write(day(1), retain('W @Peter: One'))
      const stderr =
        'memory: better-sqlite3 is missing: use Node 22.16 or later, which has SQLite itself, or install this package again where better-sqlite3 can be compiled (docs/start.md)\n'
      expect(memory('recall', 'one')).toEqual({ status: 2, stdout: '', stderr })
      expect(`memory: ${jsonError(memory('status', '--json'))}\n`).toBe(stderr)
      expect(memory('hooks', 'install').status).toBe(0)
      repo.write(day(2), retain('W @Peter: Two'))
      repo.git('add', day(2))
      expect(repo.tryGit('commit', '-q', '-m', 'log')).toEqual({ status: 0, stdout: '', stderr })
      expect(memory('doctor').stdout).toMatch(/^bad {2}SQLite module: better-sqlite3 is missing/)
    }))
})
