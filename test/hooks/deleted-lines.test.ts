import { describe, expect, test } from '@jest/globals'
import type { ReflectReport, Status } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'

/** Two facts of Peter's; their pages are committed. */
const withPages = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('W @Peter: Likes tea', 'W @Peter: Lives in Graz'))
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)

const page = 'bank/entities/Peter.md'
const deleteLine = (repo: Repo, words: string, path = page): string => {
  const lines = repo.read(path).split('\n')
  const line = lines.find((each) => each.includes(words))!
  repo.write(path, lines.filter((each) => each !== line).join('\n'))
  return /\^([0-9a-z]{10}) /.exec(line)![1]!
}
const reflected = (repo: Repo, ...args: readonly string[]): ReflectReport['deleted'] =>
  (JSON.parse(repo.memory('reflect', '--json', ...args).stdout) as ReflectReport).deleted
const inStatus = (repo: Repo): Status['deleted'] =>
  (JSON.parse(repo.memory('status', '--json').stdout) as Status).deleted

describe('a generated line that somebody deletes comes back, and it is said how to retire it', () => {
  test('by status and by reflect, where it was deleted in the working tree', () =>
    withPages((repo) => {
      const id = deleteLine(repo, 'Likes tea')
      const expected = [{ path: page, id, said: 'W @Peter: Likes tea' }]
      expect(inStatus(repo)).toEqual(expected)
      expect(repo.memory('status').stdout).toContain(`\n  ${page}  ^${id}  W @Peter: Likes tea\n`)
      expect(repo.memory('reflect').stdout).toContain(
        `back     ${page}: W @Peter: Likes tea — the logs still say it, memory retire ^${id} retires it\n`,
      )
      expect(repo.read(page)).toContain('Likes tea')
      expect([inStatus(repo), reflected(repo)]).toEqual([[], []])
    }))

  test('in the line of the hook that brings it back beside a new fact, which is not taken for one', () =>
    withPages((repo) => {
      const id = deleteLine(repo, 'Likes tea')
      const said = repo.commit(day(2), retain('W @Peter: Came home'))
      expect(said).toContain(`; a deleted line is back: memory retire ^${id} retires it\n`)
    }))

  test('where the deletion is what was committed: by the hook, then by status', () =>
    withPages((repo) => {
      const id = deleteLine(repo, 'Likes tea')
      const said = repo.tryGit('commit', '-q', '-a', '-m', 'away').stderr
      expect(said).toContain(`; a deleted line is back: memory retire ^${id} retires it\n`)
      expect(inStatus(repo).map(({ id: told }) => told)).toEqual([id])
    }))

  test('by reflect --commit, which lands it again', () =>
    withPages((repo) => {
      const id = deleteLine(repo, 'Likes tea')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'away')
      expect(reflected(repo, '--commit')).toEqual([{ path: page, id, said: 'W @Peter: Likes tea' }])
      expect(repo.git('show', `HEAD:${page}`)).toContain('Likes tea')
    }))

  test('by reflect --commit where the working tree lacks it', () =>
    withPages((repo) => {
      const id = deleteLine(repo, 'Likes tea')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'x')
      expect(reflected(repo, '--commit').map(({ id: told }) => told)).toEqual([id])
    }))

  test('where no commit holds the page yet', () =>
    withRepo(
      (repo) => {
        repo.commit(day(1), retain('W @Peter: Likes tea', 'W @Peter: Lives in Graz'))
        const id = deleteLine(repo, 'Likes tea')
        expect(inStatus(repo).map(({ id: told }) => told)).toEqual([id])
        expect(reflected(repo).map(({ id: told }) => told)).toEqual([id])
      },
      { hooks: true },
    ))

  test('once for all of them in one line of the hook', () =>
    withPages((repo) => {
      const ids = [deleteLine(repo, 'Likes tea'), deleteLine(repo, 'Lives in Graz')]
      deleteLine(repo, 'Likes tea', 'bank/world.md')
      const said = repo.commit(day(2), retain('W @Peter: Came home'))
      for (const id of ids) expect(said).toContain(`^${id}`)
      expect(said).toContain('; 2 deleted lines are back (')
      expect(said.trimEnd().split('\n')).toHaveLength(1)
    }))

  test('also where the log of another day says the same', () =>
    withPages((repo) => {
      repo.commit(day(2), retain('W @Peter: Likes tea'))
      repo.git('commit', '-q', '-a', '-m', 'pages')
      const id = deleteLine(repo, 'Likes tea')
      expect(inStatus(repo).map(({ id: told }) => told)).toEqual([id])
      expect(repo.tryGit('commit', '-q', '-a', '-m', 'away').stderr).toContain(`memory retire ^${id} retires it`)
    }))

  test('also where a line of a person begins with the same words', () =>
    withPages((repo) => {
      repo.commit(page, repo.read(page).replace('# Peter\n', '# Peter\n\n- W @Peter: Likes tea with milk\n'))
      const lines = repo.read(page).split('\n')
      const line = lines.find((each) => each.startsWith('- W @Peter: Likes tea ·'))!
      repo.write(page, lines.filter((each) => each !== line).join('\n'))
      expect(inStatus(repo)).toMatchObject([{ path: page, said: 'W @Peter: Likes tea' }])
      expect(reflected(repo)).toHaveLength(1)
    }))

  test('also on a page with line ends of Windows', () =>
    withPages((repo) => {
      repo.commit(page, repo.read(page).replaceAll('\n', '\r\n'))
      const id = deleteLine(repo, 'Likes tea')
      expect(inStatus(repo).map(({ id: told }) => told)).toEqual([id])
      expect(reflected(repo).map(({ id: told }) => told)).toEqual([id])
    }))

  test('and after memory retire it stays away, without a word', () =>
    withPages((repo) => {
      const id = deleteLine(repo, 'Likes tea')
      repo.memory('retire', id)
      const said = repo.tryGit('commit', '-q', '-a', '-m', 'retired').stderr
      expect(said).not.toContain('back')
      expect(repo.read(page)).not.toContain('Likes tea')
      expect([inStatus(repo), reflected(repo)]).toEqual([[], []])
    }))
})

