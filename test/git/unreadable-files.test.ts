import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { memoryBound, unbound } from '../support/bound-by-permissions.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

/** More than a Buffer holds, and no byte on the disk. */
const threeGigabytes = 3 * 2 ** 30

/** While nobody may read these; whoever is bound by permissions could not even remove them afterwards. */
function whileClosed(repo: Repo, paths: readonly string[], work: () => void): void {
  for (const path of paths) chmodSync(repo.path(path), 0)
  try {
    work()
  } finally {
    for (const path of paths) chmodSync(repo.path(path), 0o700)
  }
}

const answered = { status: 0, stdout: expect.stringContaining('Likes tea') }
const bounded = unbound === undefined ? test : test.skip
const title = (text: string): string => (unbound === undefined ? text : `${text} (skipped: ${unbound})`)

describe('a file that nobody can read', () => {
  test('a note of three gigabytes is named, and the others answer', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.write(day(2), '')
      truncateSync(repo.path(day(2)), threeGigabytes)
      expect(repo.memory('recall', 'tea')).toMatchObject({
        ...answered,
        stderr: `memory: ${day(2)}  not indexed: ${threeGigabytes} bytes, the limit is 5000000\n`,
      })
      expect(repo.memory('status').stdout).toContain(`${day(2)}  not indexed`)
      repo.remove(day(2))
      await expectSameAsRebuild(repo)
    }))

  test('a note with one broken byte keeps its facts and pages, is listed, and is not written by forget', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), Buffer.from('## Retain\n- W @Peter: Likes tea\n- W @Anna: Owns a caf\xe9\n', 'latin1'))
        expect(repo.read('bank/world.md')).toContain('Likes tea')
        expect(repo.memory('recall', 'tea')).toMatchObject(answered)
        expect(repo.memory('status').stdout).toContain(`${day(1)}:3  holds bytes that are no UTF-8`)
        const [, id] = /<!-- \^(\w{10})/.exec(repo.read('bank/world.md'))!
        expect(repo.memory('forget', `^${id}`)).toMatchObject({
          status: 2,
          stderr: expect.stringContaining(`${day(1)} holds bytes that are no UTF-8: save it as UTF-8`),
        })
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('what dreaming wrote into a log, or beside it, is left out and listed in one line a file', () =>
    withRepo((repo) => {
      repo.commit('memory/.dreams/night.md', 'Dreamt of tea.\n')
      repo.commit(day(1), '## Deep sleep\nDreamt of tea.\n\n## REM sleep\n- W @Peter: Dreamt of milk.\n')
      expect(repo.memory('recall', 'dreamt').stdout).not.toContain('Dreamt')
      const { stdout } = repo.memory('status')
      expect(stdout).toContain(`${day(1)}:1  not indexed: what stands under Deep sleep and 1 more section like it`)
      expect(stdout).toContain(`${day(1)}:5  a typed bullet is no fact in a section that dreaming writes`)
      expect(stdout).toContain('memory/.dreams/night.md  not indexed: written by another program')
    }))

  test('a page of three gigabytes is left alone and reported, by the hook, reflect, status and verify', () =>
    withRepo(
      async (repo) => {
        const page = 'bank/entities/Peter.md'
        repo.write(page, '')
        truncateSync(repo.path(page), threeGigabytes)
        expect(repo.commit(day(1), retain('W @Peter: Likes tea'))).toContain(page)
        expect(repo.read('bank/world.md')).toContain('Likes tea')
        expect(repo.memory('reflect').stdout).toContain(`left     ${page}`)
        expect(repo.memory('status').stdout).toMatch(new RegExp(`^not rewritten: .*\\n {2}${page}$`, 'm'))
        expect(repo.memory('verify')).toMatchObject({
          status: 1,
          stdout: expect.stringContaining(`${page}  cannot be read`),
        })
        repo.remove(page)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  bounded(title('a note and a folder that belong to nobody are named, and the others answer'), () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.write(day(2), retain('W @Peter: Likes secrets'))
      repo.write('memory/closed/a.md', 'Closed.\n')
      whileClosed(repo, [day(2), 'memory/closed'], () => {
        const said = memoryBound(repo, 'recall', 'tea')
        expect(said).toMatchObject(answered)
        expect(said.stderr).toContain(`memory: ${day(2)}  not read: EACCES: permission denied\n`)
        expect(said.stderr).toContain('memory: memory/closed  not read: EACCES: permission denied\n')
        const status = memoryBound(repo, 'status')
        expect(status).toMatchObject({ status: 0, stdout: expect.stringMatching(/^skipped \(2\)$/m) })
      })
    }),
  )

  bounded(title('a page and a folder of pages that belong to nobody stop no hook and no status'), () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea', 'W @Anna: Likes cake'))
      repo.write('bank/world.md', 'Mine.\n')
      mkdirSync(repo.path('bank/private'))
      whileClosed(repo, ['bank/world.md', 'bank/private'], () => {
        expect(memoryBound(repo, 'reflect')).toMatchObject({
          status: 1, // a page is left
          stdout: expect.stringContaining('left     bank/world.md'),
        })
        expect(repo.read('bank/entities/Peter.md')).toContain('Likes tea')
        const { status, stdout } = memoryBound(repo, 'status')
        expect(status).toBe(0)
        expect(stdout).toContain('bank/private  not read: EACCES')
      })
    }),
  )

  test('pipes and devices in the place of notes and pages keep nobody waiting', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      mkdirSync(repo.path('bank/entities'), { recursive: true })
      for (const path of ['memory/pipe.md', 'MEMORY.md', 'bank/pipe.md', 'bank/entities/pipe.md'])
        execFileSync('mkfifo', [repo.path(path)])
      symlinkSync('/dev/zero', repo.path('USER.md'))
      for (const command of ['recall tea', 'status', 'reflect', 'verify', 'doctor'])
        expect({ command, ...repo.memory(...command.split(' ')) }).toMatchObject({
          command,
          status: command === 'doctor' ? 1 : 0,
        })
      await expectSameAsRebuild(repo)
    }))

  test('a page whose front matter has what YAML knows and JSON does not stops no hook, reflect, status and verify', () =>
    withRepo(
      (repo) => {
        for (const [at, name] of ['"Caf\\xe9"', '"Caf\té"', '"Caf\\U000000e9"', '"Caf\\q"', '{toString: x}'].entries())
          repo.write(`bank/entities/Caf-~0000000${at}.md`, `---\nname: ${name}\n---\n\n# Café\n`)
        repo.write('bank/entities/Deep.md', `---\naliases: ${'['.repeat(500)}\n---\n`)
        repo.write('memory/day.md', '---\ndate: {toString: x, valueOf: y}\n---\n')
        expect(repo.commit(day(1), retain('W @Peter: Likes tea'))).toContain('2 new pages')
        const pages = repo.memory('reflect')
        const told = { reflect: pages, verify: repo.memory('verify'), status: repo.memory('status') }
        expect(JSON.stringify(told)).not.toContain('this is a bug')
        expect(repo.read('bank/world.md')).toContain('Likes tea')
        expect(told.verify).toMatchObject({
          status: 1,
          stdout: expect.stringContaining('bank/entities/Deep.md:1  front matter'),
        })
        expect(told.status.stdout).toContain(
          'memory/day.md:1  front matter date must be a date, got {"toString":"x","valueOf":"y"}',
        )
        repo.git('add', '.')
        repo.git('commit', '-q', '-m', 'All of it')
        for (const verb of ['reflect', 'verify', 'status', 'rebuild'])
          expect(repo.memory(verb).stderr).not.toContain('this is a bug')
        expect(repo.memory('status').stdout).toContain('bank/entities/Deep.md:1  front matter')
      },
      { hooks: true },
    ))

  test.each([
    ['a folder in the place of a page', (repo: Repo) => mkdirSync(repo.path('bank/world.md'), { recursive: true })],
    ['a link in the place of a page', (repo: Repo) => link(repo, '../README.md', 'bank/world.md')],
    ['a link in the place of the folder of entities', (repo: Repo) => link(repo, '..', 'bank/entities')],
    ['a file in the place of the folder of entities', (repo: Repo) => repo.write('bank/entities', 'Mine.\n')],
  ])('%s is left alone and named, and the other pages are written', (_what, make) =>
    withRepo(
      (repo) => {
        mkdirSync(repo.path('bank'), { recursive: true })
        make(repo)
        repo.commit(day(1), retain('B @Peter: Drank tea', 'W @Peter: Likes tea'))
        expect(repo.read('bank/experience.md')).toContain('Drank tea')
        expect(repo.read('README.md')).toBe('A workspace.\n')
        const { status, stdout } = repo.memory('reflect')
        expect({ status, stdout }).toEqual({
          status: 1,
          stdout: expect.stringMatching(/^left {5}bank\/(world|entities)/m),
        })
        expect(repo.memory('status').stdout).toMatch(/^not rewritten: .*\n {2}bank\/(world|entities)/m)
        expect(repo.memory('verify').stderr).not.toContain('this is a bug')
      },
      { hooks: true },
    ),
  )
})

