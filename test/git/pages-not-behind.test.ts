import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const pagesIn = (repo: Repo): string => /^pages +(.*)$/m.exec(repo.memory('status').stdout)![1]!

function land(repo: Repo): void {
  repo.git('add', 'bank')
  repo.git('commit', '-q', '-m', 'pages')
}

/** Two branches, each with a log of its own and its pages committed. */
const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
    land(repo)
    repo.git('switch', '-q', '-c', 'topic')
    repo.commit(day(2), retain('W @Anna: Lives in Graz', 'O(c=0.9) @Peter: Likes tea'))
    land(repo)
  },
  { hooks: true },
)
const withBranches = (work: (repo: Repo) => void): Promise<void> =>
  begun((repo) => {
    work(repo)
    expect(repo.memory('reflect').stdout).toContain('Every page is as the logs say')
  })

describe('memory status calls no page behind that stands as its logs give it', () => {
  test.each<[string, (repo: Repo) => void]>([
    [
      'a switch there and back',
      (repo) => {
        repo.git('switch', '-q', 'main')
        expect(pagesIn(repo)).toBe('up to date')
        repo.git('switch', '-q', 'topic')
      },
    ],
    ['a hard reset', (repo) => repo.git('reset', '-q', '--hard', 'HEAD~2')],
    ['a revert of a log and of its pages', (repo) => repo.git('revert', '--no-edit', 'HEAD~2..HEAD')],
    [
      'a rebase that is given up',
      (repo) => {
        repo.git('switch', '-q', 'main')
        repo.commit(day(2), retain('W @Anna: Lives in Wels'))
        land(repo)
        repo.git('switch', '-q', 'topic')
        expect(
          repo.tryGit('-c', 'merge.default=text', 'rebase', '-q', '-X', 'ours', '--exec', 'false', 'main').status,
        ).toBe(1)
        repo.git('rebase', '--abort')
      },
    ],
  ])('after %s', (_, does) =>
    withBranches((repo) => {
      does(repo)
      expect(pagesIn(repo)).toBe('up to date')
    }),
  )

  test('in a new working tree of the repository', () =>
    withBranches((repo) => {
      const linked = repo.at('linked')
      repo.git('worktree', 'add', '-q', linked.root, 'main')
      expect(pagesIn(linked)).toBe('up to date')
    }))

  test('and counts those that do not, which reflect then writes', () =>
    withBranches((repo) => {
      repo.git('reset', '-q', '--hard', 'HEAD~1')
      expect(pagesIn(repo)).toBe('behind by 4: memory reflect')
      expect(pagesIn(repo)).toBe('behind by 4: memory reflect')
      expect(repo.memory('reflect').stdout.match(/^wrote /gm)).toHaveLength(4)
    }))
})
