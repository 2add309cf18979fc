import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { SqliteDatabase } from '../../src/sqlite/database.js'
import { openDatabase } from '../../src/sqlite/engine.js'
import { indexFile, indexOf } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const planted = '.memory/index.sqlite'
const forgedWords = 'Forged in a commit'
const nobodysTree = 'd'.repeat(40)

/** Opened without us, so that nothing of it is checked or healed. */
function inDatabase<T>(path: string, work: (db: SqliteDatabase) => T): T {
  const db = openDatabase(path)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const forge = (db: SqliteDatabase, tree: string): void => {
  db.prepare('UPDATE fact SET text = ?').run(forgedWords)
  db.prepare("UPDATE meta SET value = ? WHERE key = 'tree'").run(tree)
}

/** An index of this repository that says other words than its notes, and for which tree it stands. */
async function forgedIndex(repo: Repo, tree: string): Promise<string> {
  await repo.digest()
  const forged = repo.path('../forged.sqlite')
  repo.run('cp', repo.path(indexFile), forged)
  inDatabase(forged, (db) => {
    forge(db, tree)
    db.pragma('journal_mode = DELETE')
  })
  return forged
}

/**
 * What SQLite would take into an index that it finds it beside: the rows of a forged one, as a log that is to be
 * played on, or as a journal that is to be rolled back.
 */
async function forgedBeside(repo: Repo, suffix: '-wal' | '-journal'): Promise<Buffer> {
  await repo.digest()
  const path = repo.path('../copy.sqlite')
  repo.run('cp', repo.path(indexFile), path)
  return inDatabase(path, (db) => {
    db.pragma(`journal_mode = ${suffix === '-wal' ? 'WAL' : 'DELETE'}`)
    db.pragma('wal_autocheckpoint = 0')
    forge(db, nobodysTree)
    if (suffix === '-wal') return readFileSync(`${path}-wal`)
    // A journal holds pages as they were; without a sync, all that it is long enough for.
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = 1')
    db.exec("BEGIN; UPDATE fact SET text = text || '.'; UPDATE meta SET value = value || '.'; UPDATE note SET mode = 1")
    const journal = readFileSync(`${path}-journal`)
    db.exec('ROLLBACK')
    return journal
  })
}

function commitPlanted(repo: Repo, path: string, bytes: Uint8Array): void {
  repo.write(path, bytes)
  repo.git('add', '-f', '--', path)
  repo.git('commit', '-q', '-m', 'an index in the tree')
}

function clone(repo: Repo, ...flags: readonly string[]): Repo {
  const made = repo.at('clone')
  repo.git('clone', '-q', ...flags, repo.root, made.root)
  return made
}

/** Whoever is asked answers from the notes. */
async function expectTruth(repo: Repo, ...said: readonly string[]): Promise<void> {
  expect(await repo.said()).toEqual(said.map((words, at) => `${day(at + 1)}#L2 world ${words}`))
  for (const words of said) expect((await repo.recalled(words)).join('\n')).toContain(words)
  expect(await repo.recalled(forgedWords)).not.toContainEqual(expect.stringContaining(forgedWords))
  await repo.use((workspace) => workspace.reflect('all'))
  expect([...repo.files('bank').values()].join('\n')).not.toContain(forgedWords)
}

describe('an index that a commit carries is never opened', () => {
  test('where the tree that it says it stands for is nowhere in the repository', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const forged = readFileSync(await forgedIndex(repo, nobodysTree))
      commitPlanted(repo, planted, forged)
      await expectTruth(clone(repo), 'Likes tea')
    }))

  test('where it names the very tree that HEAD has, after a reset that keeps its file', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const forged = readFileSync(await forgedIndex(repo, repo.git('rev-parse', 'HEAD^{tree}')))
      repo.git('switch', '-q', '-c', 'theirs')
      commitPlanted(repo, planted, forged)
      const here = clone(repo)
      here.git('reset', '-q', 'HEAD~1')
      await expectTruth(here, 'Likes tea')
    }))

  test('where a merge of two branches with the same notes brings it', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const forged = readFileSync(await forgedIndex(repo, repo.git('rev-parse', 'HEAD^{tree}')))
      const here = clone(repo)
      await here.digest()
      commitPlanted(repo, planted, forged)
      here.commit('README.md', 'Ours.\n')
      here.run('rm', '-f', here.path(planted))
      here.git('pull', '-q', '--no-rebase', '--no-edit')
      await expectTruth(here, 'Likes tea')
    }))

  test('where .memory/ itself is a submodule that holds it', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const forged = readFileSync(await forgedIndex(repo, repo.git('rev-parse', 'HEAD^{tree}')))
      const inner = repo.another('inner')
      commitPlanted(inner, 'index.sqlite', forged)
      repo.remove('.memory')
      const allowed = ['-c', 'protocol.file.allow=always']
      repo.git(...allowed, 'submodule', '--quiet', 'add', inner.root, '.memory')
      repo.git('commit', '-q', '-m', 'a submodule for a folder')
      const here = repo.at('clone')
      repo.git(...allowed, 'clone', '-q', '--recurse-submodules', repo.root, here.root)
      expect(here.exists(planted)).toBe(true)
      await expectTruth(here, 'Likes tea')
    }))
})

