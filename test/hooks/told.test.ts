import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { commitUnseen, runTold, shimCalls, toldOf } from '../support/shim-calls.js'
import { withRepo } from '../support/with-repo.js'
import { indexFile, indexFolder } from '../support/index-place.js'

describe('what the shim tells while Node starts', () => {
  test('is all that is asked of Git for a commit of a log', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        commitUnseen(repo, day(2), retain('W Two'))
        const { said, calls } = shimCalls(repo)
        expect(said).toContain('memory: indexed 1 note (1 fact)')
        // Before it is told, Git is asked whether there is anything to tell.
        expect(calls).toEqual(['diff-tree', 'rev-parse', 'rev-parse', 'diff-tree'])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('is not believed where the index does not stand where the way told begins', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        commitUnseen(repo, day(2), retain('W Two'))
        commitUnseen(repo, day(3), retain('W Three'))
        const { said, calls } = shimCalls(repo)
        expect(said).toContain('memory: indexed 2 notes (2 facts)')
        expect(calls.slice(0, 5)).toEqual(['diff-tree', 'rev-parse', 'rev-parse', 'diff-tree', 'diff-tree'])
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('holds bytes that Git is asked for where the working tree has others', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        commitUnseen(repo, day(2), retain('W Committed'))
        repo.write(day(2), retain('W Edited since'))
        // How many bytes there are is asked before they are read.
        expect(shimCalls(repo).calls).toEqual([
          'diff-tree',
          'rev-parse',
          'rev-parse',
          'diff-tree',
          'cat-file',
          'cat-file',
        ])
        expect(await repo.said()).toContain(`${day(2)}#L2 world Committed`)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('may be overtaken by another commit: the next command is right', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        commitUnseen(repo, day(2), retain('W Two'))
        const told = toldOf(repo)
        commitUnseen(repo, day(3), retain('W Three'))
        expect(runTold(repo, told)).toMatch(/^memory: indexed 1 note/)
        expect(await repo.said()).toEqual([1, 2, 3].map((at) => expect.stringContaining(day(at))))
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test.each<[string, (told: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['half of it', (told) => told.subarray(0, told.length >> 1)],
    ['all but its end', (told) => told.subarray(0, -4)],
    ['words', () => Buffer.from('fatal: not a git repository\n')],
    ['an option for a tree', (told) => Buffer.from(told.toString('latin1').replace(/^.*\n/, '--output=x\n'), 'latin1')],
  ])('may be %s: Git is asked instead', (_what, damage) =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        commitUnseen(repo, day(2), retain('W Two'))
        expect(runTold(repo, damage(toldOf(repo)))).toMatch(/^memory: indexed 1 note \(1 fact\)/)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  test('comes from the repository that Git ran the hook for, whatever MEMORY_WORKSPACE names', () =>
    withRepo(
      async (repo) => {
        const other = repo.another('other')
        other.commit('README.md', 'Another.\n')
        const elsewhere = repo.with({ MEMORY_WORKSPACE: other.root })
        expect(elsewhere.commit(day(1), retain('W Here'))).toContain('memory: indexed 1 note (1 fact)')
        expect(repo.exists('bank/world.md')).toBe(true)
        repo.remove(indexFolder)
        expect(elsewhere.memory('hook', 'post-commit').status).toBe(0)
        expect(repo.exists(indexFile)).toBe(true)
        expect([...other.files(indexFolder).keys()]).toEqual([])
      },
      { hooks: true },
    ))
})
