import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'
import { jsonOf } from './design-example.js'

describe('memory sync --json', () => {
  test('reads one blob after one file of two hundred was committed with the hooks off', () =>
    withRepo((repo) => {
      for (let at = 1; at <= 200; at++)
        repo.write(`memory/projects/${at}.md`, retain(`W @Project-${at}: Has the number ${at}`))
      repo.git('add', '.')
      repo.git('commit', '-q', '-m', 'two hundred notes')
      expect(jsonOf(repo, 'sync')).toMatchObject({ changed: true, read: 200, facts: 200 })

      repo.commit(day(3), retain('W @Peter: Likes tea'))
      expect(jsonOf(repo, 'sync')).toMatchObject({
        commit: repo.git('rev-parse', 'HEAD'),
        changed: true,
        read: 1,
        facts: 1,
        removed: 0,
      })
      expect(jsonOf(repo, 'sync')).toMatchObject({ changed: false, read: 0 })
    }))
})
