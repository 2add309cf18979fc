import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { proposedHeading } from '../../src/pages/edits/propose-core.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const firm = 'O(c=0.95) @Peter: Prefers concise replies (<1500 chars)'

/** Said on three days, as it must be; and things that are not firm, not old enough, or no longer true. */
function withBeliefs(repo: Repo): void {
  repo.commit(day(1), retain(firm, 'O(c=0.95) @Anna: Likes coffee', 'O(c=0.6) @Anna: Likes early meetings'))
  repo.commit(day(2), retain(firm, 'O(c=0.6) @Anna: Likes early meetings', 'O(c=0.95) @Tom: Works from Graz'))
  repo.commit(day(3), retain(firm, 'O(c=0.6) @Anna: Likes early meetings', 'O(c=0.95) @Tom: Works from Graz'))
  repo.commit(day(4), retain('O(c=0.95) @Tom: Works from Graz'))
}

const propose = (repo: Repo, ...more: readonly string[]): { commit: string | null; proposed: string[] } => {
  const done = repo.memory('reflect', '--commit', '--propose-core', '--json', ...more)
  expect(done).toMatchObject({ status: 0, stderr: '' })
  return JSON.parse(done.stdout) as { commit: string | null; proposed: string[] }
}

const line = /^- @Peter: Prefers concise replies \(<1500 chars\) <!-- \^\w{10} -->$/

