import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import { hookCommand, type Repo } from './with-repo.js'

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

/** What the installed shim tells of HEAD as it is now. */
export function toldOf(repo: Repo): Buffer {
  const shim = repo.read('.git/hooks/post-commit')
  const [, tell] = /(tell\(\) \{[^]*?\n\}\n)/.exec(shim)!
  const [call] = /tell '[^]*?(?= 2>)/.exec(shim)!
  const ran = spawnSync('sh', ['-c', `${tell}${call}`], { cwd: repo.root, env: repo.environment })
  expect(ran.stdout.toString('latin1')).toMatch(/told$/)
  return ran.stdout
}

/** Run the hook that a shim calls with what one told, and with flags of its own. */
export function runTold(repo: Repo, told: Buffer, ...flags: readonly string[]): string {
  const ran = spawnSync(process.execPath, [hookCommand, 'post-commit', ...flags], {
    cwd: repo.root,
    env: repo.environment,
    input: told,
  })
  expect(ran.status).toBe(0)
  return ran.stderr.toString('utf8')
}
