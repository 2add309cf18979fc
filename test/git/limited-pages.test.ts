import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

/** Nothing has written a page yet. */
const withLogs = beginningWith((repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Anna: Has a cat'))
  repo.commit(day(5), retain('O(c=0.9) @Pete: Likes tea', 'B @warelay: Fixed the crash'))
  repo.commit(
    'bank/entities/Peter.md',
    '---\nname: "Peter"\naliases: [Pete]\n---\n\n# Peter\n\n<!-- memory:begin -->\n<!-- memory:end -->\n',
  )
})

const written = (repo: Repo, ...args: readonly string[]): string[] => {
  const done = repo.memory('reflect', ...args, '--json')
  expect(done).toMatchObject({ status: 0, stderr: '' })
  const { written: pages, pages: would } = JSON.parse(done.stdout) as { written?: string[]; pages?: string[] }
  return (pages ?? would)!
}

const rest = [
  'bank/entities/Anna.md',
  'bank/entities/warelay.md',
  'bank/experience.md',
  'bank/opinions.md',
  'bank/world.md',
]

describe('memory reflect within limits', () => {
  test('a page that is to be begun for a name takes the place of none that cannot be read', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Mara: Lives in Graz'))
      const path = 'bank/entities/Mara.md'
      repo.commit(path, Buffer.from('\ufeff# Mara, in my words\n', 'utf16le'))
      const before = repo.git('rev-parse', `HEAD:${path}`)
      await repo.use((workspace) => workspace.commit({ names: ['Mara'] }))
      expect(repo.git('rev-parse', `HEAD:${path}`)).toBe(before)
    }))

  test('--entity writes the pages of those it names, by an alias too, with beliefs of all facts', () =>
    withLogs(async (repo) => {
      expect(written(repo, '--dry-run', '--entity', 'Pete,warelay')).toEqual([
        'bank/entities/Peter.md',
        'bank/entities/warelay.md',
      ])
      expect(written(repo, '--entity', 'Pete')).toEqual(['bank/entities/Peter.md'])
      expect(repo.read('bank/entities/Peter.md')).toContain('O(c=0.81) @Pete: Likes tea')
      // The rest is behind still: what a hook does next writes it.
      const pages = await repo.use((workspace) => workspace.reflect('stale'))
      expect(pages.written).toEqual(rest)
      expect(written(repo)).toEqual([])
    }))

  test('--since writes the pages of what was noted since, entities and kinds', () =>
    withLogs((repo) => {
      const late = ['bank/entities/Peter.md', 'bank/entities/warelay.md', 'bank/experience.md', 'bank/opinions.md']
      expect(written(repo, '--dry-run', '--since', '2025-11-05')).toEqual(late)
      expect(written(repo, '--dry-run', '--since', '3d', '--now', '2025-11-08T00:00:00Z')).toEqual(late)
      expect(written(repo, '--dry-run', '--since', '2025-11-05', '--entity', 'Peter,Anna')).toEqual([
        'bank/entities/Peter.md',
      ])
      expect(written(repo, '--since', '2025-12')).toEqual([])
      expect(written(repo, '--since', '2025-11-05')).toEqual(late)
    }))

  test('--commit and --branch land no other page, and lose no word of a page they do not write', () =>
    withLogs((repo) => {
      repo.memory('reflect', '--branch', 'topic', '--entity', 'Anna')
      expect(repo.git('diff', '--name-only', 'HEAD', 'topic')).toBe('bank/entities/Anna.md')
      repo.git('worktree', 'add', '-q', '../there', 'topic')
      const there = repo.at('there')
      there.commit('bank/entities/Anna.md', there.read('bank/entities/Anna.md').replace('Has a cat', 'Has two cats'))
      repo.git('worktree', 'remove', '--force', '../there')
      repo.memory('reflect', '--branch', 'topic', '--entity', 'Peter')
      expect(repo.git('diff', '--name-only', 'HEAD', 'topic')).toBe('bank/entities/Anna.md\nbank/entities/Peter.md')
      expect(repo.git('show', 'topic:bank/entities/Anna.md')).toContain('Has two cats')
      repo.memory('reflect', '--commit', '--entity', 'warelay')
      expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe('bank/entities/warelay.md')
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test('a name that nobody has, and a date that is none, are answered with what would be right', () =>
    withLogs((repo) => {
      expect(repo.memory('reflect', '--entity', 'Petr')).toEqual({
        status: 1,
        stdout: '',
        stderr: 'memory: nobody is called Petr, did you mean Peter?\n',
      })
      expect(repo.memory('reflect', '--since', 'someday')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('got someday'),
      })
      expect(repo.exists('bank/opinions.md')).toBe(false)
    }))
})

describe('ways that do not go together', () => {
  test.each([
    [['--commit', '--branch', 'x'], /--commit and --branch do different things/],
    [['--discard', '--summary', 'md'], /--summary and --discard do different things/],
    [['--dry-run', '--propose-core'], /--propose-core goes with --commit, --branch or --summary, not with --dry-run/],
    [['--propose-core'], /--propose-core goes with --commit, --branch or --summary/],
    [['--discard', '--entity', 'Peter'], /--entity goes with .*, not with --discard/],
    [['--branch', 'x', '--links', 'https://host.example'], /--links goes with --summary/],
    [['--summary', 'html'], /--summary takes md, got html/],
    [['--summary', 'md', '--links', 'javascript:alert(1)'], /--links takes an address/],
  ])('%j', (args, reason) =>
    withRepo((repo) => {
      expect(repo.memory('reflect', ...args)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(reason),
      })
      expect(repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
    }),
  )
})
