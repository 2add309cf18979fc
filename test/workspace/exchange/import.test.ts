import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { ImportReport } from '../../../src/index.js'
import { jsonOf } from '../../cli/design-example.js'
import { credentials, githubToken, written as inALine } from '../../support/credentials.js'
import { day } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const fixtures = new URL('../../fixtures/import/', import.meta.url).pathname
const session = '4de9291e-061e-414a-85cb-de615826aded'
const sessionFile = join(fixtures, 'claude-code', `${session}.jsonl`)
const [first, second] = ['2025-11-27', '2025-11-28'].map((date) => `memory/imports/claude-code/${date}-41bdf4ffb3.md`)

const begun = beginningWith((repo) => void repo.commit(day(1), 'It rained in Graz.\n'))
const imported = (repo: Repo, ...args: string[]): ImportReport => jsonOf<ImportReport & object>(repo, 'import', ...args)
const statesOf = ({ files }: ImportReport): string[] => files.map(({ path, state }) => `${path} ${state}`)
const refused = (repo: Repo, ...args: string[]): string => {
  const { status, stderr } = repo.memory('import', ...args)
  expect(status).toBe(2)
  return stderr
}

/** A file beside the repository, as a person has exports. */
function outside(repo: Repo, name: string, content: string): string {
  const path = repo.path(join('../exports', name))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** Messages of a session of Claude Code, a line each. */
const talk = (...texts: readonly (string | readonly [at: string, text: string])[]): string =>
  texts
    .map((each, at) => {
      const [timestamp, text] = typeof each === 'string' ? [`2025-11-27T14:${10 + at}:00Z`, each] : each
      const record = { type: 'user', sessionId: 'talk', uuid: `u${at}`, timestamp, message: { content: text } }
      return `${JSON.stringify(record)}\n`
    })
    .join('')

describe('memory import', () => {
  test('cuts no emoji in half where it shows the beginning of a long message', () =>
    begun((repo) => {
      const texts = [88, 89].map((length) => 'a'.repeat(length) + '🎉'.repeat(9))
      for (const [at, text] of texts.entries()) {
        const { stdout } = repo.memory('import', outside(repo, `talk${at}.jsonl`, talk(text)))
        expect(stdout).toMatch(/User:\*\* a+🎉*…\n/u)
      }
    }))

  test('says what it would write, and writes nothing until it is told to; a second time there is nothing to write', () =>
    begun(async (repo) => {
      const before = repo.files('.')
      const dry = imported(repo, sessionFile)
      expect(dry).toMatchObject({ format: 'claude-code', conversations: 1, messages: 5, written: false, commit: null })
      expect(statesOf(dry)).toEqual([`${first} new`])
      expect(dry.sample[0]).toBe('## 13:30 Login cookie without a domain')
      expect([...repo.files('memory')]).toEqual(
        [...before].flatMap(([path, text]) => (path.startsWith('memory/') ? [[path, text]] : [])),
      )
      expect(imported(repo, sessionFile, '--write')).toMatchObject({ written: true, commit: null })
      const text = repo.read(first!)
      expect(imported(repo, sessionFile, '--write')).toMatchObject({ written: false })
      expect(statesOf(imported(repo, sessionFile))).toEqual([`${first} same`])
      expect(repo.read(first!)).toBe(text)
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'import')
      await expectSameAsRebuild(repo)
      const { results } = jsonOf<{ results: { content: string; source: string; kind: string }[] }>(
        repo,
        'recall',
        'login cookie domain',
      )
      expect(results[0]).toMatchObject({ kind: 'passage', source: expect.stringContaining(first!) })
    }))

  test('splits a talk across midnight by the days of the workspace’s time zone', () =>
    begun((repo) => {
      repo.write('.memory/config.json', '{"timezone": "Europe/Vienna"}\n')
      repo.git('add', '-Af', '.memory/config.json')
      repo.git('commit', '-q', '-m', 'zone')
      const report = imported(repo, sessionFile, '--write')
      expect(statesOf(report)).toEqual([`${first} new`, `${second} new`])
      expect(repo.read(first!)).toContain('## 14:30 Login cookie without a domain\n')
      expect(repo.read(second!)).toMatch(
        /\n\n## 00:10 Login cookie without a domain\n\n\*\*User:\*\* And tomorrow the logout\.\n$/,
      )
      expect(statesOf(imported(repo, sessionFile, '--since', '2025-11-28'))).toEqual([`${second} same`])
    }))

  test('counts only conversations of the time that is asked for', () =>
    begun((repo) => {
      const at = (id: string, date: string): string =>
        outside(repo, `${id}.jsonl`, talk([`${date}T10:00:00Z`, 'Hello.']).replaceAll('"talk"', `"${id}"`))
      const paths = [at('old', '2025-11-01'), at('new', '2025-11-27')]
      const told = (since: string) => repo.memory('import', ...paths, '--since', since).stdout
      expect(told('2025-11-27')).toContain('\n1 conversation of claude-code on 1 day: 1 message, 6 characters\n')
      expect(told('2025-11-28')).toBe('Nothing to import: no message of 2 files of claude-code is of that time.\n')
      expect(imported(repo, ...paths, '--since', '2025-11-27')).toMatchObject({ conversations: 1, earlier: 1 })
    }))

  test('commits its notes and nothing else, beside what is staged', () =>
    begun((repo) => {
      repo.write('staged.txt', 'mine\n')
      repo.git('add', 'staged.txt')
      const { commit } = imported(repo, sessionFile, '--commit')
      expect(repo.git('rev-parse', 'HEAD')).toBe(commit)
      expect(repo.git('show', '-s', '--format=%(trailers:key=Agent,valueonly)', 'HEAD').trim()).toBe('memory import')
      expect(repo.git('show', '--format=%s', '--name-only', 'HEAD').split('\n').filter(Boolean)).toEqual([
        'memory: import 1 note',
        first,
      ])
      expect(repo.git('status', '--porcelain')).toBe('A  staged.txt')
      expect(imported(repo, sessionFile, '--commit')).toMatchObject({ written: false, commit: null })
    }))

  test('commits what was written before and not committed', () =>
    begun((repo) => {
      imported(repo, sessionFile, '--write')
      expect(imported(repo, sessionFile, '--commit').commit).toBe(repo.git('rev-parse', 'HEAD'))
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test('writes what has grown, and only that', () =>
    begun((repo) => {
      const [one, two, three] = [
        ['2025-11-27T14:00:00Z', 'One.'],
        ['2025-11-28T14:00:00Z', 'Two.'],
        ['2025-11-28T15:00:00Z', 'Three.'],
      ] as const
      imported(repo, outside(repo, 'talk.jsonl', talk(one!, two!)), '--write')
      const report = imported(repo, outside(repo, 'talk.jsonl', talk(one!, two!, three!)), '--write')
      expect(report.files.map(({ day: date, state }) => [date, state])).toEqual([
        ['2025-11-27', 'same'],
        ['2025-11-28', 'grown'],
      ])
      expect(repo.read(report.files[1]!.path)).toMatch(/Two\.\n\n\*\*User:\*\* Three\.\n$/)
      // The program has deleted the older messages since.
      const cut = imported(repo, outside(repo, 'talk.jsonl', talk(three!)), '--write')
      expect(cut.files.map(({ state }) => state)).toEqual(['longer'])
      expect(repo.read(report.files[1]!.path)).toContain('Two.')
    }))

  test.each(['--write', '--commit'])('leaves alone what somebody changed, with %s too, and says so', (how) =>
    begun((repo) => {
      const path = outside(repo, 'talk.jsonl', talk('One.'))
      const [{ path: note } = { path: '' }] = imported(repo, path, '--commit').files
      const changed = repo.read(note).replace('One.', 'One, as I remember it.')
      repo.write(note, changed)
      outside(repo, 'talk.jsonl', talk('One.', 'Two.'))
      const report = imported(repo, path, how)
      expect(report).toMatchObject({ written: false, commit: null, files: [{ state: 'edited' }] })
      expect(repo.read(note)).toBe(changed)
      expect(repo.memory('import', path, how).stdout).toMatch(/changed by hand since, and left alone/)
    }),
  )

  test('leaves alone a note of somebody’s own, a link and a folder in the place of one', () =>
    begun((repo) => {
      const path = outside(repo, 'talk.jsonl', talk('One.'))
      const [{ path: note } = { path: '' }] = imported(repo, path).files
      repo.write(note, '# Mine\n')
      expect(imported(repo, path, '--write').files).toMatchObject([{ state: 'foreign' }])
      expect(repo.read(note)).toBe('# Mine\n')
      repo.remove(note)
      const target = outside(repo, 'target.md', 'theirs\n')
      symlinkSync(target, repo.path(note))
      expect(imported(repo, path, '--write').files).toMatchObject([{ state: 'foreign' }])
      expect(readFileSync(target, 'utf8')).toBe('theirs\n')
      repo.remove('memory/imports')
      const elsewhere = repo.path('../elsewhere')
      mkdirSync(elsewhere)
      symlinkSync(elsewhere, repo.path('memory/imports'))
      imported(repo, path, '--write')
      expect(readdirSync(elsewhere)).toEqual([])
    }))

  test('takes credentials out by the rules of the doctor, and counts them', () =>
    begun((repo) => {
      const secrets = Object.values(credentials).flat()
      const path = outside(
        repo,
        'talk.jsonl',
        talk(...secrets.map((secret) => `Use ${inALine(secret)} and\n\n${inALine(secret)}`), `mine: ${githubToken}`),
      )
      const report = imported(repo, path, '--commit')
      expect(Object.values(report.masked).reduce((sum, many) => sum + many, 0)).toBeGreaterThan(
        2 * Object.keys(credentials).length,
      )
      const text = repo.read(report.files[0]!.path)
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).toMatch(/mine: \[masked: GitHub Token/)
      const { stdout } = repo.memory('doctor', '--secrets', '--json')
      expect((JSON.parse(stdout) as { secrets: object }).secrets).toMatchObject({ files: 2, found: [] })
    }))

  test('takes out a password that words tell, wherever the message says it again', () =>
    begun((repo) => {
      const said = 'The root password of web1 is Tr0ub4dor&3.\n\nWi-Fi password: Sommer2026!\n\nTry Tr0ub4dor&3 first.'
      const kept = 'The password is required since v2, of 12 characters.'
      const report = imported(repo, outside(repo, 'talk.jsonl', talk(said, kept)), '--commit')
      // Its first words are the title too, where none is counted again.
      expect(report.masked).toEqual({ 'a password': 3 })
      const text = repo.read(report.files[0]!.path)
      expect(text).not.toMatch(/Tr0ub4dor|Sommer2026/)
      expect(text).toContain('root password of web1 is [masked: a password].')
      expect(text).toContain(kept)
    }))

  test('no title shows a part of a key, nor a password that a later line tells, and a title counts once', () =>
    begun((repo) => {
      const [key] = credentials['anthropic']!
      const told = (text: string): ImportReport & object =>
        imported(
          repo,
          outside(repo, 'talk.jsonl', talk(['2025-11-27T14:10:00Z', text], ['2025-11-28T14:10:00Z', 'Thanks.'])),
          '--write',
        )
      // A title is cut to sixty characters, and the rest of a key is no key to any rule.
      const report = told(key!)
      expect(report.files.map(({ title }) => title)).toEqual(
        ['14:10', '14:10'].map((time) => `${time} [masked: Anthropic Claude API key]`),
      )
      expect(report.masked).toEqual({ 'Anthropic Claude API key': 1 })
      for (const { path } of report.files) expect(repo.read(path)).not.toContain(key!.slice(0, 30))
      expect(told('Try Tr0ub4dor&3 first.\n\nThe root password is Tr0ub4dor&3.').files[0]!.title).toBe(
        '14:10 Try [masked: a password] first.',
      )
    }))

  test.each([
    ['chatgpt', 'chatgpt/conversations.json', 5],
    ['claude', 'claude/conversations.json', 3],
    ['codex', 'codex', 2],
    ['letta', 'letta', 5],
    ['hindsight', 'hindsight', 2],
    ['basic-memory', 'basic-memory', 2],
    ['okf', 'okf', 4],
    ['claude-code', 'claude-code', 5],
  ])('%s: %s is told by what is in it, and gives passages alone', (format, path, messages) =>
    begun((repo) => {
      const report = imported(repo, join(fixtures, path), '--commit')
      expect(report).toMatchObject({ format, messages, unread: [], unreadInAll: 0 })
      for (const { path: note } of report.files)
        expect(note).toMatch(new RegExp(`^memory/imports/${format}/\\d{4}-\\d\\d-\\d\\d-[0-9a-f]{10}\\.md$`))
      const { problems } = jsonOf<{ problems: object[] }>(repo, 'status')
      expect(problems).toEqual([])
      const facts = repo
        .memory('dump')
        .stdout.split('\n')
        .filter((line) => line.startsWith('["fact","memory/imports/'))
      expect(facts.length).toBeGreaterThan(0)
      expect(facts.filter((line) => !line.includes('"passage"'))).toEqual([])
      expect(imported(repo, join(fixtures, path), '--write')).toMatchObject({ written: false })
    }),
  )

  test('a document that changed stays on its day', () =>
    begun((repo) => {
      const path = outside(repo, 'notes/tea.md', '---\ntitle: Tea\npermalink: tea\n---\n\nMint.\n')
      const [note] = imported(repo, path, '--write', '--now', '2026-01-01').files
      const later = outside(
        repo,
        'notes/tea.md',
        '---\ntitle: Tea\npermalink: tea\ncreated: 2030-01-01\n---\n\nGreen.\n',
      )
      const [again] = imported(repo, later, '--write').files
      expect([again!.path, again!.state]).toEqual([note!.path, 'grown'])
      expect(repo.read(note!.path)).toMatch(/## Tea \(basic-memory\)\n\nGreen\.\n$/)
    }))

  test('a talk that says no times stays on the day that it was given, whatever the time of a later export', () =>
    begun((repo) => {
      const untimed = (...texts: string[]): string => talk(...texts.map((text) => ['', text] as const))
      const path = outside(repo, 'talk.jsonl', untimed('One.'))
      utimesSync(path, 0, Date.parse('2025-11-27T10:00:00Z') / 1000)
      expect(imported(repo, path, '--write')).toMatchObject({ undated: 1, files: [{ day: '2025-11-27' }] })
      outside(repo, 'talk.jsonl', untimed('One.', 'Two.'))
      expect(imported(repo, path, '--write').files).toMatchObject([{ day: '2025-11-27', state: 'grown' }])
    }))

  test('is no log to a brief: its days are no last days, and it is only counted as left out', () =>
    begun((repo) => {
      const before = jsonOf<{ sections: object[]; day: string }>(repo, 'brief')
      const { files } = imported(repo, sessionFile, '--commit')
      expect(files[0]!.day > before.day).toBe(true)
      const after = jsonOf<{ sections: object[]; day: string; left: { passage: number } }>(repo, 'brief')
      expect([after.day, after.sections]).toEqual([before.day, before.sections])
      expect(after.left.passage).toBeGreaterThan(5)
      expect(jsonOf<{ text: string }>(repo, 'brief', '--since', 'HEAD~1').text).not.toMatch(/imports/)
    }))

  test('a long day goes on in further notes, each short enough to be indexed', () =>
    begun((repo) => {
      const words = 'Some words of a long talk. '.repeat(4000)
      const path = outside(
        repo,
        'talk.jsonl',
        talk(
          ...Array.from({ length: 25 }, () => words),
          'x'.repeat(1_500_000),
          `The last${'\n- item'.repeat(40_000)}\n\nend.`,
        ),
      )
      const { files } = imported(repo, path, '--commit')
      expect(files.length).toBeGreaterThan(3)
      expect(files[1]!.path).toMatch(/-2\.md$/)
      for (const { path: note } of files) expect(repo.read(note).length).toBeLessThan(2_000_000)
      expect(jsonOf<{ problems: object[] }>(repo, 'status').problems).toEqual([])
    }))
})

describe('where nothing is named', () => {
  const inHome = (repo: Repo, path: string, from: string, cwd = repo.root): void => {
    const place = join(repo.environment['HOME']!, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, readFileSync(from, 'utf8').replaceAll('/home/ana/notes', cwd))
  }
  const folderOf = (root: string): string => root.replace(/[^A-Za-z0-9]/g, '-')
  const rollout = 'rollout-2025-11-27T14-30-00-019a2d7a-41c4-78b1-b7cc-a45d62a89cd5.jsonl'

  test('the sessions of this workspace are read, and those of other folders are not', () =>
    begun((repo) => {
      const place = `.claude/projects/${folderOf(repo.root)}`
      inHome(repo, `${place}/${session}.jsonl`, sessionFile)
      inHome(repo, `${place}-other/11111111-061e-414a-85cb-de615826aded.jsonl`, sessionFile, `${repo.root}-other`)
      inHome(repo, `.claude/projects/-home-else/22222222-061e-414a-85cb-de615826aded.jsonl`, sessionFile, '/home/else')
      expect(imported(repo, '--from', 'claude-code')).toMatchObject({ sources: 1, files: [{ path: first }] })
      inHome(repo, `.codex/sessions/2025/11/27/${rollout}`, join(fixtures, 'codex', rollout))
      inHome(repo, `.codex/sessions/2025/11/27/other-${rollout}`, join(fixtures, 'codex', rollout))
      inHome(repo, `.codex/sessions/2025/11/28/${rollout}`, join(fixtures, 'codex', rollout), '/home/else')
      expect(imported(repo, '--from', 'codex')).toMatchObject({ sources: 1, messages: 2 })
    }))

  test('where a program keeps only sessions of other folders, that is told, and not that it has none', () =>
    begun((repo) => {
      inHome(repo, `.codex/sessions/2025/11/27/${rollout}`, join(fixtures, 'codex', rollout), '/home/else')
      expect(repo.memory('import', '--from', 'codex').stdout).toBe(
        'Nothing to import: there is no file of codex for this workspace.\n',
      )
      mkdirSync(repo.path('../exports'), { recursive: true })
      expect(repo.memory('import', '--from', 'codex', '../exports').stdout).toContain(
        'Nothing to import: there is no file of codex.\n',
      )
    }))

  test('nothing is found where the program was never used', () =>
    begun((repo) => {
      for (const format of ['claude-code', 'codex'])
        expect(imported(repo, '--from', format)).toMatchObject({ sources: 0, messages: 0, files: [] })
    }))

  test('what cannot be found is asked for', () =>
    begun((repo) => {
      expect(refused(repo)).toMatch(/name what is to be imported/)
      expect(refused(repo, '--from', 'chatgpt')).toMatch(/name what is to be imported/)
      expect(refused(repo, '--from', 'gemini', 'x')).toMatch(/an import is from claude-code, codex, .*, got gemini/)
      expect(refused(repo, 'nowhere.json')).toMatch(/nowhere\.json is not there/)
      expect(refused(repo, 'README.md')).toMatch(
        /nothing there tells what it is from \(README\.md: .*\): say it with from, one of claude-code \(an object a line, .*\); codex \(/,
      )
      cpSync(join(fixtures, 'letta'), repo.path('../exports/all/letta'), { recursive: true })
      cpSync(join(fixtures, 'codex'), repo.path('../exports/all/codex'), { recursive: true })
      expect(refused(repo, '../exports/all')).toMatch(/is from codex, .* from letta: say it/)
      expect(refused(repo, sessionFile, '--since', 'soon')).toMatch(/since takes a day/)
      repo.run('mkfifo', repo.path('pipe.jsonl'))
      expect(refused(repo, '--from', 'codex', 'pipe.jsonl')).toMatch(/nothing could be read/)
    }))
})
