import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild, expectSameWithoutHooks } from '../support/oracle.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'

/** main and topic both changed day 1; topic has a second commit. HEAD is on topic. */
function fork(repo: Repo): void {
  repo.commit(day(1), retain('W Common ground'))
  repo.git('switch', '-q', '-c', 'topic')
  repo.commit(day(1), retain('W Said on topic'))
  repo.commit(day(2), retain('W @Peter: Also on topic'))
  repo.git('switch', '-q', 'main')
  repo.commit(day(1), retain('W Said on main'))
  repo.git('switch', '-q', 'topic')
}

const forked = beginningWith(fork, { hooks: true })

describe('git rebase', () => {
  test('without conflict is indexed when it ends', () =>
    withRepo(
      async (repo) => {
        repo.git('switch', '-q', '-c', 'topic')
        repo.commit(day(1), retain('W One'))
        repo.commit(day(2), retain('W Two'))
        repo.git('switch', '-q', 'main')
        repo.commit(day(3), retain('W Three'))
        repo.git('switch', '-q', 'topic')
        repo.git('rebase', '-q', 'main')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toHaveLength(3)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  const withDroppedPages = beginningWith(
    (repo) => {
      const landed = (name: string, bullet: string): void => {
        repo.commit(name, retain(bullet))
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
      }
      landed(day(1), 'O(c=0.8) @Peter: Likes tea')
      repo.git('switch', '-q', '-c', 'topic')
      landed(day(2), 'O(c=0.2) @Peter: Likes tea')
      landed(day(3), 'O(c=0.9) @Anna: Likes coffee')
      repo.git('switch', '-q', 'main')
      repo.commit(day(4), retain('O(c=0.1) @Peter: Likes tea'))
      repo.git('checkout', '-q', 'topic~2', '--', 'bank')
      repo.git('checkout', '-q', 'topic~1', '--', day(2))
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-am', 'the log that topic has')
      repo.git('switch', '-q', 'topic')
      expect(repo.git('status', '--porcelain')).toBe('')
    },
    { hooks: true },
  )

  test.each(['--merge', '--apply'])(
    'looks at pages again at its end, with %s, and says so; a dropped page commit among them',
    (backend) =>
      withDroppedPages(async (repo) => {
        const { status, stderr } = repo.tryGit('rebase', backend, 'main')
        expect(status).toBe(0)
        expect(stderr).toMatch(/memory: indexed [^\n]* changed[^\n]* in bank\//)
        const confidence = (page: string): string | undefined =>
          /^- O\((c=[\d.]+)\) @Peter: Likes tea · /m.exec(repo.read(page))?.[1]
        expect(confidence('bank/opinions.md')).toBe(confidence('bank/entities/Peter.md'))
        expect(repo.memory('reflect', '--dry-run').stdout).toBe('Every page is as the logs say.\n')
        await expectSameAsRebuild(repo)
      }),
  )

  test('that stops at a conflict answers from the commit it stopped on', () =>
    forked(async (repo) => {
      expect(repo.tryGit('rebase', 'main').status).toBe(1)
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Said on main`])
      const { operation } = await repo.use((workspace) => workspace.status())
      expect(operation).toBe('rebase')
      await expectSameAsRebuild(repo)
    }))

  test('that goes on after a conflict is indexed when it ends', () =>
    forked(async (repo) => {
      repo.tryGit('rebase', 'main')
      repo.write(day(1), retain('W Said on both'))
      repo.git('add', day(1))
      repo.git('rebase', '--continue')
      await expectIndexedByHook(repo)
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Said on both`, `${day(2)}#L2 world Also on topic`])
      await expectSameAsRebuild(repo)
    }))

  test('that is aborted, after which no hook runs, is noticed at the next call', () =>
    forked(async (repo) => {
      const before = await repo.digest()
      repo.tryGit('rebase', 'main')
      await repo.digest()
      repo.git('rebase', '--abort')
      expect(await repo.digest()).toBe(before)
      await expectSameAsRebuild(repo)
    }))

  test('that skips the conflicting commit is indexed without it', () =>
    forked(async (repo) => {
      repo.tryGit('rebase', 'main')
      repo.git('rebase', '--skip')
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Said on main`, `${day(2)}#L2 world Also on topic`])
      await expectSameAsRebuild(repo)
    }))

  test.each(['--merge', '--apply'])('%s: stopped, continued and aborted as if there were no hooks', (backend) =>
    expectSameWithoutHooks((repo) => {
      fork(repo)
      const outcomes = [repo.tryGit('rebase', backend, 'main')]
      outcomes.push(repo.tryGit('rebase', '--abort'))
      outcomes.push(repo.tryGit('rebase', backend, 'main'))
      repo.write(day(1), retain('W Said on both'))
      outcomes.push(repo.tryGit('add', day(1)), repo.tryGit('rebase', '--continue'))
      expect(outcomes.map(({ status }) => status)).toEqual([1, 0, 1, 0, 0])
      return outcomes
    }),
  )

  test('by pull, with an autostash, puts the unfinished log back', () =>
    expectSameWithoutHooks((repo) => {
      const remote = repo.another('remote.git', '--bare')
      repo.git('push', '-q', remote.root, 'main')
      const other = repo.at('other')
      repo.git('clone', '-q', remote.root, other.root)
      other.commit(day(1), retain('W From afar'))
      other.git('push', '-q', 'origin', 'main')
      repo.commit(day(2), retain('W From here'))
      repo.write(day(2), retain('W From here', 'W Not yet committed'))
      const pulled = repo.tryGit('pull', '-q', '--rebase', '--autostash', remote.root, 'main')
      expect(pulled.status).toBe(0)
      expect(repo.read(day(2))).toContain('Not yet committed')
      return [pulled]
    }))

  test('with --exec, whose commands see the repository as without hooks', () =>
    expectSameWithoutHooks((repo) => {
      fork(repo)
      return [repo.tryGit('rebase', '-q', '--exec', 'git status --porcelain memory', 'HEAD~2')]
    }))
})
