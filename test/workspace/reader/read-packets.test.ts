import { spawn } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { LogsRead } from '../../../src/index.js'
import type { LanguageModel } from '../../../src/ask/language-model.js'
import { readerPackets } from '../../../src/reader/packet.js'
import { readerRequest } from '../../../src/reader/request.js'
import type { ReaderStanding } from '../../../src/reader/standing.js'
import { readPackets, type PacketRead } from '../../../src/workspace/reader/read-packets.js'
import type { Session } from '../../../src/workspace/session/session.js'
import { day } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, memoryCommand, type Repo } from '../../support/with-repo.js'

/**
 * A reader by rule: of each line of a packet that names Ruth or Boris it makes a bullet in its words. How it does stands in
 * `../how.json`, what it was asked in `../asked`, a line a request.
 */
const rule = `#!${process.execPath}
const fs = require('node:fs')
const base = process.argv[2]
const how = JSON.parse(fs.readFileSync(base + '/how.json', 'utf8'))
const text = fs.readFileSync(0, 'utf8')
fs.appendFileSync(base + '/asked', JSON.stringify(text) + '\\n')
const of = /log memory\\/2025-11-(\\d\\d)\\.md/.exec(text)
if (!of) { console.log('{"bullets":[]}'); process.exit(0) }
const day = Number(of[1])
const sleep = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time)
// Who is here at once, told once there are as many as it is to meet.
fs.mkdirSync(base + '/here', { recursive: true })
const own = base + '/here/' + process.pid
const here = () => fs.readdirSync(base + '/here').length
fs.writeFileSync(own, '')
process.on('exit', () => fs.rmSync(own))
for (let at = 0; at < 500 && here() < (how.meets ?? 0); at++) sleep(20)
if (how.meets) sleep(200)
fs.appendFileSync(base + '/met', here() + '\\n')
if (how.slow?.[day]) sleep(how.slow[day])
if (how.fails?.includes(day)) { console.error('no credit for ' + day); process.exit(1) }
const taken = how.obeys ? [...text.matchAll(/^- ("W?.*")$/gm)].map(([, said]) => JSON.parse(said)) : []
const bullets = [...text.matchAll(/^(\\d+)>? - (.*\\b(Ruth|Boris)\\b.*)$/gm)]
  .map(([, cites, said, name]) => ({ cites, text: said.replace(/\\.$/, ''), kind: 'W', entities: [name] }))
  .filter((bullet) => !taken.includes(bullet.text))
const answer = JSON.stringify({ bullets })
console.log(how.cuts?.some((words) => text.includes(words)) ? answer.slice(0, how.room) : how.cuts ? answer : answer.slice(0, how.room))
`

const now = (): Date => new Date('2025-12-01T12:00:00Z')
const log = (...lines: readonly string[]): string =>
  `# A day\n\n## Garden\n\n${lines.map((line) => `- ${line}\n`).join('')}`

const said = ['Ruth has a green gate', 'Boris charges 80 euros', 'Ruth owns the barrel', 'Boris fixed the pump'].concat(
  ['Ruth grows 12 kinds of beans', 'Boris lives in Wels'],
)
const long = `# A day

## Gate

- Ruth wants the gate painted green.
- Boris painted the shed in March.

## Pump

- Boris fixed the pump for 80 euros.
- Ruth found the leak on Monday.

## Beans

- Ruth grows 12 kinds of beans.
- Boris eats none of them.

## Barrel

- The owner of the barrel is Ruth.
- Boris carried the barrel to the well.
`
const inLong = long.split('\n').filter((line) => line.startsWith('- ')).length

const reading = beginningWith((repo) => {
  repo.write('../rule', rule)
  chmodSync(repo.path('../rule'), 0o755)
})
const withDays = (work: (repo: Repo) => Promise<void>): Promise<void> =>
  reading(async (repo) => {
    for (const [at, line] of said.entries()) repo.commit(day(at + 1), log(`${line}.`))
    await work(repo)
  })
