import { chmodSync, readFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import type { Repo } from './with-repo.js'

const withoutHooks = ['-c', 'core.hooksPath=/dev/null']

export function commitUnseen(repo: Repo, name: string, content: string): void {
  repo.write(name, content)
  repo.git('add', name)
  repo.git(...withoutHooks, 'commit', '-q', '-m', 'unseen')
}

/** Run the installed post-commit shim with a git on the PATH that writes down what it is asked. */
export function shimCalls(repo: Repo): { said: string; calls: string[] } {
  const log = repo.path('../calls')
  const git = repo.run('sh', '-c', 'command -v git').stdout.trim()
  repo.write('../bin/git', `#!/bin/sh\necho "$@" >> '${log}'\nexec '${git}' "$@"\n`)
  chmodSync(repo.path('../bin/git'), 0o755)
  repo.write('../calls', '')
  const watched = repo.with({ PATH: `${repo.path('../bin')}:${repo.environment['PATH']}` })
  const { status, stderr } = watched.run('sh', '.git/hooks/post-commit')
  expect(status).toBe(0)
  const calls = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  return { said: stderr, calls: calls.map((call) => /rev-parse|diff-tree|cat-file|ls-tree/.exec(call)?.[0] ?? call) }
}
