import { symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

/** The folder `notes` of the repository as a workspace, seen by the library and by commands. */
function notesOf(repo: Repo, folder = 'notes'): Repo {
  const notes = repo.at(`repo/${folder}`)
  return notes.with({ MEMORY_WORKSPACE: notes.root })
}

describe('a workspace in a folder of a larger repository', () => {
  test('is indexed by its hook, with paths that begin at the folder', () =>
    withRepo(async (repo) => {
      repo.commit('notes/README.md', 'Notes.\n')
      repo.init('--workspace', 'notes')
      const notes = notesOf(repo)
      expect(repo.commit(`notes/${day(1)}`, retain('W @Peter: Likes tea'))).toContain('indexed 1 note (1 fact)')
      await expectIndexedByHook(notes)
      expect(await notes.said()).toEqual([`${day(1)}#L2 world Likes tea`])
      expect(notes.read('bank/entities/Peter.md')).toContain(`(../../${day(1)}?plain=1#L2)`)
      expect(repo.exists('bank')).toBe(false)
      expect(repo.exists('.memory')).toBe(false)
      await expectSameAsRebuild(notes)
    }))

  test('what to commit next is told as somebody can run it from where they are', () =>
    withRepo((repo) => {
      for (const [folder, way] of [
        ['notes', 'cd notes && '],
        ['our notes', "cd 'our notes' && "],
      ]) {
        repo.write(`${folder}/${day(1)}`, retain('W @Peter: Likes tea'))
        const { stdout } = repo.memory('init', '--with', 'opencode', '--workspace', folder!)
        expect(stdout).toContain(`For all who clone this: ${way}git add opencode.json && git commit\n`)
        expect(stdout).toContain(`Next: ${way}git add memory && git commit\n`)
        expect(notesOf(repo, folder).memory('init').stdout).toContain('Next: git add memory && git commit\n')
      }
    }))

  test('does not see notes at the top, nor does the top see its own', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W At the top'))
      repo.commit(`notes/${day(2)}`, retain('W In the folder'))
      const notes = notesOf(repo)
      expect(await notes.said()).toEqual([`${day(2)}#L2 world In the folder`])
      expect(await repo.said()).toEqual([`${day(1)}#L2 world At the top`])
      await expectSameAsRebuild(notes)
      await expectSameAsRebuild(repo)
    }))

  test('two levels down, with a quote and a space in its name', () =>
    withRepo(async (repo) => {
      const folder = "deep/it's here"
      repo.commit(`${folder}/README.md`, 'Notes.\n')
      repo.init('--workspace', folder)
      const notes = notesOf(repo, folder)
      repo.commit(`${folder}/${day(1)}`, retain('W Down there'))
      await expectIndexedByHook(notes)
      expect(await notes.said()).toEqual([`${day(1)}#L2 world Down there`])
      expect(notes.exists('bank/world.md')).toBe(true)
      await expectSameAsRebuild(notes)
    }))

  test('is the one that commands inside it mean, once it was made one', () =>
    withRepo((repo) => {
      repo.commit(`notes/deep/x.txt`, 'x')
      repo.init('--workspace', 'notes')
      repo.commit(`notes/${day(1)}`, retain('W @Peter: Likes tea'))
      for (const folder of ['repo/notes', 'repo/notes/deep'])
        expect(repo.at(folder).memory('recall', 'tea').stdout).toContain('Likes tea')
      expect(repo.exists('.memory')).toBe(false)
      repo.write('src/main.c', '')
      for (const [folder, notes] of [
        ['repo', 'notes'],
        ['repo/src', '../notes'],
      ] as const)
        expect(repo.at(folder).memory('recall', 'tea')).toMatchObject({
          status: 2,
          stdout: '',
          stderr: `memory: no memory workspace here, but in ${notes}: cd there, or name it with --workspace ${notes}\n`,
        })
      expect(repo.exists('.memory')).toBe(false)
    }))

  test('that HEAD does not hold yet is empty, and recalls what waits in it', () =>
    withRepo(async (repo) => {
      repo.write(`notes/${day(1)}`, retain('W Waiting'))
      const notes = notesOf(repo)
      expect(await notes.said()).toEqual([])
      expect(await notes.recalled('waiting')).toEqual([`${day(1)}#L2 Waiting`])
      await expectSameAsRebuild(notes)
    }))

  test('is not read again when the rest of the repository changes', () =>
    withRepo(async (repo) => {
      repo.commit(`notes/${day(1)}`, retain('W In the folder'))
      const notes = notesOf(repo)
      await notes.digest()
      repo.commit('src/main.c', 'int main;\n')
      const report = await notes.use((workspace) => workspace.sync())
      expect(report).toMatchObject({ changed: false, commit: repo.git('rev-parse', 'HEAD') })
      await expectSameAsRebuild(notes)
    }))

  test('commits made inside the folder are indexed too', () =>
    withRepo(async (repo) => {
      repo.commit('notes/README.md', 'Notes.\n')
      repo.init('--workspace', 'notes')
      const notes = notesOf(repo)
      notes.commit(day(1), retain('W From inside'))
      await expectIndexedByHook(notes)
      expect(await notes.said()).toEqual([`${day(1)}#L2 world From inside`])
      await expectSameAsRebuild(notes)
    }))
})

