import { expect, test } from '@jest/globals'
import { openRepository } from '../../src/git/repository.js'
import { day } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

test('what differs between many pairs of trees is what each says alone, also where only other files differ', () =>
  withRepo((repo) => {
    repo.commit(day(1), 'one\n')
    repo.commit('README.md', 'nothing of memory\n')
    repo.commit(day(1), 'two\n')
    repo.commit(day(2), 'three\n')
    const names = repo.git('rev-list', '--reverse', '-4', 'HEAD').split('\n')
    const repository = openRepository(repo.root, { environment: repo.environment })
    const trees = repository.treesOf(names)
    expect(trees).toEqual(names.map((commit) => repository.treeOf(commit)))
    const pairs = trees.flatMap((from) => trees.map((to) => [from, to] as const))
    const found = repository.changesOfPairs(pairs)
    for (const [from, to] of pairs)
      expect([from, to, found.get(`${from} ${to}`)]).toEqual([from, to, repository.changes(from, to)])
    expect(found.get(`${trees[0]} ${trees[1]}`)).toEqual([])
  }))

test('a commit that does not hold the workspace’s folder has an empty tree there, and history is told as if it began behind it', () =>
  withRepo((repo) => {
    repo.commit('README.md', 'nothing of memory\n')
    const without = repo.git('rev-parse', 'HEAD')
    repo.commit(`notes/${day(1)}`, 'one\n')
    const repository = openRepository(repo.path('notes'), { exactly: true, environment: repo.environment })
    const [none, some] = repository.treesOf([without, 'HEAD'])
    expect(repository.changes(none!, some!)).toMatchObject([{ path: day(1), was: undefined }])
    expect(repository.ancestry('HEAD', 10)).toMatchObject([{ commit: repo.git('rev-parse', 'HEAD'), parents: [] }])
  }))
