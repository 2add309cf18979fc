import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import type { FormatName, ImportReport, Workspace } from '../../../src/index.js'
import { formatNames } from '../../../src/model/origin.js'
import { readers } from '../../../src/import/readers.js'
import { day } from '../../support/notes.js'
import { beginningWith, withRepo, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'
import { usualSources } from '../../../src/workspace/exchange/import-sources.js'

commandsShareAProcess()

const fixtures = new URL('../../fixtures/import/', import.meta.url).pathname
const begun = beginningWith((repo) => void repo.commit(day(1), 'It rained in Graz.\n'))

/** Every whole export of the fixtures. */
const exports = formatNames.flatMap((format) =>
  readdirSync(join(fixtures, format), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name) && name !== 'manifest.json')
    .toSorted()
    .map((name) => [format, name, readFileSync(join(fixtures, format, name))] as const),
)

/** Numbers from 0 up to a bound, the same for the same seed. */
function chance(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** A file beside the repository, as a person has exports. */
function outside(repo: Repo, name: string, content: string | Buffer): string {
  const path = repo.path(join('../exports', name))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** What the library makes of other bytes in the place of a file. */
const reading =
  (repo: Repo, memory: Workspace, from: FormatName, name: string) =>
  (content: string | Buffer): Promise<ImportReport> =>
    memory.import({ from, paths: [outside(repo, name, content)] })

const sum = (counts: ImportReport['leftOut']): number => Object.values(counts).reduce((all, count) => all + count, 0)

/** Whether of any kind more is left out. */
const isMore = (counts: ImportReport['leftOut'], before: ImportReport['leftOut']): boolean =>
  Object.entries(counts).some(([kind, count]) => count > (before[kind as keyof typeof before] ?? 0))

/** Each place is named, with what is there and what belongs there. */
function expectNamed({ unread, unreadInAll }: ImportReport, name: string): void {
  expect(unreadInAll).toBeGreaterThan(0)
  expect(unread.length).toBeGreaterThan(0)
  for (const { path, where, found, right } of unread) {
    expect(basename(path)).toBe(basename(name))
    expect([typeof where, found.length > 0, right.length > 0]).toEqual(['string', true, true])
    expect(where.length + found.length + right.length).toBeLessThan(600)
  }
}

/** Whether nothing tells that a file was cut there. */
function looksWhole(format: FormatName, text: string, at: number): boolean {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  if (before.trim() === '') return false
  const { cut } = readers[format]
  if (cut === 'json') return after.trim() === ''
  if (cut === 'lines') return before.endsWith('\n') || /^\s*(?:\n|$)/.test(after)
  const isClosed = /^---\n[\s\S]*?\n---\s/.test(`${before}\n`)
  if (format === 'okf') return isClosed
  return isClosed || /^-{1,3}\n?$|^---\n[\w-]+$/.test(before)
}

describe('an export that is not whole', () => {
  test.each(exports)('%s, %s: cut anywhere, what is whole is offered and the cut is named', (format, name, bytes) =>
    begun((repo) =>
      repo.use(async (memory) => {
        const read = reading(repo, memory, format, name)
        const whole = await read(bytes)
        expect(whole).toMatchObject({ unread: [], unreadInAll: 0 })
        expect(whole.messages).toBeGreaterThan(0)
        const next = chance(bytes.length)
        const places = [0, 1, 2, 3, bytes.length - 1, ...Array.from({ length: 40 }, () => next(bytes.length))]
        const text = bytes.toString('latin1')
        for (const at of places) {
          const report = await read(bytes.subarray(0, at))
          if (looksWhole(format, text, at)) {
            expect([at, report.unread]).toEqual([at, []])
            expect(report.messages + sum(report.leftOut)).toBeGreaterThan(0)
          } else expectNamed(report, name)
          expect(report.messages).toBeLessThanOrEqual(whole.messages)
        }
      }),
    ),
  )

  test.each(exports)('%s, %s: a bit flipped anywhere loses no message without a word', (format, name, bytes) =>
    begun((repo) =>
      repo.use(async (memory) => {
        const read = reading(repo, memory, format, name)
        const whole = await read(bytes)
        const next = chance(bytes.length + 1)
        for (let times = 0; times < 60; times++) {
          const at = next(bytes.length)
          const flipped = Buffer.from(bytes)
          flipped[at]! ^= 1 << next(8)
          const report = await read(flipped)
          const isTold = report.unreadInAll > 0 || isMore(report.leftOut, whole.leftOut)
          // Statements that one broken byte makes one text are all there.
          const isLess = report.messages < whole.messages && report.characters < whole.characters
          if (!isTold && isLess) throw new Error(`silent: bit flipped in byte ${at}`)
          if (report.unreadInAll > 0) expectNamed(report, name)
        }
      }),
    ),
  )

  test.each(['chatgpt', 'claude'] as const)('%s: every conversation before a cut is offered', (format) =>
    begun((repo) =>
      repo.use(async (memory) => {
        const name = 'conversations.json'
        const [one] = JSON.parse(readFileSync(join(fixtures, format, name), 'utf8')) as [Record<string, unknown>]
        const id = format === 'chatgpt' ? 'conversation_id' : 'uuid'
        const all = Array.from({ length: 12 }, (_, at) => JSON.stringify({ ...one, [id]: `talk-${at}` }))
        const text = `[${all.join(', ')}]`
        const ends = all.map((_, at) => `[${all.slice(0, at + 1).join(', ')}`.length)
        const next = chance(7)
        for (const at of [...ends, ...Array.from({ length: 25 }, () => next(text.length))]) {
          const report = await reading(repo, memory, format, name)(text.slice(0, at))
          expect([at, report.conversations]).toEqual([at, ends.filter((end) => end <= at).length])
          expectNamed(report, name)
          expect(report.unread.at(-1)!.found).toMatch(/^it ends in the middle/)
        }
      }),
    ),
  )
})

describe('a file of something else', () => {
  test.each(exports)(
    '%s, %s: no other format takes it for its own, and each says what it found',
    (format, name, bytes) =>
      begun((repo) =>
        repo.use(async (memory) => {
          // Any Markdown may be a note of basic-memory, and its own have a type as a concept of OKF has.
          const others = formatNames.filter((each) => each !== format && readers[each].cut !== 'markdown')
          for (const other of readers[format].cut === 'markdown'
            ? others
            : formatNames.filter((each) => each !== format)) {
            const report = await reading(repo, memory, other, name)(bytes)
            expect([other, report.conversations, report.unreadInAll]).toEqual([other, 0, 1])
            expectNamed(report, name)
            expect(report.leftOut).toEqual({})
          }
        }),
      ),
  )

  const next = chance(3)
  const noise: readonly (readonly [what: string, content: Buffer])[] = [
    ['nothing', Buffer.alloc(0)],
    ['blanks', Buffer.from(' \n\n')],
    ['a page of the web', Buffer.from('<!DOCTYPE html>\n<html>\n<p>Sign in to continue.</p>\n</html>\n')],
    ['chance', Buffer.from(Array.from({ length: 5000 }, () => next(256)))],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004\u0014\u0000')],
    ['a gzip archive', gzipSync('[]')],
    ['UTF-16', Buffer.from('\ufeff[{"id": 1}]', 'utf16le')],
    ['zeros', Buffer.alloc(5000)],
    ['null', Buffer.from('null')],
    ['a number', Buffer.from('5\n')],
    ['an empty array', Buffer.from('[]')],
    ['an empty object', Buffer.from('{}')],
    ['a hundred thousand brackets', Buffer.from('['.repeat(100_000))],
    ['a hundred thousand levels', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))],
    ['lines that are none', Buffer.from('{"a": \n'.repeat(2000))],
  ]
  test.each(noise)('%s is named by each format, once', (_what, content) =>
    begun((repo) =>
      repo.use(async (memory) => {
        for (const format of formatNames) {
          const name = readers[format].cut === 'markdown' ? 'noise.txt' : 'conversations.json'
          const report = await reading(repo, memory, format, name)(content)
          expect([format, report.conversations, report.unreadInAll]).toEqual([format, 0, 1])
          expectNamed(report, name)
        }
      }),
    ),
  )

  test('is told with where, what and what would be right', () =>
    begun((repo) =>
      repo.use(async (memory) => {
        const found = async (from: FormatName, name: string, content: string | Buffer): Promise<object> => {
          const { unread } = await reading(repo, memory, from, name)(content)
          const [{ path: _, ...fault }] = unread as [ImportReport['unread'][0]]
          return fault
        }
        const right = readers.chatgpt.holds
        expect(await found('chatgpt', 'a.json', '')).toEqual({ where: '', found: 'an empty file', right })
        expect(await found('chatgpt', 'a.json', '{"error": "expired"}')).toEqual({
          where: '',
          found: 'an object with `error`',
          right,
        })
        expect(await found('chatgpt', 'a.json', '<html>')).toEqual({
          where: 'byte 0',
          found: '`<html>`',
          right,
        })
        expect(await found('codex', 'a.jsonl', 'no\nnot\nnever\n')).toEqual({
          where: 'line 1, column 1',
          found: '`no`, and 2 more',
          right: readers.codex.holds,
        })
        expect(await found('claude', 'a.zip', 'PK\u0003\u0004...')).toEqual({
          where: '',
          found: 'a ZIP archive',
          right: 'what is in it: unpack it first',
        })
        expect(await found('basic-memory', 'a.md', '---\ntitle: Tea\n\nMint.\n')).toMatchObject({
          where: 'line 1',
          found: 'front matter without its last line',
        })
      }),
    ))
})

