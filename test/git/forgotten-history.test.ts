import { chmodSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Forgotten } from '../../src/index.js'
import { indexName } from '../../src/store/open.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const secret = 'xyzzyplugh42'
const fact = `W @Peter: Says <${secret}> & "more" opens the door`
const text = fact.slice(fact.indexOf('Says'))

const idOf = (repo: Repo): Promise<string> =>
  repo.use(async (workspace) => (await workspace.recall(secret)).results.find(({ kind }) => kind === 'world')!.id)

function forget(repo: Repo, id: string, ...flags: readonly string[]): Forgotten {
  const done = repo.memory('forget', `^${id}`, '--json', ...flags)
  expect(done).toMatchObject({ status: 0, stderr: '' })
  expect(done.stdout).not.toContain(secret)
  return JSON.parse(done.stdout) as Forgotten
}

/** `git log --format=%H`, as short as the subject: what the commit with that subject is. */
const commitOf = (repo: Repo, subject: string): string =>
  repo
    .git('log', '--all', '--reflog', '--format=%H %s')
    .split('\n')
    .find((line) => line.endsWith(` ${subject}`))!
    .split(' ')[0]!

type Commit = Forgotten['history']['commits'][number]
const holding = ({ history }: Forgotten, commit: string): Commit | undefined =>
  history.commits.find((each) => each.commit === commit)

