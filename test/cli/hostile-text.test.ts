import { PassThrough } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { tellFailure } from '../../src/cli/failure.js'
import { retain } from '../support/notes.js'
import { withRepo, type Ran } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

/** What a terminal would obey, or a reader would not see. */
const attacks = {
  'a colour': '\u001b[31mred\u001b[0m',
  'a cleared screen': '\u001b[2J\u001b[H',
  'a window title': '\u001b]0;owned\u0007',
  'a clipboard write (OSC 52)': '\u001b]52;c;cm0gLXJmIH4=\u0007',
  'an eight-bit sequence introducer': '\u009b31m',
  'a carriage return in the line': 'kept\rgone',
  'a backspace and a delete': 'a\b\u007f',
  'a bidi override': 'abc\u202ecba',
  'bidi isolates': '\u2066x\u2069',
  'a zero-width space': 'zero\u200bwidth',
  'tag characters': '\u{e0041}\u{e0042}',
  'a filler': 'Hangul\u3164filler',
  'a selector that stands alone': 'a\ufe0fb\u{e0100}',
  'a line separator': 'one\u2028two',
}

/** Control characters but the newline, bidi controls, invisible characters. */
const obeyed =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\u{e0000}-\u{e007f}]|\ufe0f|[\u{e0100}-\u{e01ef}]/u

function expectHarmless(ran: Ran): void {
  expect(ran.stdout).not.toMatch(obeyed)
  expect(ran.stderr).not.toMatch(obeyed)
}

