import { describe, expect, test } from '@jest/globals'
import { beginningWith, type Repo } from '../support/with-repo.js'
import { day, retain } from '../support/notes.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const page = 'bank/opinions.md'

const withPages = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Peter: Lives in Graz', 'W @Anna: Lives in Wels'))
    repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)

interface Faults {
  readonly faults: readonly { path: string; line: number; level: string; message: string }[]
}
const verified = (repo: Repo, ...flags: readonly string[]) => {
  const { status, stdout } = repo.memory('verify', '--json', ...flags)
  return { status, faults: (JSON.parse(stdout) as Faults).faults }
}
const change = (repo: Repo, from: string | RegExp, to: string): void => {
  const text = repo.read(page)
  expect(text).toMatch(from)
  repo.write(page, text.replace(from, to))
}

/** What is done to the page of opinions, and what verify says of it. */
const wrongs: Record<string, { from: string | RegExp; to: string; level: 'error' | 'warning'; message: RegExp }> = {
  'a citation of a line that says something else': {
    from: /#L2\)/,
    to: '#L3)',
    level: 'warning',
    message: /memory\/2025-11-01\.md#L3 has moved/,
  },
  'a citation of a log that says nothing of it': {
    from: '2025-11-02.md?plain=1#L2',
    to: '2025-11-09.md?plain=1#L2',
    level: 'error',
    message: /memory\/2025-11-09\.md#L2 does not say/,
  },
  ...Object.fromEntries(
    [
      '../../../etc/passwd#L1',
      '/etc/passwd#L1',
      'file:///etc/passwd#L1',
      'https://example.org/#L2',
      '../.git/config#L1',
      '../memory/2025-11-02.md/../../outside.md#L2',
    ].map((target) => [
      `a citation that leads to ${target}`,
      { from: '../memory/2025-11-02.md?plain=1#L2', to: target, level: 'error' as const, message: /does not say what/ },
    ]),
  ),
  'a link that is no citation in the place of one': {
    from: '../memory/2025-11-02.md?plain=1#L2',
    to: 'javascript:alert(1)',
    level: 'warning',
    message: /edited by hand/,
  },
  'an id that no log states': { from: /<!-- \^\w{10}/, to: '<!-- ^0000000000', level: 'error', message: /no fact/ },
  'a number and a comment that were both changed': {
    from: /c=0\.\d\d(.*) \d\d (?=2025)/,
    to: 'c=0.11$1 11 ',
    level: 'error',
    message: /says 0\.11, its ledger says 0\.81/,
  },
  'a comment that was taken away': { from: / <!-- \^.*$/m, to: '', level: 'error', message: /without its comment/ },
  'a doubled marker': { from: /$/, to: '<!-- memory:end -->\n', level: 'error', message: /missing or doubled/ },
  'a conflict': { from: /$/, to: '<<<<<<< a\n=======\n>>>>>>> b\n', level: 'error', message: /conflict/ },
  'an edit that cannot be read': {
    from: 'O(c=0.81)',
    to: 'O(c=7)',
    level: 'error',
    message: /not read: confidence must be 0 to 1, got 7 — write O\(c=0\.95\)/,
  },
  'an edit that is not adopted': {
    from: 'Likes',
    to: 'Loves',
    level: 'warning',
    message: /edited by hand \(wording\)/,
  },
}

describe('memory verify', () => {
  test('finds nothing in pages as they were written, nor does --strict', () =>
    withPages((repo) => {
      expect(verified(repo)).toEqual({ status: 0, faults: [] })
      expect(verified(repo, '--strict')).toEqual({ status: 0, faults: [] })
    }))

  test.each(Object.entries(wrongs))('finds %s', (_what, { from, to, level, message }) =>
    withPages((repo) => {
      change(repo, from, to)
      const { status, faults } = verified(repo)
      expect(status).toBe(level === 'error' ? 1 : 0)
      expect(faults).toHaveLength(1)
      expect(faults[0]).toMatchObject({ path: page, level, message: expect.stringMatching(message) })
    }),
  )

  test('finds front matter that is no YAML, also behind a byte order mark', () =>
    withPages((repo) => {
      repo.write('bank/entities/Mara.md', '\ufeff---\nname: Mara\naliases: [a\n---\n\nHer page.\n')
      const { status, faults } = verified(repo)
      expect(status).toBe(1)
      expect(faults).toMatchObject([
        { path: 'bank/entities/Mara.md', line: 1, message: expect.stringContaining('not valid YAML') },
      ])
    }))

  test('--strict finds a page that is behind its logs, and writes nothing', () =>
    withPages((repo) => {
      repo.write(day(3), retain('O(c=0.2) @Anna: Likes coffee'))
      repo.git('add', 'memory')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'log')
      const before = repo.files('bank')
      expect(verified(repo)).toEqual({ status: 0, faults: [] })
      const { status, faults } = verified(repo, '--strict')
      expect({ status, paths: faults.map(({ path }) => path) }).toEqual({
        status: 1,
        paths: ['bank/entities/Anna.md', page],
      })
      expect(repo.files('bank')).toEqual(before)
    }))
})

