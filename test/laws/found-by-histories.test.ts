import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { indexFile, indexFolder } from '../support/index-place.js'

/** Law 7 (settled pages): what a hook left is what a full render gives. */
async function expectSettled(repo: Repo): Promise<void> {
  const { written, removed } = await repo.use((workspace) => workspace.reflect('all'))
  expect({ written, removed }).toEqual({ written: [], removed: [] })
  await expectSameAsRebuild(repo)
}

/** Commit what stands in bank/ as a person would. */
function landPages(repo: Repo): void {
  repo.git('add', '-A', 'bank')
  repo.git('commit', '-q', '-m', 'bank')
}

/** Kept, a stash would hold them back: it may be popped. */
function stashAway(repo: Repo): void {
  repo.git('stash', 'push', '-q')
  repo.git('stash', 'drop', '-q')
}

describe('what random histories once found', () => {
  test('another spelling becomes the usual one on pages that no new fact stands on', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('O(c=0.8) @ANNA: Likes tea'))
        expect(repo.read('bank/opinions.md')).toContain('## ANNA')
        repo.commit(day(2), retain('W @Anna: Lives in Graz', 'B @Anna: Met her'))
        expect(repo.read('bank/opinions.md')).toContain('## Anna')
        await expectSettled(repo)
      },
      { hooks: true },
    ))

  test('a passage alone changes how a name is usually spelled', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
        repo.commit(day(2), 'Met @PETER today.\n\nAnd @PETER again.\n')
        await expectSettled(repo)
      },
      { hooks: true },
    ))

  test.each([
    ['stashed and dropped', (repo: Repo) => stashAway(repo)],
    ['checked out again', (repo: Repo) => repo.git('checkout', '-q', '--', 'bank')],
    ['reset', (repo: Repo) => repo.git('reset', '-q', '--hard')],
  ])('a page that went with its facts comes back when its removal is %s, and goes again', (_how, undo) =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Soon gone'))
        repo.commit(day(2), retain('W @Anna: Stays'))
        landPages(repo)
        repo.git('rm', '-q', day(1))
        repo.git('commit', '-q', '-m', 'gone')
        expect(repo.exists('bank/entities/Peter.md')).toBe(false)
        undo(repo)
        expect(repo.exists('bank/entities/Peter.md')).toBe(true)
        repo.commit(day(3), retain('B @Mia: Something else'))
        expect(repo.exists('bank/entities/Peter.md')).toBe(false)
        expect(repo.read('bank/world.md')).not.toContain('Soon gone')
        await expectSettled(repo)
      },
      { hooks: true },
    ),
  )

  test('a page of an alias that was merged goes again, after a stash brought it back', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Pete: Likes tea', 'W @Peter: Lives in Graz'))
        landPages(repo)
        repo.write(
          'bank/entities/Peter.md',
          repo.read('bank/entities/Peter.md').replace('aliases: []', 'aliases: [Pete]'),
        )
        repo.git('commit', '-q', '-a', '-m', 'Pete is Peter')
        expect(repo.exists('bank/entities/Pete.md')).toBe(false)
        stashAway(repo)
        repo.commit(day(2), retain('B @Mia: Something else'))
        expect(repo.exists('bank/entities/Pete.md')).toBe(false)
        expect(repo.read('bank/entities/Peter.md')).toContain('Likes tea')
        await expectSettled(repo)
      },
      { hooks: true },
    ))

  test('pages that were stashed before they were ever committed do not outlive their facts', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Pete: Soon gone'))
        repo.git('stash', 'push', '-q', '--include-untracked')
        repo.git('rm', '-q', day(1))
        repo.git('commit', '-q', '-m', 'gone')
        repo.git('stash', 'pop', '-q')
        expect(repo.exists('bank/entities/Pete.md')).toBe(true)
        repo.commit(day(2), retain('B @Mia: Something else'))
        expect(repo.exists('bank/entities/Pete.md')).toBe(false)
        await expectSettled(repo)
      },
      { hooks: true },
    ))

  test('an index cut short at any page is built again', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Said', 'O(c=0.8) @Anna: Likes tea'))
      const before = await repo.digest()
      const whole = Buffer.from(repo.files(indexFolder).get(indexFile)!, 'latin1')
      expect(whole.length).toBeGreaterThan(40_000)
      for (let size = 0; size < whole.length; size += size < 1024 ? 100 : 2048) {
        for (const suffix of ['-wal', '-shm']) repo.remove(`${indexFile}${suffix}`)
        repo.write(indexFile, whole.subarray(0, size))
        const [digest, said] = [await repo.digest(), await repo.recalled('tea')]
        expect({ size, digest, said }).toEqual({ size, digest: before, said: [`${day(1)}#L3 Likes tea`] })
      }
    }))

  test('an index with any of its pages overwritten answers right, or is built again', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Said', 'O(c=0.8) @Anna: Likes tea'))
      const before = await repo.digest()
      const whole = Buffer.from(repo.files(indexFolder).get(indexFile)!, 'latin1')
      for (let at = 0; at < whole.length; at += 4096) {
        for (const suffix of ['-wal', '-shm']) repo.remove(`${indexFile}${suffix}`)
        repo.write(indexFile, Buffer.from(whole).fill(0xff, at, at + 4096))
        const [digest, said] = [await repo.digest(), await repo.recalled('tea')]
        expect({ at, digest, said }).toEqual({ at, digest: before, said: [`${day(1)}#L3 Likes tea`] })
      }
    }))

  test('recall weighs words as after a rebuild, however many notes were edited and deleted', () =>
    withRepo(async (repo) => {
      const scored = (of: Repo): Promise<[string, number][]> =>
        of.use(async (workspace) => {
          const { results } = await workspace.recall('tea in Graz', { k: 20 })
          return results.map(({ source, score }) => [source, score])
        })
      repo.commit(day(1), retain('W @Peter: Likes tea, and tea again', 'W @Anna: Lives in Graz', 'W @Mia: Plays chess'))
      const alone = await scored(repo)
      for (const word of ['tea', 'coffee', 'chess']) {
        repo.commit(day(2), retain(...Array.from({ length: 20 }, (_, at) => `W @Peter: Said ${word} ${at}`)))
        await scored(repo)
      }
      repo.git('rm', '-q', day(2))
      repo.git('commit', '-q', '-m', 'gone')
      expect(await scored(repo)).toEqual(alone)
      expect(await scored(repo.twin())).toEqual(alone)
    }))

  test('an index that turns out damaged is not printed twice', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Said', 'O(c=0.8) @Anna: Likes tea'))
      const dumped = (): Promise<string[]> =>
        repo.use(async (workspace) => {
          const lines: string[] = []
          await workspace.dump((line) => lines.push(line))
          return lines
        })
      const before = await dumped()
      const whole = Buffer.from(repo.files(indexFolder).get(indexFile)!, 'latin1')
      for (let at = 4096; at < whole.length; at += 4096) {
        for (const suffix of ['-wal', '-shm']) repo.remove(`${indexFile}${suffix}`)
        repo.write(indexFile, Buffer.from(whole).fill(0xff, at))
        expect({ at, lines: await dumped() }).toEqual({ at, lines: before })
      }
    }))
})
