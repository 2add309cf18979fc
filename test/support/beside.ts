import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@jest/globals'
import { memoryCommand, type Repo } from './with-repo.js'

/** Run a program until it ends, while others run: it ends well, and says nothing on stderr. */
export async function beside(repo: Repo, command: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: repo.root, env: repo.environment, stdio: ['ignore', 'ignore', 'pipe'] })
  let wrong = ''
  child.stderr.on('data', (part: Buffer) => (wrong += part.toString()))
  const [status] = (await once(child, 'close')) as [number]
  expect([status, wrong]).toEqual([0, ''])
}

/** A command of ours again and again, in a new process each, as words of sh in which `$at` counts from 1. */
export const memoryAgain = (repo: Repo, times: number, words: string): Promise<void> =>
  beside(
    repo,
    '/bin/sh',
    '-c',
    `for at in $(seq 1 ${times}); do "$1" "$2" ${words} || exit 1; done`,
    'sh',
    process.execPath,
    memoryCommand,
  )
