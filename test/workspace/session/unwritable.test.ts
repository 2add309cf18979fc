import { chmodSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { openDatabase } from '../../../src/sqlite/engine.js'
import { memoryBound, unbound } from '../../support/bound-by-permissions.js'
import { indexFile, indexFolder } from '../../support/index-place.js'
import { day, retain } from '../../support/notes.js'
import { checkout, memoryCommand, withRepo, type Ran, type Repo } from '../../support/with-repo.js'

const isRoot = process.getuid?.() === 0
const bounded = unbound === undefined ? test : test.skip
const orUnbound = unbound === undefined ? '' : ` (skipped: ${unbound})`
const asRoot = isRoot && unbound === undefined ? test : test.skip
const orNot = isRoot ? orUnbound : ' (skipped: only root can give files away)'

/** While folders of the repository are another user's, who lets everybody read them. */
function whileOthers(repo: Repo, folders: readonly string[], work: () => void): void {
  const give = (folder: string, owner: number, mode: number): void => {
    chownSync(repo.path(folder), owner, -1)
    chmodSync(repo.path(folder), mode)
  }
  const files = (folder: string): string[] => (folder === indexFolder ? [...repo.files(folder).keys()] : [])
  for (const folder of folders) {
    for (const path of files(folder)) give(path, 65_534, 0o644)
    give(folder, 65_534, 0o755)
  }
  try {
    work()
  } finally {
    for (const folder of folders) {
      for (const path of files(folder)) give(path, 0, 0o600)
      give(folder, 0, 0o700)
    }
  }
}

const denied = 'permission denied: it belongs to user 65534 and this runs as user 0'
const copied = new RegExp(
  `^memory: the index cannot be written \\(${denied}\\): answered from a copy of it in memory\n$`,
)

describe(`an index in a folder that cannot be written${orNot}`, () => {
  asRoot('is asked, with what HEAD and the working tree hold behind it', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      await repo.digest()
      repo.commit(day(2), retain('W @Peter: Likes tea from Assam'))
      repo.write(day(3), retain('W @Peter: Likes tea in the morning'))
      repo.git('config', '--global', 'safe.directory', '*')
      whileOthers(repo, [indexFolder, '.git', '.'], () => {
        const { status, stdout, stderr } = memoryBound(repo, 'recall', 'tea')
        expect({ status, stdout }).toEqual({
          status: 0,
          stdout: expect.stringMatching(
            /from Assam[^]*in the morning[^]*\(uncommitted\)|\(uncommitted\)[^]*from Assam/,
          ),
        })
        expect(stderr).toMatch(copied)
        expect(memoryBound(repo, 'retain', 'W @Peter: Drinks coffee')).toMatchObject({
          status: 2,
          stdout: '',
          stderr: expect.stringMatching(/^memory: [^\n]*permission denied[^\n]*let this one write there\n$/),
        })
      })
      expect(await repo.digest()).toBe(await repo.freshDigest())
    }),
  )

  asRoot('is asked whole where half of it stands in the log of a process that is at it', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      await repo.digest()
      const holder = openDatabase(repo.path(indexFile))
      try {
        repo.commit(day(2), retain('W @Peter: Likes tea from Assam'))
        const digest = await repo.digest()
        whileOthers(repo, [indexFolder], () => {
          // By its rows: an index that was brought to HEAD in memory would say the same without any.
          expect(holder.prepare(`SELECT count(*) FROM note`).pluck().get()).toBe(2)
          const ran = memoryBound(repo, 'status', '--digest')
          expect(ran).toMatchObject({ status: 0, stdout: `${digest}\n` })
        })
      } finally {
        holder.close()
      }
    }),
  )

  asRoot.each([
    ['damaged', (repo: Repo) => repo.write(indexFile, 'no database at all, and longer than a header '.repeat(99))],
    ['of another program', (repo: Repo) => otherDatabase(repo)],
    ['beside a log whose list is gone', (repo: Repo) => repo.write(`${indexFile}-wal`, 'x'.repeat(5000))],
  ])('that is %s is not taken for one: another is built in memory', (_what, spoil) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const digest = await repo.digest()
      spoil(repo)
      const before = repo.files(indexFolder)
      whileOthers(repo, [indexFolder], () => {
        const { status, stdout, stderr } = memoryBound(repo, 'status', '--digest')
        expect(status).toBe(0)
        expect({ stdout, stderr }).toEqual({ stdout: `${digest}\n`, stderr: expect.stringContaining('one built') })
      })
      expect(repo.files(indexFolder)).toEqual(before)
    }),
  )

  asRoot('is named by doctor, which looks at the rest', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.init()
      await repo.digest()
      whileOthers(repo, [indexFolder], () => {
        const { status, stdout } = memoryBound(repo, 'doctor')
        expect(status).toBe(1)
        expect(stdout).toMatch(new RegExp(`^bad {2}index file: it cannot be written: ${denied}$`, 'm'))
        expect(stdout.match(/^bad {2}[^:]+/gm)).toEqual(['bad  permissions', 'bad  index file'])
        expect(stdout).toMatch(/^ok {3}index$/m)
      })
    }),
  )
})

