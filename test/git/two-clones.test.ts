import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

function makeTwoClones(repo: Repo): void {
  const remote = repo.at('remote.git')
  repo.git('clone', '-q', '--bare', repo.root, remote.root)
  for (const name of ['left', 'right']) {
    repo.git('clone', '-q', remote.root, repo.at(name).root)
    repo.at(name).init()
  }
}

const begunWithTwoClones = beginningWith(makeTwoClones)
const begunWithOnePage = beginningWith((repo) => {
  makeTwoClones(repo)
  const [left, right] = [repo.at('left'), repo.at('right')]
  logAndReflect(left, day(1), ['O(c=0.8) @Peter: Likes tea', 'O(c=0.6) @Anna: Likes coffee'])
  exchange(left)
  exchange(right)
})

type OfTwo = (left: Repo, right: Repo) => Promise<void>

/** A bare remote with an empty commit, and two clones of it that have the hooks. */
const withTwoClones = (work: OfTwo): Promise<void> =>
  begunWithTwoClones((repo) => work(repo.at('left'), repo.at('right')))

/** The same, where both have one log and its pages. */
const withOnePage = (work: OfTwo): Promise<void> => begunWithOnePage((repo) => work(repo.at('left'), repo.at('right')))

function logAndReflect(repo: Repo, name: string, bullets: readonly string[]): void {
  if (repo.exists(name)) repo.append(name, bullets.map((bullet) => `- ${bullet}\n`).join(''))
  else repo.write(name, retain(...bullets))
  repo.git('add', 'memory')
  repo.git('commit', '-q', '-m', 'log')
  landPages(repo)
}

function landPages(repo: Repo): void {
  if (!repo.exists('bank')) return
  repo.git('add', 'bank')
  if (repo.tryGit('diff', '--cached', '--quiet').status !== 0) repo.git('commit', '-q', '-m', 'bank')
}

/** Pull, with what hooks have written since out of the way; nothing of a person's goes with it. */
function pull(repo: Repo): Ran {
  expect(repo.memory('reflect', '--discard')).toMatchObject({ status: 0, stderr: '' })
  return repo.tryGit('pull', '-q', '--no-edit', '--no-rebase')
}

/** Pull, land the pages that the merge regenerated, and push. */
function exchange(repo: Repo): void {
  const pulled = pull(repo)
  expect({ status: pulled.status, conflicts: repo.git('diff', '--name-only', '--diff-filter=U') }).toEqual({
    status: 0,
    conflicts: '',
  })
  landPages(repo)
  repo.git('push', '-q')
}