describe('two workspaces of one repository', () => {
  const attributes = '.git/info/attributes'

  /** Both made workspaces, the first one first. */
  function made(repo: Repo, first: string, second: string): { one: Repo; two: Repo } {
    for (const folder of [first, second]) repo.commit(`${folder}/README.md`, 'Notes.\n')
    repo.init('--workspace', first)
    const done = repo.memory('init', '--workspace', second)
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toContain(`They serve ${first} too.`)
    return { one: notesOf(repo, first), two: notesOf(repo, second) }
  }

  test('are both served by the hooks of one, and by the rules for merging', () =>
    withRepo(async (repo) => {
      const { one, two } = made(repo, 'a', "deep/it's b")
      repo.commit(`a/${day(1)}`, retain('W @Peter: In a'))
      await expectIndexedByHook(one)
      await expectIndexedByHook(two)
      repo.commit(`deep/it's b/${day(2)}`, retain('W @Peter: In b'))
      await expectIndexedByHook(one)
      await expectIndexedByHook(two)
      expect(await one.said()).toEqual([`${day(1)}#L2 world In a`])
      expect(await two.said()).toEqual([`${day(2)}#L2 world In b`])
      for (const notes of [one, two]) {
        expect(notes.memory('hooks', 'status').status).toBe(0)
        expect(notes.memory('doctor').stdout).toMatch(/^ok +merging$/m)
        expect(notes.git('check-attr', 'merge', 'bank/world.md')).toMatch(/: merge: memory-bank$/)
      }
      const before = repo.files('.git/hooks')
      repo.memory('init', '--workspace', 'a')
      expect(repo.files('.git/hooks')).toEqual(before)
    }))

  test('put the reasons of both into the message of a commit with pages of both', () =>
    withRepo((repo) => {
      made(repo, 'a', 'b')
      for (const folder of ['a', 'b']) repo.commit(`${folder}/${day(1)}`, retain(`O(c=0.9) @Peter: Likes ${folder}`))
      repo.git('add', '.')
      repo.git('commit', '-q', '-m', 'Review')
      const message = repo.git('log', '-1', '--format=%B')
      for (const folder of ['a', 'b']) expect(message).toContain(`Likes ${folder}`)
      expect(message.match(/Changed in bank\//g)).toHaveLength(2)
    }))

  test('are left one by one: the other keeps its hooks and its rules, and after the last one nothing is left', () =>
    withRepo(async (repo) => {
      const config = repo.read('.git/config')
      const { one, two } = made(repo, 'a', 'b')
      const left = one.memory('hooks', 'uninstall')
      expect(left.stdout).toContain('They go on for b')
      expect(repo.read(attributes)).not.toContain('a/')
      repo.commit(`b/${day(1)}`, retain('W @Peter: In b'))
      await expectIndexedByHook(two)
      expect(two.memory('hooks', 'status').status).toBe(0)
      expect(two.memory('doctor').stdout).toMatch(/^ok +merging$/m)
      repo.commit(`a/${day(1)}`, retain('W @Peter: In a'))
      expect(one.exists('bank')).toBe(false)
      expect(two.memory('hooks', 'uninstall').status).toBe(0)
      expect([...repo.files('.git/hooks').keys()]).toEqual([])
      expect(repo.exists(attributes)).toBe(false)
      expect(repo.read('.git/config')).toBe(config)
    }))

  test('are handed over to husky together', () =>
    withRepo((repo) => {
      made(repo, 'a', 'b')
      expect(repo.memory('init', '--workspace', 'b', '--with', 'husky').status).toBe(0)
      expect(repo.read('.husky/post-commit')).toMatch(/--workspace a [^]*--workspace b /)
      expect([...repo.files('.git/hooks').keys()]).toEqual([])
    }))

  test('whose folder is gone is forgotten when another is left', () =>
    withRepo((repo) => {
      const { two } = made(repo, 'a', 'b')
      repo.git('rm', '-r', '-q', 'a')
      repo.remove('a')
      two.memory('hooks', 'uninstall')
      expect([...repo.files('.git/hooks').keys()]).toEqual([])
      expect(repo.exists(attributes)).toBe(false)
    }))
})

describe('a workspace whose path is unusual', () => {
  test.each(['nötes 日', "it's 100%", '#n', 'n[1]'])('%s has hooks that index, and rules that match', (folder) =>
    withRepo(async (repo) => {
      repo.commit(`${folder}/README.md`, 'Notes.\n')
      repo.init('--workspace', folder)
      const notes = notesOf(repo, folder)
      expect(repo.commit(`${folder}/${day(1)}`, retain('W @Peter: Likes tea'))).toContain('indexed 1 note (1 fact)')
      await expectIndexedByHook(notes)
      expect(notes.git('-c', 'core.quotepath=off', 'check-attr', 'merge', 'bank/world.md')).toMatch(
        /: merge: memory-bank$/,
      )
      notes.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'Review')
      expect(repo.git('log', '-1', '--format=%B')).toContain('Changed in bank/:')
    }),
  )

  test('is the same workspace by way of a link', () =>
    withRepo(async (repo) => {
      repo.commit('notes/README.md', 'Notes.\n')
      symlinkSync(repo.root, repo.path('../link'))
      repo.init('--workspace', repo.path('../link/notes'))
      expect(repo.read('.git/hooks/post-commit')).toContain('--workspace notes')
      expect(repo.memory('hooks', 'status', '--workspace', 'notes').status).toBe(0)
      expect(repo.commit(`notes/${day(1)}`, retain('W @Peter: Likes tea'))).toContain('indexed 1 note (1 fact)')
      await expectIndexedByHook(notesOf(repo))
    }))

  test('with a line break in it is refused, and nothing is written anywhere', () =>
    withRepo((repo) => {
      const odd = repo.another('odd/a\nb')
      const done = odd.memory('init')
      expect(done.status).toBe(2)
      expect(done.stderr).toMatch(/holds a line break\n$/)
      expect(repo.at('odd').exists('a')).toBe(false)
    }))
})
