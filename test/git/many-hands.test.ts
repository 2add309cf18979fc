import { spawn } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { factId } from '../../src/model/fact.js'
import type { Day } from '../../src/model/time.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

interface Ended {
  readonly status: number | null
  readonly stderr: string
}

/** `memory …` in processes of their own, all at once. */
const atOnce = (repo: Repo, commands: readonly (readonly string[])[]): Promise<Ended[]> =>
  Promise.all(
    commands.map(
      (args) =>
        new Promise<Ended>((resolve, reject) => {
          const child = spawn(process.execPath, [memoryCommand, ...args], {
            cwd: repo.root,
            env: repo.environment,
            stdio: ['ignore', 'ignore', 'pipe'],
          })
          let stderr = ''
          child.stderr.on('data', (text) => (stderr += String(text)))
          child.on('error', reject).on('exit', (status) => resolve({ status, stderr }))
        }),
    ),
  )

const isTold = existsSync('/proc/self/fdinfo')
const whereTheSystemTells = isTold ? test : test.skip

const idOf = (text: string, on = '2025-11-01'): string =>
  factId({ kind: 'world', text, mentions: ['Peter'] }, on as Day)

/** The same repository, where something is done once when a Git command of this name is asked for. */
function whenGitIsAsked(repo: Repo, name: string, script: string): Repo {
  const git = repo.run('sh', '-c', 'command -v git').stdout.trim()
  repo.write(
    '../bin/git',
    `#!/bin/sh
case " $* " in *" ${name} "*)
  if mkdir '${repo.path('../done')}' 2>/dev/null; then (git() { '${git}' "$@"; }; ${script}) </dev/null >/dev/null; fi;;
esac
exec '${git}' "$@"
`,
  )
  chmodSync(repo.path('../bin/git'), 0o755)
  return repo.with({ PATH: `${repo.path('../bin')}:${repo.environment['PATH']}` })
}

const ended = { status: 0, stderr: '' }

describe('commands at once', () => {
  test('eight that retire each leave their bullet on the page', () =>
    withRepo(async (repo) => {
      const facts = Array.from({ length: 8 }, (_, at) => `Owns the boat number ${at}`)
      repo.commit(day(1), retain(...facts.map((text) => `W @Peter: ${text}`)))
      expect(repo.memory('reflect', '--commit').status).toBe(0)
      const commands = facts.map((text) => ['retire', `^${idOf(text)}`])
      expect(await atOnce(repo, commands)).toEqual(commands.map(() => ended))
      for (const text of facts) expect(repo.read('bank/world.md')).toContain(`- retired ^${idOf(text)}:`)
    }))

  test('six that forget bring no word back, and each leaves its tombstone', () =>
    withRepo(async (repo) => {
      const facts = Array.from({ length: 6 }, (_, at) => `Hides the key number ${at}`)
      repo.commit(day(1), retain(...facts.map((text) => `W @Peter: ${text}`), 'O(c=0.8) @Anna: Likes tea'))
      expect(repo.memory('reflect', '--commit').status).toBe(0)
      const commands = facts.map((text) => ['forget', `^${idOf(text)}`])
      expect(await atOnce(repo, commands)).toEqual(commands.map(() => ended))
      for (const text of facts) expect(repo.read('memory/.forgotten.md')).toContain(idOf(text))
      expect([...repo.files('memory').values(), ...repo.files('bank').values()].join('')).not.toContain('Hides')
      expect(repo.tryGit('grep', '-q', 'Hides', 'HEAD').status).toBe(1)
      expect(repo.git('status', '--porcelain')).toBe('')
      await expectSameAsRebuild(repo)
    }))
})

describe('forgetting', () => {
  test('loses no line that another program adds to the log meanwhile', () =>
    withRepo((repo) => {
      const text = 'Hides the key'
      repo.commit(day(1), retain(`W @Peter: ${text}`, 'W @Peter: Likes tea'))
      const busy = whenGitIsAsked(repo, 'commit-tree', `echo '- W @Peter: Added meanwhile' >> '${repo.path(day(1))}'`)
      expect(busy.memory('forget', `^${idOf(text)}`)).toMatchObject(ended)
      expect(repo.read(day(1))).toBe('## Retain\n- W @Peter: Likes tea\n- W @Peter: Added meanwhile\n')
      expect(repo.git('status', '--porcelain')).toBe(` M ${day(1)}`)
    }))

  const text = 'Hides the key'
  const prepare = (repo: Repo): void => void repo.commit(day(1), retain(`W @Peter: ${text}`, 'W @Peter: Likes tea'))

  test.each<[string, string, (repo: Repo) => void]>([
    [
      'is no UTF-8 any more',
      `printf '\\377 mine\\n' >> `,
      (repo) => expect(repo.files('memory').get(day(1))).toMatch(/Hides the key\n[^]*\u00ff mine\n$/),
    ],
    ['was removed', 'rm ', (repo) => expect(repo.exists(day(1))).toBe(false)],
  ])('writes over nothing where the log meanwhile %s', (_what, command, expectStanding) =>
    withRepo((repo) => {
      prepare(repo)
      const head = repo.git('rev-parse', 'HEAD')
      const busy = whenGitIsAsked(repo, 'commit-tree', `${command} '${repo.path(day(1))}'`)
      const { status } = busy.memory('forget', `^${idOf(text)}`)
      expectStanding(repo)
      expect(repo.git('diff', '--cached', '--name-only')).toBe('')
      expect(repo.git('rev-parse', 'HEAD') === head).toBe(status !== 0)
      expect(repo.exists('memory/.forgotten.md')).toBe(status === 0)
    }),
  )

  whereTheSystemTells('changes nothing where another program keeps the log open, and says so', () =>
    withRepo(async (repo) => {
      prepare(repo)
      const [head, log] = [repo.git('rev-parse', 'HEAD'), repo.read(day(1))]
      const script = `require('node:fs').openSync(process.argv[1], 'a'); process.stdout.write('open'); setInterval(() => {}, 1000)`
      const writer = spawn(process.execPath, ['-e', script, repo.path(day(1))])
      try {
        await new Promise((resolve) => writer.stdout.once('data', resolve))
        expect(repo.memory('forget', `^${idOf(text)}`)).toMatchObject({
          status: 2,
          stderr: expect.stringContaining(`${day(1)} is open for writing in another program`),
        })
      } finally {
        writer.kill()
      }
      expect(repo.read(day(1))).toBe(log)
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(repo.memory('forget', `^${idOf(text)}`)).toMatchObject(ended)
    }),
  )
})

