import { describe, expect, test } from '@jest/globals'
import { memoryCommand, withRepo } from '../support/with-repo.js'

describe('a command that runs in a folder', () => {
  test('with a pipe called package.json waits for nobody', () =>
    withRepo((repo) => {
      repo.run('mkfifo', 'package.json')
      expect(repo.run('timeout', '240', process.execPath, memoryCommand, '--version').status).toBe(0)
    }))

  test('that was removed says so in one line, also with --json', () =>
    withRepo((repo) => {
      const inGone = (...args: string[]) =>
        repo.run(
          'sh',
          '-c',
          'mkdir gone && cd gone && rmdir ../gone && exec "$@"',
          'sh',
          process.execPath,
          memoryCommand,
          ...args,
        )
      expect(inGone('status')).toMatchObject({
        status: 2,
        stderr: 'memory: the folder that this runs in is gone: cd to one that is there\n',
      })
      expect(JSON.parse(inGone('status', '--json').stderr)).toMatchObject({ error: { code: 'no-workspace' } })
    }))
})
