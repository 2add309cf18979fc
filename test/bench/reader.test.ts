import { createHash } from 'node:crypto'
import { chmodSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout, withRepo, type Ran, type Repo } from '../support/with-repo.js'

const bench = join(checkout, 'bench/reader.js')
const untagged = join(checkout, 'examples/untagged')
const fixture = join(checkout, 'test/fixtures/reader/untagged')
const [answersFile, labelsFile] = [join(fixture, 'answers.jsonl'), join(fixture, 'labels.jsonl')]

interface Answer {
  readonly key: string
  readonly path?: string
  readonly sections?: readonly string[]
  readonly text: string
}
interface Packet extends Answer {
  readonly day: string
  readonly system: string
  readonly user: string
}
interface Share {
  readonly part: number
  readonly whole: number
}
interface Bullet {
  readonly text: string
  readonly state: 'accepted' | 'refused' | 'known'
  readonly true?: boolean
}
type Figures = Readonly<
  Record<
    'packets' | 'answered' | 'byKey' | 'bySections' | 'ofNoPacket' | 'bullets' | 'accepted' | 'refused' | 'known',
    number
  >
> & {
  readonly unreadable: number
  readonly guards: readonly { readonly name: string; readonly refused: number; readonly true: Share }[]
  readonly list: readonly Bullet[]
  readonly labels: {
    readonly accepted: { readonly judged: number; readonly of: number; readonly true: Share }
    readonly refused: { readonly judged: number; readonly of: number; readonly true: Share }
    readonly trueRefused: Share
    readonly untrueTaken: Share
    readonly missed: { readonly bullets: number; readonly packets: number }
    readonly unused: number
  }
}

