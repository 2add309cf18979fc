import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'

const page = 'bank/opinions.md'

function commitOf(repo: Repo): { commit: string | null; pages: string[] } {
  const done = repo.memory('reflect', '--commit', '--json')
  expect(done).toMatchObject({ status: 0, stderr: '' })
  return JSON.parse(done.stdout) as { commit: string | null; pages: string[] }
}

const toBeLanded = beginningWith((repo) => void repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea')), {
  hooks: true,
})
const landedOnce = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
    commitOf(repo)
  },
  { hooks: true },
)

describe('memory reflect --commit', () => {
  test('commits every page, with what moved and why, and leaves a clean working tree', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
        expect(commitOf(repo).pages).toEqual(['bank/entities/Peter.md', page])
        repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
        const { commit } = commitOf(repo)
        expect(repo.git('rev-parse', 'HEAD')).toBe(commit)
        expect(repo.git('status', '--porcelain')).toBe('')
        expect(repo.git('log', '-1', '--format=%B').trim()).toBe(
          [
            'memory: 1 changed',
            '',
            'Changed in bank/:',
            `- Peter · Likes tea  0.80 → 0.81  + ${day(2)}#L2`,
            '',
            `Reflected-From: ${repo.git('rev-parse', 'HEAD^')}`,
            `Evidence: ${day(2)}#L2`,
          ].join('\n'),
        )
        expect(repo.git('log', '-1', '--format=%(trailers:key=Reflected-From,valueonly)').trim()).toBe(
          repo.git('rev-parse', 'HEAD^'),
        )
        expect(commitOf(repo)).toEqual({ commit: null, pages: [], proposed: [], deleted: [] })
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('says its message in UTF-8, whichever encoding this repository’s own messages have', () =>
    toBeLanded((repo) => {
      repo.commit(day(2), retain('W @Zoë: Lives in Zürich'))
      repo.git('config', 'i18n.commitEncoding', 'latin1')
      commitOf(repo)
      expect(repo.git('log', '-1', '--encoding=UTF-8', '--format=%B')).toContain('- new: W @Zoë: Lives in Zürich')
    }))

  test('holds nothing but pages as HEAD’s logs give them, whatever else is staged or edited', () =>
    landedOnce((repo) => {
      repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
      repo.write(page, `${repo.read(page)}\nA remark that is not committed.\n`)
      repo.write('code.txt', 'staged\n')
      repo.git('add', 'code.txt')
      repo.write('README.md', 'Edited.\n')
      const { commit, pages } = commitOf(repo)
      expect(pages).toEqual(['bank/entities/Peter.md', page])
      expect(repo.git('show', '--name-only', '--format=', commit!).split('\n')).toEqual(pages)
      expect(repo.git('show', `HEAD:${page}`)).toContain('c=0.81')
      expect(repo.git('show', `HEAD:${page}`)).not.toContain('remark')
      expect(repo.read(page)).toContain('A remark that is not committed.')
      expect(repo.git('status', '--porcelain', '-z').split('\0')).toEqual(
        expect.arrayContaining([' M README.md', ` M ${page}`, 'A  code.txt']),
      )
    }))

  test.each(['bank', 'bank/entities'])('puts no folder in the place of a link at %s', (link) =>
    withRepo((repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
      mkdirSync(dirname(repo.path(link)), { recursive: true })
      symlinkSync('memory', repo.path(link))
      repo.git('add', link)
      repo.git('commit', '-q', '-m', 'link')
      expect(commitOf(repo).pages).toEqual(link === 'bank' ? [] : [page])
      expect(repo.git('ls-tree', 'HEAD', link)).toMatch(/^120000 blob /)
      expect(repo.git('status', '--porcelain')).toBe('')
    }),
  )

  test('changes no mode: pages and logs that are executable, as on disks that know no modes, stay so', () =>
    landedOnce((repo) => {
      for (const path of [page, day(1)]) chmodSync(repo.path(path), 0o755)
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'modes')
      repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
      expect(commitOf(repo).pages).toContain(page)
      expect(repo.memory('retain', '--commit', '--on', '2025-11-01', 'W @Peter: Lives in Graz')).toMatchObject({
        status: 0,
      })
      const modes = repo.git('ls-tree', '-r', 'HEAD', '--', page, day(1), day(2)).replaceAll(/ .*\t/g, ' ')
      expect(modes.split('\n')).toEqual([`100755 ${page}`, `100755 ${day(1)}`, `100644 ${day(2)}`])
      expect(repo.git('status', '--porcelain', '--', 'memory', page)).toBe('')
    }))

  test('leaves a page alone that is no UTF-8', () =>
    landedOnce((repo) => {
      const bytes = Buffer.concat([Buffer.from(repo.read(page)), Buffer.from('\ncaf\u00e9\n', 'latin1')])
      repo.commit(page, bytes)
      repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
      expect(commitOf(repo).pages).toEqual(['bank/entities/Peter.md'])
      expect(repo.files('bank').get(page)).toBe(bytes.toString('latin1'))
    }))

  test('adopts an edit that HEAD holds', () =>
    landedOnce((repo) => {
      repo.write(page, repo.read(page).replace('c=0.80', 'c=0.30'))
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'by hand')
      commitOf(repo)
      expect(repo.git('show', `HEAD:${page}`)).toMatch(
        /^- O\(c=0\.30, of=\^\w{10}, on=2025-11-01\+1\) @Peter: Likes tea$/m,
      )
      expect(repo.git('log', '-1', '--format=%B')).toContain('Peter · Likes tea  0.80 → 0.30')
    }))

  test.each<[string, (repo: Repo) => void, RegExp]>([
    [
      'a page is staged with an edit',
      (repo) => {
        repo.append(page, 'An edit.\n')
        repo.git('add', 'bank')
      },
      /is staged: commit it/,
    ],
    [
      'a rebase is in progress',
      (repo) => repo.write('.git/rebase-merge/git-rebase-todo', ''),
      /a rebase is in progress: end it first/,
    ],
    ...['cherry-pick', 'revert', 'merge'].map((what): [string, (repo: Repo) => void, RegExp] => [
      `a ${what} is in progress`,
      (repo) => repo.write(`.git/${what.replace('-', '_').toUpperCase()}_HEAD`, repo.git('rev-parse', 'HEAD')),
      new RegExp(`a ${what} is in progress: end it first`),
    ]),
    ['a bisect is in progress', (repo) => repo.write('.git/BISECT_LOG', ''), /a bisect is in progress: end it first/],
    [
      'another command holds the index',
      (repo) => repo.write('.git/index.lock', ''),
      /writing the index, or one was killed: wait for it, or remove \S+index\.lock\n$/,
    ],
  ])('is refused while %s, and changes nothing', (_what, prepare, reason) =>
    toBeLanded((repo) => {
      prepare(repo)
      const before = [repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')]
      expect(repo.memory('reflect', '--commit')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(reason),
      })
      expect([repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')]).toEqual(before)
    }),
  )

  test.each<[string, string, RegExp]>([
    ['Git’s index', '.git/index.lock', /index\.lock/],
    ['the branch', '.git/refs/heads/main.lock', /^memory: git update-ref failed: [^]*main\.lock/],
  ])(
    'that cannot write %s leaves HEAD, what is staged and every file as they were, and can be done again',
    (_what, lock, reason) =>
      withRepo((repo) => {
        for (const number of [1, 2, 3]) repo.commit(day(number), retain('O(c=0.95) @Peter: Likes tea'))
        repo.commit('MEMORY.md', 'Be kind.\n')
        const state = (): object => ({
          head: repo.git('rev-parse', 'HEAD'),
          staged: repo.git('ls-files', '--stage'),
          status: repo.git('status', '--porcelain'),
          core: repo.read('MEMORY.md'),
        })
        const before = state()
        repo.write(lock, '')
        const refused = repo.memory('reflect', '--commit', '--propose-core')
        repo.remove(lock)
        expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(reason) })
        expect(state()).toEqual(before)
        expect(repo.memory('reflect', '--commit', '--propose-core')).toMatchObject({ status: 0, stderr: '' })
        expect(repo.git('status', '--porcelain')).toBe('')
        expect(repo.read('MEMORY.md')).toContain('- @Peter: Likes tea')
        expect(repo.git('log', '-1', '--format=%s')).toBe('memory: 1 line proposed for MEMORY.md')
      }),
  )

  test.each(['prepare', 'commit'])('that is killed when it tells Git to %s has not moved HEAD yet', (word) =>
    withRepo((repo) => {
      for (const number of [1, 2, 3]) repo.commit(day(number), retain('O(c=0.95) @Peter: Likes tea'))
      const head = repo.git('rev-parse', 'HEAD')
      const git = repo.run('sh', '-c', 'command -v git').stdout.trim()
      // Ends who asks it to move HEAD: `kill -9` of the parent, which is the landing.
      repo.write(
        '../bin/git',
        `#!/bin/sh
case " $* " in *" update-ref "*)
  while read -r line; do [ "$line" = ${word} ] && { kill -9 $PPID; exit 1; }; printf '%s\\n' "$line"; done | '${git}' "$@"
  exit 1;;
esac
exec '${git}' "$@"
`,
      )
      chmodSync(repo.path('../bin/git'), 0o755)
      const deadly = repo.with({ PATH: `${repo.path('../bin')}:${repo.environment['PATH']}` })
      expect(deadly.memory('reflect', '--commit').status).not.toBe(0)
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
      expect(repo.exists('.git/index.lock')).toBe(false)
      expect(repo.git('diff', '--cached', '--name-only').split('\n').length > 1).toBe(word === 'commit')
      expect(repo.memory('reflect', '--commit')).toMatchObject({ status: 0, stderr: '' })
      expect(repo.git('status', '--porcelain')).toBe('')
    }),
  )

  test('is done again where a crash left its files staged and written, with HEAD where it was', () =>
    withRepo((repo) => {
      for (const number of [1, 2, 3]) repo.commit(day(number), retain('O(c=0.95) @Peter: Likes tea'))
      const head = repo.git('rev-parse', 'HEAD')
      const land = () => repo.memory('reflect', '--commit', '--propose-core')
      expect(land()).toMatchObject({ status: 0 })
      const [landed, files] = [repo.git('rev-parse', 'HEAD^{tree}'), repo.files('bank')]
      repo.git('update-ref', 'HEAD', head)
      expect(land()).toMatchObject({ status: 0, stderr: '' })
      expect(repo.git('rev-parse', 'HEAD^{tree}')).toBe(landed)
      expect(repo.files('bank')).toEqual(files)
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test('works on a detached HEAD, in a folder of a repository, and with SHA-256', async () => {
    for (const objectFormat of ['sha1', 'sha256'] as const) {
      await withRepo(
        (repo) => {
          repo.commit('notes/README.md', 'Notes.\n')
          repo.init('--workspace', 'notes')
          repo.commit(`notes/${day(1)}`, retain('O(c=0.8) @Peter: Likes tea'))
          repo.git('checkout', '-q', '--detach')
          const notes = repo.at('repo/notes')
          const { commit, pages } = commitOf(notes)
          expect(pages).toContain(page)
          expect(repo.git('rev-parse', 'HEAD')).toBe(commit)
          expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toContain(`notes/${page}`)
          expect(repo.git('status', '--porcelain')).toBe('')
        },
        { objectFormat },
      )
    }
  })
})

test('memory reflect --dry-run names the pages that would change, and writes none', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
    expect(repo.memory('reflect', '--dry-run')).toEqual({
      status: 0,
      stdout: `would write  bank/entities/Peter.md\nwould write  ${page}\n`,
      stderr: '',
    })
    expect(repo.exists('bank')).toBe(false)
    expect(repo.memory('reflect', '--dry-run', '--commit')).toMatchObject({ status: 2, stdout: '' })
  }))
