import { symlinkSync } from 'node:fs'
import { lstatSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { indexName } from '../../src/store/open.js'
import { engineInWords } from '../../src/sqlite/engine.js'
import { indexFile as index, indexFolder } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { rawState, withBareIndex, withRawIndex } from '../support/raw-index.js'
import { memoryCommand, withRepo, type Ran, type Repo } from '../support/with-repo.js'

const modeOf = (repo: Repo, path: string): string => (lstatSync(repo.path(path)).mode & 0o777).toString(8)
/** The file's bytes, its write-ahead log taken in first. */
const bytesOf = (repo: Repo): string => {
  withRawIndex(repo, (db) => db.pragma('wal_checkpoint(TRUNCATE)'))
  return repo.files(indexFolder).get(index)!
}
const version = (repo: Repo): number =>
  withRawIndex(repo, (db) => db.pragma('user_version', { simple: true }) as number)

describe('an index of another schema', () => {
  test('that is older is built again', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      const before = await repo.digest()
      const current = version(repo)
      withRawIndex(repo, (db) => {
        db.exec('DROP TABLE note; CREATE TABLE note (shape TEXT); CREATE TABLE long_gone (x TEXT)')
        db.pragma('user_version = 0')
      })
      expect(await repo.recalled('said')).toEqual([`${day(1)}#L2 Said`])
      expect(version(repo)).toBe(current)
      expect(await repo.digest()).toBe(before)
      await expectSameAsRebuild(repo)
    }))

  test('that is newer is refused with both versions named, and left as it is', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Said'))
        const current = version(repo)
        withRawIndex(repo, (db) => db.pragma('user_version = 4711'))
        const before = bytesOf(repo)
        await expect(repo.digest()).rejects.toMatchObject({
          code: 'index-foreign',
          message: expect.stringMatching(new RegExp(`schema 4711\\b.*writes ${current}\\b`)),
        })
        expect(repo.memory('recall', 'said')).toMatchObject({ status: 2, stdout: '' })
        expect(repo.commit(day(2), retain('W More'))).toMatch(/^memory: [^\n]*4711[^\n]*\n$/)
        expect(bytesOf(repo)).toBe(before)
        repo.remove(index)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('by another parser is read again, though no blob changed', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      const before = await repo.digest()
      withRawIndex(repo, (db) => {
        db.exec("UPDATE meta SET value = '0/0' WHERE key = 'parser'; UPDATE fact SET text = 'Misread'")
      })
      expect(await repo.digest()).toBe(before)
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Said`])
      await expectSameAsRebuild(repo)
    }))
})

describe('a file that is no index of ours', () => {
  test('but another SQLite database is refused and left as it is', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      repo.write(index, '')
      withRawIndex(repo, (db) => db.exec("CREATE TABLE precious (x TEXT); INSERT INTO precious VALUES ('kept')"))
      const before = bytesOf(repo)
      await expect(repo.digest()).rejects.toMatchObject({
        code: 'index-foreign',
        message: expect.stringContaining('is not a memory index'),
      })
      expect(repo.memory('rebuild')).toMatchObject({ status: 2, stdout: '' })
      expect(bytesOf(repo)).toBe(before)
      expect(withRawIndex(repo, (db) => db.prepare('SELECT x FROM precious').pluck().get())).toBe('kept')
    }))

  test('with an application id of its own is refused too', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      await repo.digest()
      withRawIndex(repo, (db) => db.pragma('application_id = 1196444487'))
      await expect(repo.digest()).rejects.toMatchObject({ code: 'index-foreign' })
    }))

  test.each(['settings', 'parser', 'tree', 'commit'])('any more, because its %s is garbled, is built again', (key) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Said'))
      const before = await repo.digest()
      withRawIndex(repo, (db) => db.prepare("UPDATE meta SET value = '{' WHERE key = ?").run(key))
      repo.commit(day(2), retain('W @Peter: Said later'))
      expect(await repo.said()).toHaveLength(2)
      repo.git('reset', '-q', '--hard', 'HEAD~1')
      expect(await repo.digest()).toBe(before)
    }),
  )

  test('and names an option of Git as its tree makes Git write nothing', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      await repo.digest()
      const target = repo.path('written-by-git')
      withRawIndex(repo, (db) => db.prepare("UPDATE meta SET value = ? WHERE key = 'tree'").run(`--output=${target}`))
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Said`])
      expect(repo.exists('written-by-git')).toBe(false)
    }))

  test.each([
    ['', ''],
    [
      ', nor run, where it holds a trigger',
      "CREATE TRIGGER forge AFTER INSERT ON note BEGIN UPDATE fact SET text = 'Forged again'; END",
    ],
  ])('but came with a clone is not believed%s', (_what, trigger) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      await repo.digest()
      withRawIndex(repo, (db) => {
        db.exec(`UPDATE fact SET text = 'Forged'; ${trigger}`)
        db.pragma('journal_mode = DELETE')
      })
      repo.run('cp', repo.path(index), repo.path('.memory/index.sqlite'))
      repo.git('add', '-f', '.memory/index.sqlite')
      repo.git('commit', '-q', '-m', 'an index in the tree')
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      expect(await clone.said()).toEqual([`${day(1)}#L2 world Said`])
      clone.commit(day(2), retain('W Said later'))
      expect(await clone.said()).toEqual([`${day(1)}#L2 world Said`, `${day(2)}#L2 world Said later`])
    }),
  )

  test('is not run where it holds a trigger', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      await repo.digest()
      withRawIndex(repo, (db) =>
        db.exec("CREATE TRIGGER forge AFTER INSERT ON note BEGIN UPDATE fact SET text = 'Forged'; END"),
      )
      repo.commit(day(2), retain('W Said later'))
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Said`, `${day(2)}#L2 world Said later`])
    }))
})

