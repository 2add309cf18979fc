import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'

describe('git reset, which runs no hook', () => {
  test.each(['--hard', '--keep', '--merge'])('%s forgets the commits that it undid', (how) =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Stays'))
        repo.commit(day(2), retain('W Goes'))
        repo.git('reset', '-q', how, 'HEAD~1')
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Stays`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  test.each(['--soft', '--mixed'])('%s leaves the words in the working tree, where recall still finds them', (how) =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Stays'))
        repo.commit(day(2), retain('W Waits here'))
        repo.git('reset', '-q', how, 'HEAD~1')
        expect(await repo.said()).toEqual([`${day(1)}#L2 world Stays`])
        const { results } = await repo.use((workspace) => workspace.recall('waits'))
        expect(results).toMatchObject([{ content: 'Waits here', uncommitted: true }])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  test('back and forth again ends where it began', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('O(c=0.5) @Peter: Likes tea'))
        repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
        const before = await repo.digest()
        repo.git('reset', '-q', '--hard', 'HEAD~1')
        const between = await repo.digest()
        repo.git('reset', '-q', '--hard', 'ORIG_HEAD')
        expect(await repo.digest()).toBe(before)
        expect(between).not.toBe(before)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('to a commit of another history is compared blob by blob', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W Of the first history'))
        await repo.digest()
        repo.git('switch', '-q', '--orphan', 'other')
        repo.commit(day(2), retain('W Of the second'))
        const other = repo.git('rev-parse', 'HEAD')
        repo.git('switch', '-q', 'main')
        repo.git('reset', '-q', '--hard', other)
        expect(await repo.said()).toEqual([`${day(2)}#L2 world Of the second`])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('a commit that undoes reset pages writes them right again', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Stays'))
        repo.commit(day(2), retain('W @Peter: Goes'))
        repo.git('reset', '-q', '--hard', 'HEAD~1')
        repo.commit(day(3), retain('W @Anna: Comes'))
        expect(repo.read('bank/world.md')).not.toContain('Goes')
        expect(repo.read('bank/entities/Peter.md')).not.toContain('Goes')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