describe('nobody deleted', () => {
  const quiet: Record<string, (repo: Repo) => string> = {
    'a new fact'(repo) {
      return repo.commit(day(2), retain('W @Peter: Came home'))
    },
    'a fact that was away with its log'(repo) {
      repo.git('rm', '-q', day(1))
      repo.git('commit', '-q', '-m', 'away')
      repo.git('add', '-A', 'bank')
      repo.git('commit', '-q', '-m', 'pages')
      return repo.commit(day(1), retain('W @Peter: Likes tea'))
    },
    'what an alias brings to a page'(repo) {
      repo.commit(day(2), retain('W @Pete: Came home'))
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'pages')
      return repo.commit(page, repo.read(page).replace('aliases: []', 'aliases: [Pete]'))
    },
    'what git restore takes out of the working tree'(repo) {
      repo.commit(day(2), retain('W @Peter: Came home'))
      repo.git('restore', 'bank')
      return repo.commit(day(3), retain('W @Peter: Went out'))
    },
    'what is new in pages that HEAD got from reflect --commit'(repo) {
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'x')
      repo.write(day(2), retain('W @Peter: Came home'))
      repo.git('add', 'memory')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'log')
      return JSON.stringify(reflected(repo, '--commit'))
    },
    'an edited line, nor one whose comment is gone'(repo) {
      const edited = repo.read(page).replace('Likes tea', 'Likes green tea')
      repo.write(page, edited.replace(/(Lives in Graz.*) <!--.*$/m, '$1'))
      return repo.commit(day(2), retain('W @Peter: Came home'))
    },
    'a page that is deleted whole'(repo) {
      repo.remove(page)
      return repo.commit(day(2), retain('W @Peter: Came home'))
    },
  }
  test.each(Object.entries(quiet))('%s', (_what, act) =>
    withPages((repo) => {
      expect(act(repo)).not.toMatch(/\bback\b|"id"/)
      expect(inStatus(repo)).toEqual([])
      expect(reflected(repo)).toEqual([])
    }),
  )
})

describe('what people wrote on pages that are deleted whole', () => {
  test('is told by the hook, for no log says it again', () =>
    withPages((repo) => {
      repo.memory('retire', '--commit', repo.read(page).match(/\^([0-9a-z]{10}) /)![1]!)
      repo.write(page, repo.read(page).replace('aliases: []', 'aliases: [Pete, Pit]'))
      repo.write('bank/world.md', `${repo.read('bank/world.md')}\n- W @Bo: Sails\n`)
      repo.git('commit', '-q', '-a', '-m', 'by hand')
      repo.git('rm', '-rq', 'bank')
      const said = repo.tryGit('commit', '-q', '-m', 'away').stderr
      expect(said).toContain('; 4 lines that people wrote went with deleted pages: git revert brings them back')
      repo.git('add', 'bank')
      expect(repo.tryGit('commit', '-q', '-m', 'again').stderr).not.toContain('people wrote')
    }))

  test('is not told where it stands on another page then, or where nobody wrote any', () =>
    withPages((repo) => {
      repo.write('bank/notes.md', '## Curated\n\n- W @Bo: Sails\n')
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'by hand')
      repo.git('mv', 'bank/notes.md', 'bank/bo.md')
      expect(repo.tryGit('commit', '-q', '-m', 'moved').stderr).not.toContain('people wrote')
      repo.git('rm', '-q', page)
      expect(repo.tryGit('commit', '-q', '-m', 'away').stderr).not.toContain('people wrote')
    }))
})
