import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { runCommandLine } from '../../src/cli/run.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, memoryCommand, type Repo } from '../support/with-repo.js'

const page = 'bank/evidence.md'
const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes flying', 'O(c=0.6) @Peter: Prefers tea'))
    repo.commit(day(5), retain('B @Peter: Took the night train'))
  },
  { hooks: true },
)

/** A terminal on which somebody presses these keys. */
const pressed = (repo: Repo, keys: string, ...argv: string[]): Promise<string> =>
  pressedAt(() => new Date(), repo, keys, ...argv)

async function pressedAt(now: () => Date, repo: Repo, keys: string, ...argv: string[]): Promise<string> {
  const terminal = (): PassThrough & { isTTY: true } => Object.assign(new PassThrough(), { isTTY: true as const })
  const [stdin, stdout, stderr] = [terminal(), terminal(), new PassThrough()]
  stdin.end(keys)
  const { root: cwd, environment } = repo
  const status = await runCommandLine(['judge', ...argv], { cwd, environment, stdin, stdout, stderr, now })
  expect([status, String(stderr.read() ?? '')]).toEqual([0, ''])
  // eslint-disable-next-line no-control-regex
  return String(stdout.read() ?? '').replaceAll(/\u001b\[[0-9;]*m/g, '')
}
const said = (repo: Repo): string[] =>
  repo.exists(page)
    ? repo
        .read(page)
        .split('\n')
        .flatMap((line) => /^- \^\w{10} (\w+) .* about "O @Peter: (.*?)"/.exec(line)?.slice(1).join(' ') ?? [])
        .toSorted()
    : []

test('one key answers, undo takes the last one back, and what was answered is kept when somebody quits', () =>
  begun(async (repo) => {
    const told = await pressed(repo, 'szcq')
    expect(told).toContain('2025-11-05  Took the night train — Peter  memory/2025-11-05.md#L2\n')
    expect(told).toMatch(
      / {2}Prefers tea — Peter \(0\.60\)\?\n {4}supports\n {2}Likes flying — Peter \(0\.80\)\?\n {4}undone\n/,
    )
    expect(said(repo)).toEqual(['contradicts Prefers tea'])
    // The next time it goes on behind that.
    expect(await pressed(repo, 'w')).not.toContain('Prefers tea')
    expect(said(repo)).toEqual(['contradicts Prefers tea', 'weakens Likes flying'])
    expect(await pressed(repo, 's')).toContain('Nothing is open')
  }))

test('a key that means nothing is told which do, what is put off is not asked twice, and Ctrl-C quits', () =>
  begun(async (repo) => {
    const told = await pressed(repo, 'xnn')
    expect(told.match(/Prefers tea/g)).toHaveLength(2)
    expect(told).toContain('That was all.')
    expect(said(repo)).toEqual([])
    await pressed(repo, 'r\u0003s')
    expect(said(repo)).toEqual(['replaces Prefers tea'])
  }))

test('who answers past midnight has judged up to the day that it is then', () =>
  begun(async (repo) => {
    repo.commit(day(21), retain('B @Peter: Took the night train again'))
    const times = ['20T23:59:50', '21T00:00:10'].map((time) => new Date(`2025-11-${time}Z`))
    // The questions are asked at the first, the answers are taken at the second.
    const told = await pressedAt(() => times.shift() ?? new Date('2025-11-21T00:00:20Z'), repo, 'uuuu')
    expect(told).toContain('Facts from before 2025-11-21 are judged.')
  }))

test('what somebody typed stands in the working tree where it cannot be committed', () =>
  begun(async (repo) => {
    repo.write(page, '# Evidence\n')
    repo.git('add', page)
    const terminal = (): PassThrough & { isTTY: true } => Object.assign(new PassThrough(), { isTTY: true as const })
    const [stdin, stdout, stderr] = [terminal(), terminal(), new PassThrough()]
    stdin.end('cq')
    const { root: cwd, environment } = repo
    const status = await runCommandLine(['judge', '--commit'], {
      cwd,
      environment,
      stdin,
      stdout,
      stderr,
      now: () => new Date(),
    })
    expect([status, String(stderr.read() ?? '')]).toEqual([
      2,
      expect.stringContaining('the answers stand in bank/evidence.md'),
    ])
    expect(said(repo)).toEqual(['contradicts Prefers tea'])
  }))

test('what notes say cannot speak to the terminal', () =>
  begun(async (repo) => {
    repo.commit(day(6), retain('B @Peter: Left \u001b[2J\u202eabc'))
    const told = await pressed(repo, 'uuuuq')
    // eslint-disable-next-line no-control-regex
    expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  }))

test('in a pipe nothing is asked: the open facts are printed with what to answer, or answers are read', () =>
  begun((repo) => {
    const { stdout } = repo.memory('judge')
    expect(stdout).toMatch(
      /^2025-11-05 {2}\^\w{10} {2}Took the night train — Peter {2}memory\/2025-11-05\.md#L2\n {4}\^\w{10} {2}0\.60 {2}Prefers tea — Peter\n/,
    )
    expect(stdout).toContain('memory judge --from FILE')
    expect(repo.memory('judge', '--from', 'nowhere.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('nowhere.json cannot be read') as unknown,
    })
    expect(repo.memory('judge', '--next', '0')).toMatchObject({ status: 2 })
    expect(repo.memory('judge', '--since', 'spring')).toMatchObject({ status: 2 })
    expect(repo.memory('judge', '--entity', 'Nobody')).toMatchObject({ status: 1 })
    return Promise.resolve()
  }))

test.each([
  ['judge', '--from'],
  ['suggest', '--from'],
  ['retain', '--stdin'],
])('a batch for %s %s that is empty, cut or no UTF-8 is refused, and nothing of it is taken', (verb, option) =>
  begun((repo) => {
    const before = repo.files('memory')
    const bullet = '{"text": "Drank m\u00e9lange", "entities": ["Peter"], "kind": "B"}'
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from(`[${bullet}, {"text": "Dr`),
      Buffer.from(`${bullet}\n{"text": "Dr`),
      Buffer.from('<!DOCTYPE html>'),
      Buffer.from(bullet, 'latin1'),
    ]) {
      repo.write('batch.json', bytes)
      const given =
        option === '--stdin' ? '"$0" "$1" retain --stdin < batch.json' : `"$0" "$1" ${verb} --from batch.json`
      const { status, stdout, stderr } = repo.run('sh', '-c', given, process.execPath, memoryCommand)
      expect([status, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/^memory: ./)
    }
    expect(repo.files('memory')).toEqual(before)
    return Promise.resolve()
  }),
)