test.each(['sync', 'rebuild'] as const)('a %s that fails at any note leaves the index as it was', (verb) =>
  withRepo(async (repo) => {
    for (const at of [1, 2, 3]) repo.commit(day(at), retain(`W @Peter: Said on day ${at}`))
    await repo.digest()
    const before = rawState(repo)
    for (const at of [2, 3, 4]) repo.commit(day(at), retain(`W @Anna: Said otherwise on day ${at}`))
    for (let notes = 1; notes <= 3; notes++) {
      const progress = (_what: string, done: number): void => {
        if (done === notes) throw new Error('failed on purpose')
      }
      await expect(repo.use((workspace) => workspace[verb](), { progress })).rejects.toThrow('failed on purpose')
      expect(rawState(repo)).toEqual(before)
    }
    await expectSameAsRebuild(repo)
  }),
)

describe('the files of an index', () => {
  test('are for their owner alone', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      const workspace = repo.open()
      await workspace.digest()
      expect(modeOf(repo, indexFolder)).toBe('700')
      const modes = [...repo.files(indexFolder).keys()]
        .filter((path) => path.startsWith(index))
        .map((path) => [path, modeOf(repo, path)])
      expect(modes).toEqual([
        [index, '600'],
        [`${index}-shm`, '600'],
        [`${index}-wal`, '600'],
      ])
    }))

  test('are for their owner alone where Git made the folder', () =>
    withRepo(async (repo) => {
      repo.commit('.memory/config.json', '{}')
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      await clone.digest()
      expect(modeOf(clone, index)).toBe('600')
      expect(modeOf(clone, indexFolder)).toBe('700')
    }))

  test('are kept out of git status and git add, while settings and templates are not', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      const workspace = repo.open()
      await workspace.digest()
      await workspace.reflect('all')
      expect(repo.git('status', '--porcelain', '--', '.memory')).toBe('')
      repo.git('add', '-A')
      expect(repo.git('diff', '--cached', '--name-only', '--', '.memory')).toBe('')
      repo.write('.memory/config.json', '{}')
      repo.write('.memory/templates/world.md', 'x')
      expect(repo.git('status', '--porcelain', '-uall', '--', '.memory')).toBe(
        '?? .memory/config.json\n?? .memory/templates/world.md',
      )
    }))

  test('leave a .memory/.gitignore of a person’s as it is', () =>
    withRepo(async (repo) => {
      repo.write('.memory/.gitignore', '!my-notes.md\n# mine')
      repo.commit(day(1), retain('W Said'))
      await repo.digest()
      expect(repo.read('.memory/.gitignore')).toBe('!my-notes.md\n# mine')
    }))

  test('come back when they are deleted, at any moment', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Said'))
      const before = await repo.digest()
      for (const path of [index, `${index}-wal`, '.memory/.gitignore', '.memory', indexFolder]) {
        repo.remove(path)
        expect(await repo.digest()).toBe(before)
      }
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test('deleted under an open workspace do not mislead it, nor anybody after it', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Before'))
      const workspace = repo.open()
      await workspace.digest()
      repo.remove(indexFolder)
      repo.commit(day(2), retain('W @Peter: After'))
      const { results } = await workspace.recall('before after')
      expect(results.map(({ content }) => content).toSorted()).toEqual(['After', 'Before'])
      const { written } = await workspace.reflect('all')
      expect(written).toContain('bank/world.md')
      expect(await repo.said()).toHaveLength(2)
      await expectSameAsRebuild(repo)
    }))

  test('with an old write-ahead log beside a new index give no old rows', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Old words'))
      const old = repo.open()
      await old.digest()
      const log = repo.files(indexFolder).get(`${index}-wal`)!
      old.close()
      repo.commit(day(1), retain('W New words'))
      repo.remove(index)
      await repo.digest()
      repo.write(`${index}-wal`, Buffer.from(log, 'latin1'))
      repo.remove(`${index}-shm`)
      expect(await repo.said()).toEqual([`${day(1)}#L2 world New words`])
      await expectSameAsRebuild(repo)
    }))

  test('without room for them are explained in words', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Said'))
      repo.write('.memory', 'a file where the folder belongs\n')
      const done = repo.memory('recall', 'said')
      expect(done).toMatchObject({ status: 2, stdout: '' })
      expect(done.stderr).toMatch(/^memory: [^\n]+\n$/)
      expect(repo.read('.memory')).toBe('a file where the folder belongs\n')
    }))
})

