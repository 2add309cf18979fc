import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

describe('a workspace that stays open', () => {
  test('sees every move of HEAD, and every edit of a note, at the next question', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      await repo.use(async (workspace) => {
        const found = async (): Promise<string[]> => {
          const { results, commit } = await workspace.recall('likes')
          expect(commit).toBe(repo.git('rev-parse', 'HEAD').trim())
          return results.map(({ content }) => content).toSorted()
        }
        expect(await found()).toEqual(['Likes tea'])
        expect(await found()).toEqual(['Likes tea'])
        repo.commit(day(2), retain('W @Peter: Likes rum'))
        expect(await found()).toEqual(['Likes rum', 'Likes tea'])
        repo.git('pack-refs', '--all', '--prune')
        repo.git('reset', '-q', '--hard', 'HEAD~1')
        expect(await found()).toEqual(['Likes tea'])
        repo.git('switch', '-q', '--orphan', 'empty')
        repo.git('commit', '-q', '--allow-empty', '-m', 'Empty')
        expect(await found()).toEqual([])
        repo.git('switch', '-q', '--detach', 'main')
        expect(await found()).toEqual(['Likes tea'])
        repo.write(day(1), retain('W @Peter: Likes gin'))
        expect(await found()).toEqual(['Likes gin'])
        repo.write(day(1), retain('W @Peter: Likes tea'))
        expect(await found()).toEqual(['Likes tea'])
      })
    }))

  test('answers its first question from where HEAD is then, not from where it was when it was opened', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      // Without an index, and with one.
      for (const _ of [1, 2])
        await repo.use(async (workspace) => {
          repo.commit(day(1), retain('W @Peter: Likes rum'))
          const { results, commit } = await workspace.recall('likes')
          expect(commit).toBe(repo.git('rev-parse', 'HEAD').trim())
          expect(results.map(({ content }) => content)).toEqual(['Likes rum'])
          repo.commit(day(1), retain('W @Peter: Likes tea'))
        })
    }))
})