describe('memory retire', () => {
  const idOf = (repo: Repo, text: string): string => {
    const line = repo
      .memory('dump')
      .stdout.split('\n')
      .find((row) => row.startsWith('["fact"') && row.includes(text))!
    return (JSON.parse(line) as string[])[4]!
  }
  const land = (repo: Repo): void => {
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', 'bank')
  }

  test('takes a fact off every page for good, also when it is stated again in the same words', () =>
    withPages((repo) => {
      expect(repo.memory('retire', `^${idOf(repo, 'Lives in Graz')}`, '--why', 'he moved').status).toBe(0)
      expect(repo.read('bank/world.md')).toMatch(/^- retired \^\w{10}: W @Peter: Lives in Graz <!-- he moved -->$/m)
      land(repo)
      land(repo)
      for (const name of ['bank/world.md', 'bank/entities/Peter.md']) expect(repo.read(name)).not.toMatch(/Graz.*#L/)
      expect(repo.read('bank/world.md')).toMatch(/Lives in Wels.*#L4/)
      expect(repo.memory('recall', 'Graz').stdout).toContain('(retired)')
      for (const why of [['--why', 'he moved'], []])
        expect(repo.memory('retire', idOf(repo, 'Lives in Graz'), ...why)).toMatchObject({
          status: 0,
          stdout: `bank/world.md says so already: ^${idOf(repo, 'Lives in Graz')} is retired.\n`,
        })
    }))

  test('of what is retired already writes no second bullet, whatever the reason and however the first no was said', () =>
    withPages((repo) => {
      const refuses = (at: string, id: string, ...why: string[]): void => {
        const before = repo.files('bank')
        expect(repo.memory('retire', id, ...why)).toMatchObject({
          status: 0,
          stdout: `${at} says so already: ^${id} is retired.\n${why.length > 0 ? 'The reason was not added: write it behind that line.\n' : ''}`,
        })
        expect(repo.files('bank')).toEqual(before)
      }
      const graz = idOf(repo, 'Lives in Graz')
      repo.memory('retire', graz)
      refuses('bank/world.md', graz)
      refuses('bank/world.md', graz, '--why', 'he moved')
      land(repo)
      refuses('bank/world.md', graz, '--why', 'he moved')
      const said = repo.read('bank/world.md').match(/^- retired .*$/m)![0]
      repo.write('bank/world.md', repo.read('bank/world.md').replace(`${said}\n`, ''))
      repo.write('bank/entities/Peter.md', `${repo.read('bank/entities/Peter.md')}\n## Curated\n\n${said} — he moved\n`)
      land(repo)
      refuses('bank/entities/Peter.md', graz)
      // Taken back, and not committed yet: it is said anew.
      repo.write('bank/entities/Peter.md', repo.read('bank/entities/Peter.md').replace(/^- retired .*\n/m, ''))
      expect(JSON.parse(repo.memory('retire', graz, '--json').stdout)).toMatchObject({ written: true })
      const struck = repo.read(page).replace(/^- (O.*Likes tea.*?)( · \[| <!--)/m, '- ~~$1~~$2')
      expect(struck).not.toBe(repo.read(page))
      repo.write(page, struck)
      const ids = repo
        .memory('dump')
        .stdout.split('\n')
        .filter((row) => row.startsWith('["fact"') && row.includes('Likes tea'))
        .map((row) => (JSON.parse(row) as string[])[4]!)
      expect(ids).toHaveLength(2)
      for (const id of ids) refuses(page, id)
    }))

  test('--for keeps the fact and takes its evidence out', () =>
    withPages((repo) => {
      expect(repo.read(page)).toContain('O(c=0.81) @Peter: Likes tea')
      const [first, second] = repo
        .memory('dump')
        .stdout.split('\n')
        .filter((row) => row.startsWith('["fact"') && row.includes('Likes tea'))
        .map((row) => (JSON.parse(row) as string[])[4]!)
      expect(repo.memory('retire', second!, '--for', first!).status).toBe(0)
      expect(repo.read(page)).toMatch(/^- not \^\w{10} for \^\w{10}: "O @Peter: Likes tea"$/m)
      repo.write(page, repo.read(page).replace(/^- not .*$/m, '$& — he joked'))
      expect(repo.memory('retire', second!, '--for', first!).stdout).toBe(`${page} says so already.\n`)
      expect(repo.memory('retire', second!, '--for', first!, '--why', 'he lied').stdout).toBe(
        `${page} says so already.\nThe reason was not added: write it behind that line.\n`,
      )
      expect(repo.memory('retire', first!, '--for', second!).status).toBe(2)
      land(repo)
      expect(repo.read(page)).toContain('O(c=0.80) @Peter: Likes tea')
    }))

  test('names what is not there, and what nothing speaks for or ends', () =>
    withPages((repo) => {
      expect(repo.memory('retire', '^0000000000')).toMatchObject({ status: 1, stdout: '' })
      repo.commit('memory/2025-11-04.md', 'The harbour was closed.\n')
      const passage = JSON.parse(repo.memory('recall', 'harbour', '--json').stdout).results[0].id as string
      expect(repo.memory('retire', `^${passage}`)).toMatchObject({
        status: 2,
        stderr: `memory: ^${passage} is a passage, of which no page has a line: change it at memory/2025-11-04.md#L1, or memory forget ^${passage}\n`,
      })
      repo.commit(day(3), retain('B @Peter: I brewed tea'))
      const [lived, opinion] = [idOf(repo, 'I brewed tea'), idOf(repo, 'Likes tea')]
      expect(repo.memory('retire', lived, '--for', opinion)).toMatchObject({
        status: 2,
        stderr: `memory: ^${lived} neither moves nor ends ^${opinion}: memory show ^${opinion} lists what does\n`,
      })
      expect(repo.memory('retire', opinion, '--for', opinion)).toMatchObject({
        status: 2,
        stderr: `memory: ^${opinion} neither moves nor ends ^${opinion}: memory show ^${opinion} lists what does\n`,
      })
      expect(repo.memory('retire', opinion, '--for', lived)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/--for takes an opinion or a world fact, \^\w{10} is an experience/),
      })
    }))
})
