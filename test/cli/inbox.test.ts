import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { runCommandLine } from '../../src/cli/run.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const begun = beginningWith(
  (repo) => {
    repo.commit(
      day(1),
      retain(
        'O(c=0.8) @Peter: Likes green tea.',
        'W(suggested=^nit1n8ochg) @Boris: Charges 80 euros.',
        'W(suggested=^nit1n8ochh) @Boris: Owns a \u001b[31mvan.',
      ),
    )
    repo.commit(day(5), retain('O(c=0.8) @Peter: Does not like green tea.'))
  },
  { hooks: true },
)

/** A terminal on which somebody presses these keys. */
async function pressed(repo: Repo, keys: string, ...argv: string[]): Promise<string> {
  const terminal = (): PassThrough & { isTTY: true } => Object.assign(new PassThrough(), { isTTY: true as const })
  const [stdin, stdout, stderr] = [terminal(), terminal(), new PassThrough()]
  stdin.end(keys)
  const { root: cwd, environment } = repo
  const now = (): Date => new Date('2025-12-01T12:00:00Z')
  const status = await runCommandLine(['inbox', ...argv], { cwd, environment, stdin, stdout, stderr, now })
  expect([status, String(stderr.read() ?? '')]).toEqual([0, ''])
  // eslint-disable-next-line no-control-regex
  return String(stdout.read() ?? '').replaceAll(/\u001b\[[0-9;]*m/g, '')
}

test('one key answers each thing, undo takes the last back, and what was answered is done when somebody quits', () =>
  begun(async (repo) => {
    // Both beliefs hold; the first draft kept, taken back, dropped; then enough.
    const told = await pressed(repo, 'bkzdq')
    expect(told).toContain('Beliefs that speak against each other\n  Likes green tea. — Peter')
    expect(told).toMatch(/ {4}keep\n[^]* {4}undone\n[^]* {4}drop\n/)
    expect(told).toMatch(/done {5}unrelated \^\w{10} \^\w{10}/)
    expect(repo.read(day(1))).not.toContain('Charges 80 euros')
    expect(repo.read(day(1))).toContain('suggested=^nit1n8ochh')
    expect(repo.read('bank/evidence.md')).toMatch(/^- not \^/m)
  }))

test('a key that means nothing here asks again, what is put off waits, and Ctrl-C does what was answered before', () =>
  begun(async (repo) => {
    const told = await pressed(repo, '1xnk\u0003')
    // The second draft was asked about twice: once more after a key that it has not.
    expect(told.match(/Charges 80 euros/g)).toHaveLength(2)
    expect(repo.read(day(1))).toContain('- W(from=^nit1n8ochh) @Boris: Owns a \u001b[31mvan.')
    expect(repo.read(day(1))).toContain('suggested=^nit1n8ochg')
    expect(told).toMatch(/done {5}retire \^/)
  }))

test('in a pipe it lists, asks nothing, and shows no control character of a note', () =>
  begun((repo) => {
    const { status, stdout } = repo.memory('inbox', '--now', '2025-12-01T12:00:00Z')
    expect(status).toBe(0)
    expect(stdout).toContain('Drafted, and not kept yet:\n  Charges 80 euros.')
    expect(stdout).not.toContain('\u001b')
    const { items, more } = JSON.parse(repo.memory('inbox', '--json', '--most', '1').stdout) as {
      items: { sort: string; choices: { verb: string }[] }[]
      more: string[]
    }
    expect(items.map(({ sort }) => sort)).toEqual(['opposed', 'drafted'])
    expect(more).toEqual(['drafted'])
  }))

test('where nothing waits it says so', () =>
  begun(async (repo) => {
    repo.memory('suggest', 'drop', '--all', '--commit')
    expect(await pressed(repo, 'b')).toContain('done')
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'done')
    expect(await pressed(repo, '')).toBe('Nothing waits.\n')
  }))