const bound = (repo: Repo, ...args: readonly string[]): Ran =>
  process.getuid?.() === 0
    ? repo.run('setpriv', '--bounding-set=-all', '--inh-caps=-all', process.execPath, ...args)
    : repo.run(process.execPath, ...args)

function otherDatabase(repo: Repo): void {
  repo.remove(indexFile)
  const db = openDatabase(repo.path(indexFile))
  db.exec('CREATE TABLE theirs (one)')
  db.close()
}

describe(`a repository whose folder .git takes nothing${orUnbound}`, () => {
  bounded('is asked of an index in memory, however it is asked, and nothing is written', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const digest = await repo.digest()
      repo.remove(indexFolder)
      repo.remove('.memory')
      chmodSync(repo.path('.git'), 0o500)
      chmodSync(repo.root, 0o500)
      const before = repo.files()
      try {
        const word = `the index cannot be written (permission denied: ${repo.path('.git')} has mode 500): answered from one built in memory`
        expect(memoryBound(repo, 'status', '--digest')).toEqual({
          status: 0,
          stdout: `${digest}\n`,
          stderr: `memory: ${word}\n`,
        })
        expect(JSON.parse(memoryBound(repo, 'show', 'Peter', '--json').stdout)).toMatchObject({ notices: [word] })
        for (const verb of ['recall tea', 'brief', 'status', 'verify', 'log'])
          expect({ verb, ...memoryBound(repo, ...verb.split(' ')) }).toMatchObject({ verb, status: 0 })
        expect(memoryBound(repo, 'retain', 'W @Peter: Drinks coffee')).toMatchObject({
          status: 2,
          stdout: '',
          stderr: expect.stringMatching(/^memory: [^\n]*permission denied[^\n]*\(chmod u\+w\)\n$/),
        })
        expect(repo.files()).toEqual(before)
      } finally {
        chmodSync(repo.root, 0o700)
        chmodSync(repo.path('.git'), 0o700)
      }
    }),
  )
})

describe(`a process that stays${orUnbound}`, () => {
  bounded('asks in memory while the index cannot be written, and that again once it can', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.remove(indexFolder)
      chmodSync(repo.path('.git'), 0o500)
      const program = `
        const { openWorkspace } = await import(${JSON.stringify(join(checkout, 'dist/index.js'))})
        const { chmodSync } = await import('node:fs')
        const memory = openWorkspace({ workspace: '.' })
        const ask = async () => (await memory.recall('tea')).notices.length
        const told = [await ask(), await ask()]
        chmodSync('.git', 0o700)
        console.log(JSON.stringify([...told, await ask(), await ask()]))
        memory.close()`
      expect(bound(repo, '--input-type=module', '-e', program)).toEqual({
        status: 0,
        stdout: '[1,1,0,0]\n',
        stderr: '',
      })
      expect(repo.exists(indexFile)).toBe(true)
    }),
  )
})

test.each([
  ['ENOSPC', undefined],
  ['EACCES', '/elsewhere/out.txt'],
] as const)(
  'what fails with %s where an answer is printed is thrown once, and is no index that cannot be written',
  (code, path) =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const told: string[] = []
      const failing = repo.open({ notice: (what) => told.push(what) }).dump((line) => {
        told.push(line)
        throw Object.assign(new Error(`${code}: write`), { code, syscall: 'write', ...(path ? { path } : {}) })
      })
      await expect(failing).rejects.toMatchObject({ name: 'MemoryError', code: 'file-failed' })
      expect(told).toHaveLength(1)
    }),
)

describe(`a workspace that belongs to another user${orNot}`, () => {
  asRoot('is asked of an index in memory, and who owns it is said', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      const digest = await repo.digest()
      repo.git('config', '--global', 'safe.directory', '*')
      chmodSync(repo.path('..'), 0o755)
      const before = repo.files()
      const as = (...args: string[]): Ran =>
        repo.run(
          'setpriv',
          '--reuid=65534',
          '--regid=65534',
          '--clear-groups',
          process.execPath,
          memoryCommand,
          ...args,
        )
      const whose = `permission denied: ${repo.path(indexFolder)} belongs to user 0 and this runs as user 65534`
      expect(as('status', '--digest')).toEqual({
        status: 0,
        stdout: `${digest}\n`,
        stderr: `memory: the index cannot be written (${whose}): answered from one built in memory\n`,
      })
      for (const verb of ['recall tea', 'brief', 'status', 'verify', 'log'])
        expect({ verb, ...as(...verb.split(' ')) }).toMatchObject({ verb, status: 0 })
      expect(as('doctor')).toMatchObject({ status: 1, stdout: expect.stringContaining(`cannot be written: ${whose}`) })
      expect(as('reflect')).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(
          /^memory: \S+\.memory cannot be written: permission denied: \S+ belongs to user 0 [^\n]*; run it as that user, /,
        ),
      })
      expect(repo.files()).toEqual(before)
    }),
  )
})