test('a repository of its own below memory/ is passed over and listed, and stops nothing', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @Peter: Likes tea'))
    const inner = repo.another('repo/memory/inner')
    inner.commit('2025-01-01.md', retain('W @Peter: Inner words'))
    repo.git('add', 'memory')
    repo.git('commit', '-q', '-m', 'a repository inside')
    expect(repo.memory('status')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('memory/inner  not read: a repository of its own stands there'),
    })
    expect(repo.memory('init').status).toBe(0)
    expect(repo.memory('recall', 'inner words').stdout).not.toContain('Inner words')
    await expectSameAsRebuild(repo)
  }))

test.each(['a\nb', 'a\rb', '\u2028'])('a note called %j is cited, verified and shown', (name) =>
  withRepo(
    (repo) => {
      repo.commit(`memory/${name}.md`, retain('W @Peter: Likes tea'))
      repo.memory('reflect')
      expect(repo.memory('verify')).toMatchObject({ status: 0, stderr: '' })
      const { results } = JSON.parse(repo.memory('recall', 'tea', '--json').stdout) as { results: { source: string }[] }
      expect(repo.memory('show', results[0]!.source).stdout).toContain('Likes tea')
    },
    { hooks: true },
  ),
)

function link(repo: Repo, to: string, at: string): void {
  symlinkSync(to, repo.path(at))
}