const withLong = (work: (repo: Repo) => Promise<void>): Promise<void> =>
  reading(async (repo) => {
    repo.commit(day(1), long)
    await work(repo)
  })

interface How {
  /** By day, milliseconds. */
  readonly slow?: Readonly<Record<number, number>>
  readonly fails?: readonly number[]
  readonly meets?: number
  /** Characters of an answer; of those alone whose packet has one of `cuts`, where there are any. */
  readonly room?: number
  readonly cuts?: readonly string[]
  /** Leaves out what it is told to. */
  readonly obeys?: boolean
}

async function read(repo: Repo, how: How, atOnce = 1, options: { readonly branch?: string } = {}): Promise<LogsRead> {
  writeFileSync(repo.path('../how.json'), JSON.stringify(how))
  const workspace = repo.open({ now })
  await workspace.setReader({ command: [repo.path('../rule'), repo.path('..')], atOnce })
  return workspace.readLogs({ all: true, ...options })
}
const asked = (repo: Repo): string[] =>
  existsSync(repo.path('../asked'))
    ? repo
        .read('../asked')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string)
    : []
const shown = (repo: Repo, branch: string): string =>
  repo.git('log', '--format=%T %B', `HEAD..${branch}`).replaceAll(branch, 'branch')
const bulletsOf = (repo: Repo, branch = 'memory/read'): string[] =>
  repo
    .git('show', `${branch}:${day(1)}`)
    .split('\n')
    .map((line) => line.replace(/\(from=[^)]*\)/, ''))
    .filter((line) => line.startsWith('- W @'))

