import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

/** A belief that a merged branch denies, and a squashed commit says again. */
const withStory = beginningWith((repo: Repo) => {
  repo.commit(day(1), retain('O(c=0.55) @Peter: Likes mint tea', 'W @Peter: Lives in Graz'))
  repo.commit('README.md', 'nothing of memory\n')
  repo.git('switch', '-q', '-c', 'topic')
  repo.write(day(3), retain('W @Peter: Does not like mint tea', 'W @Peter: Moved from Graz to Wels'))
  repo.git('add', '.')
  repo.git('-c', 'user.name=Ada', 'commit', '-q', '-m', 'No tea\n\nAgent: claude-code')
  repo.git('switch', '-q', 'main')
  repo.commit(day(2), retain('W @Bob: Owns a boat'))
  repo.git('merge', '-q', '--no-edit', '-m', 'Merge pull request #12 from me/topic', 'topic')
  repo.commit(day(5), retain('O(c=0.9) @Peter: Likes mint tea'), 'Tea again (#14)')
})

const idOf = async (repo: Repo, asked: string): Promise<string> => (await repo.open().recall(asked)).results[0]!.id

test('each commit that moved a belief is told with who made it, its lines, its merge and its pull request', () =>
  withStory(async (repo) => {
    const tea = await idOf(repo, 'likes mint tea')
    const { steps, now, ends } = await repo.open().blame(`^${tea}`)
    expect(
      steps.map(({ subject, author, agent, pullRequest, before, after }) => [
        subject,
        author,
        agent,
        pullRequest,
        before?.confidence,
        after?.confidence,
      ]),
    ).toEqual([
      ['log', 'Tester', undefined, undefined, undefined, 0.55],
      ['No tea', 'Ada', 'claude-code', 12, 0.55, 0.44],
      ['Tea again (#14)', 'Tester', undefined, 14, 0.44, now!.confidence],
    ])
    expect(steps[1]!.because).toMatchObject([{ effect: 'contradicts', source: `${day(3)}#L2` }])
    expect(steps[1]!.merge?.commit).toBe(repo.git('rev-parse', 'HEAD~1'))
    expect(ends).toBeNull()
  }))

test('a fact is blamed by its place, and one that is gone by its id alone', () =>
  withStory(async (repo) => {
    const found = await repo.open().blame(`${day(1)}#L3`)
    expect(found.content).toBe('Lives in Graz')
    expect(found.steps.map(({ after }) => after!.until !== null)).toEqual([false, true])
    repo.write(day(2), 'Nothing any more.\n')
    repo.git('commit', '-q', '-a', '-m', 'no boat')
    const boat = await repo.open().recall('boat', { asOf: 'HEAD~1' })
    const gone = await repo.open().blame(boat.results[0]!.id)
    expect(gone).toMatchObject({ content: 'Owns a boat', now: null })
    expect(gone.steps.at(-1)).toMatchObject({ subject: 'no boat', after: null, withoutThese: true })
    await expect(repo.open().blame('^zzzzzzzzzz')).rejects.toThrow('no commit here ever said')
    await expect(repo.open().blame('Peter')).rejects.toThrow('give one fact or belief')
  }))

test('the first commit since which something is so up to HEAD; where it is not, the last at which it was', () =>
  withStory(async (repo) => {
    const tea = await idOf(repo, 'likes mint tea')
    const workspace = repo.open()
    expect((await workspace.bisect(tea, { above: 0.45 })).first?.subject).toBe('Tea again (#14)')
    const below = await workspace.bisect(tea, { below: 0.45 })
    expect([below.first, below.last?.commit]).toEqual([null, repo.git('rev-parse', 'HEAD~1')])
    expect((await workspace.bisect(`${day(1)}#L3`, { over: true })).first?.subject).toBe('No tea')
    await expect(workspace.bisect(tea, {})).rejects.toThrow('say what to look for')
    expect(repo.memory('bisect', tea, '--below', '2')).toMatchObject({ status: 2 })
    expect(repo.memory('bisect', tea, '--below', '0.1').status).toBe(1)
  }))

test('a shallow clone says where its history ends', () =>
  withStory(async (repo) => {
    const tea = await idOf(repo, 'likes mint tea')
    const clone = repo.another('shallow')
    clone.git('fetch', '-q', '--depth', '1', `file://${repo.root}`, 'main')
    clone.git('reset', '-q', '--hard', 'FETCH_HEAD')
    const { ends, steps } = await clone.open().blame(tea)
    expect(ends).toBe('history ends there, this is a shallow clone')
    expect(steps).toHaveLength(1)
  }))
