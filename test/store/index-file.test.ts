import { symlinkSync } from 'node:fs'
import { lstatSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { rawState, withRawIndex } from '../support/raw-index.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const index = '.memory/index.sqlite'
const modeOf = (repo: Repo, path: string): string => (lstatSync(repo.path(path)).mode & 0o777).toString(8)
/** The file's bytes, its write-ahead log taken in first. */
const bytesOf = (repo: Repo): string => {
  withRawIndex(repo, (db) => db.pragma('wal_checkpoint(TRUNCATE)'))
  return repo.files('.memory').get(index)!
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
      repo.write('.memory/config.json', '{}')
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
      repo.git('add', '-f', index)
      repo.git('commit', '-q', '-m', 'an index in the tree')
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      expect(await clone.said()).toEqual([`${day(1)}#L2 world Said`])
      clone.commit(day(2), retain('W Said later'))
      expect(await clone.said()).toEqual([`${day(1)}#L2 world Said`, `${day(2)}#L2 world Said later`])
    }),
  )
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
      expect(modeOf(repo, '.memory')).toBe('700')
      const modes = [...repo.files('.memory').keys()]
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
      expect(modeOf(clone, '.memory')).toBe('700')
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

  test('are ignored below the lines that a person added, which stay', () =>
    withRepo(async (repo) => {
      repo.write('.memory/.gitignore', '!my-notes.md\n# mine')
      repo.commit(day(1), retain('W Said'))
      for (let times = 0; times < 2; times++) await repo.digest()
      const ours = '*\n!config.json\n!templates/\n!templates/**\n'
      expect(repo.read('.memory/.gitignore')).toBe(`!my-notes.md\n# mine\n${ours}`)
      repo.write('.memory/.gitignore', `${ours}!my-notes.md\n`)
      await repo.digest()
      expect(repo.read('.memory/.gitignore')).toBe(`${ours}!my-notes.md\n`)
      repo.remove('.memory/.gitignore')
      await repo.digest()
      expect(repo.read('.memory/.gitignore')).toBe(ours)
    }))

  test('come back when they are deleted, at any moment', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Said'))
      const before = await repo.digest()
      for (const path of [index, `${index}-wal`, '.memory/.gitignore', '.memory']) {
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
      repo.remove('.memory')
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
      const log = repo.files('.memory').get(`${index}-wal`)!
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
  expect(new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get()).toMatch(/^3\./)
})

describe('a link that came with a clone', () => {
  test.each(['.gitignore', 'index.sqlite', 'index.sqlite-wal'])('as .memory/%s is not written through', (name) =>
    withRepo((repo) => {
      repo.write('../victim', 'precious\n')
      repo.write('.memory/config.json', '{}')
      symlinkSync('../../victim', repo.path(`.memory/${name}`))
      const done = repo.memory('status')
      expect(done.status).toBe(2)
      expect(done.stderr).toMatch(/is a link: nothing is written through it\n$/)
      expect(repo.at('.').read('victim')).toBe('precious\n')
    }),
  )
})