const rows = <T>(text: string): T[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
const lines = (all: readonly object[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join('')
const given = rows<Answer>(readFileSync(answersFile, 'utf8'))

const begun = beginningWith(() => undefined)
const run = (repo: Repo, ...args: readonly string[]): Ran => repo.run(process.execPath, bench, ...args)
function figures(repo: Repo, ...args: readonly string[]): Figures {
  const { status, stdout, stderr } = run(repo, ...args, '--json')
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Figures
}
/** A file beside the repository with these lines. */
function written(repo: Repo, name: string, all: readonly object[]): string {
  repo.write(name, lines(all))
  return repo.path(name)
}

describe('bench:reader', () => {
  test('no bullet of an answer and no label of one is left out of what is counted', () =>
    begun((repo) => {
      const found = figures(repo, untagged, '--answers', answersFile, '--labels', labelsFile)
      expect(found).toMatchObject({ packets: 20, answered: 20, ofNoPacket: 0, unreadable: 0 })
      expect(found.byKey + found.bySections).toBe(20)
      expect(found.accepted + found.refused + found.known).toBe(found.bullets)
      expect(found.list).toHaveLength(found.bullets)
      const { accepted, refused, trueRefused, untrueTaken, missed, unused } = found.labels
      expect([accepted.judged, refused.judged, unused]).toEqual([found.accepted, found.refused, 0])
      expect(missed.packets).toBe(20)
      const are = (truth: boolean): Bullet[] => found.list.filter((each) => each.true === truth)
      expect([trueRefused.whole, untrueTaken.whole]).toEqual([are(true).length, are(false).length])
      expect(trueRefused.part).toBe(are(true).filter(({ state }) => state === 'refused').length)
      const { stdout } = run(repo, untagged, '--answers', answersFile, '--labels', labelsFile)
      const share = ({ part, whole }: Share): string => `(${part} of ${whole})`
      expect(stdout).toContain(`answered: 20 (${found.byKey} found by key, ${found.bySections} by path and sections)`)
      expect(stdout).toContain(`(${found.accepted} of ${found.bullets - found.known})`)
      expect(stdout).toMatch(/^accepted +\d+ of \d+ +.*%/m)
      expect(stdout).toContain(share(accepted.true))
      expect(stdout).toContain(`missed: ${(missed.bullets / 20).toFixed(2)} a packet (${missed.bullets} in 20)`)
    }))

  test('a wrong answer that the guards refuse is counted by its guard, and one that they take as taken', () =>
    begun((repo) => {
      const [first] = given
      const bullets = [
        {
          cites: '17',
          text: 'Sylvie Arsenault wants 84 guest rooms re-hung',
          kind: 'W',
          entities: ['Sylvie Arsenault'],
        },
        { cites: '82', text: 'Oat milk, not almond', kind: 'W', entities: ['Oat milk'] },
      ]
      const answers = written(repo, 'answers', [{ ...first!, text: JSON.stringify({ bullets }) }])
      const judged = { key: first!.key, worth: true, kind: true, entities: false }
      const labels = written(repo, 'labels', [
        { ...judged, text: bullets[0]!.text, true: false },
        { ...judged, text: bullets[1]!.text, true: true },
        { ...judged, text: 'no bullet of it', true: true },
        { key: first!.key, missed: [{ cites: '28', text: 'about $3,400 of HST' }] },
      ])
      const found = figures(repo, untagged, '--answers', answers, '--labels', labels)
      expect(found).toMatchObject({ answered: 1, bullets: 2, accepted: 1, refused: 1 })
      expect(found.guards.find(({ name }) => name === 'number')).toMatchObject({
        refused: 1,
        true: { part: 0, whole: 1 },
      })
      expect(found.labels).toMatchObject({
        accepted: { true: { part: 1, whole: 1 }, wrongKind: { part: 0, whole: 1 }, wrongEntity: { part: 1, whole: 1 } },
        refused: { true: { part: 0, whole: 1 } },
        trueRefused: { part: 0, whole: 1 },
        untrueTaken: { part: 0, whole: 1 },
        missed: { bullets: 1, packets: 1 },
        unused: 1,
      })
      const { stdout } = run(repo, untagged, '--answers', answers, '--labels', labels)
      expect(stdout).toMatch(/^number +1 +\d+ +0\.0 % \(0 of 1\)$/m)
      expect(stdout).toContain('untrue ones that guards took: 0.0 % (0 of 1)\n')
      expect(stdout).toContain('labels of nothing here: 1\n')
    }))

  test('an answer to a request in other words finds its packet by its sections, and without them is told as lost', () =>
    begun((repo) => {
      const [first, second] = given
      const answers = written(repo, 'answers', [
        { ...first!, key: '0123456789ab' },
        { key: '123456789abc', text: second!.text },
      ])
      expect(figures(repo, untagged, '--answers', answers)).toMatchObject({
        answered: 1,
        byKey: 0,
        bySections: 1,
        ofNoPacket: 1,
      })
    }))

  test('whoever judges sees every bullet with the lines that it cites, and nothing of what the guards said', () =>
    begun((repo) => {
      const judge = ['--to-judge', repo.path('judge')]
      const { list, known } = figures(repo, untagged, '--answers', answersFile, ...judge)
      const all = rows<Record<string, unknown>>(repo.read('judge'))
      expect(all).toHaveLength(list.length - known)
      for (const each of all) {
        expect(Object.keys(each)).toEqual(['key', 'cites', 'text', 'kind', 'entities', 'confidence', 'lines', 'log'])
        const [first] = /^\d+/.exec(String(each['cites']))!
        expect(String(each['lines'])).toMatch(new RegExp(`^${first}>? `, 'm'))
      }
      const texts = all.map(({ text }) => text)
      const told = list.filter(({ state }) => state !== 'known').map(({ text }) => text)
      expect(texts).not.toEqual(told)
      expect(texts.toSorted()).toEqual(told.toSorted())
      figures(repo, untagged, '--answers', answersFile, ...judge, '--seed', '2')
      expect(rows<{ text: string }>(repo.read('judge')).map(({ text }) => text)).not.toEqual(texts)
    }))

  test.each([
    [[], 'usage: npm run bench:reader -- FOLDER'],
    [['no-such'], 'no-such is no workspace: it has no memory/*.md'],
    [['empty'], 'empty is no workspace: it has no memory/*.md'],
    [['badly-set'], 'correct it and commit it'],
    [[untagged, '--labels', labelsFile], '--labels is about answers: give --answers too'],
    [[untagged, '--answers', 'no-such'], 'no-such cannot be read: ENOENT'],
    [[untagged, '--answers', 'odd'], 'odd:2: no JSON'],
    [[untagged, '--answers', answersFile, '--labels', 'labels'], 'labels:1: worth is true or false'],
    [[untagged, '--answers', 'twice'], 'twice:2: 0123456789ab was answered on a line before'],
    [[untagged, '--answer', 'odd'], "Unknown option '--answer'"],
  ])('%j is refused with what would be right', (args, said) =>
    begun((repo) => {
      repo.write('empty/memory/a.txt', '')
      repo.write('badly-set/memory/2026-02-02.md', '# A day\n')
      repo.write('badly-set/.memory/config.json', '{"me":1}')
      repo.write('odd', '{"key":"0123456789ab","text":"[]"}\n{\n')
      repo.write('twice', '{"key":"0123456789ab","text":"[]"}\n'.repeat(2))
      repo.write('labels', '{"key":"0123456789ab","text":"x","worth":"yes"}\n')
      const { status, stderr } = run(repo, ...args)
      expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
      expect(stderr).not.toContain('    at ')
    }),
  )

  test('its help shows each option and how it is called', () =>
    begun((repo) => {
      const { status, stdout } = run(repo, '--help')
      expect(status).toBe(0)
      for (const option of ['answers', 'labels', 'packets', 'to-judge', 'seed', 'json'])
        expect(stdout).toContain(`--${option}`)
      expect(stdout).toContain('npm run bench:reader -- examples/untagged')
    }))
})

const blanksEscaped = (path: string): string => path.replaceAll(' ', '\\ ')

test('a key is of the very bytes that a program is given, also where names and bullets are told', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W @Ruth: The gate is green', 'O(c=0.8) @Boris: Likes tea — 茶'))
    repo.commit(day(2), '# A day\n\n## Garden\n\n- Ruth asked Boris for “a second barrel” — naïve?\n')
    repo.write(
      '../record',
      `#!${process.execPath}\nconst fs = require('node:fs')\nfs.appendFileSync(process.argv[2], fs.readFileSync(0).toString('base64') + '\\n')\nconsole.log('{"bullets":[]}')\n`,
    )
    chmodSync(repo.path('../record'), 0o755)
    const [program, file] = [repo.path('../record'), repo.path('../asked')]
    repo.memory('reader', 'set', '--command', `${blanksEscaped(program)} ${blanksEscaped(file)}`)
    expect(repo.memory('reflect', '--read', '--all', '--now', '2025-12-01T12:00:00Z').status).toBe(0)
    const asked = repo
      .read('../asked')
      .trim()
      .split('\n')
      .map((bytes) => createHash('sha256').update(Buffer.from(bytes, 'base64')).digest('hex').slice(0, 12))
    expect(run(repo, repo.root, '--packets', repo.path('../packets')).status).toBe(0)
    const packets = rows<Packet>(repo.read('../packets'))
    expect(packets.map(({ key }) => key)).toEqual(asked)
    expect(packets.map(({ user }) => user).join('')).toContain('Known names: ')
  }))

test('answers that are replayed go through memory reflect --read as those of a model do', () =>
  withRepo((repo) => {
    cpSync(untagged, repo.root, { recursive: true })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'two weeks without a bullet')
    const { list } = figures(repo, repo.root, '--answers', answersFile, '--packets', repo.path('../packets'))
    // Requests may be worded otherwise by now than when they were answered.
    const packets = rows<Packet>(repo.read('../packets'))
    const placeOf = ({ path, sections }: Answer): string => JSON.stringify([path, sections])
    const keys = new Map(packets.map((packet) => [placeOf(packet), packet.key]))
    const answers = written(
      repo,
      '../answers.jsonl',
      given.map((answer) => ({ key: keys.get(placeOf(answer)), text: answer.text })),
    )
    const replay = join(checkout, 'bench/replay-reader.js')
    repo.memory('reader', 'set', '--command', [process.execPath, replay, answers].map(blanksEscaped).join(' '))
    const ran = repo.memory('reflect', '--read', '--all', '--json', '--now', '2026-02-16T12:00:00Z')
    expect([ran.status, ran.stderr]).toEqual([0, ''])
    const { drafted, ...read } = JSON.parse(ran.stdout) as { drafted: readonly { bullet: string; cites: string }[] }
    expect(read).toMatchObject({ reader: 'node', branch: 'memory/read', packets: 20, read: 20, stopped: null })
    const accepted = list.filter(({ state }) => state === 'accepted')
    expect(drafted.length).toBeGreaterThan(0.9 * accepted.length)
    const paths = [...new Set(drafted.map(({ cites }) => cites.replace(/#.*/, '')))]
    const onBranch = new Set(paths.flatMap((path) => repo.git('show', `memory/read:${path}`).split('\n')))
    for (const { bullet } of drafted) expect(onBranch).toContain(bullet)
    expect(repo.git('status', '--porcelain')).toBe('')
    // One that it does not know.
    const unknown = repo.run('sh', '-c', `echo hello | "${process.execPath}" "${replay}" "${answers}"`)
    expect(unknown).toEqual({
      status: 0,
      stdout: '{"bullets":[]}',
      stderr: expect.stringMatching(/^[\da-f]{12} is no key of .*\n$/),
    })
  }))
