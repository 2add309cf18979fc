import { chmodSync, statSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRawIndex } from '../support/raw-index.js'
import { hookCommand, withRepo, type Repo } from '../support/with-repo.js'

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

async function inWorkspace(work: (repo: Repo) => Promise<void> | void): Promise<void> {
  await withRepo(async (repo) => {
    repo.init()
    repo.commit(day(1), retain('W @Peter: One', 'O(c=0.8) @Anna: Likes tea'))
    await work(repo)
  })
}

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
    plant: (repo) => chmodSync(repo.path('.memory/index.sqlite'), 0o644),
    name: 'permissions',
    details: /index\.sqlite was 644/,
    mended: 'by looking',
  },
  'a search index out of step': {
    plant: (repo) => withRawIndex(repo, (db) => db.exec('DELETE FROM words WHERE rowid = (SELECT min(key) FROM fact)')),
    name: 'index',
    mended: 'by --fix',
  },
  'a word of a fact that was altered': {
    plant: (repo) => withRawIndex(repo, (db) => db.exec(`UPDATE fact SET text = 'Two' WHERE text = 'One'`)),
    name: 'index',
    mended: 'by --fix',
  },
  'an index that Git tracks': {
    plant(repo) {
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
      expect(repo.memory('doctor').stdout).toMatch(/^(?:ok {3}[^\n]+\n){12}$/)
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
