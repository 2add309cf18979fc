import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const commitAll = (repo: Repo): string => repo.git('commit', '-q', '-a', '-m', 'change')
const idOf = (repo: Repo, text: string): Promise<string | undefined> =>
  repo.use(async (workspace) => (await workspace.recall(text)).results[0]?.id)

describe('a note that is', () => {
  test('deleted is forgotten, with its page, and comes back with the same ids', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Comes and goes'))
        repo.commit(day(2), retain('W @Anna: Stays'))
        const [digest, id] = [await repo.digest(), await idOf(repo, 'comes')]
        repo.git('rm', '-q', day(1))
        commitAll(repo)
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([`${day(2)}#L2 world Stays`])
        expect(repo.exists('bank/entities/Peter.md')).toBe(false)
        await expectSameAsRebuild(repo)
        repo.git('checkout', '-q', 'HEAD~1', '--', day(1))
        commitAll(repo)
        expect(await repo.digest()).toBe(digest)
        expect(await idOf(repo, 'comes')).toBe(id)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('renamed leaves nothing at its old path, and keeps the ids of its facts', () =>
    withRepo(
      async (repo) => {
        repo.commit('memory/plans.md', retain('W @Peter: Plans a trip'))
        const id = await idOf(repo, 'trip')
        repo.git('mv', 'memory/plans.md', 'memory/travel.md')
        commitAll(repo)
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual(['memory/travel.md#L2 world Plans a trip'])
        expect(await idOf(repo, 'trip')).toBe(id)
        expect(repo.read('bank/world.md')).toContain('memory/travel.md?plain=1#L2')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('renamed and edited at once is the new text at the new path', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One', 'W Two', 'W Three', 'W Four'))
        repo.git('mv', day(1), day(2))
        repo.write(day(2), retain('W One', 'W Two', 'W Three', 'W Five'))
        commitAll(repo)
        expect(await repo.said()).toEqual([
          `${day(2)}#L2 world One`,
          `${day(2)}#L3 world Two`,
          `${day(2)}#L4 world Three`,
          `${day(2)}#L5 world Five`,
        ])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('renamed in case only is found under the new case', () =>
    withRepo(
      async (repo) => {
        repo.commit('memory/Peter.md', retain('W Same words'))
        repo.git('mv', '-f', 'memory/Peter.md', 'memory/peter.md')
        commitAll(repo)
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual(['memory/peter.md#L2 world Same words'])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('swapped with another keeps both', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W First'))
        repo.commit(day(2), retain('W Second'))
        repo.write(day(1), retain('W Second'))
        repo.write(day(2), retain('W First'))
        commitAll(repo)
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Second`, `${day(2)}#L2 world First`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('made executable is not read again', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Same words'))
      await repo.digest()
      chmodSync(repo.path(day(1)), 0o755)
      commitAll(repo)
      expect(await repo.use((workspace) => workspace.sync())).toMatchObject({ changed: true, read: 0, removed: 0 })
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Same words`])
      await expectSameAsRebuild(repo)
    }))

  test('turned into a link is not followed, and is reported', () =>
    withRepo(
      async (repo) => {
        repo.write('outside.md', retain('W Never to be indexed'))
        repo.commit(day(1), retain('W Said before'))
        repo.remove(day(1))
        symlinkSync('../outside.md', repo.path(day(1)))
        commitAll(repo)
        await expectIndexedByHook(repo)
        expect(await repo.said()).toEqual([])
        expect(JSON.parse(repo.memory('recall', 'indexed said', '--json').stdout)).toMatchObject({ results: [] })
        const { skipped } = await repo.use((workspace) => workspace.status())
        expect(skipped).toMatchObject([{ path: day(1), message: 'not indexed: not a regular file' }])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('a link at the top, such as USER.md, is not followed either', () =>
    withRepo(async (repo) => {
      repo.write('outside.md', retain('W Never to be indexed'))
      symlinkSync('outside.md', repo.path('USER.md'))
      repo.git('add', 'USER.md')
      commitAll(repo)
      const done = repo.memory('recall', 'indexed', '--json')
      expect(done).toMatchObject({ status: 0, stderr: '' })
      expect(JSON.parse(done.stdout)).toMatchObject({ results: [], uncommitted: [] })
      await expectSameAsRebuild(repo)
    }))

  test('a file, then a link, then a file again, then a folder is always what the tree says', () =>
    withRepo(async (repo) => {
      const steps: [make: () => void, said: string[]][] = [
        [() => repo.write('memory/x.md', retain('W A file')), ['memory/x.md#L2 world A file']],
        [() => symlinkSync('elsewhere.md', repo.path('memory/x.md')), []],
        [() => repo.write('memory/x.md', retain('W A file')), ['memory/x.md#L2 world A file']],
        [
          () => repo.write('memory/x.md/inner.md', retain('W In a folder')),
          ['memory/x.md/inner.md#L2 world In a folder'],
        ],
        [() => mkdirSync(repo.path('memory')), []],
      ]
      for (const [make, said] of steps) {
        repo.remove('memory')
        mkdirSync(repo.path('memory'))
        if (said.length === 0 && make === steps.at(-1)![0]) repo.remove('memory')
        make()
        repo.git('add', '-A', '.')
        repo.git('commit', '-q', '--allow-empty', '-m', 'step')
        expect(await repo.said()).toEqual(said)
        await expectSameAsRebuild(repo)
      }
    }))

  test('a repository of its own below memory/ is left out, and the rest is indexed', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W Ours'))
      const inner = repo.another('repo/memory/inner')
      inner.commit('2025-11-02.md', retain('W Of the inner repository'))
      repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'memory/inner')
      commitAll(repo)
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Ours`])
      await expectSameAsRebuild(repo)
    }))
})
