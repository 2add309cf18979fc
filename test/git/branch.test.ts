import { rmSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { askGit } from '../../src/git/ask-git.js'
import { aheadOf, freeBranch } from '../../src/git/branch.js'
import { openRepository } from '../../src/git/repository.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const name = 'memory/reflect'
const page = 'bank/opinions.md'

interface OnBranch {
  readonly commit: string | null
  readonly before: string | null
  readonly pages: string[]
  readonly carried: string[]
}

function branchOf(repo: Repo, ...more: readonly string[]): OnBranch {
  const done = repo.memory('reflect', '--branch', name, '--json', ...more)
  expect(done).toMatchObject({ status: 0, stderr: '' })
  return JSON.parse(done.stdout) as OnBranch
}

/** Everything that building a branch must leave alone. */
const around = (repo: Repo): unknown => [
  repo.git('rev-parse', 'HEAD'),
  repo.git('status', '--porcelain', '--branch'),
  repo.git('ls-files', '--stage'),
  repo.files('bank'),
]

const onBranch = (repo: Repo, path = page): string => repo.git('show', `${name}:${path}`)

/** A commit on the branch by somebody who has a clone of their own. */
function review(repo: Repo, who: string, change: (clone: Repo) => void): void {
  const clone = repo.at(who)
  if (clone.exists('.git')) clone.git('fetch', '-q', 'origin')
  else repo.git('clone', '-q', repo.git('remote', 'get-url', 'origin'), clone.root)
  clone.git('checkout', '-q', '-B', 'reviewing', `origin/${name}`)
  change(clone)
  clone.git('-c', `user.name=${who}`, '-c', `user.email=${who}@example.org`, 'commit', '-q', '-a', '-m', 'reviewed')
  clone.git('push', '-q', 'origin', `HEAD:refs/heads/${name}`)
}

/** The host's branch becomes ours. */
const take = (repo: Repo): string => repo.git('fetch', '-q', 'origin', `+refs/heads/${name}:refs/heads/${name}`)

/** What the workflow does around our command: the host's branch is the one that is built upon. */
function publish(repo: Repo): OnBranch {
  take(repo)
  const landed = branchOf(repo)
  repo.git('push', '-q', '--force-with-lease', 'origin', name)
  return landed
}

const withRemote = beginningWith((repo) => {
  const remote = repo.at('remote.git')
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'O(c=0.6) @Anna: Likes coffee', 'W @Peter: Owns a kettle'))
  repo.git('clone', '-q', '--bare', repo.root, remote.root)
  repo.git('remote', 'add', 'origin', remote.root)
  branchOf(repo)
  repo.git('push', '-q', 'origin', 'main', name)
})

/** HEAD and the branch's own pages are what reflecting the branch's tree gives. */
async function expectReflected(repo: Repo): Promise<void> {
  const there = repo.at(`checked-${Math.random()}`)
  repo.git('clone', '-q', '--branch', name, repo.root, there.root)
  expect(there.memory('verify', '--strict')).toMatchObject({ status: 0, stderr: '' })
  await expectSameAsRebuild(there)
}

