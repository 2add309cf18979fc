import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

/** Branches that each hold a note of their own, named after them; HEAD is back on main. */
function branches(repo: Repo, ...names: readonly string[]): void {
  for (const [at, name] of names.entries()) {
    repo.git('switch', '-q', '-c', name, 'main')
    repo.commit(day(at + 10), retain(`W @Peter: Said on ${name}`))
  }
  repo.git('switch', '-q', 'main')
}

describe('git merge', () => {
  test('of two branches is indexed by post-merge, which also writes the pages', () =>
    withRepo(
      async (repo) => {
        branches(repo, 'one')
        repo.commit(day(1), retain('W @Anna: Said on main'))
        expect(repo.tryGit('merge', '-q', '--no-edit', 'one').stderr).toContain('memory: indexed 1 note')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Said on main`, `${day(10)}#L2 world Said on one`])
        expect(repo.read('bank/world.md')).toMatch(/Said on main[^]*Said on one/)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('of three branches at once is indexed whole', () =>
    withRepo(
      async (repo) => {
        branches(repo, 'one', 'two', 'three')
        repo.commit(day(1), retain('W Said on main'))
        repo.git('merge', '-q', '--no-edit', 'one', 'two', 'three')
        expect(repo.git('rev-list', '--parents', '-1', 'HEAD').split(' ')).toHaveLength(5)
        await expectIndexedByHook(repo)
        expect(await repo.said()).toHaveLength(4)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('with --squash changes nothing until it is committed', () =>
    withRepo(
      async (repo) => {
        branches(repo, 'one')
        const before = await repo.digest()
        repo.git('merge', '-q', '--squash', 'one')
        expect(await repo.digest()).toBe(before)
        await expectSameAsRebuild(repo)
        repo.git('commit', '-q', '-m', 'squashed')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(10)}#L2 world Said on one`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  for (const onCommit of ['worktree', 'commit'])
    test(`with --squash leaves the pages that it brings as they are (bank.onCommit: ${onCommit})`, () =>
      withRepo(async (repo) => {
        repo.commit('.memory/config.json', JSON.stringify({ bank: { onCommit } }))
        repo.init()
        const landed = (): void => {
          repo.git('add', '-A')
          repo.tryGit('commit', '-q', '-m', 'pages')
        }
        repo.commit(day(1), retain('O(c=0.80) @Peter: Likes tea'))
        landed()
        repo.git('switch', '-q', '-c', 'one')
        repo.commit(day(2), retain('O(c=0.80) @Peter: Likes long walks', 'W @Anna: Lives in Rome'))
        landed()
        const brought = repo.git('ls-tree', '-r', 'HEAD', 'bank')
        repo.git('switch', '-q', 'main')
        landed()
        repo.git('merge', '-q', '--squash', 'one')
        repo.git('add', 'bank')
        expect(repo.git('ls-tree', '-r', repo.git('write-tree'), 'bank')).toBe(brought)
        expect(repo.tryGit('commit', '-q', '-m', 'squashed').stderr).not.toMatch(/deleted|changed in bank/)
        expect(repo.git('ls-tree', '-r', 'HEAD', 'bank')).toBe(brought)
        expect(repo.git('status', '--porcelain')).toBe('')
        await expectSameAsRebuild(repo)
      }))

  test('that conflicts never takes conflict markers for facts, and is indexed once resolved', () =>
    withRepo(
      async (repo) => {
        repo.git('switch', '-q', '-c', 'one')
        repo.commit(day(1), retain('W @Peter: Lives in Graz'))
        repo.git('switch', '-q', 'main')
        repo.commit(day(1), retain('W @Peter: Lives in Wels'))
        const before = await repo.digest()
        expect(repo.tryGit('merge', 'one').status).toBe(1)
        expect(repo.read(day(1))).toContain('<<<<<<<')
        expect(await repo.digest()).toBe(before)
        await expectSameAsRebuild(repo)
        repo.write(day(1), retain('W @Peter: Lives in Graz and Wels'))
        repo.git('add', day(1))
        repo.git('commit', '-q', '--no-edit')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Lives in Graz and Wels`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('that is aborted leaves the index as it was', () =>
    withRepo(
      async (repo) => {
        repo.git('switch', '-q', '-c', 'one')
        repo.commit(day(1), retain('W Theirs'))
        repo.git('switch', '-q', 'main')
        repo.commit(day(1), retain('W Ours'))
        const before = await repo.digest()
        repo.tryGit('merge', 'one')
        repo.git('merge', '--abort')
        expect(await repo.digest()).toBe(before)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Ours`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('fast-forward pull of two commits indexes both', () =>
    withRepo(
      async (repo) => {
        const remote = repo.another('remote.git', '--bare')
        repo.git('push', '-q', remote.root, 'main')
        const other = repo.at('other')
        repo.git('clone', '-q', remote.root, other.root)
        other.commit(day(1), retain('W @Peter: First'))
        other.commit(day(2), retain('W @Peter: Second'))
        other.git('push', '-q', 'origin', 'main')
        const before = repo.git('rev-parse', 'HEAD')
        repo.git('pull', '-q', '--ff-only', remote.root, 'main')
        expect(repo.git('rev-list', '--count', `${before}..HEAD`)).toBe('2')
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world First`, `${day(2)}#L2 world Second`])
        expect(repo.read('bank/entities/Peter.md')).toMatch(/Second[^]*First/)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('by union keeps the bullets of both sides', () =>
    withRepo(
      async (repo) => {
        repo.commit('.gitattributes', 'memory/**/*.md merge=union\n')
        repo.commit(day(1), retain('W Shared'))
        repo.git('switch', '-q', '-c', 'one')
        repo.commit(day(1), retain('W Shared', 'W From one'))
        repo.git('switch', '-q', 'main')
        repo.commit(day(1), retain('W Shared', 'W From main'))
        repo.git('merge', '-q', '--no-edit', 'one')
        await expectIndexedByHook(repo)
        expect((await repo.said()).map((line) => line.replace(/^.* world /, '')).toSorted()).toEqual([
          'From main',
          'From one',
          'Shared',
        ])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})

describe('git merge --autostash', () => {
  test('gets its stash back: pages wait until it is popped', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: One'))
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        repo.git('switch', '-q', '-c', 'side')
        repo.commit(day(2), retain('W @Peter: Two'))
        repo.git('switch', '-q', '-f', 'main')
        repo.commit(day(3), retain('W @Peter: Three'))
        const done = repo.tryGit('merge', '-q', '--no-edit', '--autostash', 'side')
        expect(done.stderr).toContain('Applied autostash.')
        expect(repo.git('stash', 'list')).toBe('')
        await expectSameAsRebuild(repo)
        repo.commit(day(4), retain('W @Peter: Four'))
        expect(repo.read('bank/world.md')).toMatch(/Four[^]*Three[^]*Two[^]*One/)
      },
      { hooks: true },
    ))
})
