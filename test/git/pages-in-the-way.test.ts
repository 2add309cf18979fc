import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

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

const atTopic = beginningWith(withPagesInTheWay, { hooks: true })

const discarded = (repo: Repo): void =>
  expect(repo.memory('reflect', '--discard')).toMatchObject({ status: 0, stderr: '' })

describe('regenerated pages', () => {
  test.each(Object.entries(refused))(
    'make %s refuse, which succeeds after memory reflect --discard, as without hooks',
    (name, command) =>
      atTopic(async (repo) => {
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
      }),
  )

  test('are in nobody’s way for a commit, a push, a fetch, a new branch, a stash and a hard reset', () =>
    atTopic(async (repo) => {
      repo.another('there.git', '--bare')
      for (const command of unhindered)
        expect({ command, ...repo.tryGit(...command) }).toMatchObject({ command, status: 0 })
      await expectSameAsRebuild(repo)
    }))
})

/** What Git refuses where its working tree is not clean, and what it says once it puts aside what is in the way. */
const withAutostash: Record<string, readonly string[]> = {
  'git pull --rebase': ['pull', '-q', '--rebase', '.', 'topic'],
  'git rebase': ['rebase', '-q', 'topic'],
  'git rebase --autosquash': ['rebase', '-q', '-i', '--autosquash', 'HEAD~1'],
  'git pull': ['pull', '-q', '--no-rebase', '--no-edit', '.', 'topic'],
}

describe('pages to review in a clone that memory init made', () => {
  const lines = (repo: Repo, path: string): string[] => repo.read(path).split('\n')

  const bothChanged = beginningWith((repo) => {
    repo.init()
    const land = (name: string, ...bullets: readonly string[]): void => {
      repo.commit(name, retain(...bullets))
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'pages')
    }
    land(day(1), 'W @Peter: One', 'O(c=0.8) @Peter: Likes tea')
    repo.git('switch', '-q', '-c', 'topic')
    land(day(2), 'W @Peter: Two', 'O(c=0.9) @Peter: Likes tea')
    repo.git('switch', '-q', 'main')
    repo.commit(day(3), retain('W @Peter: Three', 'O(c=0.1) @Peter: Likes tea', 'W @Anna: Is new'))
    repo.git('commit', '-q', '--allow-empty', '-m', 'fixup! log')
    // A person's own words among the generated ones, not committed either.
    repo.append('bank/world.md', '\nMine to keep.\n')
  })

  test.each(Object.entries(withAutostash))(
    'are in nobody’s way for %s: both sides changed the same pages',
    (_, command) =>
      bothChanged(async (repo) => {
        const done = repo.tryGit(...command)
        expect({ status: done.status, conflicts: repo.git('diff', '--name-only', '--diff-filter=U') }).toEqual({
          status: 0,
          conflicts: '',
        })
        expect(done.stderr).not.toMatch(/conflict|safe in the stash/)
        expect(repo.git('stash', 'list')).toBe('')
        expect(repo.read('bank/world.md')).toContain('Mine to keep.')
        expect(lines(repo, 'bank/world.md').filter((line) => /^[<>=]{7}/.test(line))).toEqual([])
        repo.memory('reflect')
        const topic = command.includes('topic') ? ['Two'] : []
        for (const words of ['One', 'Three', 'Is new', ...topic])
          expect(repo.read('bank/world.md')).toContain(`: ${words} · `)
        await expectSameAsRebuild(repo)
      }),
  )

  test('say that they wait, where Git has yet to bring back what it put aside', () =>
    withRepo((repo) => {
      repo.init()
      withPagesInTheWay(repo)
      repo.git('clean', '-q', '-f', '--', 'bank')
      for (const command of ['git rebase', 'git pull']) {
        const { status, stderr } = repo.tryGit(...withAutostash[command]!)
        expect(status).toBe(0)
        expect(stderr).toMatch(/memory: indexed [^\n]*, pages behind by \d+: memory reflect, once Git has/)
        repo.git('reset', '-q', '--hard', 'ORIG_HEAD')
        repo.memory('reflect')
        repo.git('clean', '-q', '-f', '--', 'bank')
      }
    }))

  test('are put aside by settings of the clone that memory init says, that nobody’s own setting loses to, and that uninstalling takes out', () =>
    withRepo((repo) => {
      const before = repo.read('.git/config')
      const own = (name: string): string => repo.tryGit('config', '--local', '--get', name).stdout.trim()
      expect(repo.memory('init').stdout).toMatch(/^Set for this clone: rebase\.autoStash, merge\.autoStash\. /m)
      expect([own('rebase.autostash'), own('merge.autostash')]).toEqual(['true', 'true'])
      // What a person takes out again stays out.
      repo.git('config', '--unset', 'merge.autostash')
      expect(repo.memory('init').stdout).not.toContain('autoStash')
      expect(own('merge.autostash')).toBe('')
      repo.memory('hooks', 'uninstall')
      expect(repo.read('.git/config')).toBe(before)

      repo.git('config', '--global', 'rebase.autostash', 'false')
      expect(repo.memory('init').stdout).toMatch(/^Set for this clone: merge\.autoStash\. /m)
      expect(own('rebase.autostash')).toBe('')
      repo.git('config', 'merge.autostash', 'false')
      repo.memory('hooks', 'uninstall')
      expect(own('merge.autostash')).toBe('false')
    }))
})
