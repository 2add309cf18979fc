import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { commands } from '../../src/cli/commands.js'
import { day, retain } from '../support/notes.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

const traced = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0
const withStrace = traced ? test : test.skip
const title = (text: string): string => (traced ? text : `${text} (skipped: strace does not run here)`)

/** Addresses of the network that a command, and all that it starts, made a socket for. */
function sockets(repo: Repo, ...command: readonly string[]): string[] {
  const log = repo.path('../trace')
  const calls = 'socket,connect,bind,sendto,sendmsg'
  repo.run('strace', '-f', '-qq', '-e', `trace=${calls}`, '-o', log, ...command)
  // AF_UNIX stays on the machine: the C library asks a name service of its own for the user.
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\bAF_(?!UNIX\b|LOCAL\b|UNSPEC\b)\w+/.test(line))
}
const ofMemory = (repo: Repo, ...args: readonly string[]): string[] =>
  sockets(repo, process.execPath, memoryCommand, ...args)

/** A call of each command that does its work. */
const calls: Readonly<Record<string, string>> = {
  init: 'init --with github,npm,gitattributes',
  recall: 'recall tea',
  reflect: 'reflect --branch memory/reflect --summary md',
  show: 'show Peter',
  retire: 'retire Peter',
  doctor: 'doctor --secrets',
  hooks: 'hooks install',
  hook: 'hook post-commit',
  'merge-page': 'merge-page README.md README.md README.md',
}

withStrace(title('a socket would be seen'), () =>
  withRepo((repo) => {
    const connect = "require('node:net').connect(1, '127.0.0.1').on('error', () => {})"
    expect(sockets(repo, process.execPath, '-e', connect)).not.toEqual([])
  }),
)

withStrace(title('no command opens a socket'), () =>
  withRepo(
    (repo) => {
      repo.git('remote', 'add', 'origin', 'https://127.0.0.1:1/nothing.git')
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      for (const { name } of commands) {
        const args = (calls[name] ?? name).split(' ')
        expect({ args, sockets: ofMemory(repo, ...args) }).toEqual({ args, sockets: [] })
      }
    },
    { hooks: true },
  ),
)

withStrace(title('no hook opens a socket, nor does the merge driver'), () =>
  withRepo(
    (repo) => {
      repo.git('remote', 'add', 'origin', 'https://127.0.0.1:1/nothing.git')
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.git('add', 'bank')
      const alone = ['commit', '-q', '-m', 'log']
      expect(sockets(repo, 'git', ...alone)).toEqual([])
      repo.git('checkout', '-q', '-b', 'topic')
      repo.commit(day(2), retain('W @Peter: Likes cake'))
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'pages')
      expect(sockets(repo, 'git', 'switch', '-q', 'main')).toEqual([])
      repo.commit(day(3), retain('W @Peter: Likes pie'))
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'pages')
      expect(sockets(repo, 'git', 'merge', '-q', '--no-edit', 'topic')).toEqual([])
      expect(repo.read(day(2))).toContain('cake')
    },
    { hooks: true },
  ),
)

withStrace(
  title('a partial clone is asked without fetching what it lacks, and without running what would fetch it'),
  () =>
    withRepo((repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true')
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${repo.root}`, partial.root)
      repo.write('../trap.sh', `#!/bin/sh\ntouch '${repo.path('../trap')}'\n`)
      repo.run('chmod', '+x', repo.path('../trap.sh'))
      partial.git('config', 'remote.origin.uploadpack', repo.path('../trap.sh'))
      for (const args of ['recall tea', 'status', 'rebuild', 'verify']) partial.memory(...args.split(' '))
      partial.git('remote', 'set-url', 'origin', 'git://127.0.0.1:1/nothing.git')
      for (const args of ['recall tea', 'status', 'rebuild', 'reflect', 'doctor'])
        expect({ args, sockets: ofMemory(partial, ...args.split(' ')) }).toEqual({ args, sockets: [] })
      expect(repo.at('.').exists('trap')).toBe(false)
    }),
)
