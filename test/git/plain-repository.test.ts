import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { plainTop } from '../../src/git/plain-repository.js'
import { day, retain } from '../support/notes.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

const git = (repo: Repo): string => join(repo.root, '.git')
const configured = (text: string) => (repo: Repo) => appendFileSync(join(git(repo), 'config'), text)

const isRoot = process.getuid?.() === 0

/** What a repository may be, and whether it is plain: of one that is not, Git is asked. */
const shapes: readonly (readonly [string, (repo: Repo) => string | void, boolean])[] = [
  ['as git init makes it', () => {}, true],
  ['a folder below the top', (repo) => (mkdirSync(repo.path('a/b'), { recursive: true }), repo.path('a/b')), true],
  ['a link to a folder', (repo) => (symlinkSync(repo.root, repo.path('../link')), repo.path('../link')), true],
  ['a detached HEAD', (repo) => void repo.git('checkout', '-q', '--detach'), true],
  ['settings that say nothing of where it is', configured('[core]\n\thooksPath = .husky\n[user]\n\tname = X\n'), true],
  ['another working tree', configured('[core]\n\tworktree = ../other\n'), false],
  ['another working tree, on the line of its section', configured('[core] WorkTree=/elsewhere\n'), false],
  ['a setting that goes on in the next line', configured('[core]\n\tbare \\\n = true\n'), false],
  ['bare, by a name without a value', configured('[core]\n\tbare\n'), false],
  ['bare', configured('[core]\n\tbare = yes\n'), false],
  ['a file that may say so', (repo) => configured(`[include]\n\tpath = ${repo.path('x')}\n`)(repo), false],
  ['an extension', configured('[extensions]\n\tworktreeConfig = true\n'), false],
  ['a later version', configured('[core]\n\trepositoryformatversion = 1\n'), false],
  ['a config that Git cannot read', (repo) => writeFileSync(join(git(repo), 'config'), '[core\n'), true],
  ['a linked working tree', (repo) => (repo.git('worktree', 'add', '-q', '../aside'), repo.path('../aside')), false],
  [
    'a .git that is a link',
    (repo) => (renameSync(git(repo), repo.path('../elsewhere')), symlinkSync('../elsewhere', git(repo))),
    false,
  ],
  ['a .git that is none', (repo) => (mkdirSync(repo.path('in/.git'), { recursive: true }), repo.path('in')), false],
  ['a HEAD that is none', (repo) => writeFileSync(join(git(repo), 'HEAD'), 'nothing\n'), false],
  ['the folder .git', (repo) => git(repo), false],
  ['a folder in .git', (repo) => join(git(repo), 'objects'), false],
  ['a bare one within', (repo) => (repo.git('init', '-q', '--bare', 'bare'), repo.path('bare')), false],
  ['a folder with a HEAD', (repo) => writeFileSync(repo.path('HEAD'), 'ours\n'), false],
  ['a folder that is not there', (repo) => repo.path('nowhere'), false],
  ["another user's", (repo) => void (isRoot && repo.run('chown', '65534', git(repo))), !isRoot],
]

test.each(shapes)('%s: the top is found without Git only where it is what Git says', (_, shape, plain) =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W One'))
    const folder = shape(repo) ?? repo.root
    const { status, stdout } = spawnSync('git', ['-C', folder, 'rev-parse', '--show-toplevel', '--absolute-git-dir'], {
      env: { ...repo.environment, GIT_CEILING_DIRECTORIES: '' },
      encoding: 'utf8',
    })
    const found = plainTop(folder, { ...repo.environment, GIT_CEILING_DIRECTORIES: '' })
    expect(found !== undefined).toBe(plain)
    if (found !== undefined && status === 0) expect(stdout).toBe(`${found}\n${join(found, '.git')}\n`)
  }),
)

test('where Git is told to look no further up, it is asked', () =>
  withRepo((repo) => {
    mkdirSync(repo.path('a'))
    const below = { ...repo.environment, GIT_CEILING_DIRECTORIES: repo.root }
    expect(plainTop(repo.path('a'), below)).toBeUndefined()
    expect(plainTop(repo.root, below)).toBe(repo.root)
  }))

test('a question whose answer the index has starts no Git', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W @Peter: Likes oolong tea.'))
    repo.memory('rebuild')
    const { status, stdout, stderr } = spawnSync(process.execPath, [memoryCommand, 'recall', 'oolong'], {
      cwd: repo.root,
      env: { ...repo.environment, PATH: repo.path('../no-git') },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('oolong')
  }))
