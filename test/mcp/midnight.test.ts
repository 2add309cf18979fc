import { spawnSync } from 'node:child_process'
import { accessSync, constants, cpSync, existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, test } from '@jest/globals'
import { movedClock, type MovedClock } from '../support/moved-clock.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, memoryCommand, type Repo } from '../support/with-repo.js'

interface Session {
  readonly clock: MovedClock
  /** What a tool answers, as text. */
  readonly call: (name: string, given: Record<string, unknown>) => Promise<string>
  /** The log that a bullet without a day goes into. */
  readonly retained: (text: string) => Promise<string>
}

const begun = beginningWith((repo) => void repo.commit(day(1), retain('W @Ana: Lives in Graz')))

interface Start {
  /** For TZ; undefined for the machine's own. */
  readonly zone: string | undefined
  readonly moment: string
  readonly args?: readonly string[]
  /** What starts Node. */
  readonly behind?: readonly string[]
}

/** A server as a process of its own, under a clock that the test moves. */
async function living(
  repo: Repo,
  { zone, moment, args = [], behind = [process.execPath] }: Start,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const clock = movedClock(repo, zone, moment)
  const client = new Client({ name: 'tester', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: behind[0]!,
      args: [...behind.slice(1), ...clock.nodeOptions, memoryCommand, 'mcp', ...args],
      cwd: repo.root,
      env: clock.environment,
      stderr: 'pipe',
    }),
  )
  const call: Session['call'] = async (name, given) => {
    const { content } = (await client.callTool({ name, arguments: given })) as { content: { text: string }[] }
    return content.map(({ text }) => text).join('\n')
  }
  const logsWith = (text: string): string[] =>
    [...repo.files('memory')].filter(([, content]) => content.includes(text)).map(([path]) => path)
  try {
    await work({
      clock,
      call,
      retained: async (text) => {
        const said = await call('retain', { bullets: [{ text, entities: ['Ana'], kind: 'experience' }] })
        const [path, ...others] = logsWith(text)
        if (path === undefined || others.length > 0) throw new Error(`in ${[path, ...others].join()}: ${said}`)
        return path
      },
    })
  } finally {
    await client.close()
  }
}

/** Whether a process can have folders of its own here, and there are zones to travel to. */
const mayMount =
  existsSync('/usr/share/zoneinfo/Asia/Tokyo') &&
  spawnSync('unshare', ['-rm', 'mount', '--bind', '/etc', '/etc']).status === 0
const title = (risk: string): string => (mayMount ? risk : `${risk} (skipped: no process can have another /etc here)`)

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const vienna = 'Europe/Vienna'