describe('what is whole beside what is not', () => {
  const talk = (...texts: readonly string[]): string =>
    texts.map((text) => `${JSON.stringify({ type: 'user', sessionId: 'talk', message: { content: text } })}\n`).join('')
  const conversation = (title: string): object => ({
    uuid: title,
    name: title,
    chat_messages: [{ sender: 'human', text: `About ${title}.`, created_at: '2025-11-27T14:30:00Z' }],
  })

  test('lines: each that is none is named, and the rest is read', () =>
    begun((repo) =>
      repo.use(async (memory) => {
        const content = `{"type":\n${talk('One.')}\u0000\n[1,\n7\n${talk('Two.')}{"type": "us`
        const report = await reading(repo, memory, 'claude-code', 'talk.jsonl')(content)
        expect(report).toMatchObject({ messages: 2, conversations: 1, unreadInAll: 5 })
        expect(report.unread.map(({ where, found }) => [where, found])).toEqual([
          ['line 1, column 9', 'it ends in the middle'],
          ['line 3, column 1', '`\u0000`'],
          ['line 4, column 4', 'it ends in the middle'],
          ['line 5', 'a number'],
          ['line 7, column 13', 'it ends in the middle'],
        ])
      }),
    ))

  test('an array: what is no conversation is counted and named by its place and title', () =>
    begun((repo) =>
      repo.use(async (memory) => {
        const all = [conversation('Tea'), { uuid: 'b', name: 'Coffee', turns: [] }, 7, conversation('Milk')]
        const name = 'conversations.json'
        for (const [content, prefix] of [
          [JSON.stringify(all), (at: number) => `element ${at + 1}`],
          [JSON.stringify({ conversations: all }), (at: number) => `conversations[${at}]`],
        ] as const) {
          const report = await reading(repo, memory, 'claude', name)(content)
          expect(report).toMatchObject({ conversations: 2, unreadInAll: 2 })
          expect(report.unread.map(({ where, found }) => [where, found])).toEqual([
            [`${prefix(1)}, "Coffee"`, 'an object with `uuid`, `name`, `turns`'],
            [prefix(2), 'a number'],
          ])
        }
      }),
    ))

  test('an array with a fault in it, and more behind its end', () =>
    begun((repo) =>
      repo.use(async (memory) => {
        const [tea, milk] = [conversation('Tea'), conversation('Milk')].map((each) => JSON.stringify(each))
        const content = `[${tea}, {"uuid": no}, ${milk}] [${tea}]`
        const report = await reading(repo, memory, 'claude', 'conversations.json')(content)
        expect(report).toMatchObject({
          conversations: 2,
          unread: [
            { where: `element 2, byte ${content.indexOf('no')}`, found: '`no}`', right: 'a value' },
            { where: `byte ${content.lastIndexOf('[{"uuid"')}`, found: 'more behind the end of the array' },
          ],
        })
      }),
    ))

  test('bytes that are no UTF-8 cost their characters, and are named', () =>
    begun((repo) =>
      repo.use(async (memory) => {
        const content = Buffer.from(talk('One.', 'Tw\u00e9.'), 'latin1')
        const report = await reading(repo, memory, 'claude-code', 'talk.jsonl')(content)
        expect(report).toMatchObject({ messages: 2, unread: [{ where: 'line 2' }], unreadInAll: 1 })
        expect(report.unread[0]!.found).toContain('no UTF-8')
      }),
    ))

  test('files of a folder: those that are broken are named, and the others read', () =>
    begun((repo) => {
      outside(repo, 'all/a.jsonl', talk('One.'))
      outside(repo, 'all/b.jsonl', '{"type": "us')
      outside(repo, 'all/c.jsonl', '')
      outside(repo, 'all/conversations.json', '[{"uuid": "a"')
      for (const from of [[], ['--from', 'claude-code']]) {
        const { status, stdout } = repo.memory('import', '../exports/all', ...from, '--json')
        const { unread, conversations } = JSON.parse(stdout) as ImportReport
        const named = unread.map(({ path }) => basename(path)).toSorted()
        const expected = from.length > 0 ? ['b.jsonl', 'c.jsonl'] : ['b.jsonl', 'c.jsonl', 'conversations.json']
        expect([status, conversations, named]).toEqual([1, 1, expected])
      }
      return Promise.resolve()
    }))

  test('what was left out of a conversation is no message that nobody counts', () =>
    begun((repo) =>
      repo.use(async (memory) => {
        const odd = JSON.stringify([{ uuid: 'a', name: 'Odd', chat_messages: [] }, conversation('Tea')])
        const report = await reading(repo, memory, 'claude', 'conversations.json')(odd)
        expect(report).toMatchObject({ conversations: 1, unreadInAll: 0, leftOut: { conversation: 1 } })
      }),
    ))

  test('is written, and grows when the whole export is there', () =>
    begun((repo) => {
      const whole = JSON.stringify([conversation('Tea'), conversation('Milk')])
      const path = outside(repo, 'conversations.json', whole.slice(0, -9))
      expect(repo.memory('import', path, '--from', 'claude', '--commit').status).toBe(1)
      outside(repo, 'conversations.json', whole)
      const { status, stdout } = repo.memory('import', path, '--commit', '--json')
      const states = (JSON.parse(stdout) as ImportReport).files.map(({ state }) => state)
      expect([status, states.toSorted()]).toEqual([0, ['new', 'same']])
      return Promise.resolve()
    }))
})

