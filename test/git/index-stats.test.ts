import { describe, expect, test } from '@jest/globals'
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { statOf } from '../../src/files/files.js'
import { comparedIn, type Compared } from '../../src/git/index-stats.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const names = [
  'memory/2025-11-01.md',
  'memory/2025-11-02-über.md',
  'memory/2025-11-02.md',
  'memory/deep/er/2025-11-03.md',
]

/** Committed, and left alone for longer than a tick of the file system before Git writes its index. */
async function settled(repo: Repo): Promise<void> {
  for (const name of names) repo.write(name, retain(`W In ${name}`))
  await after(40)
  repo.git('add', '.')
  repo.git('commit', '--quiet', '--message', 'notes')
}

const oidsIn = (repo: Repo, folder = ''): Record<string, string> => {
  const compared = comparedIn(join(repo.root, '.git'), folder, repo.git('rev-parse', 'HEAD').trim().length)
  const oids = [...compared.paths()].map((path) => {
    const found = statOf(repo.root, folder + path)
    return [path, found && compared.oidOf(path, found)] as const
  })
  return Object.fromEntries(oids.flatMap(([path, oid]) => (oid === undefined ? [] : [[path, oid]])))
}

const oidsOfGit = (repo: Repo): Record<string, string> =>
  Object.fromEntries(
    repo
      .git('ls-files', '-z', '--stage')
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => /^\d+ (\w+) \d\t(.*)$/s.exec(line)!.slice(1, 3).toReversed()),
  ) as Record<string, string>

describe('what Git knows of files that nobody wrote to', () => {
  test.each(['2', '3', '4'])('is what it says itself, in an index of version %s', (version) =>
    withRepo(async (repo) => {
      await settled(repo)
      // Only what version 3 is for makes Git write one.
      if (version === '3') repo.git('update-index', '--skip-worktree', names[0]!)
      repo.git('update-index', '--index-version', version)
      const all = oidsOfGit(repo)
      expect(Object.keys(all)).toEqual(expect.arrayContaining(names))
      const told = oidsIn(repo)
      expect(Object.keys(told)).toEqual(expect.arrayContaining(names))
      expect(all).toMatchObject(told)
      expect(Object.keys(oidsIn(repo, 'memory/deep/'))).toEqual(['er/2025-11-03.md'])
    }),
  )

  test('is nothing of a file that was written since, though its length and time are as they were', () =>
    withRepo(async (repo) => {
      await settled(repo)
      const path = join(repo.root, names[0]!)
      const { atime, mtime } = statSync(path)
      writeFileSync(path, retain(`W in ${names[0]}`))
      utimesSync(path, atime, mtime)
      expect(oidsIn(repo)).not.toHaveProperty([names[0]!])
      expect(oidsIn(repo)).toHaveProperty([names[1]!])
    }))

  test('is nothing of a file that was written to in the moment in which Git looked, and an answer has what stands there', () =>
    withRepo(async (repo) => {
      repo.write(day(1), retain('W @Peter: Drinks tea'))
      repo.git('add', '.')
      repo.git('commit', '--quiet', '--message', 'notes')
      const path = join(repo.root, day(1))
      const { atime, mtime } = statSync(path)
      writeFileSync(path, retain('W @Peter: Drinks rum'))
      utimesSync(path, atime, mtime)
      expect(repo.memory('recall', 'Peter').stdout).toContain('Drinks rum')
    }))

  test('is read again once Git has written its index, and not before', () =>
    withRepo(async (repo) => {
      await settled(repo)
      const read = (before?: Compared): Compared => comparedIn(join(repo.root, '.git'), '', 40, before)
      const first = read()
      expect(read(first)).toBe(first)
      repo.git('update-index', '--force-remove', names[0]!)
      expect([...read(first).paths()]).toEqual([...first.paths()].filter((path) => path !== names[0]))
    }))

  test('is nothing where the index is cut short, is no index, or is not there', () =>
    withRepo(async (repo) => {
      await settled(repo)
      const whole = repo.root
      for (const bytes of [Buffer.from('DIRC'), Buffer.from('no index at all'), Buffer.alloc(0)]) {
        writeFileSync(join(whole, '.git/index'), bytes)
        expect(oidsIn(repo)).toEqual({})
      }
      repo.remove('.git/index')
      expect(oidsIn(repo)).toEqual({})
    }))
})