describe('a server that lives past midnight', () => {
  test('writes each bullet into the day that it is then, over two midnights and the night in which an hour is left out', () =>
    begun((repo) =>
      living(repo, { zone: vienna, moment: '2026-03-27T23:59:56+01:00' }, async ({ clock, retained }) => {
        expect(await retained('Baked rye bread')).toBe('memory/2026-03-27.md')
        clock.moveTo('2026-03-28T00:00:08+01:00')
        expect(await retained('Swept the oven')).toBe('memory/2026-03-28.md')
        clock.moveTo('2026-03-29T00:10:00+01:00')
        expect(await retained('Fed the sourdough')).toBe('memory/2026-03-29.md')
        clock.moveTo('2026-03-29T23:30:00+02:00')
        expect(await retained('Sold the last loaf')).toBe('memory/2026-03-29.md')
        clock.moveTo('2026-03-30T00:30:00+02:00')
        expect(await retained('Ordered more flour')).toBe('memory/2026-03-30.md')
      }),
    ))

  test('writes into the day of the hour that comes twice, and of the midnight behind it', () =>
    begun((repo) =>
      living(repo, { zone: vienna, moment: '2026-10-25T02:30:00+02:00' }, async ({ clock, retained }) => {
        expect(await retained('Baked rye bread')).toBe('memory/2026-10-25.md')
        clock.moveTo('2026-10-25T02:30:00+01:00')
        expect(await retained('Swept the oven')).toBe('memory/2026-10-25.md')
        clock.moveTo('2026-10-25T23:59:59+01:00')
        expect(await retained('Fed the sourdough')).toBe('memory/2026-10-25.md')
        clock.moveTo('2026-10-26T00:00:00+01:00')
        expect(await retained('Sold the last loaf')).toBe('memory/2026-10-26.md')
      }),
    ))

  test('counts the days of a question from the day that it is asked on, each day of the calendar one', () =>
    begun((repo) => {
      for (const [date, text] of [
        ['2026-03-22', 'Drank mint tea'],
        ['2026-03-23', 'Drank sage tea'],
        ['2026-03-24', 'Drank lime tea'],
      ] as const)
        repo.commit(`memory/${date}.md`, retain(`B @Ana: ${text}`))
      return living(repo, { zone: vienna, moment: '2026-03-29T12:00:00+02:00' }, async ({ clock, call }) => {
        const told = async (name: string, given: Record<string, unknown>): Promise<string[]> =>
          [...new Set((await call(name, given)).match(/\b(?:mint|sage|lime) tea/g))].toSorted()
        // Seven times 24 hours before half past midnight were the evening of an earlier day.
        const week = { since: '7d' }
        expect(await told('log', week)).toEqual(['lime tea', 'mint tea', 'sage tea'])
        clock.moveTo('2026-03-30T00:30:00+02:00')
        expect(await told('log', week)).toEqual(['lime tea', 'sage tea'])
        expect(await told('recall', { question: 'Which tea?', ...week })).toEqual(['lime tea', 'sage tea'])
        expect(await told('recall', { question: 'Which tea a week ago?' })).toContain('sage tea')
        clock.moveTo('2026-03-31T00:30:00+02:00')
        expect(await told('log', week)).toEqual(['lime tea'])
        expect(await told('recall', { question: 'Which tea?', on: 'last week' })).toEqual(['lime tea', 'sage tea'])
        clock.moveTo('2026-04-01T00:30:00+02:00')
        expect(await told('log', week)).toEqual([])
      })
    }))

  test('says of a log that its day is to come until it has come', () =>
    begun((repo) => {
      repo.commit('memory/2026-03-31.md', retain('B @Ana: Drank mint tea'))
      return living(repo, { zone: vienna, moment: '2026-03-29T12:00:00+02:00' }, async ({ clock, call }) => {
        expect(await call('status', {})).toMatch(/2026-03-31/)
        clock.moveTo('2026-03-31T00:00:01+02:00')
        expect(await call('status', {})).not.toMatch(/2026-03-31\.md/)
      })
    }))

  test('writes by the zone that the workspace says, from the commit on that says so', () =>
    begun((repo) =>
      living(repo, { zone: 'UTC', moment: '2026-05-01T20:00:00Z' }, async ({ retained }) => {
        expect(await retained('Baked rye bread')).toBe('memory/2026-05-01.md')
        repo.commit('.memory/config.json', '{"timezone": "Asia/Tokyo"}\n')
        expect(await retained('Swept the oven')).toBe('memory/2026-05-02.md')
        repo.commit('.memory/config.json', '{"timezone": "America/Lima"}\n')
        expect(await retained('Fed the sourdough')).toBe('memory/2026-05-01.md')
      }),
    ))

  const inFolders = mayMount ? test : test.skip
  inFolders(title('writes by the zone of the machine, also when that changes: a laptop travels'), () =>
    begun((repo) => {
      const settings = repo.path('../etc')
      cpSync('/etc/.', settings, { recursive: true, verbatimSymlinks: true, filter: isReadable })
      const travel = (zone: string): void => {
        rmSync(join(settings, 'localtime'), { force: true })
        symlinkSync(`/usr/share/zoneinfo/${zone}`, join(settings, 'localtime'))
      }
      travel(vienna)
      const mounted = ['unshare', '-rm', 'sh', '-c', 'mount --bind "$0" /etc && exec "$@"', settings, process.execPath]
      const start = { zone: undefined, moment: '2026-05-01T20:00:00Z', behind: mounted }
      return living(repo, start, async ({ retained }) => {
        expect(await retained('Baked rye bread')).toBe('memory/2026-05-01.md')
        travel('Asia/Tokyo')
        expect(await retained('Swept the oven')).toBe('memory/2026-05-02.md')
        travel('America/Lima')
        expect(await retained('Fed the sourdough')).toBe('memory/2026-05-01.md')
      })
    }),
  )

  test('stays at the moment that it was told with --now, whatever the clock says', () =>
    begun((repo) =>
      living(
        repo,
        { zone: vienna, moment: '2026-03-27T23:59:56+01:00', args: ['--now', '2025-11-20T12:00:00Z'] },
        async ({ clock, retained }) => {
          expect(await retained('Baked rye bread')).toBe('memory/2025-11-20.md')
          clock.moveTo('2026-03-28T00:00:08+01:00')
          expect(await retained('Swept the oven')).toBe('memory/2025-11-20.md')
        },
      ),
    ))
})
