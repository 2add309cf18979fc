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
      reader: { by: 'program', command: ['claude', '--effort', 'low'], model: 'haiku' },
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
  [['begin'], 'reader takes set, test or off, got begin'],
  [['test'], 'no reader is set in this clone'],
])('memory reader %j is refused, and says what would be right', (args, said) =>
  begun((repo) => {
    const { status, stderr } = repo.memory('reader', ...args)
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
    expect(repo.exists(`${indexFolder}/reader.json`)).toBe(false)
  }),
)

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
