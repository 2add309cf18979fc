import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { ExportReport } from '../../../src/index.js'
import { designExample, designLog, jsonOf } from '../../cli/design-example.js'
import { day, retain } from '../../support/notes.js'
import { frontOf, okfFaults } from '../../support/okf.js'
import { beginningWith, memoryCommand, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const begun = beginningWith((repo) => void repo.commit(designLog, designExample))

/** A folder beside the repository. */
const beside = (repo: Repo, name = 'okf'): string => repo.path(join('..', name))
const exported = (repo: Repo, ...args: string[]): ExportReport => jsonOf<ExportReport & object>(repo, 'export', ...args)
const statesOf = ({ files }: ExportReport): string[] => files.map(({ path, state }) => `${path} ${state}`)
const refused = (repo: Repo, ...args: string[]): string => {
  const { status, stderr, stdout } = repo.memory('export', ...args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  return stderr
}

function filesIn(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted()
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}
const bundleIn = (folder: string): Map<string, string> =>
  new Map([...filesIn(folder)].filter(([path]) => path.endsWith('.md')))

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

describe('memory export', () => {
  test('writes a bundle that conforms, after a dry run that wrote nothing; a second time there is nothing to write', () =>
    begun((repo) => {
      const folder = beside(repo)
      const dry = exported(repo, folder, '--dry-run')
      expect(dry).toMatchObject({ format: 'okf', version: '0.2', written: false, concepts: 2, folder })
      expect(existsSync(folder)).toBe(false)
      expect(exported(repo, folder, '--format', 'okf')).toEqual({ ...dry, written: true })
      const files = filesIn(folder)
      expect(okfFaults(bundleIn(folder))).toEqual([])
      expect(dry.files.map(({ path }) => path)).toEqual([...bundleIn(folder).keys()].toSorted())
      const again = exported(repo, folder)
      expect(again.written).toBe(false)
      expect(new Set(again.files.map(({ state }) => state))).toEqual(new Set(['same']))
      expect(filesIn(folder)).toEqual(files)
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test('gives the same bytes on another machine, at another time and in another time zone, and names the commit', () =>
    begun((repo) => {
      exported(repo, beside(repo, 'one'))
      const other = repo.twin().with({ TZ: 'Pacific/Kiritimati' })
      const report = exported(other, beside(repo, 'two'), '--now', '2031-01-01T00:00:00Z')
      expect(filesIn(beside(repo, 'two'))).toEqual(filesIn(beside(repo, 'one')))
      const front = frontOf(filesIn(beside(repo, 'one')).get('entities/Peter.md')!)
      const at = new Date(Number(repo.git('log', '-1', '--format=%at')) * 1000).toISOString().replace('.000', '')
      expect(front).toMatchObject({ commit: report.commit, generated: { at } })
      expect(report.commit).toBe(repo.git('rev-parse', 'HEAD'))
    }))

  test('follows HEAD: what is gone from it goes, with its folder, and what is uncommitted is not told', () =>
    begun((repo) => {
      const folder = beside(repo)
      repo.commit(day(28), retain('W @Mara: Lives in Graz.', 'W(until=2025-01-01) @Mara: Was here.'))
      exported(repo, folder)
      expect([...bundleIn(folder).keys()]).toContain('no-longer/entities/Mara.md')
      repo.git('rm', '-q', day(28))
      repo.git('commit', '-q', '-m', 'gone')
      repo.write(day(29), retain('W @Nobody: Is committed.'))
      const report = exported(repo, folder)
      expect(statesOf(report).filter((each) => each.endsWith(' removed'))).toEqual([
        'entities/Mara.md removed',
        'no-longer/entities/Mara.md removed',
        'no-longer/entities/index.md removed',
        'no-longer/index.md removed',
      ])
      expect(readdirSync(folder).toSorted()).toEqual(['.okf-export.json', 'entities', 'index.md'])
      expect(okfFaults(bundleIn(folder))).toEqual([])
      expect(exported(repo, folder).written).toBe(false)
    }))

  test('leaves alone what somebody changed or put there, and says so each time', () =>
    begun((repo) => {
      const folder = beside(repo)
      exported(repo, folder)
      put(join(folder, 'entities/Peter.md'), 'mine\n')
      put(join(folder, 'entities/warelay.md'), 'mine too\n')
      put(join(folder, 'notes.md'), 'my own\n')
      put(join(folder, 'entities/Mara.md'), 'my Mara\n')
      repo.commit(day(28), retain('W @Mara: Lives in Graz.'))
      for (let times = 0; times < 2; times++) {
        expect(statesOf(exported(repo, folder)).filter((each) => !/ (?:same|changed|new)$/.test(each))).toEqual([
          'entities/Mara.md foreign',
          'entities/Peter.md edited',
          'entities/warelay.md edited',
        ])
      }
      repo.git('rm', '-qr', 'memory')
      repo.git('commit', '-q', '-m', 'nothing')
      const { stdout } = repo.memory('export', folder)
      expect(stdout).toContain('entities/Peter.md  changed by hand since, and left alone')
      expect([...bundleIn(folder)].filter(([, text]) => /^m(?:y|ine)/.test(text)).map(([path]) => path)).toEqual([
        'entities/Mara.md',
        'entities/Peter.md',
        'entities/warelay.md',
        'notes.md',
      ])
      rmSync(join(folder, 'entities'), { recursive: true })
      expect(statesOf(exported(repo, folder))).toEqual(['index.md same'])
    }))

  test('takes ends of lines that Git changed for none', () =>
    begun((repo) => {
      const folder = beside(repo)
      exported(repo, folder)
      const path = join(folder, 'entities/Peter.md')
      const crlf = readFileSync(path, 'utf8').replaceAll('\n', '\r\n')
      put(path, crlf)
      expect(statesOf(exported(repo, folder))).toContain('entities/Peter.md same')
      expect(readFileSync(path, 'utf8')).toBe(crlf)
    }))

  test('goes on after an export that was cut short between any two files', () =>
    begun((repo) => {
      const [half, whole] = [beside(repo, 'half'), beside(repo, 'whole')]
      exported(repo, half)
      const old = filesIn(half)
      repo.commit(day(28), retain('W @Mara: Lives in Graz.', 'W @Peter: Lives in Wels.'))
      exported(repo, whole)
      const now = filesIn(whole)
      const list = (text: string): Record<string, string[]> =>
        (JSON.parse(text) as { files: Record<string, string[]> }).files
      const [was, is] = [list(old.get('.okf-export.json')!), list(now.get('.okf-export.json')!)]
      const both = Object.fromEntries(
        [...new Set([...Object.keys(was), ...Object.keys(is)])].map((path) => [
          path,
          [...(was[path] ?? []), ...(is[path] ?? [])],
        ]),
      )
      const paths = [...now.keys()].filter((path) => path.endsWith('.md'))
      for (let done = 0; done <= paths.length; done++) {
        rmSync(half, { recursive: true })
        for (const [path, text] of old) put(join(half, path), text)
        for (const path of paths.slice(0, done)) put(join(half, path), now.get(path)!)
        put(join(half, '.okf-export.json'), JSON.stringify({ format: 'okf', files: both }))
        const { files } = exported(repo, half)
        expect(files.filter(({ state }) => state === 'edited' || state === 'foreign')).toEqual([])
        expect(filesIn(half)).toEqual(now)
      }
    }))

  test('a kill in the middle of it leaves nothing that the next one takes for somebody’s', () =>
    begun(async (repo) => {
      const folder = beside(repo)
      const names = Array.from({ length: 300 }, (_, at) => `Person${at}`)
      let killed = 0
      for (let round = 1; round <= 3; round++) {
        repo.commit(day(round), retain(...names.map((name) => `W @${name}: Was seen ${round} times.`)))
        const child = spawn(process.execPath, [memoryCommand, 'export', folder], {
          cwd: repo.root,
          env: repo.environment,
          stdio: 'ignore',
        })
        const isOver = once(child, 'exit')
        const last = join(folder, 'entities', `Person${40 * round}.md`)
        const isWritten = (): boolean => existsSync(last) && readFileSync(last, 'utf8').includes(`seen ${round} times`)
        while (child.exitCode === null && !isWritten()) await setTimeout(1)
        child.kill('SIGKILL')
        await isOver
        if (child.signalCode === 'SIGKILL') killed++
      }
      expect(killed).toBeGreaterThan(0)
      repo.commit(day(9), retain(...names.map((name) => `W @${name}: Was seen by nobody.`)))
      const { files } = exported(repo, folder)
      expect(files.filter(({ state }) => state === 'edited' || state === 'foreign')).toEqual([])
      exported(repo, beside(repo, 'whole'))
      expect(filesIn(folder)).toEqual(filesIn(beside(repo, 'whole')))
    }))

  test.each([
    ['bank', 'in bank/'],
    ['bank/okf', 'in bank/'],
    ['memory/okf', 'in memory/'],
    ['.memory/okf', 'in .memory/'],
    ['.git/okf', 'in .git/'],
    ['sub/.git/okf', 'in .git/'],
    ['MEMORY/okf', 'in memory/'],
    ['.', 'holds the workspace'],
    ['..', 'holds the workspace'],
    ['sub/../memory/../bank/x', 'in bank/'],
  ])('refuses %s, and makes nothing there', (name, why) =>
    begun((repo) => {
      const before = repo.files('memory')
      expect(refused(repo, name)).toContain(why)
      expect(repo.exists('bank')).toBe(false)
      expect(repo.exists('sub')).toBe(false)
      expect(repo.files('memory')).toEqual(before)
    }),
  )

  test('refuses a folder with files that no export wrote, a file, another format, and a repository without a commit', () =>
    begun((repo) => {
      put(join(beside(repo), 'index.md'), '# Mine\n')
      expect(refused(repo, beside(repo))).toContain('holds a file and no export of ours')
      put(join(beside(repo), '.okf-export.json'), '{"files":')
      expect(refused(repo, beside(repo))).toContain('holds 2 files and no export of ours')
      put(beside(repo, 'file'), 'x')
      expect(refused(repo, beside(repo, 'file'))).toContain('is no folder, or below a file')
      expect(refused(repo, join(beside(repo, 'file'), 'below'))).toContain('is no folder, or below a file')
      expect(refused(repo, beside(repo, 'new'), '--format', 'pdf')).toContain('in the format okf, got pdf')
      const empty = repo.another('empty')
      empty.write(designLog, designExample)
      expect(refused(empty, beside(repo, 'new'))).toContain('no commit yet')
      expect(existsSync(beside(repo, 'new'))).toBe(false)
    }))

  test('writes and removes nothing through a link: the folder, one in it, a file in it, or one that leads into bank/', () =>
    begun((repo) => {
      const [folder, elsewhere] = [beside(repo), beside(repo, 'elsewhere')]
      put(join(elsewhere, 'Peter.md'), 'theirs\n')
      symlinkSync(elsewhere, beside(repo, 'link'))
      expect(refused(repo, beside(repo, 'link'))).toContain('is a link: nothing is written through it')
      symlinkSync(beside(repo, 'not-there'), beside(repo, 'dangling'))
      expect(refused(repo, join(beside(repo, 'dangling'), 'okf'))).toContain('is a link')
      mkdirSync(repo.path('bank'))
      symlinkSync(repo.path('bank'), beside(repo, 'to-bank'))
      expect(refused(repo, join(beside(repo, 'to-bank'), 'okf'))).toContain('in bank/')

      exported(repo, folder)
      rmSync(join(folder, 'entities'), { recursive: true })
      symlinkSync(elsewhere, join(folder, 'entities'))
      rmSync(join(folder, 'index.md'))
      symlinkSync(join(elsewhere, 'made.md'), join(folder, 'index.md'))
      expect(new Set(exported(repo, folder).files.map(({ state }) => state))).toEqual(new Set(['foreign']))
      expect(filesIn(elsewhere)).toEqual(new Map([['Peter.md', 'theirs\n']]))
    }))

  test('a list that a stranger wrote makes it remove nothing outside the folder, and nothing that it does not know', () =>
    begun((repo) => {
      const folder = beside(repo)
      const theirs = beside(repo, 'theirs.md')
      put(theirs, '')
      put(join(folder, 'kept.md'), 'kept\n')
      const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
      const files = {
        '../theirs.md': [empty],
        'entities/../../theirs.md': [empty],
        [theirs]: [empty],
        'kept.md': [empty, 7],
        'x.md': 'all',
        __proto__: [empty],
      }
      put(join(folder, '.okf-export.json'), JSON.stringify({ format: 'okf', files }))
      expect(statesOf(exported(repo, folder)).filter((each) => !each.endsWith(' new'))).toEqual(['kept.md edited'])
      expect(existsSync(theirs)).toBe(true)
      expect(readFileSync(join(folder, 'kept.md'), 'utf8')).toBe('kept\n')
    }))
})