test('the module that writes the index is the one that reads it raw here', () => {
  expect(engineInWords()).toMatch(/^(?:node:sqlite|better-sqlite3), SQLite 3\./)
})

describe('a link that came with a clone', () => {
  test.each(['.gitignore', 'index.sqlite', 'index.sqlite-wal'])('as .memory/%s is not written through', (name) =>
    withRepo((repo) => {
      repo.write('../victim', 'precious\n')
      repo.commit(day(1), retain('W Said'))
      repo.write('.memory/config.json', '{}')
      symlinkSync('../../victim', repo.path(`.memory/${name}`))
      for (const args of [['status'], ['reflect'], ['recall', 'said']]) expect(repo.memory(...args).status).toBe(0)
      expect(repo.at('.').read('victim')).toBe('precious\n')
    }),
  )
})

test.each(['config', 'data', 'idx', 'docsize'])('an index whose search lost its %s is built again', (part) =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W Said'))
    await repo.digest()
    withBareIndex(repo, (db) => db.exec(`DELETE FROM words_${part}`))
    repo.commit(day(2), retain('W Said again'))
    expect((await repo.recalled('said')).toSorted()).toEqual([`${day(1)}#L2 Said`, `${day(2)}#L2 Said again`])
  }),
)

describe('what is no regular file', () => {
  test.each([indexName, `${indexName}-wal`, `${indexName}-journal`])(
    'but a link at the place of %s is not written through',
    (name) =>
      withRepo((repo) => {
        repo.write('../victim', 'precious\n')
        repo.write(`${indexFolder}/x`, '')
        symlinkSync(repo.path('../victim'), repo.path(`${indexFolder}/${name}`))
        repo.write(day(1), retain('W One'))
        const done = repo.memory('status')
        expect(done.status).toBe(2)
        expect(done.stderr).toMatch(/is a link: nothing is written through it\n$/)
        expect(repo.at('.').read('victim')).toBe('precious\n')
      }),
  )

  test.each([
    indexName,
    `${indexName}-wal`,
    `${indexName}-shm`,
    `${indexName}-journal`,
    'last-failure.json',
    'settled',
  ])('but a pipe at the place of %s keeps nobody waiting', (name) =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W Said'))
      repo.memory('sync')
      repo.remove(`${indexFolder}/${name}`)
      repo.run('mkfifo', repo.path(`${indexFolder}/${name}`))
      for (const args of [['recall', 'said'], ['status'], ['hook', 'post-commit']])
        expect(inTime(repo, ...args)).toMatchObject({ status: 0 })
      expect(repo.memory('recall', 'said').stdout).toContain('Said')
    }),
  )

  test.each([
    ['a pipe', '.gitignore', (repo: Repo, path: string) => void repo.run('mkfifo', path)],
    ['a folder', '.gitignore', (repo: Repo, path: string) => void repo.run('mkdir', path)],
    ['a pipe', 'index.sqlite', (repo: Repo, path: string) => void repo.run('mkfifo', path)],
    ['a pipe', 'index.sqlite-journal', (repo: Repo, path: string) => void repo.run('mkfifo', path)],
    ['a pipe', 'config.json', (repo: Repo, path: string) => void repo.run('mkfifo', path)],
  ])('but %s at .memory/%s is neither waited for nor replaced', (_what, name, plant) =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W Said'))
      repo.write('.memory/x', '')
      plant(repo, repo.path(`.memory/${name}`))
      const { mode } = lstatSync(repo.path(`.memory/${name}`))
      for (const args of [['recall', 'said'], ['status'], ['reflect'], ['doctor'], ['hook', 'post-commit']])
        expect(inTime(repo, ...args).stderr).toBe('')
      expect(repo.memory('recall', 'said').stdout).toContain('Said')
      expect(lstatSync(repo.path(`.memory/${name}`)).mode).toBe(mode)
    }),
  )
})