describe('a page that another program has open for writing', () => {
  const page = 'bank/world.md'
  /** Appends to the page, as `(…; echo …) >> page` does: opened before, written after. */
  async function whileOpen(repo: Repo, work: () => void): Promise<void> {
    const script = `const fs = require('node:fs'), file = fs.openSync(process.argv[1], 'a')
      process.stdin.on('end', () => fs.writeSync(file, 'Words of mine.\\n')).resume(); process.stdout.write('open')`
    const writer = spawn(process.execPath, ['-e', script, repo.path(page)])
    await new Promise((resolve) => writer.stdout.once('data', resolve))
    work()
    const exit = new Promise((resolve) => writer.once('exit', resolve))
    writer.stdin.end()
    await exit
    expect(repo.read(page)).toMatch(/\nWords of mine\.\n$/)
    expect([...repo.files('.memory').keys()]).toEqual(['.memory/.gitignore'])
  }
  const landed = (repo: Repo): void => {
    repo.commit(day(1), retain('W @Peter: First'))
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', 'pages')
  }

  whereTheSystemTells('is left to it by a hook, which says so, and written by the next', () =>
    withRepo(
      async (repo) => {
        landed(repo)
        await whileOpen(repo, () =>
          expect(repo.commit(day(2), retain('W @Peter: Second'))).toMatch(
            /^memory: indexed 1 note \(1 fact\), 1 page changed in bank\/, left alone, open in another program: bank\/world\.md/,
          ),
        )
        expect(repo.read(page)).not.toContain('Second')
        repo.commit(day(3), retain('W @Peter: Third'))
        expect(repo.read(page)).toMatch(/Third[^]*Second[^]*Words of mine\.\n$/)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  whereTheSystemTells('is left to it by memory reflect and reflect --discard', () =>
    withRepo(
      async (repo) => {
        landed(repo)
        repo.write(day(2), retain('W @Peter: Second'))
        repo.git('add', 'memory')
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'log')
        await whileOpen(repo, () =>
          expect(repo.memory('reflect')).toMatchObject({
            status: 1,
            stdout: expect.stringContaining(`left     ${page}: another program has it open for writing`),
          }),
        )
        expect(repo.memory('reflect')).toMatchObject({ status: 0 })
        repo.git('checkout', '-q', '--', page)
        repo.remove(page)
        repo.memory('reflect')
        expect(repo.read(page)).toContain('Second')
        await whileOpen(repo, () =>
          expect(repo.memory('reflect', '--discard')).toMatchObject({
            status: 1,
            stdout: expect.stringContaining(`left      ${page}`),
          }),
        )
      },
      { hooks: true },
    ),
  )
})

describe('memory reflect --commit', () => {
  const prepare = (repo: Repo): void => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
    repo.write(day(2), retain('O(c=0.4) @Anna: Likes coffee'))
  }
  const commits = `cd "$(git rev-parse --show-toplevel)" && git add memory && git commit -q -m meanwhile`

  test('stays in Git’s index though a git commit that had read that before writes it after', () =>
    withRepo((repo) => {
      prepare(repo)
      repo.run('cp', '.git/index', '.git/stale')
      const busy = whenGitIsAsked(repo, 'diff-index', 'mv .git/stale .git/index')
      expect(busy.memory('reflect', '--commit')).toMatchObject(ended)
      expect(repo.exists('.git/stale')).toBe(false)
      expect(repo.git('diff', '--cached', '--name-only')).toBe('')
      expect(repo.git('show', 'HEAD:bank/opinions.md')).toContain('Likes tea')
    }))

  whereTheSystemTells('stays there however long that git commit was held up', () =>
    withRepo((repo) => {
      prepare(repo)
      // Git asks this when it has read its index and not locked it yet.
      repo.write(
        '../held-up.sh',
        `touch ../asked
while [ "$(git rev-parse HEAD)" = ${repo.git('rev-parse', 'HEAD')} ]; do sleep 0.02; done
sleep 0.5
printf '/\\0'
`,
      )
      chmodSync(repo.path('../held-up.sh'), 0o755)
      repo.write('theirs.txt', 'theirs\n')
      repo.git('add', 'theirs.txt')
      const commit = 'git -c core.fsmonitor="sh ../held-up.sh" -c core.fsmonitorHookVersion=1 commit -m theirs'
      repo
        .with({ GIT_TEST_PRELOAD_INDEX: '1' })
        .run('sh', '-c', `{ ${commit} >../said 2>&1; echo "ended with $?" >>../said; } </dev/null >/dev/null 2>&1 &`)
      repo.run('sh', '-c', 'until [ -e ../asked ]; do sleep 0.02; done')
      expect(repo.memory('reflect', '--commit')).toMatchObject(ended)
      expect(repo.read('../said')).toMatch(/cannot lock ref 'HEAD'[^]*ended with 128/)
      expect(repo.git('diff', '--cached', '--name-only')).toBe('theirs.txt')
      expect(repo.git('show', 'HEAD:bank/opinions.md')).toContain('Likes tea')
    }),
  )

  test.each(['commit-tree', 'update-ref'])('lands though somebody commits when it asks for %s', (name) =>
    withRepo((repo) => {
      prepare(repo)
      expect(whenGitIsAsked(repo, name, commits).memory('reflect', '--commit')).toMatchObject(ended)
      expect(repo.git('log', '--format=%s').split('\n').slice(0, 3)).toEqual([
        expect.stringMatching(/^memory: /),
        'meanwhile',
        'log',
      ])
      expect(repo.git('show', 'HEAD:bank/opinions.md')).toContain('Likes coffee')
      expect(repo.git('status', '--porcelain')).toBe('')
    }),
  )

  test('lands though somebody stages a note when it asks for update-ref, and leaves that staged', () =>
    withRepo((repo) => {
      prepare(repo)
      const busy = whenGitIsAsked(repo, 'update-ref', 'cd "$(git rev-parse --show-toplevel)" && git add memory')
      expect(busy.memory('reflect', '--commit')).toMatchObject(ended)
      expect(repo.git('show', 'HEAD:bank/opinions.md')).not.toContain('Likes coffee')
      expect(repo.git('status', '--porcelain')).toBe(`A  ${day(2)}`)
    }))

  test('waits for a Git command that holds the index', () =>
    withRepo(async (repo) => {
      prepare(repo)
      repo.write('.git/index.lock', '')
      const landing = atOnce(repo, [['reflect', '--commit']])
      setTimeout(() => repo.remove('.git/index.lock'), 1000)
      expect(await landing).toEqual([ended])
      expect(repo.git('status', '--porcelain')).toBe(`?? ${day(2)}`)
    }))

  test('that is refused in the end leaves Git’s index as it found it', () =>
    withRepo((repo) => {
      prepare(repo)
      repo.write('.git/refs/heads/main.lock', '')
      const before = repo.git('ls-files', '--stage')
      expect(repo.memory('reflect', '--commit').status).toBe(2)
      expect(repo.git('ls-files', '--stage')).toBe(before)
    }))

  test('does not let Git take an edit for none that was made in the second of the commit', () =>
    withRepo((repo) => {
      repo.commit('code.txt', 'one\n')
      repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
      // As many bytes, in the same second: only its content tells.
      repo.write('code.txt', 'two\n')
      expect(repo.memory('reflect', '--commit').status).toBe(0)
      expect(repo.git('status', '--porcelain')).toBe(' M code.txt')
    }))
})

test('a hook writes over nothing that a program adds to a page meanwhile', () =>
  withRepo(
    async (repo) => {
      repo.commit(day(1), retain('W @Peter: Fact 0'))
      const script = `const fs = require('node:fs')
        for (let at = 0; fs.existsSync('../go'); at++) {
          fs.appendFileSync('bank/world.md', 'Remark ' + at + '\\n')
          fs.writeFileSync('../count', String(at + 1))
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
        }`
      repo.write('../go', '')
      const appender = spawn(process.execPath, ['-e', script], { cwd: repo.root, stdio: 'inherit' })
      const end = new Promise((resolve, reject) => appender.on('error', reject).on('exit', resolve))
      for (let at = 2; at < 8; at++) repo.commit(day(at), retain(`W @Peter: Fact ${at}`))
      repo.remove('../go')
      await end
      const lines = new Set(repo.read('bank/world.md').split('\n'))
      const lost = Array.from({ length: Number(repo.read('../count')) }, (_, at) => `Remark ${at}`).filter(
        (line) => !lines.has(line),
      )
      expect(lost).toEqual([])
      expect(repo.memory('reflect').status).toBe(0)
      expect(repo.read('bank/world.md')).toContain('Fact 7')
    },
    { hooks: true },
  ))