describe('memory reflect --branch', () => {
  test('builds a branch upon HEAD, with the reasons, and leaves HEAD, index and working tree alone', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
        repo.write(page, `${repo.read(page)}\nA remark that is not committed.\n`)
        repo.write('code.txt', 'staged\n')
        repo.git('add', 'code.txt')
        const before = around(repo)
        const { commit, pages } = branchOf(repo)
        expect(around(repo)).toEqual(before)
        expect(repo.git('rev-parse', name, `${name}^`).split('\n')).toEqual([commit, repo.git('rev-parse', 'HEAD')])
        expect(repo.git('diff', '--name-only', 'HEAD', name).split('\n')).toEqual(pages)
        expect(repo.git('log', '-1', '--format=%B', name)).toContain('- new: O(c=0.80) @Peter: Likes tea')
        expect(onBranch(repo)).not.toContain('remark')
        await expectReflected(repo)
      },
      { hooks: true },
    ))

  test('twice makes no commit, and a branch with nothing left to land stands at HEAD', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
      const { commit } = branchOf(repo)
      expect(branchOf(repo)).toMatchObject({ commit, before: commit, carried: [] })
      expect(repo.git('reflog', 'show', '--format=%gs', name)).toBe('memory reflect --branch')
      repo.memory('reflect', '--commit')
      expect(branchOf(repo)).toMatchObject({ commit: null, pages: [] })
      expect(repo.git('rev-parse', name)).toBe(repo.git('rev-parse', 'HEAD'))
      repo.git('branch', '-q', '-D', name)
      expect(repo.memory('reflect', '--branch', name).stdout).toContain('no branch was made')
      expect(repo.tryGit('rev-parse', '--verify', '-q', name).status).toBe(1)
    }))

  test('works on a detached HEAD, in a folder of a repository, and with SHA-256', async () => {
    for (const objectFormat of ['sha1', 'sha256'] as const) {
      await withRepo(
        async (repo) => {
          repo.init('--workspace', '.')
          repo.memory('init', '--workspace', 'notes')
          repo.commit('notes/README.md', 'Notes.\n')
          repo.commit(`notes/${day(1)}`, retain('O(c=0.8) @Peter: Likes tea'))
          repo.git('checkout', '-q', '--detach')
          const notes = repo.at('repo/notes')
          const { commit } = branchOf(notes, '--workspace', '.')
          expect(repo.git('diff', '--name-only', 'HEAD', commit!)).toContain(`notes/${page}`)
          // An edit there is found below the folder too.
          repo.git('worktree', 'add', '-q', '../there', name)
          const there = repo.at('there')
          there.write(`notes/${page}`, there.read(`notes/${page}`).replace('c=0.80', 'c=0.30'))
          there.git('commit', '-q', '--no-verify', '-a', '-m', 'edited')
          repo.git('worktree', 'remove', '--force', '../there')
          expect(branchOf(notes, '--workspace', '.').carried).toEqual([page])
          expect(onBranch(repo, `notes/${page}`)).toMatch(/^- O\(c=0\.30, of=\^\w{10}, on=2025-11-01\+1\)/m)
        },
        { objectFormat },
      )
    }
  })
})

