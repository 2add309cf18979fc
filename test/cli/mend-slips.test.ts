import { symlinkSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { githubToken } from '../support/credentials.js'
import { commandsShareAProcess } from '../support/served.js'
import { day, retain } from '../support/notes.js'
import { beginningWith } from '../support/with-repo.js'

commandsShareAProcess()

const slipped = '# Log\n\n## Facts\n\n- O(c=0.8) @Ann: Likes rain\n- W @Bo: Is in Graz\n'
const right = '# Log\n\n## Facts\n\n## Retain\n- O(c=0.8) @Ann: Likes rain\n- W @Bo: Is in Graz\n'

const withSlips = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('W @Ann: Has a cat'))
    repo.commit(day(2), slipped)
  },
  { hooks: true },
)

const asked = ['--fix', '--dry-run']

test('the doctor names them, shows which lines it would move, and moves none without --fix, or with --dry-run', () =>
  withSlips((repo) => {
    for (const args of [[], asked]) {
      const { status, stdout } = repo.memory('doctor', ...args)
      expect(status).toBe(1)
      expect(stdout).toContain(
        [
          'bad  bullets outside Retain: 2 typed bullets in 1 log are no facts',
          `       ${day(2)}:5  -- O(c=0.8) @Ann: Likes rain`,
          `       ${day(2)}:6  -- W @Bo: Is in Graz`,
          `       ${day(2)}:5  +## Retain`,
          `       ${day(2)}:6  +- O(c=0.8) @Ann: Likes rain`,
          `       ${day(2)}:7  +- W @Bo: Is in Graz`,
          '       memory doctor --fix would move them below Retain, line for line: an edit to commit, as shown\n',
        ].join('\n'),
      )
    }
    expect(repo.read(day(2))).toBe(slipped)
    expect(repo.memory('doctor', '--dry-run')).toMatchObject({ status: 2, stdout: '' })
  }))

test('with --fix they are moved in the working tree, facts once that is committed, and a second time finds nothing', () =>
  withSlips((repo) => {
    const fixed = repo.memory('doctor', '--fix')
    expect(fixed.stdout).toContain(`       ${day(2)}:5  +## Retain\n`)
    expect(fixed.stdout).toContain('ok   bullets outside Retain\n')
    expect(repo.read(day(2))).toBe(right)
    expect(repo.git('diff', '--name-only')).toContain(day(2))
    expect(repo.read(day(1))).toBe(retain('W @Ann: Has a cat'))
    repo.memory('doctor', '--fix')
    expect(repo.read(day(2))).toBe(right)
    repo.git('commit', '-qam', 'mended')
    expect(repo.read('bank/world.md')).toContain('Is in Graz')
    expect(repo.memory('status').stdout).not.toContain('under no Retain heading')
  }))

test('what somebody has not committed in such a log is kept, and its bullets are moved as they stand', () =>
  withSlips((repo) => {
    repo.write(day(2), `A new line.\n\n${slipped}- W @Ann: Bought a boat\n`)
    repo.memory('doctor', '--fix')
    expect(repo.read(day(2))).toBe(`A new line.\n\n${right}- W @Ann: Bought a boat\n`)
    expect(repo.git('diff', '--cached', '--name-only')).toBe('')
  }))

test('nothing is written through a link, into an import, or into what is no UTF-8', () =>
  withSlips((repo) => {
    repo.git('rm', '-q', '--', day(2))
    repo.git('commit', '-qm', 'gone')
    repo.write('elsewhere.txt', slipped)
    symlinkSync(repo.path('elsewhere.txt'), repo.path(day(4)))
    repo.write('memory/imports/codex/2025-11-05.md', slipped)
    const latin = Buffer.from(`${slipped}- W @Bo: Is in Köln\n`, 'latin1')
    repo.write(day(6), latin)
    repo.memory('doctor', '--fix')
    expect(repo.read('elsewhere.txt')).toBe(slipped)
    expect(repo.read('memory/imports/codex/2025-11-05.md')).toBe(slipped)
    expect(repo.files('memory').get(day(6))).toBe(latin.toString('latin1'))
  }))

test('a credential in such a bullet is moved as it is, and shown masked', () =>
  withSlips((repo) => {
    repo.write(day(3), `A walk.\n\n- W @Bo: The token is ${githubToken}\n`)
    const { stdout } = repo.memory('doctor', '--fix')
    expect(stdout).toContain('+- W @Bo: The token is [masked: GitHub Token]')
    expect(stdout).not.toContain(githubToken)
    expect(repo.read(day(3))).toBe(`A walk.\n\n## Retain\n- W @Bo: The token is ${githubToken}\n`)
  }))