describe('memory import', () => {
  test('ends with 0 where all was read, with 1 where a part was, with 2 where nothing was, and says it', () =>
    begun((repo) => {
      const text = readFileSync(join(fixtures, 'chatgpt/conversations.json'), 'utf8')
      const told = (content: string, ...args: string[]): [number | null, string, string] => {
        const path = outside(repo, 'conversations.json', content)
        const { status, stdout, stderr } = repo.memory('import', path, ...args)
        return [status, stdout.replaceAll(path, 'FILE'), stderr]
      }
      expect(told(text)).toEqual([0, expect.not.stringContaining('not read'), ''])
      const half = text.slice(0, text.indexOf('6928-old') + 40)
      expect(told(half)).toEqual([
        1,
        expect.stringMatching(/^FILE, element 2, byte \d+ {2}not read: it ends in the middle; right would be /m),
        'memory: 1 place could not be read, and all that is whole beside it was\n',
      ])
      expect(told(text.slice(0, 60), '--from', 'chatgpt')).toEqual([
        2,
        expect.stringMatching(/^Nothing to import\.\nFILE, element 1, byte \d+ {2}not read: it ends in the middle; /),
        'memory: nothing could be read of what was to be imported\n',
      ])
      const [status, stdout] = told('', '--from', 'chatgpt', '--json')
      expect([status, JSON.parse(stdout)]).toEqual([
        2,
        expect.objectContaining({ unreadInAll: 1, unread: [expect.objectContaining({ found: 'an empty file' })] }),
      ])
      return Promise.resolve()
    }))

  test('says which formats there are, and what it found, where no reader knows a file', () =>
    begun((repo) => {
      for (const [content, found] of [
        ['<!DOCTYPE html>', 'byte 0: `<!DOCTYPE html>`'],
        ['', 'nothing'],
        ['[{"role": "user"}]', 'an object with `role`'],
        ['[{"mapping": {"a"', 'element 1, byte 17: it ends in the middle'],
      ] as const) {
        const path = outside(repo, 'chat.json', content)
        const { status, stdout, stderr } = repo.memory('import', path)
        expect([status, stdout]).toEqual([2, ''])
        expect(stderr).toContain(found)
        for (const format of formatNames) expect(stderr).toContain(`${format} (${readers[format].holds})`)
      }
      return Promise.resolve()
    }))

  test('a folder in which nothing is named as an export is named, and so is a file that cannot be opened', () =>
    begun((repo) => {
      outside(repo, 'empty/chat.html', '<html>')
      const { status, stdout } = repo.memory('import', '--from', 'chatgpt', '../exports/empty')
      expect([status, stdout]).toEqual([
        2,
        expect.stringContaining('../exports/empty  not read: one file, and none by whose name it would be read'),
      ])
      repo.run('mkfifo', repo.path('../exports/pipe.jsonl'))
      outside(repo, 'talk.jsonl', '{"type":"user","sessionId":"a","message":{"content":"One."}}\n')
      const both = repo.memory('import', '--from', 'claude-code', '../exports/pipe.jsonl', '../exports/talk.jsonl')
      expect([both.status, both.stdout]).toEqual([
        1,
        expect.stringMatching(/pipe\.jsonl {2}not read: it is no regular file; right would be /),
      ])
      return Promise.resolve()
    }))
})

test('an empty CODEX_HOME is none: no sessions are looked for in the folder that the command runs in', () =>
  withRepo((repo) => {
    const name = 'sessions/rollout-1.jsonl'
    repo.write(`.codex/${name}`, '{}\n')
    const found = usualSources('codex', repo.root, { HOME: repo.root, CODEX_HOME: '' })
    expect(found.map(({ path }) => path)).toEqual([`${repo.root}/.codex/${name}`])
  }))