describe('what Git still holds of a forgotten fact is named', () => {
  test('with its pages, messages, branches, tags, notes, stashes and reflogs, and no other program is given the words', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Lives in Graz'))
        repo.git('commit', '-q', '--allow-empty', '-m', 'clean')
        repo.git('branch', 'clean')
        repo.commit(day(2), retain(fact), 'the log')
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'the pages')
        repo.git('tag', '-a', 'v1', '-m', `for ${text}`, 'clean')
        repo.git('notes', 'add', '-m', `He ${text}`, 'clean')
        repo.git('switch', '-q', '-c', 'side', 'clean')
        repo.commit('letter.txt', `Dear Anna,\n\n> He says <${secret}> & "more"\n> opens the door.\n`, 'a letter')
        repo.commit('letter.txt', 'Dear Anna,\n', 'a shorter letter')
        repo.commit('other.txt', 'x', `He ${text}`)
        repo.git('commit', '-q', '--amend', '-m', 'nothing')
        repo.write('letter.txt', `${text}\n`)
        repo.git('stash', 'push', '-q', '-m', 'put away')
        repo.remove('bank')
        repo.git('switch', '-q', 'main')

        const git = repo.run('sh', '-c', 'command -v git').stdout.trim()
        repo.write('../bin/git', `#!/bin/sh\nprintf '%s\\n' "$@" >> '${repo.path('../asked')}'\nexec '${git}' "$@"\n`)
        chmodSync(repo.path('../bin/git'), 0o755)
        const watched = repo.with({ PATH: `${repo.path('../bin')}:${process.env['PATH']}` })
        const done = forget(watched, await idOf(repo))
        expect(repo.read('../asked')).toContain('for-each-ref')
        expect(repo.read('../asked')).not.toContain(secret)

        const here = { onlyReflog: false, outOf: [], into: [], message: false }
        expect(holding(done, commitOf(repo, 'the log'))).toMatchObject({ ...here, into: [day(2)] })
        expect(holding(done, commitOf(repo, 'the pages'))).toMatchObject({
          ...here,
          subject: 'the pages',
          into: ['bank/entities/Peter.md', 'bank/world.md'],
          message: true,
        })
        expect(holding(done, commitOf(repo, 'a letter'))).toMatchObject({ ...here, into: ['letter.txt'] })
        expect(holding(done, commitOf(repo, 'a shorter letter'))).toMatchObject({ ...here, outOf: ['letter.txt'] })
        expect(holding(done, commitOf(repo, 'clean'))).toBeUndefined()
        expect(holding(done, commitOf(repo, `He ${text}`))).toMatchObject({
          ...here,
          subject: null,
          message: true,
          onlyReflog: true,
        })
        expect(holding(done, repo.git('rev-parse', 'stash'))).toMatchObject({ ...here, into: ['letter.txt'] })
        expect(done.history.commits.some(({ commit }) => commit === repo.git('rev-parse', 'refs/notes/commits'))).toBe(
          true,
        )
        expect(done.history.refs).toEqual(['main', 'side', 'notes/commits', 'stash', 'tag v1'])
        expect(done.history.ends).toBeNull()
        expect(done.history.files.map(({ path }) => path)).toEqual(['logs/HEAD', 'logs/refs/heads/side'])
        expect(repo.git('log', '-1', '--format=%s', 'clean')).toBe('clean')
      },
      { hooks: true },
    ))

  test('in Git’s copy of the last message, which is emptied where a commit has it, and kept where none has', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain(fact, 'W @Peter: Lives in Graz'), 'the log')
        repo.git('add', 'bank')
        repo.git('-c', 'core.editor=true', 'commit', '-q', '-v')
        expect(repo.read('.git/COMMIT_EDITMSG')).toContain(secret)
        const would = forget(repo, await idOf(repo), '--dry-run')
        expect(would.history.files).toEqual([{ path: 'COMMIT_EDITMSG', emptied: false }])
        expect(repo.read('.git/COMMIT_EDITMSG')).toContain(secret)
        const unfinished = `A letter about ${text}\n\nthat nobody has but this file.\n`
        const before = repo.read('.git/COMMIT_EDITMSG')
        const head = repo.git('rev-parse', 'HEAD')

        repo.write('.git/COMMIT_EDITMSG', unfinished)
        const kept = forget(repo, would.id)
        expect(kept.history.files).toEqual([{ path: 'COMMIT_EDITMSG', emptied: false }])
        expect(repo.read('.git/COMMIT_EDITMSG')).toBe(unfinished)

        repo.git('reset', '-q', '--hard', head)
        repo.write('.git/COMMIT_EDITMSG', before)
        const said = repo.memory('forget', would.id)
        expect(said.stdout).toContain(
          'COMMIT_EDITMSG in the Git folder was a copy of such a message, and is empty now.\n',
        )
        expect(repo.read('.git/COMMIT_EDITMSG')).toBe('')
        expect(said.stdout).toContain('git filter-repo --replace-text FILE --replace-message FILE\n')
        expect(said.stdout).not.toContain(secret)
      },
      { hooks: true },
    ))

  test('in the index of another working tree, not in ours, however the workspace is named', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain(fact), 'the log')
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'the pages')
        repo.git('worktree', 'add', '-q', '--detach', '../side')
        repo.memory('recall', secret, '--workspace', '../side')
        symlinkSync('.', repo.path('../link'))
        const done = forget(repo, await idOf(repo), '--workspace', repo.path('../link/repo'))
        expect(done.indexClean).toBe(true)
        expect(done.history.files).toEqual([
          { path: 'COMMIT_EDITMSG', emptied: true },
          { path: `worktrees/side/workspace-memory/${indexName}`, emptied: false },
        ])
      },
      { hooks: true },
    ))

  test('with where looking ended: a shallow clone, a file too long, and a repository inside', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain(fact), 'the log')
      repo.commit('long.txt', Buffer.alloc(8_000_001, 'x'), 'long')
      const inner = repo.another('repo/inner')
      for (const version of ['1', '2']) {
        inner.commit('a.txt', version)
        repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'inner')
        repo.git('commit', '-q', '-m', 'inner')
      }
      const id = await idOf(repo)
      expect(forget(repo, id, '--dry-run').history.ends).toBe('files of more than 8 MB were not looked at')
      repo.git('rm', '-q', 'long.txt')
      repo.git('commit', '-q', '-m', 'short')
      const clone = repo.at('clone')
      repo.git('clone', '-q', '--depth=1', `file://${repo.root}`, clone.root)
      expect(forget(clone, id, '--dry-run').history).toMatchObject({
        ends: 'this is a shallow clone, history ends there',
        commits: [{ subject: 'short', into: [day(1)] }],
        refs: ['main', 'origin/HEAD', 'origin/main'],
      })
    }))
})
