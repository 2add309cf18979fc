import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { jsonOf } from '../cli/design-example.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const page = 'bank/entities/Ana.md'
const confidence = (repo: Repo): number | null => {
  const { results } = jsonOf<{ results: { kind: string; content: string; confidence: number | null }[] }>(
    repo,
    'recall',
    'likes tea',
  )
  return results.find(({ kind, content }) => kind === 'opinion' && content === 'Likes green tea')!.confidence
}

test('an alias that comes or goes judges again what is about the names that it joins or parts, as a rebuild would', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea', 'O(c=0.7) @Cleo: Likes coffee'))
    repo.commit(day(5), retain('W @Bea: Hates green tea'))
    expect(confidence(repo)).toBe(0.8)

    repo.commit(page, '---\ntype: entity\nname: Ana\naliases:\n  - Bea\n---\n')
    expect(confidence(repo)).toBe(0.64)
    await expectSameAsRebuild(repo)

    repo.git('rm', '-q', page)
    repo.git('commit', '-q', '-m', 'two again')
    expect(confidence(repo)).toBe(0.8)
    await expectSameAsRebuild(repo)
  }))
