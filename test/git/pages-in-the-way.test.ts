import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Ran, type Repo } from '../support/with-repo.js'

/**
 * Two branches with pages of their own, landed on each; then one more log on
 * `main`, after which its pages are regenerated and not committed.
 */
function withPagesInTheWay(repo: Repo): void {
  const land = (message: string): void => {
    repo.memory('reflect')
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', message)
  }
  repo.commit(day(1), retain('W @Peter: One'))
  land('pages')
  repo.git('switch', '-q', '-c', 'topic')
  repo.commit(day(2), retain('W @Peter: Two', 'B @Anna: New'))
  land('pages of the topic')
  repo.git('switch', '-q', 'main')
  repo.memory('reflect', '--discard')
  repo.commit(day(3), retain('W @Peter: Three', 'B @Anna: Other'))
}

/** What regenerated pages make Git refuse, as docs/commands/reflect.md lists it; each succeeds once they are out of the way. */
const refused: Record<string, readonly string[]> = {
  'git switch': ['switch', '-q', 'topic'],
  'git checkout': ['checkout', '-q', 'topic'],
  'git merge': ['merge', '-q', '--no-edit', '-X', 'ours', 'topic'],
  'git pull': ['pull', '-q', '--no-rebase', '--no-edit', '-X', 'ours', '.', 'topic'],
  'git pull --rebase': ['pull', '-q', '--rebase', '-X', 'ours', '.', 'topic'],
  'git rebase': ['rebase', '-q', '-X', 'ours', 'topic'],
  'git cherry-pick': ['cherry-pick', '-X', 'ours', 'topic'],
  'git revert': ['revert', '--no-edit', 'HEAD~1'],
}

/** What goes on beside them. */
const unhindered: readonly (readonly string[])[] = [
  ['push', '-q', '../there.git', 'main'],
  ['fetch', '-q', '.', 'topic'],
  ['commit', '-q', '--allow-empty', '-m', 'more'],
  ['switch', '-q', '-c', 'other'],
  ['stash', '-q', '--include-untracked'],
  ['stash', 'pop', '-q'],
  ['reset', '-q', '--hard', 'main'],
]

const discarded = (repo: Repo): void =>
  expect(repo.memory('reflect', '--discard')).toMatchObject({ status: 0, stderr: '' })

describe('regenerated pages', () => {
  test.each(Object.entries(refused))(
    'make %s refuse, which succeeds after memory reflect --discard, as without hooks',
    (name, command) =>
      withRepo(
        async (repo) => {
          withPagesInTheWay(repo)
          const plain = repo.twin()
          plain.git('fetch', '-q', repo.root, '+refs/heads/*:refs/heads/*')
          plain.git('switch', '-q', 'main')
          const [head, status] = [repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')]
          expect(repo.tryGit(...command).status).not.toBe(0)
          expect([repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')]).toEqual([head, status])

          discarded(repo)
          const outcome = ({ status: code }: Ran): number => code
          expect({ name, status: outcome(repo.tryGit(...command)) }).toEqual({
            name,
            status: outcome(plain.tryGit(...command)),
          })
          expect(repo.git('rev-parse', 'HEAD^{tree}')).toBe(plain.git('rev-parse', 'HEAD^{tree}'))
          expect(repo.git('ls-files', '--stage')).toBe(plain.git('ls-files', '--stage'))
          await expectSameAsRebuild(repo)
        },
        { hooks: true },
      ),
  )

  test('are in nobody’s way for a commit, a push, a fetch, a new branch, a stash and a hard reset', () =>
    withRepo(
      async (repo) => {
        repo.another('there.git', '--bare')
        withPagesInTheWay(repo)
        for (const command of unhindered)
          expect({ command, ...repo.tryGit(...command) }).toMatchObject({ command, status: 0 })
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
