import { describe, expect, test } from '@jest/globals'
import type { RetainReport, Retired } from '../../../src/index.js'
import { factId } from '../../../src/model/fact.js'
import { jsonOf } from '../../cli/design-example.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)
const page = 'bank/opinions.md'
const retired = (repo: Repo, ...args: string[]): Retired & object => jsonOf<Retired & object>(repo, 'retire', ...args)
const idOf = (repo: Repo, question: string): string =>
  jsonOf<{ results: { id: string }[] }>(repo, 'recall', question).results[0]!.id

describe('memory retire --commit', () => {
  test('commits its line alone, beside what is staged and what is being written on the page, and counts at once', () =>
    begun(async (repo) => {
      const id = idOf(repo, 'coffee')
      repo.write('staged.txt', 'mine\n')
      repo.git('add', 'staged.txt')
      repo.append(page, '\nhalf a sent')
      const { commit, written } = retired(repo, id, '--why', 'he said so', '--commit')
      expect([written, repo.git('rev-parse', 'HEAD')]).toEqual([true, commit])
      expect(repo.git('show', '--format=%s', '--name-only', 'HEAD').split('\n').filter(Boolean)).toEqual([
        `memory: retire ^${id}`,
        page,
      ])
      const added = repo
        .git('show', '--format=', 'HEAD')
        .split('\n')
        .filter((line) => /^\+[^+]/.test(line))
      expect(added).toContain(`+- retired ^${id}: O @Peter: Likes coffee <!-- he said so -->`)
      expect(repo.git('show', `HEAD:${page}`)).not.toContain('half a sent')
      expect(repo.read(page)).toMatch(/half a sent$/m)
      expect(repo.git('diff', '--cached', '--name-only')).toBe('staged.txt')
      expect(jsonOf(repo, 'recall', 'coffee')).toMatchObject({ results: [{ id, retired: true }] })
      await expectSameAsRebuild(repo)
    }))

  test('begins a page that HEAD does not have yet, and the page gets the rest of it when it is written', () =>
    begun(async (repo) => {
      repo.commit(day(2), retain('B @Bo: Painted the boat'))
      const { commit } = retired(repo, idOf(repo, 'boat'), '--commit')
      expect(repo.git('show', 'HEAD:bank/experience.md')).toMatch(/^## Curated\n\n- retired \^\w{10}: B @Bo/m)
      expect(repo.read('bank/experience.md')).toContain('memory:begin')
      expect(repo.git('rev-parse', 'HEAD')).toBe(commit)
      expect(jsonOf(repo, 'recall', 'boat')).toMatchObject({ results: [{ retired: true }] })
      await expectSameAsRebuild(repo)
    }))

  test('commits a line that stands uncommitted already, once, and what HEAD says already not again', () =>
    begun((repo) => {
      const id = idOf(repo, 'coffee')
      expect(retired(repo, id)).toMatchObject({ written: true, commit: null })
      const standing = repo.read(page)
      expect(retired(repo, id, '--commit').written).toBe(true)
      expect(repo.read(page).match(/retired \^/g)).toEqual(standing.match(/retired \^/g))
      const head = repo.git('rev-parse', 'HEAD')
      expect(retired(repo, id, '--commit', '--why', 'late')).toMatchObject({
        written: false,
        commit: null,
        reasonLost: true,
      })
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
    }))
})

describe('memory retire of a bullet that no commit holds', () => {
  const now = ['--now', '2025-11-20']
  const log = 'memory/2025-11-20.md'
  const written = (repo: Repo, text: string, ...args: string[]): string =>
    jsonOf<RetainReport & object>(repo, 'retain', ...now, text, '--entity', 'Ana', ...args).retained[0]!.id

  test('takes it out of its log, which is as retain found it, and says so', () =>
    begun(async (repo) => {
      const before = repo.files('memory')
      const head = repo.git('rev-parse', 'HEAD')
      for (const on of ['2025-11-20', '2025-11-01']) {
        const id = written(repo, 'Owns a boat', '--on', on)
        const { stdout } = repo.memory('retire', `^${id}`)
        expect(stdout).toMatch(
          /^- W @Ana: Owns a boat\nstood in memory\/2025-11-\d\d\.md#L\d, which no commit holds, and is out of it\.\n$/,
        )
        expect(repo.files('memory')).toEqual(before)
      }
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      await expectSameAsRebuild(repo)
    }))

  test.each([
    [
      'between others',
      'a\n\n## Retain\n- W @Bo: Sings\n- W @Ana: Owns\n  a boat\n- W @Bo: Rows',
      'a\n\n## Retain\n- W @Bo: Sings\n- W @Bo: Rows',
    ],
    [
      'with other line ends',
      '## Retain\r\n- W @Ana: Owns a boat\r\n- W @Bo: Rows\r\n',
      '## Retain\r\n- W @Bo: Rows\r\n',
    ],
    ['at an end without a line end', '## Retain\n- W @Bo: Rows\n- W @Ana: Owns a boat', '## Retain\n- W @Bo: Rows'],
    ['above what a person is writing', '## Retain\n- W @Ana: Owns a boat\n\nhalf a sent', '## Retain\n\nhalf a sent'],
    [
      'twice',
      '## Retain\n- W @Ana: Owns a boat\n\n## Retain\n* W @Ana: Owns a boat\n- W @Bo: Rows\n',
      '## Retain\n\n## Retain\n- W @Bo: Rows\n',
    ],
  ])('leaves every other byte of the log as it is: %s', (_, text, left) =>
    begun((repo) => {
      repo.write(log, text)
      const id = factId({ kind: 'world', text: 'Owns a boat', mentions: ['Ana'] }, '2025-11-20')
      const { removed, ...done } = retired(repo, id)
      expect(done).toMatchObject({ written: true, commit: null, staged: [] })
      expect(done.bullet).toMatch(/^[-*] W @Ana: Owns a boat$/)
      expect(removed[0]).toContain(log)
      expect(repo.read(log)).toBe(left)
    }),
  )

  test('tells of two logs the bullet as the first has it', () =>
    begun((repo) => {
      repo.write(day(20), retain('W @Ana: Owns a boat'))
      repo.write('memory/2025-11-20-later.md', '## Retain\n* W @Ana:  Owns a boat\n')
      const id = factId({ kind: 'world', text: 'Owns a boat', mentions: ['Ana'] }, '2025-11-20')
      const { page: told, bullet, removed } = retired(repo, id)
      expect([told, bullet]).toEqual(['memory/2025-11-20-later.md', '* W @Ana:  Owns a boat'])
      expect(removed).toHaveLength(2)
    }))

  test('takes the line alone that somebody put in the place of a committed one, whose own retirement is a line of its page', () =>
    begun((repo) => {
      const id = idOf(repo, 'Graz')
      repo.write(day(1), repo.read(day(1)).replace('Graz', 'Wels'))
      const edited = factId({ kind: 'world', text: 'Lives in Wels', mentions: ['Ana'] }, '2025-11-01')
      expect(retired(repo, edited)).toMatchObject({ removed: [`${day(1)}#L3`] })
      expect(repo.read(day(1))).toBe(retain('O(c=0.8) @Peter: Likes coffee'))
      expect(retired(repo, id)).toMatchObject({ removed: [], page: 'bank/world.md', written: true })
    }))

  test('retires by a line of the page what a commit holds, also where another log says it that none does', () =>
    begun((repo) => {
      const copy = 'memory/2025-11-01-copy.md'
      repo.write(copy, retain('W @Ana: Lives in Graz'))
      expect(retired(repo, idOf(repo, 'Graz'), '--commit')).toMatchObject({ removed: [], commit: expect.any(String) })
      expect(repo.read(copy)).toBe(retain('W @Ana: Lives in Graz'))
    }))

  test('makes no commit of it, and says where Git’s index has the line still', () =>
    begun((repo) => {
      const id = written(repo, 'Owns a boat')
      repo.git('add', log)
      const head = repo.git('rev-parse', 'HEAD')
      const { stdout } = repo.memory('retire', id, '--commit')
      expect(stdout).toContain(`It is staged still: git reset -- ${log} takes it out of the next commit.`)
      expect([repo.exists(log), repo.git('rev-parse', 'HEAD')]).toEqual([false, head])
      expect(repo.git('show', `:${log}`)).toContain('Owns a boat')
    }))

  test('refuses what is for another command, or another hand', () =>
    begun((repo) => {
      const id = written(repo, 'Owns a boat')
      const before = repo.files('memory')
      const refused = (...args: string[]): string => {
        const { status, stderr } = repo.memory('retire', ...args)
        expect(status).toBe(2)
        return stderr
      }
      expect(refused(id, '--for', idOf(repo, 'coffee'))).toContain(`^${id} stands in ${log}:2, which is not committed`)
      repo.write('USER.md', '---\ndate: 2025-11-20\n---\n## Retain\n- W @Ana: Owns a bike\n')
      const bike = factId({ kind: 'world', text: 'Owns a bike', mentions: ['Ana'] }, '2025-11-20')
      expect(refused(bike)).toContain(`^${bike} stands in USER.md:5, which is not committed: change it there`)
      expect(repo.files('memory')).toEqual(before)
    }))
})