describe('beside the index of an established clone nothing that a plain pull brings is played into it', () => {
  test.each(['-wal', '-journal'] as const)('as a tracked %s', (suffix) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const forged = await forgedBeside(repo, suffix)
      const here = clone(repo)
      await here.digest()
      commitPlanted(repo, `${planted}${suffix}`, forged)
      repo.commit(day(2), retain('W @Peter: Likes coffee'))
      here.git('pull', '-q')
      await expectTruth(here, 'Likes tea', 'Likes coffee')
    }),
  )

  test.each(['', '-wal', '-shm', '-journal'])('nor is a tracked index.sqlite%s written to or removed', (suffix) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const here = clone(repo)
      commitPlanted(repo, `${planted}${suffix}`, Buffer.alloc(32_768, 7))
      here.git('pull', '-q')
      await expectTruth(here, 'Likes tea')
      expect(here.git('status', '--porcelain', '--', '.memory')).toBe('')
    }),
  )
})

test('what a commit says of the last hook is not told', () =>
  withRepo((repo) => {
    const failure = { hook: 'post-commit', at: '2025-11-27T00:00:00Z', reason: forgedWords }
    repo.commit('.memory/last-failure.json', JSON.stringify(failure))
    expect(repo.memory('status').stdout).not.toContain(forgedWords)
  }))

describe('an index stands in the Git folder of its working tree, and answers there', () => {
  const shapes: Record<string, (repo: Repo) => Repo> = {
    'that stands apart (--separate-git-dir)': (repo) => {
      repo.git('init', '-q', '--separate-git-dir', repo.path('../apart'))
      return repo
    },
    'of a worktree of a bare repository': (repo) => {
      repo.at('.').git('clone', '-q', '--bare', repo.root, repo.path('../bare.git'))
      repo.at('bare.git').git('worktree', 'add', '-q', repo.path('../tree'), 'main')
      return repo.at('tree')
    },
    'of a workspace in a folder below the top': (repo) =>
      repo.at('repo/memory').with({ MEMORY_WORKSPACE: repo.path('memory') }),
  }
  test.each(Object.entries(shapes))('%s', (_name, shape) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.commit(`memory/${day(1)}`, retain('W @Peter: Likes tea'))
      const there = shape(repo)
      expect((await there.said())[0]).toBe(`${day(1)}#L2 world Likes tea`)
      expect(existsSync(indexOf(there))).toBe(true)
      expect([...there.files('.memory').keys()]).toEqual(['.memory/.gitignore'])
      there.remove('.memory')
      await there.use((workspace) => workspace.rebuild())
      expect(there.git('status', '--porcelain')).toBe('')
    }),
  )
})

test('a workspace below the top is found from inside it by what memory init left there', () =>
  withRepo(async (repo) => {
    const inner = repo.at('repo/notes')
    repo.commit(`notes/${day(1)}`, retain('W @Peter: Likes tea'))
    await inner.with({ MEMORY_WORKSPACE: inner.root }).digest()
    expect(await repo.at('repo/notes/memory').said()).toEqual([`${day(1)}#L2 world Likes tea`])
    expect(repo.memory('recall', 'tea')).toMatchObject({ status: 2, stderr: expect.stringContaining('but in notes') })
  }))