describe('packets that are read at once', () => {
  test('as many are under way as are allowed, and none more', () =>
    withDays(async (repo) => {
      // Of six packets three wait for each other; with fewer at once they would wait in vain.
      expect(await read(repo, { meets: 3 }, 3)).toMatchObject({ read: 6, stopped: null })
      const met = repo.read('../met').trim().split('\n').map(Number)
      expect(met).toHaveLength(6)
      expect(Math.max(...met)).toBe(3)
    }))

  test('the branch is the same, byte for byte, as of one after another, whichever is answered first', () =>
    withDays(async (repo) => {
      await read(repo, {}, 1, { branch: 'one' })
      const slow = { 1: 500, 2: 300, 3: 100 }
      for (const atOnce of [2, 4, 16]) {
        const found = await read(repo, { slow }, atOnce, { branch: `at-${atOnce}` })
        expect(found).toMatchObject({ read: 6, stopped: null })
        expect(found.drafted.map(({ bullet }) => bullet.replace(/^- W\S* @\w+: /, ''))).toEqual(said)
        expect(shown(repo, `at-${atOnce}`)).toBe(shown(repo, 'one'))
      }
      await expectSameAsRebuild(repo)
    }))

  test('three failures in a row leave the reader alone, in the order of the packets and not of the answers', () =>
    withDays(async (repo) => {
      const how = { fails: [2, 3, 4], slow: { 2: 400, 3: 400, 4: 400 } }
      const one = await read(repo, how, 1, { branch: 'one' })
      expect(one).toMatchObject({ read: 1, stopped: expect.stringContaining('no credit for 4') })
      expect(asked(repo)).toHaveLength(4)
      const many = await read(repo, how, 6, { branch: 'many' })
      expect([many.read, many.stopped]).toEqual([one.read, one.stopped])
      expect(shown(repo, 'many')).toBe(shown(repo, 'one'))
    }))

  test('two in a row and one more do not, and what failed is read the next time', () =>
    withDays(async (repo) => {
      expect(await read(repo, { fails: [1, 2, 4], slow: { 3: 300 } }, 4)).toMatchObject({
        read: 3,
        stopped: 'the reader failed at some of it: run it again',
      })
      expect(await read(repo, {}, 4)).toMatchObject({ packets: 3, read: 3, stopped: null })
      expect(asked(repo)).toHaveLength(9)
    }))

  test('after a reader that fails at all of it, no more are begun than were under way', () =>
    withDays(async (repo) => {
      expect(await read(repo, { fails: [1, 2, 3, 4, 5, 6], slow: { 4: 1500 } }, 2)).toMatchObject({
        read: 0,
        commit: null,
      })
      expect(asked(repo)).toHaveLength(4)
    }))

  test('killed at any moment they go on from what was answered, and the branch ends the same', () =>
    withDays(async (repo) => {
      await read(repo, {}, 1, { branch: 'one' })
      // The name of the reader is that of its program: nothing is asked again that was answered.
      writeFileSync(
        repo.path('../how.json'),
        JSON.stringify({ slow: { 1: 400, 2: 50, 3: 200, 4: 100, 5: 300, 6: 50 } }),
      )
      await repo.open({ now }).setReader({ command: [repo.path('../rule'), repo.path('..')], atOnce: 2 })
      for (const delay of [350, 550, 750]) {
        const child = spawn(
          process.execPath,
          [memoryCommand, 'reflect', '--read', '--all', '--branch', 'killed', '--now', now().toISOString()],
          { cwd: repo.root, env: { ...repo.environment, TMPDIR: repo.path('..') }, stdio: 'ignore' },
        )
        const end = new Promise((resolve) => child.on('exit', resolve))
        await wait(delay)
        child.kill('SIGKILL')
        await end
      }
      await read(repo, {}, 2, { branch: 'killed' })
      expect(shown(repo, 'killed')).toBe(shown(repo, 'one'))
    }))

  test('who waits is told packets, what it took and how long it goes on', () =>
    withDays(async (repo) => {
      writeFileSync(repo.path('../how.json'), '{}')
      const told: string[] = []
      const workspace = repo.open({ now, progress: (what, done, total) => told.push(`${what} ${done}/${total}`) })
      await workspace.setReader({ command: [repo.path('../rule'), repo.path('..')], atOnce: 2 })
      await workspace.readLogs({ all: true })
      const ours = told.filter((line) => line.startsWith('Reading logs: '))
      expect(ours[0]).toBe('Reading logs: packet 0/6')
      expect(ours).toHaveLength(7)
      expect(ours[3]).toMatch(/^Reading logs: about \d+ s left, packet 3\/6$/)
    }))
})

