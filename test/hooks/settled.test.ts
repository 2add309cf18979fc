import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { indexFolder } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { commitUnseen, shimCalls } from '../support/shim-calls.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const settled = `${indexFolder}/settled`
const asleep = ['diff-tree']

describe('a commit that changes nothing of ours waits for nothing of ours', () => {
  test('where a hook had done all there is to do', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        expect(repo.read(settled)).toBe(`${repo.git('rev-parse', 'HEAD^{tree}').trim()}\n`)
        commitUnseen(repo, 'src/main.c', 'int main;\n')
        expect(shimCalls(repo)).toEqual({ said: '', calls: asleep })
        commitUnseen(repo, 'src/main.c', 'int main();\n')
        expect(shimCalls(repo)).toEqual({ said: '', calls: asleep })
        await expectIndexedByHook(repo)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('also in a workspace below the top', () =>
    withRepo(async (repo) => {
      repo.commit('notes/memory/2025-11-01.md', retain('W One'))
      repo.memory('init', '--workspace', 'notes')
      repo.commit('notes/memory/2025-11-02.md', retain('W Two'))
      commitUnseen(repo, 'memory/2025-11-02.md', 'Of no workspace.\n')
      expect(shimCalls(repo)).toEqual({ said: '', calls: asleep })
      commitUnseen(repo, 'notes/memory/2025-11-03.md', retain('W Three'))
      expect(shimCalls(repo).said).toContain('indexed 1 note')
    }))

  test('but not while pages are behind that hooks did not see', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        commitUnseen(repo, day(2), retain('W Two'))
        expect((await repo.said()).length).toBe(2)
        repo.commit('src/main.c', 'int main;\n')
        expect(repo.read('bank/world.md')).toContain('Two')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('nor while a page is left alone, which is written once it is mended', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        const whole = repo.read('bank/world.md')
        repo.write('bank/world.md', whole.replace('<!-- memory:end -->', ''))
        expect(repo.commit(day(2), retain('W Two'))).toContain('left alone, markers damaged: bank/world.md')
        expect(repo.exists(settled)).toBe(false)
        repo.write('bank/world.md', whole)
        repo.commit('src/main.c', 'int main;\n')
        expect(repo.read('bank/world.md')).toContain('Two')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('and not where another branch was indexed since', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One'))
        repo.git('add', '-A')
        repo.git('commit', '-q', '-m', 'pages')
        repo.git('checkout', '-q', '-b', 'side')
        repo.commit(day(2), retain('W Two'))
        repo.git('add', '-A')
        repo.git('commit', '-q', '-m', 'pages')
        repo.git('checkout', '-q', 'main')
        expect(repo.exists(settled)).toBe(false)
        await expectIndexedByHook(repo)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test.each<[string, (path: string, repo: Repo) => void]>([
    ['nothing', (path) => writeFileSync(path, '')],
    ['an option', (path) => writeFileSync(path, '--output=x\n')],
    ['a tree that is gone', (path) => writeFileSync(path, `${'0'.repeat(39)}1\n`)],
    ['a commit of old', (path, repo) => writeFileSync(path, repo.git('rev-parse', 'HEAD~1'))],
    ['a link to a file', (path, repo) => symlinkSync(repo.path('README.md'), path)],
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe', (path, repo) => void repo.run('mkfifo', path)],
  ])('and nothing is lost where %s stands there', (_what, put) =>
    withRepo(
      async (repo) => {
        repo.commit('README.md', 'Words.\n')
        repo.commit(day(1), retain('W One'))
        commitUnseen(repo, day(2), retain('W Two'))
        repo.remove(settled)
        put(repo.path(settled), repo)
        expect(shimCalls(repo).said).toContain('memory: indexed 1 note (1 fact)')
        expect(repo.read('README.md')).toBe('Words.\n')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )
})