describe('a reviewer’s edits on the branch', () => {
  test('are adopted when the base moves on: confidence, words, a strike, bullets and text', () =>
    withRemote(async (repo) => {
      review(repo, 'rita', (clone) => {
        const text = clone.read(page)
        expect(text).toContain('c=0.80')
        clone.write(
          page,
          `Read by Rita.\n\n${text.replace('c=0.80', 'c=0.30').replace('Likes coffee', 'Likes espresso')}\n- W @Anna: Told to Rita\n`,
        )
        clone.write('bank/world.md', clone.read('bank/world.md').replace(/^- (W @Peter: Owns.*)$/m, '- ~~$1~~'))
      })
      repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea', 'W @Anna: Has a cat'))
      const landed = publish(repo)
      expect(landed.carried).toEqual([page, 'bank/world.md'])
      expect(repo.git('rev-parse', `${name}^`)).toBe(repo.git('rev-parse', 'HEAD'))
      const text = onBranch(repo)
      expect(text).toMatch(/^Read by Rita\.$/m)
      expect(text).toMatch(/^- O\(c=0\.30, of=\^\w{10}, on=2025-11-01\+1\) @Peter: Likes tea$/m)
      expect(text).toMatch(
        /^- O\(of=\^\w{10}, on=2025-11-01\+1\) @Anna: Likes espresso <!-- was: O @Anna: Likes coffee -->$/m,
      )
      expect(text).toMatch(/^- W @Anna: Told to Rita$/m)
      // Later evidence moves what she set: 0.30 + 0.1 (0.9 - 0.30).
      expect(text).toMatch(/^- O\(c=0\.36\) @Peter: Likes tea · /m)
      const world = onBranch(repo, 'bank/world.md')
      expect(world).toMatch(/^- retired \^\w{10}: W @Peter: Owns a kettle$/m)
      expect(world).not.toMatch(/^- W @Peter: Owns/m)
      expect(world).toMatch(/^- W @Anna: Has a cat · /m)
      expect(repo.git('log', '-1', '--format=%(trailers:key=Adopted-From,valueonly)', name).trim()).toBe(landed.before)
      const coauthors = (): string =>
        repo.git('log', '-1', '--format=%(trailers:key=Co-authored-by,valueonly)', name).trim()
      expect(coauthors()).toBe('rita <rita@example.org>')
      await expectReflected(repo)
      // And again, from what we made of it.
      expect(branchOf(repo)).toMatchObject({ commit: landed.commit, before: landed.commit })
      repo.commit(day(3), retain('W @Anna: Has a dog'))
      publish(repo)
      expect(onBranch(repo)).toMatch(/^- O\(c=0\.30, of=/m)
      expect(onBranch(repo)).toMatch(/^Read by Rita\.$/m)
      expect(coauthors()).toBe('rita <rita@example.org>')
      await expectReflected(repo)
    }))

  test('of two reviewers, and one taken back, end as each left it', () =>
    withRemote(async (repo) => {
      review(repo, 'rita', (clone) => clone.write(page, clone.read(page).replace('c=0.80', 'c=0.30')))
      publish(repo)
      review(repo, 'sam', (clone) => {
        clone.write(
          page,
          clone
            .read(page)
            .replace('c=0.60', 'c=0.10')
            .replace(/^- O\(c=0\.30, of=.*\n/m, ''),
        )
      })
      publish(repo)
      expect(onBranch(repo)).not.toContain('c=0.30')
      expect(onBranch(repo)).toMatch(/^- O\(c=0\.80\) @Peter: Likes tea · /m)
      expect(onBranch(repo)).toMatch(/^- O\(c=0\.10\) @Anna: Likes coffee · /m)
      await expectReflected(repo)
    }))

  test('live on in the base after a squash, and a stale branch does not bring back what is undone there', () =>
    withRemote(async (repo) => {
      review(repo, 'rita', (clone) => clone.write(page, clone.read(page).replace('c=0.80', 'c=0.30')))
      publish(repo)
      repo.git('merge', '-q', '--squash', name)
      repo.git('commit', '-q', '-m', 'reflect 2025-11-01')
      expect(branchOf(repo)).toMatchObject({ commit: null, pages: [], carried: [] })
      expect(repo.git('rev-parse', name)).toBe(repo.git('rev-parse', 'HEAD'))
      take(repo)
      repo.commit(page, repo.read(page).replace(/^- O\(c=0\.30, of=.*\n/m, ''), 'undone')
      repo.commit(day(2), retain('W @Anna: Has a cat'))
      expect(branchOf(repo).carried).toEqual([])
      expect(onBranch(repo)).not.toContain('c=0.30')
      await expectReflected(repo)
    }))

  test('and edits of the base end on one page, as if both had been made there', () =>
    withRemote(async (repo) => {
      repo.git('merge', '-q', '--ff-only', name)
      branchOf(repo)
      repo.commit(day(2), retain('W @Anna: Has a cat'))
      publish(repo)
      review(repo, 'rita', (clone) => clone.write(page, clone.read(page).replace('c=0.80', 'c=0.30')))
      repo.commit(page, repo.read(page).replace('Likes coffee', 'Likes espresso'), 'by hand')
      publish(repo)
      expect(onBranch(repo)).toMatch(/^- O\(c=0\.30\) @Peter: Likes tea · /m)
      expect(onBranch(repo)).toMatch(/^- O\(c=0\.60\) @Anna: Likes espresso · /m)
      await expectReflected(repo)
    }))
})

test('a branch may change more pages than their names fit on a command line', () =>
  withRepo(async (repo) => {
    repo.commit('bank/entities/Ana.md', 'Ana')
    const pages = Array.from({ length: 30_000 }, (_, at) => `bank/entities/${'A-long-name-'.repeat(6)}${at}.md`)
    const files = pages.map((path) => `M 100644 inline ${path}\ndata 1\nx\n`).join('')
    const head = repo.git('rev-parse', 'HEAD')
    repo.write('../stream', `commit refs/heads/${name}\ncommitter T <t@e> 1 +0000\ndata 1\nx\nfrom ${head}\n${files}`)
    repo.run('sh', '-c', 'git fast-import --quiet <../stream')
    repo.commit('bank/entities/Bo.md', 'Bo')
    const repository = openRepository(repo.root, { environment: repo.environment })
    const git = askGit(repository, repo.environment)
    const branch = await freeBranch(git, repository, name)
    const { changes } = await aheadOf(git, repo.git('rev-parse', 'HEAD'), { ...branch, tip: branch.tip! })
    expect(changes).toHaveLength(pages.length)
    await expect(git(['log', '--', ...pages])).rejects.toMatchObject({ code: 'git-failed' })
  }))

describe('whatever a person has set for Git', () => {
  test.each(['combined', 'off'])(
    'and whatever git log shows of merges (%s), what one landed is not brought back',
    (shown) =>
      withRemote((repo) => {
        review(repo, 'rita', (clone) => clone.write(page, clone.read(page).replace('c=0.80', 'c=0.30')))
        publish(repo)
        repo.git('config', 'log.diffMerges', shown)
        repo.git('branch', '-q', 'side')
        repo.commit('other.txt', 'on main')
        repo.git('checkout', '-q', 'side')
        repo.commit('aside.txt', 'aside')
        repo.git('checkout', '-q', 'main')
        repo.git('merge', '-q', '--no-ff', '--no-commit', 'side')
        repo.git('checkout', '-q', name, '--', 'bank')
        repo.git('commit', '-q', '-m', 'both')
        repo.commit(page, repo.read(page).replace(/^- O\(c=0\.30, of=.*\n/m, ''), 'undone')
        expect(branchOf(repo).carried).toEqual([])
      }),
  )

  test.each([
    ['i18n.logOutputEncoding', 'ISO-8859-1'],
    ['i18n.commitEncoding', 'ISO-8859-1'],
    ['trailer.separators', '='],
    ['log.showSignature', 'true'],
    ['color.ui', 'always'],
  ])('and whoever edited is named, and a message is UTF-8 (%s %s)', (key, value) =>
    withRemote((repo) => {
      review(repo, 'zoë', (clone) => clone.write(page, clone.read(page).replace('c=0.80', 'c=0.30')))
      repo.git('config', key, value)
      for (const at of [2, 3]) {
        repo.commit(day(at), retain('W @Zoë: Has a cat', 'W @Zoë: Owns a café'))
        publish(repo)
      }
      const { stdout } = repo.run(
        'git',
        '-c',
        'i18n.logOutputEncoding=UTF-8',
        'log',
        '-1',
        '--format=%B',
        '--no-color',
        name,
      )
      expect(stdout).toContain('@Zoë: Owns a café')
      expect(stdout).toMatch(/^Co-authored-by: zoë <zoë@example\.org>$/m)
    }),
  )

  test('who asks is no co-author, by whichever of their addresses', () =>
    withRemote((repo) => {
      review(repo, 'rita', (clone) => clone.write(page, clone.read(page).replace('c=0.80', 'c=0.30')))
      repo.git('config', 'user.name', 'rita')
      repo.git('config', 'user.email', 'rita@example.org')
      repo.commit('.mailmap', 'Rita Full <full@example.org> <rita@example.org>\n')
      publish(repo)
      expect(repo.git('log', '-1', '--format=%B', name)).not.toContain('Co-authored-by')
    }))
})

describe('is refused, and nothing moves,', () => {
  const refusals: readonly (readonly [what: string, prepare: (repo: Repo) => void, reason: RegExp, name?: string])[] = [
    [
      'while a rebase is in progress',
      (repo) => repo.write('.git/rebase-merge/git-rebase-todo', ''),
      /a rebase is in progress/,
    ],
    [
      'where the branch is checked out here',
      (repo) => repo.git('checkout', '-q', name),
      /is the branch that \S+repo is on/,
    ],
    [
      'where it is checked out in a linked worktree',
      (repo) => repo.git('worktree', 'add', '-q', '../linked', name),
      /is the branch that \S+linked is on/,
    ],
    [
      'where it is checked out in a linked worktree whose folder was deleted',
      (repo) => {
        repo.git('worktree', 'add', '-q', '../linked', name)
        rmSync(repo.path('../linked'), { recursive: true })
      },
      /is the branch that \S+linked is on, a folder that is gone: git worktree prune forgets it/,
    ],
    [
      'while a linked worktree rebases it',
      (repo) => {
        repo.git('worktree', 'add', '-q', '--detach', '../linked', name)
        repo.write('.git/worktrees/linked/rebase-merge/head-name', `refs/heads/${name}\n`)
      },
      /is the branch that \S+linked is on/,
    ],
    ['for a name that is none', () => {}, /takes the name of a branch such as memory\/reflect, got a\.\.b/, 'a..b'],
    ['for an option as a name', () => {}, /takes the name of a branch/, '-x'],
    ['for HEAD', () => {}, /takes the name of a branch/, 'HEAD'],
    ['for a name below another branch', () => {}, /main/, 'main/reflect'],
    [
      'where the branch also changes a log',
      (repo) => {
        review(repo, 'rita', (clone) => clone.append(day(1), '- W Added\n'))
        take(repo)
      },
      /memory\/reflect also changes memory\/2025-11-01\.md/,
    ],
    [
      'where both sides changed one line',
      (repo) => {
        repo.git('merge', '-q', '--ff-only', name)
        repo.commit(day(2), retain('W @Anna: Has a cat'))
        publish(repo)
        review(repo, 'rita', (clone) => clone.write(page, clone.read(page).replace('c=0.80', 'c=0.30')))
        repo.commit(page, repo.read(page).replace('c=0.80', 'c=0.40'), 'by hand')
        take(repo)
      },
      /bank\/opinions\.md was changed in one place on memory\/reflect and on HEAD/,
    ],
    [
      'where the branch has another beginning',
      (repo) => {
        repo.git('checkout', '-q', '--orphan', 'alien')
        repo.commit('alien.txt', 'x')
        repo.git('branch', '-f', name)
        repo.git('checkout', '-q', 'main')
      },
      /have no common commit/,
    ],
  ]

  test.each(refusals)('%s', (_what, prepare, reason, asked = name) =>
    withRemote((repo) => {
      prepare(repo)
      const before = [around(repo), repo.git('for-each-ref')]
      expect(repo.memory('reflect', `--branch=${asked}`)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(reason),
      })
      expect([around(repo), repo.git('for-each-ref')]).toEqual(before)
    }),
  )

  test('where the branch moved while it was built', () =>
    withRemote(async (repo) => {
      repo.commit(day(2), retain('W @Anna: Has a cat'))
      const other = repo.git('rev-parse', 'HEAD^')
      const progress = (what: string): void => {
        if (what === 'Writing pages') repo.git('update-ref', `refs/heads/${name}`, other)
      }
      await expect(repo.use((workspace) => workspace.branch(name), { progress })).rejects.toMatchObject({
        code: 'git-failed',
      })
      expect(repo.git('rev-parse', name)).toBe(other)
    }))
})
