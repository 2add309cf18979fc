import { writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { day } from '../support/notes.js'
import { indexFolder } from '../support/index-place.js'
import { beginningWith } from '../support/with-repo.js'

const begun = beginningWith((repo) => {
  repo.commit(day(1), '# A day\n\n- Ruth wants the gate green.\n')
})

test('a reader is set for this clone alone, told, and forgotten', () =>
  begun((repo) => {
    expect(repo.memory('reader').stdout).toBe('No reader is set in this clone.\n')
    expect(repo.memory('reader', 'set', '--command', 'claude --effort low', '--model', 'haiku').stdout).toBe(
      'claude --effort low, haiku\n',
    )
    expect(JSON.parse(repo.memory('reader', '--json').stdout)).toEqual({
      reader: { by: 'program', command: ['claude', '--effort', 'low'], model: 'haiku', atOnce: 1 },
    })
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(repo.memory('reader', 'off').stdout).toBe('No reader is set in this clone.\n')
    expect(repo.memory('reader').stdout).toBe('No reader is set in this clone.\n')
  }))

test.each([
  [['set'], 'a reader is a program (--command) or a server (--server): give one'],
  [['set', '--command', 'claude', '--server', 'http://127.0.0.1:1'], 'a reader is a program'],
  [['set', '--server', 'http://127.0.0.1:1'], '--model NAME'],
  [['set', '--server', 'http://192.0.2.7:1', '--model', 'm'], 'is not this machine'],
  [
    ['set', '--server', 'http://127.0.0.1:1', '--model', 'm', '--api', 'grpc'],
    'a server speaks ollama or openai-compatible',
  ],
  [['--model', 'm'], '--model goes with memory reader set'],
  [['--at-once', '2'], '--at-once goes with memory reader set'],
  [['set', '--command', 'claude', '--at-once', '17'], '--at-once takes a whole number from 1 to 16, got 17'],
  [['set', '--command', 'claude', '--at-once', '0'], '--at-once takes a whole number from 1, got 0'],
  [['set', '--command', 'openclaw'], '--model PROVIDER/MODEL, as openclaw models list has them'],
  [
    ['set', '--command', '/opt/openclaw', '--model', 'claude-cli/opus'],
    'set that one itself, --command claude or gemini',
  ],
  [['begin'], 'reader takes set, test or off, got begin'],
  [['test'], 'no reader is set in this clone'],
])('memory reader %j is refused, and says what would be right', (args, said) =>
  begun((repo) => {
    const { status, stderr } = repo.memory('reader', ...args)
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
    expect(repo.exists(`${indexFolder}/reader.json`)).toBe(false)
  }),
)

test('how many packets it is asked at once is set with it, and what a file says otherwise counts as one', () =>
  begun(async (repo) => {
    expect(repo.memory('reader', 'set', '--command', 'claude', '--at-once', '4').stdout).toBe('claude, 4 at once\n')
    const server = ['--server', 'http://127.0.0.1:1', '--model', 'm']
    expect(repo.memory('reader', 'set', ...server, '--at-once', '16').stdout).toBe(
      'ollama at http://127.0.0.1:1, m, 16 at once\n',
    )
    expect(await repo.use((memory) => memory.reader())).toMatchObject({ by: 'server', atOnce: 16 })
    for (const atOnce of [undefined, 0, 17, 2.5, '4', null]) {
      const settings = JSON.stringify({ by: 'program', command: ['claude'], model: null, atOnce })
      writeFileSync(repo.path(`${indexFolder}/reader.json`), settings)
      expect(await repo.use((memory) => memory.reader())).toMatchObject({ command: ['claude'], atOnce: 1 })
    }
    await expect(repo.use((memory) => memory.setReader({ command: 'claude', atOnce: 1.5 }))).rejects.toMatchObject({
      code: 'bad-argument',
    })
  }))

test('a program that is not there, and one that says nothing, are told as that', () =>
  begun((repo) => {
    repo.memory('reader', 'set', '--command', 'no-such-program')
    expect(repo.memory('reader', 'test').stderr).toContain('no-such-program is not installed, or not on the PATH')
    repo.memory('reader', 'set', '--command', 'true')
    const { status, stdout } = repo.memory('reader', 'test')
    expect([status, stdout]).toEqual([1, expect.stringContaining('Nothing of it is a bullet')])
  }))

test('options of reading are refused without --read, and limits that are none', () =>
  begun((repo) => {
    repo.memory('reader', 'set', '--command', 'true')
    expect(repo.memory('reflect', '--most', '3').stderr).toContain('--most goes with --read')
    expect(repo.memory('reflect', '--all').stderr).toContain('--all goes with --read')
    expect(repo.memory('reflect', '--read', '--most', '0').stderr).toContain(
      '--most takes a whole number from 1, got 0',
    )
    expect(repo.memory('reflect', '--read', '--commit', '--branch', 'x').stderr).toContain(
      'do different things: give one',
    )
    const planned = repo.memory('reflect', '--read', '--all', '--dry-run', '--now', '2025-12-01T12:00:00Z')
    expect(planned.stdout).toMatch(
      /^true would be asked about 1 packet, about \d+ tokens with what is asked\. Nothing was asked\.\n$/,
    )
  }))