/** Killed after what no command takes, so that one that waits for ever fails the test and not the suite. */
function inTime(repo: Repo, ...args: readonly string[]): Ran {
  const ran = repo.run('timeout', '-s', 'KILL', '240', process.execPath, memoryCommand, ...args)
  expect({ args, killed: ran.status === 137 }).toEqual({ args, killed: false })
  return ran
}

describe('the index of an earlier version, in the working tree', () => {
  const old = '.memory/index.sqlite'

  /** As it stood there: with words that it alone still holds. */
  async function leaveOld(repo: Repo): Promise<void> {
    repo.commit(day(1), retain('W Said'))
    await repo.digest()
    bytesOf(repo)
    repo.run('mv', repo.path(index), repo.path(old))
    for (const suffix of ['-wal', '-shm']) repo.write(`${old}${suffix}`, 'left by a kill')
    repo.remove(indexFolder)
  }
  const standing = (repo: Repo): string[] => [...repo.files('.memory').keys()].filter((path) => path.startsWith(old))

  test('goes with the words in it once there is a new one', () =>
    withRepo(async (repo) => {
      await leaveOld(repo)
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Said`])
      expect(standing(repo)).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('goes when something is forgotten, where an earlier version wrote it again', () =>
    withRepo(async (repo) => {
      await leaveOld(repo)
      const { results } = await repo.use((workspace) => workspace.recall('said'))
      repo.run('cp', repo.path(index), repo.path(old))
      expect(repo.memory('forget', results[0]!.id).status).toBe(0)
      expect(standing(repo)).toEqual([])
    }))

  test('stays, and is told of, where Git tracks it or it is another database', () =>
    withRepo(async (repo) => {
      await leaveOld(repo)
      repo.git('add', '-f', old)
      repo.git('commit', '-q', '-m', 'index')
      expect(repo.memory('status').stdout).toMatch(/ {2}\.memory\/index\.sqlite: nothing reads it, .*git rm --cached/)
      expect(repo.git('status', '--porcelain')).toBe('')

      repo.git('rm', '-q', '--cached', old)
      repo.git('commit', '-q', '-m', 'no index')
      repo.write(old, "somebody's\n")
      repo.remove(indexFolder)
      expect(repo.memory('status').stdout).toMatch(/ {2}\.memory\/index\.sqlite: nothing reads it, .*folder\n/)
      expect(repo.read(old)).toBe("somebody's\n")
    }))
})

test('an index in a copy of a whole repository answers there, and is another than the one copied', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W Said'))
    await repo.digest()
    repo.run('cp', '-R', repo.root, repo.path('../copied'))
    const copied = repo.at('copied')
    copied.commit(day(2), retain('W Said in the copy'))
    expect(await copied.said()).toHaveLength(2)
    expect(await repo.said()).toHaveLength(1)
    await expectSameAsRebuild(copied)
  }))

test("where nothing can be written in Git's folder, that is said", () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W Said'))
    repo.write(indexFolder, 'a file where the folder belongs\n')
    const done = repo.memory('recall', 'said')
    expect(done).toMatchObject({ status: 2, stdout: '' })
    expect(done.stderr).toMatch(/^memory: no index can be kept in Git's folder: EEXIST[^\n]*workspace-memory'\n$/)
  }))
