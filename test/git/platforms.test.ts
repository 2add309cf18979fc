import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

/** What Windows refuses as a name, or takes for another: devices with any extension, dots and blanks at the end, signs. */
const isPortable = (path: string): boolean =>
  path
    .split('/')
    .every(
      (name) =>
        !/^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i.test(name) &&
        !/[. ]$|[<>:"\\|?*\u0000-\u001f]/.test(name) &&
        Buffer.byteLength(name) <= 255,
    )

const names = [
  'CON',
  'aux',
  'Nul.txt',
  'com1',
  'LPT9',
  'Ends...',
  'Anna',
  'ANNA',
  'anna',
  'straße',
  'STRASSE',
  'é',
  'e\u0301',
  'K',
  '\u212a',
  'x'.repeat(200),
  '長'.repeat(120),
]
const said = retain(...names.map((name, at) => `W @${name}: Was seen ${at} times.`))

function expectSound(repo: Repo): void {
  expect(repo.memory('reflect', '--commit').status).toBe(0)
  expect(repo.memory('verify', '--strict')).toMatchObject({ status: 0 })
  expect(repo.git('status', '--porcelain')).toBe('')
}

describe('names that another system refuses or folds', () => {
  test('never become names of pages or exported files: devices, dots at the end, too long, alike but for case or composition', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), said)
        expectSound(repo)
        expect(repo.memory('export', '../okf').status).toBe(0)
        const made = [...repo.git('ls-files', '-z').split('\0'), ...repo.at('okf').files().keys()].filter(
          (path) => path !== '',
        )
        expect(made.filter((path) => !isPortable(path))).toEqual([])
        const pages = made.filter((path) => path.startsWith('bank/entities/'))
        expect(pages.length).toBeGreaterThan(10)
        const folded = pages.map((path) => path.normalize('NFKC').toUpperCase().toLowerCase())
        expect(new Set(folded).size).toBe(pages.length)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('a page that Git holds in two spellings of case loses no word of either', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Anna: Sings.'))
      repo.memory('reflect', '--commit')
      const text = repo.read('bank/entities/Anna.md')
      const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], {
        cwd: repo.root,
        env: repo.environment,
        input: `${text}\nMine.\n`,
        encoding: 'utf8',
      }).trim()
      repo.git('update-index', '--add', '--cacheinfo', `100644,${blob},bank/entities/anna.md`)
      repo.git('commit', '-q', '-m', 'another case')
      repo.git('checkout', '-q', '-f')
      repo.memory('reflect')
      expect(repo.git('cat-file', '-p', 'HEAD:bank/entities/anna.md')).toContain('Mine.')
      const there = ['bank/entities/anna.md', 'bank/entities/Anna.md']
        .filter((path) => repo.exists(path))
        .map((path) => repo.read(path))
      expect(there.join('')).toContain('Mine.')
      await expectSameAsRebuild(repo)
    }))
})

