import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'

/** A repository whose settings say that hooks land pages, with one log and its pages. */
function begin(repo: Repo): void {
  repo.commit('.memory/config.json', '{"bank": {"onCommit": "commit"}}')
  repo.init()
  repo.commit(day(1), retain('O(c=0.80) @Peter: Likes tea', 'W @Peter: Is here'))
}
const landing = beginningWith(begin)

const subjects = (repo: Repo, most = 2): string[] => repo.git('log', `-${most}`, '--format=%s').split('\n')
const isClean = (repo: Repo): boolean => repo.git('status', '--porcelain') === ''
const filesOf = (repo: Repo, commit: string): string[] =>
  repo.git('show', '--format=', '--name-only', commit).split('\n')
const commits = (repo: Repo): number => Number(repo.git('rev-list', '--count', 'HEAD'))

describe('bank.onCommit: commit', () => {
  test('lands the pages of a log right after its commit, with their evidence, and the working tree is clean', () =>
    landing(async (repo) => {
      const before = commits(repo)
      const said = repo.commit(day(2), retain('O(c=0.80) @Peter: Likes tea', 'W @Anna: Lives in Rome'))
      const head = repo.git('rev-parse', '--short=7', 'HEAD')
      expect(said).toMatch(
        new RegExp(`^memory: indexed 1 note \\(2 facts\\), .* in bank/, 4 pages committed as ${head}\\n$`),
      )
      expect(commits(repo)).toBe(before + 2)
      expect(subjects(repo)).toEqual([expect.stringMatching(/^memory: /), 'log'])
      expect(filesOf(repo, 'HEAD').every((path) => path.startsWith('bank/'))).toBe(true)
      expect(filesOf(repo, 'HEAD~1')).toEqual([day(2)])
      expect(repo.git('log', '-1', '--format=%B')).toMatch(
        new RegExp(`Reflected-From: ${repo.git('rev-parse', 'HEAD~1')}[^]*Evidence: ${day(2)}`),
      )
      expect(isClean(repo)).toBe(true)
      expect(repo.git('show', 'HEAD:bank/entities/Anna.md')).toContain('Lives in Rome')
      await expectSameAsRebuild(repo)
    }))

  test('lands the adoption of an edit as a commit of its own', () =>
    landing(async (repo) => {
      repo.write('bank/opinions.md', repo.read('bank/opinions.md').replace('O(c=0.80)', 'O(c=0.30)'))
      expect(repo.commit('bank/opinions.md', repo.read('bank/opinions.md'))).toContain('committed as')
      expect(subjects(repo)).toEqual([expect.stringMatching(/^memory: /), 'log'])
      expect(repo.read('bank/entities/Peter.md')).toContain('O(c=0.30)')
      expect(isClean(repo)).toBe(true)
      await expectSameAsRebuild(repo)
    }))

  test('lets both be reverted with one command', () =>
    landing(async (repo) => {
      repo.commit('bank/opinions.md', repo.read('bank/opinions.md').replace('O(c=0.80)', 'O(c=0.30)'))
      repo.git('revert', '--no-edit', 'HEAD~2..HEAD')
      repo.commit(day(2), retain('W @Anna: Lives in Rome'))
      expect(repo.read('bank/opinions.md')).toMatch(/^- O\(c=0\.80\) @Peter: Likes tea/m)
      expect(repo.read('bank/opinions.md')).not.toContain('## Curated')
      expect(isClean(repo)).toBe(true)
      await expectSameAsRebuild(repo)
    }))

  test('commits nothing where no page changes', () =>
    landing((repo) => {
      const before = commits(repo)
      expect(repo.commit('README.md', 'Mine.\n')).toBe('')
      expect(repo.commit('notes.txt', 'Mine.\n')).toBe('')
      expect(commits(repo)).toBe(before + 2)
    }))

  test.each<[string, (repo: Repo) => void]>([
    ['git commit -a', (repo) => repo.git('commit', '-q', '-am', 'log')],
    ['git commit of one path', (repo) => repo.git('commit', '-q', '-m', 'log', day(1))],
    ['git commit --amend', (repo) => repo.git('commit', '-q', '--amend', '-m', 'log', day(1))],
  ])('lands them after %s', (_how, commit) =>
    landing(async (repo) => {
      repo.write(day(1), retain('O(c=0.80) @Peter: Likes tea', 'W @Peter: Is here', 'W @Peter: Lives in Rome'))
      commit(repo)
      expect(subjects(repo)).toEqual([expect.stringMatching(/^memory: /), 'log'])
      expect(repo.git('show', 'HEAD:bank/world.md')).toContain('Lives in Rome')
      expect(isClean(repo)).toBe(true)
      await expectSameAsRebuild(repo)
    }),
  )

  test('leaves what is staged staged, and what a person writes on a page in the working tree', () =>
    landing(async (repo) => {
      repo.write('theirs.txt', 'theirs\n')
      repo.git('add', 'theirs.txt')
      repo.write('bank/world.md', `${repo.read('bank/world.md')}\nMy own remark.\n`)
      repo.write(day(2), retain('W @Peter: Lives in Rome'))
      repo.git('add', day(2))
      repo.git('commit', '-q', '-m', 'log', day(2))
      expect(subjects(repo)).toEqual([expect.stringMatching(/^memory: /), 'log'])
      expect(repo.git('show', 'HEAD:bank/world.md')).toMatch(/Lives in Rome/)
      expect(repo.git('show', 'HEAD:bank/world.md')).not.toMatch(/My own remark/)
      expect(repo.read('bank/world.md')).toMatch(/Lives in Rome[^]*My own remark/)
      expect(repo.git('status', '--porcelain').split('\n').toSorted()).toEqual([' M bank/world.md', 'A  theirs.txt'])
      await expectSameAsRebuild(repo)
    }))

  test('lands no page that a person staged, and says so', () =>
    landing(async (repo) => {
      repo.write('bank/world.md', `${repo.read('bank/world.md')}\nMy own remark.\n`)
      repo.git('add', 'bank/world.md')
      repo.write(day(2), retain('W @Peter: Lives in Rome'))
      repo.git('add', day(2))
      const before = commits(repo)
      const { stderr } = repo.tryGit('commit', '-q', '-m', 'log', day(2))
      expect(stderr).toContain('not committed: bank/world.md is staged')
      expect(commits(repo)).toBe(before + 1)
      expect(repo.read('bank/world.md')).toMatch(/Lives in Rome[^]*My own remark/)
      expect(repo.git('show', ':bank/world.md')).toContain('My own remark')
      // The next one finds what this one left.
      repo.git('commit', '-q', '-m', 'pages')
      expect(subjects(repo)).toEqual([expect.stringMatching(/^memory: /), 'pages'])
      expect(isClean(repo)).toBe(true)
      await expectSameAsRebuild(repo)
    }))

  const withAnother = beginningWith((repo) => {
    begin(repo)
    repo.git('switch', '-q', '-c', 'other')
    repo.commit(day(3), retain('W @Peter: Three'))
    repo.commit(day(4), retain('W @Peter: Four'))
    repo.git('switch', '-q', '-')
    repo.commit(day(2), retain('W @Peter: Two'))
  })

  test.each<[string, (repo: Repo) => void]>([
    ['a rebase', (repo) => void repo.tryGit('rebase', '--exec', 'true', 'HEAD~2')],
    ['a cherry-pick', (repo) => void repo.tryGit('cherry-pick', 'other~1', 'other')],
    ['a revert', (repo) => void repo.tryGit('revert', '--no-edit', 'HEAD~1', 'HEAD')],
    [
      'a bisect',
      (repo) => {
        repo.git('bisect', 'start')
        repo.commit(day(9), retain('W @Peter: Bisected'))
        repo.git('bisect', 'reset')
      },
    ],
  ])('lands nothing in the middle of %s', (_what, command) =>
    withAnother(async (repo) => {
      const landed = (): string[] =>
        repo
          .git('log', '-g', '--format=%gs', 'HEAD')
          .split('\n')
          .filter((line) => line === 'memory: bank.onCommit')
      const before = landed().length
      command(repo)
      expect(landed()).toHaveLength(before)
      repo.commit(day(5), retain('W @Peter: Five'))
      expect(landed()).toHaveLength(before + 1)
      expect(isClean(repo)).toBe(true)
      await expectSameAsRebuild(repo)
    }),
  )

  test('lands what a merge brings together upon it, and what it only stages not', () =>
    landing(async (repo) => {
      repo.git('switch', '-q', '-c', 'other')
      repo.commit(day(3), retain('W @Peter: Three'))
      repo.git('switch', '-q', '-')
      repo.commit(day(2), retain('W @Peter: Two'))
      repo.git('merge', '-q', '--no-edit', 'other')
      expect(repo.memory('verify', '--strict')).toMatchObject({ status: 0 })
      expect(repo.git('show', 'HEAD:bank/world.md')).toMatch(/Two[^]*Three|Three[^]*Two/)
      expect(isClean(repo)).toBe(true)
      expect(repo.exists('.git/MERGE_HEAD')).toBe(false)
      repo.git('switch', '-q', '-c', 'third', 'HEAD~1')
      repo.commit(day(4), retain('W @Peter: Four'))
      repo.git('switch', '-q', '-')
      const head = repo.git('rev-parse', 'HEAD')
      repo.tryGit('merge', '-q', '--squash', 'third')
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      await expectSameAsRebuild(repo)
    }))

  test('pulls by rebase though nothing is put aside, and two clones end with the same pages', () =>
    landing(async (repo) => {
      const other = repo.at('other')
      repo.git('clone', '-q', repo.root, other.root)
      other.init()
      for (const each of [repo, other])
        for (const name of ['rebase', 'merge']) each.git('config', `${name}.autoStash`, 'false')
      other.commit(day(2), retain('W @Anna: Lives in Rome'))
      repo.commit(day(3), retain('W @Peter: Lives in Oslo'))
      other.git('pull', '-q', '--rebase')
      expect(isClean(other)).toBe(true)
      repo.git('pull', '-q', '--rebase', other.root, 'HEAD')
      expect(isClean(repo)).toBe(true)
      expect(repo.files('bank')).toEqual(other.files('bank'))
      expect(repo.read('bank/world.md')).toMatch(/Oslo/)
      expect(repo.read('bank/world.md')).toMatch(/Rome/)
      for (const each of [repo, other]) await expectSameAsRebuild(each)
    }))

  test('in a linked worktree: there', () =>
    landing(async (repo) => {
      const linked = repo.at('linked')
      repo.git('worktree', 'add', '-q', '-b', 'linked', linked.root)
      linked.commit(day(2), retain('W @Anna: Lives in Rome'))
      expect(subjects(linked)).toEqual([expect.stringMatching(/^memory: /), 'log'])
      expect(isClean(linked)).toBe(true)
      expect(isClean(repo)).toBe(true)
      await expectSameAsRebuild(linked)
    }))

  test('in a workspace below the top: its pages alone', () =>
    withRepo(async (repo) => {
      repo.commit('notes/.memory/config.json', '{"bank": {"onCommit": "commit"}}')
      repo.init('--workspace', 'notes')
      repo.commit('bank/mine.md', 'Mine.\n')
      repo.commit(`notes/${day(1)}`, retain('W @Anna: Lives in Rome'))
      expect(subjects(repo)).toEqual([expect.stringMatching(/^memory: /), 'log'])
      expect(filesOf(repo, 'HEAD').every((path) => path.startsWith('notes/bank/'))).toBe(true)
      expect(isClean(repo)).toBe(true)
      await expectSameAsRebuild(repo.at('repo/notes').with({ MEMORY_WORKSPACE: repo.path('notes') }))
    }))
})
