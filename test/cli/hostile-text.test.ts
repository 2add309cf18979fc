import { describe, expect, test } from '@jest/globals'
import { retain } from '../support/notes.js'
import { withRepo, type Ran } from '../support/with-repo.js'

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
  'a line separator': 'one\u2028two',
}

/** Control characters but the newline, bidi controls, invisible characters. */
const obeyed =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u

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