describe('an answer that was cut off', () => {
  test('is kept as far as it is whole, its halves are asked once each, and the branch is that of an answer that was not', () =>
    withLong(async (repo) => {
      await read(repo, {}, 1, { branch: 'whole' })
      const before = asked(repo).length
      for (const obeys of [true, false]) {
        const branch = `cut-${obeys}`
        const found = await read(repo, { room: 420, obeys }, 1, { branch })
        expect(found).toMatchObject({ packets: 1, read: 1, stopped: null, refused: [] })
        expect(bulletsOf(repo, branch)).toHaveLength(inLong)
        expect(bulletsOf(repo, branch).toSorted()).toEqual(bulletsOf(repo, 'whole').toSorted())
        expect(await read(repo, {}, 1, { branch })).toMatchObject({ packets: 0 })
      }
      const requests = asked(repo).slice(before)
      expect(requests).toHaveLength(6)
      expect(requests[1]).toContain('is taken, so leave it out:\n- "Ruth wants the gate painted green"')
      expect(requests[1]).toContain('## Pump')
      expect(requests[1]).not.toContain('## Beans')
      expect(requests[2]).toContain('## Beans')
      // Nothing of the second half was taken.
      expect(requests[2]).not.toContain('leave it out')
    }))

  test('what its half says again in other words is not written twice', () =>
    withLong(async (repo) => {
      repo.write(
        '../rule',
        rule.replace(
          '.filter((bullet)',
          ".map((bullet) => (text.includes('leave it out') ? { ...bullet, text: bullet.text.replace('Ruth wants the gate painted green', 'Ruth wants the gate to be painted green') } : bullet)).filter((bullet)",
        ),
      )
      expect(await read(repo, { room: 420 })).toMatchObject({ read: 1, refused: [] })
      expect(bulletsOf(repo).filter((line) => line.includes('gate'))).toEqual([
        '- W @Ruth: Ruth wants the gate painted green',
      ])
    }))

  test('where a half is cut off too, what it gave is taken and its sections are read the next time, with nothing twice', () =>
    withLong(async (repo) => {
      await read(repo, {}, 1, { branch: 'whole' })
      const found = await read(repo, { room: 200, cuts: ['## Beans'] })
      expect(found).toMatchObject({
        packets: 1,
        read: 1,
        stopped: 'its answers were cut off: 2 sections are read the next time, better with more room for an answer',
      })
      expect(bulletsOf(repo)).toHaveLength(6)
      const before = asked(repo).length
      expect(await read(repo, {})).toMatchObject({ packets: 1, read: 1, stopped: null })
      const requests = asked(repo).slice(before)
      // Of the section before it every line has a bullet already.
      expect(requests[0]).toContain('## Barrel')
      expect(requests[0]).not.toContain('## Pump')
      expect(bulletsOf(repo).toSorted()).toEqual(bulletsOf(repo, 'whole').toSorted())
      expect(await read(repo, {})).toMatchObject({ packets: 0 })
      await expectSameAsRebuild(repo)
    }))

  test('one section is asked in two parts, and is read where both are answered', () =>
    reading(async (repo) => {
      repo.commit(
        day(1),
        `${log(...said.slice(0, 3).map((line) => `${line}.`))}\n${said
          .slice(3)
          .map((line) => `- ${line}.\n`)
          .join('')}`,
      )
      expect(await read(repo, { room: 300 })).toMatchObject({ packets: 1, read: 1, stopped: null })
      expect(bulletsOf(repo).map((line) => line.replace(/^- W @\w+: /, ''))).toEqual(said)
      // At the blank line, below its headings.
      expect(asked(repo)[2]).toMatch(/\n1 # A day\n3 ## Garden\n9 - Boris fixed the pump\.\n/)
      expect(await read(repo, {})).toMatchObject({ packets: 0 })
    }))

  test('a part of a section that is cut off leaves it for the next time', () =>
    reading(async (repo) => {
      repo.commit(day(1), log(...said.map((line) => `${line}.`)))
      expect(await read(repo, { room: 130 })).toMatchObject({
        read: 1,
        stopped: expect.stringContaining('1 section is read the next time'),
      })
      expect(bulletsOf(repo).length).toBeGreaterThan(0)
      expect(await read(repo, {})).toMatchObject({ packets: 1, stopped: null })
      expect(bulletsOf(repo)).toHaveLength(said.length)
    }))

  test('of which nothing is whole, also of its halves, is no answer: all of it is asked anew the next time', () =>
    withLong(async (repo) => {
      expect(await read(repo, { room: 30 })).toMatchObject({ read: 0, drafted: [], commit: null, took: null })
      expect(asked(repo)).toHaveLength(3)
      expect(await read(repo, { room: 30 })).toMatchObject({
        read: 0,
        stopped: 'the reader failed at some of it: run it again',
      })
      expect(asked(repo)).toHaveLength(6)
      expect(await read(repo, {})).toMatchObject({ read: 1, stopped: null })
      expect(asked(repo)).toHaveLength(7)
      expect(bulletsOf(repo)).toHaveLength(inLong)
    }))

  test('whose half the reader fails at keeps what was taken, and goes on from the answers that there are', () =>
    withLong(async (repo) => {
      repo.write(
        '../rule',
        rule.replace(
          'const taken =',
          "if (how.fails === undefined && how.room && text.includes('## Beans') && !text.includes('## Pump')) { console.error('no credit'); process.exit(1) }\nconst taken =",
        ),
      )
      const found = await read(repo, { room: 420 })
      expect(found).toMatchObject({ read: 1, stopped: 'the reader failed at some of it: run it again' })
      expect(bulletsOf(repo)).toHaveLength(4)
      expect(await read(repo, {})).toMatchObject({ packets: 1, read: 1, stopped: null })
      expect(bulletsOf(repo)).toHaveLength(inLong)
    }))

  test('and whose run is killed before its halves are asked is not asked again', () =>
    withLong(async (repo) => {
      await read(repo, {}, 1, { branch: 'whole' })
      const before = asked(repo).length
      repo.write(
        '../rule',
        rule.replace('const taken =', "if (how.waits && !text.includes('## Pump')) sleep(60000)\nconst taken ="),
      )
      writeFileSync(repo.path('../how.json'), JSON.stringify({ room: 420, waits: true }))
      const child = spawn(
        process.execPath,
        [memoryCommand, 'reflect', '--read', '--all', '--now', now().toISOString()],
        { cwd: repo.root, env: { ...repo.environment, TMPDIR: repo.path('..') }, stdio: 'ignore' },
      )
      const end = new Promise((resolve) => child.on('exit', resolve))
      for (let at = 0; at < 500 && asked(repo).length < before + 3; at++) await wait(20)
      child.kill('SIGKILL')
      await end
      await read(repo, { room: 420 })
      // The packet and its first half were answered.
      expect(asked(repo).slice(before)).toHaveLength(4)
      expect(bulletsOf(repo).toSorted()).toEqual(bulletsOf(repo, 'whole').toSorted())
    }))
})

describe('what was refused and sent back', () => {
  /** What comes of a line, where the reader gives one answer after another. */
  const readOf = async (line: string, standing: readonly ReaderStanding[], ...answers: readonly object[][]) => {
    const given = { path: day(1), day: '2025-11-01', text: `# A day\n\n- ${line}\n` }
    const [packet] = readerPackets(given)
    const about = { names: [{ name: 'Boris' }, { name: 'Ruth' }], standing }
    const left = [...answers]
    const model: LanguageModel = {
      name: 'by rule',
      atOnce: 1,
      ask: () => Promise.resolve({ text: JSON.stringify({ bullets: left.shift() }), tokens: null }),
    }
    const kept = { get: () => undefined, keep: () => undefined, drop: () => undefined }
    const request = { ...readerRequest(packet!, about), schema: {} }
    const work = [{ log: given, packet: packet!, about, request }]
    const { done } = await readPackets({ options: {} } as Session, model, kept, work)
    const [{ checked }] = done as [PacketRead]
    return {
      accepted: checked.accepted.map(({ text }) => text),
      refused: checked.refused.map(({ answer }) => answer.text),
      known: checked.known.length,
    }
  }
  const bullet = (text: string): object => ({ cites: '3', text, kind: 'B', entities: [] })

  test('of two bullets of one line the one that does not come back is told', async () => {
    const line = 'Ruth found the leak on Monday, and Boris fixed the pump.'
    const first = [bullet('She found the leak on Monday'), bullet('He fixed the pump')]
    expect(await readOf(line, [], first, [bullet('Boris fixed the pump')])).toEqual({
      accepted: ['Boris fixed the pump'],
      refused: ['She found the leak on Monday'],
      known: 0,
    })
  })

  test('one that comes back as known is not', async () => {
    const text = 'Boris charges 80 euros an hour'
    const id = 'k3f9a2c1x7'
    const first = [{ cites: '3', text, kind: 'W', entities: ['Boris'] }]
    const answer = await readOf(`${text}.`, [{ id, kind: 'world', text, entities: ['Boris'] }], first, [
      { cites: '3', known: `^${id}` },
    ])
    expect(answer).toEqual({ accepted: [], refused: [], known: 1 })
  })
})