describe('hostile text', () => {
  test('in bullets is shown, not obeyed', () =>
    withRepo((repo) => {
      const bullets = Object.entries(attacks).flatMap(([what, attack]) => [
        `W @Peter: Hides ${attack} (${what}) in a world bullet`,
        `O(c=${attack}) @Peter: Hides ${what} in an attribute`,
        `W(${attack}=1) @Peter: Hides ${what} in a name`,
        `${attack} @Peter: Hides ${what} in a kind`,
      ])
      repo.commit('memory/2025-11-27.md', retain(...bullets))
      const all = ['recall', 'hides', '--k', '100']
      expect(repo.memory(...all).stdout.split('\n').length).toBeGreaterThan(2 * bullets.length)
      for (const args of [all, [...all, '--explain'], ['show', 'Peter'], ['status']]) {
        for (const json of [[], ['--json']]) {
          const ran = repo.memory(...args, ...json)
          expect(ran.status).toBe(0)
          expectHarmless(ran)
        }
      }
    }))

  test('is the same text again once its JSON is read', () =>
    withRepo((repo) => {
      const statement = 'Hides \u001b]52;c;cm0gLXJmIH4=\u0007 and abc\u202ecba and \u009b31m'
      repo.commit('memory/2025-11-27.md', retain(`W @Peter: ${statement}`))
      const { stdout } = repo.memory('recall', 'hides', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ results: [{ content: statement }] })
    }))

  test('in a file name is shown, not obeyed', () =>
    withRepo((repo) => {
      const names = ['\u001b[31mred', 'new\nline', 'back\rwards', 'abc\u202edm', '\u001b]52;c;cm0gLXJmIH4=\u0007']
      for (const name of names) {
        repo.write(`memory/2025-11-27-${name}.md`, retain('W @Peter: Has a note', 'X @Peter: Has a problem'))
        repo.write(`memory/${name}.markdown`, 'skipped')
        repo.write(`bank/entities/${name}.md`, '---\naliases: [Peter]\n---\n<!-- memory:begin -->\n')
      }
      repo.git('add', '.')
      repo.git('commit', '-q', '-m', 'hostile names')
      for (const name of names) repo.write(`memory/2025-11-28-${name}.md`, Buffer.from([0xff, 0xfe, 0x00]))
      for (const args of [['recall', 'note'], ['show', 'Peter'], ['status'], ['reflect'], ['hooks', 'status']])
        for (const json of [[], ['--json']]) expectHarmless(repo.memory(...args, ...json))
      const { stdout } = repo.memory('status')
      expect(stdout).toContain('memory/2025-11-27-\\u{1b}[31mred.md:3')
      expect(stdout).toContain('memory/2025-11-27-new\\u{a}line.md:3')
    }))

  test('on the command line is shown, not obeyed', () =>
    withRepo((repo) => {
      const attack = 'x\u001b[31m\u202e'
      for (const args of [
        ['recall', 'tea', '--on', attack],
        ['show', attack],
        [attack],
        ['recall', 'tea', `--${attack}`],
      ])
        expectHarmless(repo.memory(...args))
    }))

  test('in settings is shown, not obeyed', () =>
    withRepo((repo) => {
      const attack = Object.values(attacks).join(' ')
      const settings = [
        JSON.stringify({ [attack]: 1 }),
        JSON.stringify({ bank: { [attack]: 1 } }),
        JSON.stringify({ timezone: attack }),
        `{"${attack}`,
      ]
      for (const text of settings) {
        repo.commit('.memory/config.json', text)
        for (const json of [[], ['--json']]) {
          const ran = repo.memory('status', ...json)
          expect(ran.status).toBe(2)
          expectHarmless(ran)
        }
      }
    }))

  test('in a layout is shown, not obeyed', () =>
    withRepo((repo) => {
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
      for (const text of ['{{ \u001b]0;owned\u0007 }}', '{{ x\u202e', '{% \u009b31m %}']) {
        repo.commit('.memory/templates/world.md', text)
        const ran = repo.memory('reflect')
        expect(ran).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(/^memory: \.memory\/templates\/world\.md: /),
        })
        expectHarmless(ran)
      }
    }))

  test('in the name of a branch and the subject of a commit is shown, not obeyed', () =>
    withRepo((repo) => {
      const attack = '\u001b]52;c;cm0gLXJmIH4=\u0007\u202e\u001b[2J'
      repo.git('checkout', '-q', '-b', 'abc\u202ecba')
      repo.commit('memory/2025-11-27.md', retain('O(c=0.8) @Peter: Likes tea'), attack)
      repo.memory('reflect', '--commit')
      repo.commit('memory/2025-11-28.md', retain('O(c=0.9) @Peter: Likes tea'), attack)
      repo.memory('reflect')
      repo.git('commit', '-q', '-a', '-m', attack)
      const asked = repo.memory('recall', 'tea', '--json').stdout
      const { results } = JSON.parse(asked) as { results: { id: string }[] }
      for (const args of [['show', results[0]!.id], ['log'], ['log', '--beliefs'], ['status']])
        for (const json of [[], ['--json']]) {
          const ran = repo.memory(...args, ...json)
          expect(ran.status).toBe(0)
          expectHarmless(ran)
        }
      expectHarmless(repo.memory('reflect', '--branch', 'abc\u202ecba'))
      expectHarmless(repo.memory('reflect', '--summary', 'md'))
    }))

  test('in the trace of a bug is shown, not obeyed, line by line', () => {
    const sink = new PassThrough()
    const io = {
      cwd: '',
      environment: {},
      stdin: sink,
      stdout: new PassThrough(),
      stderr: sink,
      now: () => new Date(0),
    }
    for (const argv of [[], ['--json']]) tellFailure(new Error(Object.values(attacks).join(' ')), argv, io)
    const stderr = String(sink.read())
    expectHarmless({ status: 2, stdout: '', stderr })
    expect(stderr.split('\n').length).toBeGreaterThan(4)
  })

  test('in the name of a damaged page is one harmless line of the hook', () =>
    withRepo(
      (repo) => {
        repo.write('bank/entities/pe\u001b[31m\nter.md', '---\nname: Peter\n---\n<!-- memory:begin -->\n')
        repo.git('add', '.')
        const said = repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
        expect(said).toMatch(/^memory: [^\n]*markers damaged: bank\/entities\/pe[^\n]*\n$/)
        expectHarmless({ status: 0, stdout: '', stderr: said })
      },
      { hooks: true },
    ))
})