describe('two clones that log and reflect the same days', () => {
  test('pull and push each other three times: bank/ never conflicts, every line is there once, digests are equal', () =>
    withTwoClones(async (left, right) => {
      const written: string[] = []
      for (let round = 1; round <= 3; round++) {
        for (const [who, repo] of [
          ['left', left],
          ['right', right],
        ] as const) {
          const bullets = [
            `W @Peter: Said by ${who} in round ${round}`,
            `O(c=0.${round + 10}) @Anna: Likes ${who} tea ${round}`,
            `B @${who}: Did round ${round}`,
          ]
          written.push(...bullets)
          logAndReflect(repo, day(1 + Math.floor(round / 3)), bullets)
        }
        exchange(left)
        exchange(right)
        exchange(left)
      }
      exchange(right)
      for (const repo of [left, right]) {
        const logs = [...repo.files('memory').values()].join('').split('\n')
        for (const bullet of written) expect(logs.filter((line) => line === `- ${bullet}`)).toHaveLength(1)
        expect(repo.git('status', '--porcelain')).toBe('')
        const world = repo.read('bank/world.md')
        for (let round = 1; round <= 3; round++) expect(world).toContain(`Said by right in round ${round} ·`)
        await expectSameAsRebuild(repo)
      }
      expect(left.git('rev-parse', 'HEAD')).toBe(right.git('rev-parse', 'HEAD'))
      expect(await left.digest()).toBe(await right.digest())
    }))

  test('and edit pages by hand keep both edits', () =>
    withOnePage(async (left, right) => {
      const edit = (repo: Repo, from: string, to: string): void => {
        const page = repo.read('bank/opinions.md')
        expect(page).toContain(from)
        repo.write('bank/opinions.md', page.replace(from, to))
        repo.git('commit', '-q', '-a', '-m', 'edited by hand')
      }
      edit(left, 'O(c=0.80) @Peter', 'O(c=0.30) @Peter')
      edit(right, 'Likes coffee', 'Likes espresso')
      right.write('bank/opinions.md', `Mine to keep.\n\n${right.read('bank/opinions.md')}`)
      right.git('commit', '-q', '-a', '-m', 'an introduction')
      exchange(left)
      exchange(right)
      exchange(left)
      for (const repo of [left, right]) {
        const page = repo.read('bank/opinions.md')
        expect(page).toContain('O(c=0.30) @Peter: Likes tea')
        expect(page).toContain('@Anna: Likes espresso')
        expect(page).toMatch(/^Mine to keep\.$/m)
        expect(page).not.toMatch(/^- [^\n]*Likes coffee ·/m)
      }
      expect(left.read('bank/opinions.md')).toBe(right.read('bank/opinions.md'))
    }))

  test('and edit one line differently conflict there, and nowhere else', () =>
    withOnePage(async (left, right) => {
      for (const [repo, confidence] of [
        [left, '0.30'],
        [right, '0.40'],
      ] as const) {
        repo.write(
          'bank/opinions.md',
          repo.read('bank/opinions.md').replace('(c=0.80) @Peter', `(c=${confidence}) @Peter`),
        )
        repo.git('commit', '-q', '-a', '-m', 'edited by hand')
      }
      exchange(left)
      expect(pull(right).status).toBe(1)
      expect(right.git('diff', '--name-only', '--diff-filter=U')).toBe('bank/opinions.md')
      const page = right.read('bank/opinions.md')
      expect(page).toMatch(/<<<<<<< HEAD\n[^\n]*c=0\.40[^\n]*\n=======\n[^\n]*c=0\.30[^\n]*\n>>>>>>> [0-9a-f]{40}\n/)
      expect(page.match(/<<<<<<</g)).toHaveLength(1)
    }))

  /** What each side makes of one line of opinions.md, and whether it lets the page be written anew, so that its edit becomes a bullet. */
  function editDifferently(left: Repo, right: Repo, adopted: readonly Repo[]): void {
    for (const [repo, confidence] of [
      [left, '0.10'],
      [right, '0.95'],
    ] as const) {
      const page = repo.read('bank/opinions.md')
      repo.write('bank/opinions.md', page.replace('(c=0.80) @Peter', `(c=${confidence}) @Peter`))
      repo.git('commit', '-q', '-a', '-m', 'edited by hand')
      if (adopted.includes(repo)) {
        repo.memory('reflect')
        expect(repo.read('bank/opinions.md')).toMatch(new RegExp(`^- O\\(c=${confidence}, of=`, 'm'))
        landPages(repo)
      } else repo.memory('reflect', '--discard')
    }
  }

  test.each([
    ['both adopted', [true, true]],
    ['only theirs adopted', [true, false]],
    ['only ours adopted', [false, true]],
  ] as const)('and whose different edits of one line were adopted conflict all the same: %s', (_, adopts) =>
    withOnePage(async (left, right) => {
      editDifferently(
        left,
        right,
        [left, right].filter((_repo, at) => adopts[at]),
      )
      left.git('push', '-q')
      expect(pull(right).status).toBe(1)
      const page = right.read('bank/opinions.md')
      expect(page).toMatch(/<<<<<<< HEAD\n(?:- [^\n]*c=0\.95[^\n]*\n)=======\n/)
      expect(page).toMatch(/=======\n(?:- [^\n]*c=0\.10[^\n]*\n)>>>>>>> [0-9a-f]{40}\n/)
      expect(right.git('diff', '--name-only', '--diff-filter=U').split('\n')).toContain('bank/opinions.md')
      expect(right.memory('verify').stdout).toContain('a merge conflict is left here')

      // Whoever settles it takes one of the two lines out, and the markers.
      for (const path of right.git('diff', '--name-only', '--diff-filter=U').split('\n')) {
        const lines = right.read(path).split('\n')
        right.write(
          path,
          lines
            .filter((line) => !/^(?:<{7}|={7}|>{7})/.test(line) && !/^- O\(c=0\.95(?:, of|\) @Peter)/.test(line))
            .join('\n'),
        )
        right.git('add', path)
      }
      right.git('commit', '-q', '--no-edit')
      right.memory('reflect')
      expect(right.read('bank/opinions.md')).toMatch(/^- O\(c=0\.10\) @Peter: Likes tea · /m)
    }),
  )

  test('and whose adopted edits a Git without the driver merges are asked which holds, by the hook, status, reflect and verify', () =>
    withOnePage(async (left, right) => {
      editDifferently(left, right, [left, right])
      left.git('push', '-q')
      right.memory('reflect', '--discard')
      right.write('.git/info/attributes', 'bank/** merge=union\n')
      const pulled = right.tryGit('pull', '-q', '--no-edit', '--no-rebase')
      expect(pulled.status).toBe(0)
      expect(pulled.stderr).toMatch(/; [12] questions? about what bank\/ says: memory status/)
      const lines = right.git('show', 'HEAD:bank/opinions.md').split('\n')
      const at = (confidence: string): number =>
        lines.findIndex((line) => line.startsWith(`- O(c=${confidence}, of=`)) + 1
      const question = `bank/opinions.md:${at('0.10')}  is it c=0.10 for `
      const other = `or c=0.95, as bank/opinions.md:${at('0.95')} says of the same day?`
      for (const command of ['status', 'reflect', 'verify']) {
        const { stdout } = right.memory(command)
        expect(stdout).toContain(question)
        expect(stdout).toContain(other)
      }
      expect(right.memory('verify').status).toBe(1)
    }))
})

