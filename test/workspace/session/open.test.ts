import { expect, test } from '@jest/globals'
import { openWorkspace } from '../../../src/index.js'
import { withRepo } from '../../support/with-repo.js'

test.each([new Date('soon'), '2026-02-16' as never])('a library that is told no time to act at says so (%s)', (now) =>
  withRepo((repo) => {
    expect(() => openWorkspace({ workspace: repo.root, now })).toThrow(
      'takes now as a Date, or a function that gives one, got',
    )
  }),
)
