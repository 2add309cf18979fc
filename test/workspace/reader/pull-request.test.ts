import { expect, test } from '@jest/globals'
import type { AskGit } from '../../../src/git/ask-git.js'
import { pullRequestBody } from '../../../src/workspace/reader/pull-request.js'

test('the body of a pull request says how many lines its commit does not list', async () => {
  const message =
    'memory: 202 bullets read from logs by claude\n\n- W Snow fell\n- W Ice melts\nand 200 more\n\nDrop it.\n'
  const git = (() => Promise.resolve(`${message}\0\n`)) as AskGit
  expect(await pullRequestBody(git, 'f'.repeat(40))).toBe(
    '## 202 bullets read from logs by claude\n\n- `W Snow fell`\n- `W Ice melts`\n- and 200 more\n',
  )
})
