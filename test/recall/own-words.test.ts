import { expect, test } from '@jest/globals'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

test('a belief in a person’s words is told in them whichever of its statements is found', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
    repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
    repo.memory('init')
    repo.memory('reflect')
    repo.write(
      'bank/opinions.md',
      repo.read('bank/opinions.md').replace('@Peter: Likes tea', '@Peter: Loves green tea'),
    )
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'my words')
    const { results } = jsonOf<{ results: { content: string }[] }>(repo, 'recall', 'tea', '--kind', 'opinion')
    expect(results.map(({ content }) => content)).toEqual(['Loves green tea', 'Loves green tea'])
  }))