describe('memory reflect --propose-core', () => {
  test('proposes what is firmly believed since three days, in a commit of its own that can be dropped alone', () =>
    withRepo(async (repo) => {
      repo.commit('MEMORY.md', '# Core\n\nBe kind.\n')
      withBeliefs(repo)
      const { proposed } = propose(repo)
      expect(proposed).toEqual([expect.stringMatching(/^- @Tom: Works from Graz <!-- /), expect.stringMatching(line)])
      expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe('MEMORY.md')
      expect(repo.git('show', '--name-only', '--format=', 'HEAD^')).not.toContain('MEMORY.md')
      expect(repo.git('log', '-1', '--format=%B')).toContain('2 lines proposed for MEMORY.md')
      expect(repo.read('MEMORY.md')).toBe(
        `# Core\n\nBe kind.\n\n${proposedHeading}\n\n<!-- memory:proposed ${proposed.map((text) => /\^\w+/.exec(text)![0]).join(' ')} -->\n${proposed.join('\n')}\n`,
      )
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(propose(repo)).toMatchObject({ commit: null, pages: [], proposed: [] })
      await expectSameAsRebuild(repo)
      repo.git('reset', '-q', '--hard', 'HEAD^')
      expect(repo.memory('verify', '--strict')).toMatchObject({ status: 0 })
    }))

  test('accepting a line makes no fact and moves no belief, wherever it is moved to', () =>
    withRepo(async (repo) => {
      withBeliefs(repo)
      propose(repo)
      const pages = repo.files('bank')
      const facts = (await repo.said()).filter((said) => !/ passage /.test(said))
      const [accepted] = repo.read('MEMORY.md').match(/^- .*Peter.*$/m)!
      const text = repo.read('MEMORY.md').replace(`${accepted}\n`, '')
      repo.commit('MEMORY.md', `${text}\n## Retain\n${accepted!.replace('- @Peter', '- O(c=0.1) @Peter')}\n`)
      expect((await repo.said()).filter((said) => !/ passage /.test(said))).toEqual(facts)
      repo.memory('reflect')
      expect(repo.files('bank')).toEqual(pages)
      expect(propose(repo).proposed).toEqual([])
    }))

  test('a line that was deleted is not proposed again; one that MEMORY.md says already never is', () =>
    withRepo((repo) => {
      withBeliefs(repo)
      repo.commit(
        'MEMORY.md',
        '# Core\r\n\r\n- Tom works  FROM Graz.\r\n- Anna prefers concise replies (<1500 chars).\r\n',
      )
      expect(propose(repo).proposed).toEqual([expect.stringMatching(line)])
      const text = repo.read('MEMORY.md')
      expect(text.match(/\r\n/g)).toHaveLength(text.split('\n').length - 1)
      repo.commit('MEMORY.md', text.replace(/^- @Peter.*\r\n/m, ''))
      for (const at of [5, 6, 7]) repo.commit(day(at), retain('O(c=0.99) @Eva: Drinks mate'))
      expect(propose(repo).proposed).toEqual([expect.stringMatching(/^- @Eva: Drinks mate/)])
      expect(repo.read('MEMORY.md')).not.toMatch(/^- @Peter/m)
      expect(repo.read('MEMORY.md').match(/memory:proposed/g)).toHaveLength(1)
    }))

  test.each([
    ['seven lines', 0, 7],
    ['a thousand characters', 140, 5],
  ])('never more than %s', (_what, length, count) =>
    withRepo((repo) => {
      const many = Array.from({ length: 12 }, (_, at) => `O(c=0.95) @P${at}: Likes ${at} ${'x'.repeat(length)}`)
      for (const at of [1, 2, 3]) repo.commit(day(at), retain(...many))
      const { proposed } = propose(repo)
      expect(proposed).toHaveLength(count)
      expect(proposed.join('\n').length).toBeLessThanOrEqual(1000)
      expect(propose(repo).proposed).toEqual([])
    }),
  )

  test('leaves a MEMORY.md alone that somebody is at, or that is staged', () =>
    withRepo((repo) => {
      repo.commit('MEMORY.md', '# Core\n')
      withBeliefs(repo)
      repo.write('MEMORY.md', '# Core, being edited\n')
      const head = repo.git('rev-parse', 'HEAD')
      const refused = (): void => {
        expect(repo.memory('reflect', '--commit', '--propose-core')).toMatchObject({
          status: 2,
          stderr: expect.stringContaining('MEMORY.md is'),
        })
        expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      }
      refused()
      repo.git('add', 'MEMORY.md')
      repo.write('MEMORY.md', '# Core\n')
      refused()
    }))

  test('loses no MEMORY.md that no commit holds and that is no UTF-8', () =>
    withRepo((repo) => {
      withBeliefs(repo)
      for (const encoding of ['latin1', 'utf16le'] as const) {
        const bytes = Buffer.from('\ufeffCaf\u00e9, in my words\n'.slice(encoding === 'latin1' ? 1 : 0), encoding)
        repo.write('MEMORY.md', bytes)
        expect(repo.memory('reflect', '--commit', '--propose-core')).toMatchObject({
          status: 2,
          stderr: 'memory: MEMORY.md cannot be read as text: mend it first\n',
        })
        expect(readFileSync(repo.path('MEMORY.md'))).toEqual(bytes)
      }
    }))

  test('goes into a MEMORY.md that Git checked out with other line ends', () =>
    withRepo((repo) => {
      repo.commit('MEMORY.md', '# Core\n')
      withBeliefs(repo)
      repo.git('config', 'core.autocrlf', 'true')
      repo.remove('MEMORY.md')
      repo.git('checkout', '-q', '--', 'MEMORY.md')
      expect(repo.read('MEMORY.md')).toBe('# Core\r\n')
      expect(propose(repo).proposed).toHaveLength(2)
      expect(repo.git('show', 'HEAD:MEMORY.md')).not.toContain('\r')
      expect(repo.read('MEMORY.md')).toBe(`${repo.git('show', 'HEAD:MEMORY.md')}\n`.replaceAll('\n', '\r\n'))
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(propose(repo)).toMatchObject({ commit: null, proposed: [] })
    }))

  test('on a branch, what a reviewer does to the lines stays done, with and without asking again', () =>
    withRepo((repo) => {
      withBeliefs(repo)
      const name = 'memory/reflect'
      const run = (...more: readonly string[]): void =>
        expect(repo.memory('reflect', '--branch', name, ...more)).toMatchObject({
          status: 0,
          stderr: '',
        }) as unknown as void
      run('--propose-core')
      expect(repo.exists('MEMORY.md')).toBe(false)
      expect(repo.git('log', '--format=%s', `HEAD..${name}`).split('\n')).toHaveLength(2)
      repo.git('worktree', 'add', '-q', '../there', name)
      const there = repo.at('there')
      there.commit(
        'MEMORY.md',
        there
          .read('MEMORY.md')
          .replace(/^- @Peter.*\n/m, '')
          .replace('from Graz', 'in Graz'),
      )
      repo.git('worktree', 'remove', '--force', '../there')
      repo.commit(day(5), retain('W @Anna: Has a cat'))
      for (const more of [[], ['--propose-core']]) {
        run(...more)
        const text = repo.git('show', `${name}:MEMORY.md`)
        expect(text).not.toMatch(/^- @Peter/m)
        expect(text).toMatch(/^- @Tom: Works in Graz <!-- \^/m)
      }
      expect(repo.git('show', `${name}^:bank/world.md`)).toContain('Has a cat')
    }))

  test('commits nothing past a filter of Git’s, which may encrypt', () =>
    withRepo((repo) => {
      withBeliefs(repo)
      repo.commit('.gitattributes', 'MEMORY.md filter=crypt\n')
      repo.git('config', 'filter.crypt.clean', 'tr a-zA-Z n-za-mN-ZA-M')
      const head = repo.git('rev-parse', 'HEAD')
      expect(repo.memory('reflect', '--commit', '--propose-core')).toMatchObject({
        status: 2,
        stderr: 'memory: MEMORY.md goes through Git’s filter crypt, which is not run: add the lines yourself\n',
      })
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      expect(repo.exists('MEMORY.md')).toBe(false)
    }))
})
