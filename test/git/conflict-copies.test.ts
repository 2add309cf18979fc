import { expect, test } from '@jest/globals'
import { jsonOf } from '../cli/design-example.js'
import type { Answer } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

test('a second version of a log that a program left is of its day: what both say is one fact, and no word of either is lost', () =>
  withRepo((repo) => {
    repo.init()
    repo.commit(day(1), retain('O(c=0.8) @Ana: Likes tea', 'W @Ana: Sings'))
    const copy = day(1).replace('.md', '.sync-conflict-20251102-120000-ABCDEFG.md')
    repo.commit(copy, retain('O(c=0.8) @Ana: Likes tea', 'W @Ana: Paints'))
    const { results } = jsonOf<Answer>(repo, 'recall', '--entity', 'Ana')
    expect(results.map(({ content, timestamp }) => `${timestamp} ${content}`).toSorted()).toEqual([
      '2025-11-01 Likes tea',
      '2025-11-01 Paints',
      '2025-11-01 Sings',
    ])
    expect(results.find(({ content }) => content === 'Likes tea')).toMatchObject({ confidence: 0.8, evidence: [{}] })
    expect(repo.memory('status').stdout).not.toContain('nearly that of a log')
  }))
