import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const withStory = beginningWith((repo: Repo) => {
  repo.commit(day(1), retain('W @Peter: Lives in Graz', 'O(c=0.8) @Peter: Likes mint tea'))
  repo.commit(day(3), retain('W @Peter: Moved from Graz to Wels', 'W @Peter: Does not like mint tea'))
})

test('a commit is asked by any name that Git has for it, a day by its name, and what is neither is told so', () =>
  withStory(async (repo) => {
    repo.git('branch', 'before-the-move', 'HEAD~1')
    repo.git('branch', '2025-12')
    const first = repo.git('rev-parse', 'HEAD~1')
    const workspace = repo.open()
    const graz = async (asOf: string): Promise<readonly (string | undefined)[]> =>
      (await workspace.recall('graz', { asOf })).results.map(({ content }) => content)
    for (const name of ['HEAD~1', first, first.slice(0, 8), 'before-the-move'])
      expect(await graz(name)).toEqual(['Lives in Graz'])
    expect((await workspace.recall('graz', { asOf: first })).asOf).toBe(first)
    expect((await workspace.recall('graz', { asOf: '2025-11' })).asOf).toBe('2025-11-30')
    await expect(graz('no-such-branch')).rejects.toThrow('or a commit (HEAD~3), got no-such-branch')
    await expect(workspace.brief({ asOf: '2025-11-30' })).rejects.toThrow('--as-of takes a commit')
    await expect(workspace.recall('graz', { asOf: 'HEAD', semantic: 'only' })).rejects.toThrow('asked of HEAD')
  }))

test('show, log, beliefs and brief of a commit are those of memory as it stood there, uncommitted notes aside', () =>
  withStory(async (repo) => {
    const workspace = repo.open()
    const commit = repo.git('rev-parse', 'HEAD~1')
    repo.append(day(1), '- W @Peter: Owns a boat\n')
    const clone = repo.another('then')
    clone.git('fetch', '-q', repo.root, commit)
    clone.git('reset', '-q', '--hard', commit)
    const there = clone.open()
    const { asOf: _commit, ...log } = await workspace.log({ asOf: commit })
    expect(log).toEqual(await there.log())
    const { asOf: _again, ...beliefs } = await workspace.beliefs({ asOf: commit })
    expect(beliefs).toEqual(await there.beliefs())
    expect(await workspace.brief({ asOf: commit })).toEqual(await there.brief())
    for (const asked of ['Peter', 'memory/2025-11-01.md#L2'])
      expect(await workspace.show(asked, { asOf: commit })).toEqual(await there.show(asked))
  }))

test('what was forgotten since is told from no commit', () =>
  withStory(async (repo) => {
    const workspace = repo.open()
    const [fact] = (await workspace.recall('graz', { asOf: 'HEAD~1' })).results
    await workspace.forget(fact!.id)
    expect((await workspace.recall('graz', { asOf: 'HEAD~2' })).results).toEqual([])
    await expect(workspace.show(fact!.id, { asOf: 'HEAD~2' })).rejects.toThrow('nothing is called')
  }))

test('asking of a commit leaves the index, the working tree and the branch as they were', () =>
  withStory(async (repo) => {
    const workspace = repo.open()
    await workspace.sync()
    const before = [await workspace.digest(), [...repo.files()].filter(([path]) => !path.includes('-shm'))]
    await workspace.recall('graz', { asOf: 'HEAD~1' })
    await workspace.show('Peter', { asOf: 'HEAD~1' })
    expect([await workspace.digest(), [...repo.files()].filter(([path]) => !path.includes('-shm'))]).toEqual(before)
  }))