describe('a working tree as other systems have it', () => {
  test('in a folder with blanks and letters that are composed otherwise, by core.autocrlf and without symbolic links', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), said)
        expectSound(repo)
        const other = repo.at('Meine Notizen (Me\u0301lanie) & Söhne')
        repo.git('clone', '-q', '-c', 'core.autocrlf=true', '-c', 'core.symlinks=false', repo.root, other.root)
        expect(other.read(day(1))).toContain('\r\n')
        expect(other.memory('init').status).toBe(0)
        other.append(day(1), '- O(c=0.8) @Anna: Likes tea.\r\n')
        expect(other.tryGit('commit', '-qam', 'log').stderr).toContain('memory: indexed 1 note')
        expectSound(other)
        const page = other
          .git('ls-files')
          .split('\n')
          .find((path) => /^bank\/entities\/anna\.md$/i.test(path))!
        const text = other.read(page)
        expect(text).toContain('Likes tea.')
        other.write(page, `${text.replace(/\r\n/g, '\n').replaceAll('\n', '\r\n')}\r\nMine.\r\n`)
        other.git('commit', '-qam', 'an edit with the line ends of the system')
        expectSound(other)
        expect(other.read(page)).toContain('Mine.')
        expect(other.memory('recall', 'what does Anna like').stdout).toContain('Likes tea.')
        await expectSameAsRebuild(other)
      },
      { hooks: true },
    ))

  test('a link that Git wrote as a text for want of links is no page and no note', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Anna: Sings.'))
      repo.git('config', 'core.symlinks', 'false')
      const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], {
        cwd: repo.root,
        env: repo.environment,
        input: '2025-11-01.md',
        encoding: 'utf8',
      }).trim()
      repo.git('update-index', '--add', '--cacheinfo', `120000,${blob},memory/2025-11-02.md`)
      repo.git('commit', '-q', '-m', 'a link')
      repo.git('checkout', '-q', '-f')
      expect(repo.read('memory/2025-11-02.md')).toBe('2025-11-01.md')
      expect(await repo.said()).toEqual([`${day(1)}#L2 world Sings.`])
      expectSound(repo)
      await expectSameAsRebuild(repo)
    }))

  test('of a root without a home, as containers have it', () =>
    withRepo(async (repo) => {
      const bare = repo.with({ HOME: undefined, XDG_CONFIG_HOME: undefined, USERPROFILE: undefined, SHELL: undefined })
      expect(bare.memory('init').status).toBe(0)
      bare.write(day(1), retain('W @Anna: Sings.'))
      bare.git('add', 'memory')
      expect(bare.tryGit('commit', '-qm', 'log').stderr).toContain('memory: indexed 1 note')
      expectSound(bare)
      expect(bare.memory('recall', 'what does Anna do').stdout).toContain('Sings.')
      expect([0, 1]).toContain(bare.memory('doctor').status)
      expect(bare.memory('import', '--from', 'codex')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('name what is to be imported') as unknown,
      })
      await expectSameAsRebuild(bare)
    }))
})

/** Windows takes so many characters for all of a program's arguments; other systems sixty times as many. */
const longestOnWindows = 32_767

test('no list of paths is longer on a command line of Git’s than Windows takes, however many notes and pages there are', () =>
  withRepo(async (repo) => {
    const log = join(repo.environment['HOME']!, 'longest')
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const bin = join(repo.environment['HOME']!, 'bin')
    mkdirSync(bin)
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh\nall="$*"\necho "\${#all} $1 $2 $3 $4" >> '${log}'\nexec '${real}' "$@"\n`,
    )
    chmodSync(join(bin, 'git'), 0o755)
    const there = repo.with({ PATH: `${bin}${delimiter}${process.env['PATH']}` })
    expect(there.memory('init').status).toBe(0)
    const many = Array.from(
      { length: 700 },
      (_, at) => `memory/projects/${'a-name-that-is-rather-long'.repeat(2)}-${at}.md`,
    )
    for (const [at, path] of many.entries()) there.write(path, retain(`W @Person${'x'.repeat(30)}${at}: Was seen.`))
    there.git('add', 'memory')
    there.git('commit', '-qm', 'many')
    expect(there.memory('reflect', '--commit').status).toBe(0)
    expect(there.memory('reflect', '--branch').status).toBe(0)
    expect(there.memory('status').status).toBe(0)
    expect(there.memory('verify', '--strict').status).toBe(0)
    for (const path of many) there.append(path, `- W @Ana: Was told of ${basename(path)}.\n`)
    expect(there.memory('status').status).toBe(0)
    expect(there.memory('retain', 'Likes tea', '--entity', 'Ana', '--commit').status).toBe(0)
    there.git('commit', '-qam', 'more')
    expect(there.memory('reflect', '--commit').status).toBe(0)
    expect(there.memory('impact', 'HEAD~1..HEAD').status).toBe(0)
    expect(existsSync(log)).toBe(true)
    const runs = readFileSync(log, 'utf8').trim().split('\n')
    expect(runs.length).toBeGreaterThan(20)
    expect(runs.filter((run) => Number(run.split(' ', 1)[0]) > longestOnWindows - 1000)).toEqual([])
  }))