describe('the driver', () => {
  const merged = async (work: (repo: Repo) => void, base: Buffer, ours: Buffer, theirs: Buffer): Promise<Buffer> => {
    let bytes = ''
    await withRepo((repo) => {
      repo.init()
      work(repo)
      const put = (content: Buffer, message: string): void => {
        repo.write('bank/notes.txt', content)
        repo.git('add', 'bank')
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', message)
      }
      put(base, 'base')
      repo.git('switch', '-q', '-c', 'side')
      put(theirs, 'theirs')
      repo.git('switch', '-q', 'main')
      put(ours, 'ours')
      repo.tryGit('merge', '-q', '--no-edit', 'side')
      bytes = repo.files('bank').get('bank/notes.txt')!
    })
    return Buffer.from(bytes, 'latin1')
  }
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

  test('changes no byte that is no UTF-8', async () => {
    const both = await merged(
      () => {},
      latin1('caf\u00e9\ntwo\nthree\nfour\n'),
      latin1('caf\u00e9\ntwo\nthree\nFOUR\n'),
      latin1('caf\u00e9!\ntwo\nthree\nfour\n'),
    )
    expect(both).toEqual(latin1('caf\u00e9!\ntwo\nthree\nFOUR\n'))
  })

  test('leaves Git its own merge, with markers, where our package is gone', async () => {
    const moved = (repo: Repo): void => {
      const command = repo.git('config', 'merge.memory-bank.driver')
      repo.git('config', 'merge.memory-bank.driver', command.replaceAll(process.execPath, '/gone/node'))
    }
    const [base, ours, theirs] = ['base\n', 'ours\n', 'theirs\n'].map(latin1)
    expect((await merged(moved, base!, ours!, theirs!)).toString()).toMatch(/<<<<<<<[^]*ours[^]*theirs[^]*>>>>>>>/)
  })
})

describe('a clone without the driver', () => {
  test('has it after memory rebuild, and uninstalling the hooks takes it out again', () =>
    withRepo((repo) => {
      const config = repo.read('.git/config')
      repo.memory('rebuild')
      expect(repo.git('config', 'merge.memory-bank.driver')).toContain('merge-page %O %A %B')
      expect(repo.git('check-attr', 'merge', 'bank/world.md', 'memory/a/b.md', 'MEMORY.md').split('\n')).toEqual([
        'bank/world.md: merge: memory-bank',
        'memory/a/b.md: merge: memory-log',
        'MEMORY.md: merge: unspecified',
      ])
      repo.memory('hooks', 'uninstall')
      expect(repo.read('.git/config')).toBe(config)
      expect(repo.exists('.git/info/attributes')).toBe(false)
    }))

  test('keeps the attributes that somebody wrote', () =>
    withRepo((repo) => {
      repo.write('.git/info/attributes', '*.png binary')
      repo.init()
      repo.init()
      expect(repo.read('.git/info/attributes').match(/merge=memory-log/g)).toHaveLength(1)
      expect(repo.git('check-attr', 'binary', 'a.png')).toBe('a.png: binary: set')
      repo.memory('hooks', 'uninstall')
      expect(repo.read('.git/info/attributes')).toBe('*.png binary')
    }))

  test('takes the place of the rules that an earlier version wrote', () =>
    withRepo((repo) => {
      repo.init()
      const rules = repo.read('.git/info/attributes')
      repo.write('.git/info/attributes', rules.replace('merge=memory-log', 'merge=union'))
      expect(repo.memory('doctor').stdout).toMatch(/merge/i)
      repo.init()
      expect(repo.read('.git/info/attributes')).toBe(rules)
      repo.write('.git/info/attributes', rules.replace('merge=memory-log', 'merge=union'))
      repo.memory('hooks', 'uninstall')
      expect(repo.exists('.git/info/attributes')).toBe(false)
    }))

  test('merges logs by union all the same where .gitattributes is tracked', () =>
    withRepo((repo) => {
      repo.write('.gitattributes', '*.png binary')
      const done = repo.memory('init', '--with', 'gitattributes')
      expect(done.stdout).toContain('.gitattributes says how logs and pages merge: commit it.')
      expect(repo.read('.gitattributes')).toBe('*.png binary\nmemory/**/*.md merge=union\nbank/** merge=memory-bank\n')
      expect(repo.memory('init', '--with', 'gitattributes').stdout).not.toContain('.gitattributes')
      repo.git('add', '.gitattributes')
      repo.commit(day(1), retain('W Common'))
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      for (const [who, at] of [
        ['left', repo],
        ['right', clone],
      ] as const) {
        at.append(day(1), `- W Said by ${who}\n`)
        at.git('commit', '-q', '-m', who, '--', 'memory')
      }
      clone.git('pull', '-q', '--no-edit', '--no-rebase')
      expect(clone.read(day(1))).toBe(`${retain('W Common')}- W Said by right\n- W Said by left\n`)
    }))
})
