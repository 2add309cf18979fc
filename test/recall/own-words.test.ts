import { expect, test } from '@jest/globals'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const recalled = (repo: Repo) =>
  jsonOf<{ results: { content: string; source: string; sources?: string[] }[] }>(
    repo,
    'recall',
    'tea',
    '--kind',
    'opinion',
  ).results

test('a belief is one answer, with every place that states it, told in a person’s words where there are any', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
    repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
    repo.memory('init')
    const [first, ...more] = recalled(repo)
    expect(first).toMatchObject({ source: `${day(2)}#L2`, sources: [`${day(1)}#L2`] })
    expect(more).toEqual([])
    const then = jsonOf<{ results: { source: string }[] }>(repo, 'recall', 'tea', '--on', '2025-11-01')
    expect(then.results.map(({ source }) => source)).toEqual([`${day(1)}#L2`])
    repo.memory('reflect')
    repo.write(
      'bank/opinions.md',
      repo.read('bank/opinions.md').replace('@Peter: Likes tea', '@Peter: Loves green tea'),
    )
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'my words')
    expect(recalled(repo).map(({ content }) => content)).toEqual(['Loves green tea'])
  }))

test('a name that a person corrected on a page is spelt as they spell it, and asked for by it', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @Tom: Plays chess'))
    repo.memory('init')
    repo.memory('reflect')
    repo.write('bank/world.md', repo.read('bank/world.md').replace('@Tom: Plays', '@Timothy: Plays'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'his name')
    repo.memory('reflect')
    expect(repo.read('bank/entities/Timothy.md')).toContain('name: "Timothy"')
    expect(repo.memory('show', 'Timothy').stdout).toContain('Plays chess')
    const named = jsonOf<{ results: { entities: string[] }[]; notices: string[] }>(
      repo,
      'recall',
      '--entity',
      'Timothy',
    )
    expect(named.results.map(({ entities }) => entities)).toEqual([['Timothy']])
    expect(named.notices).toEqual([])
    await expectSameAsRebuild(repo)
  }))
