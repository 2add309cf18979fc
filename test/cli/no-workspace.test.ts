import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

const asking: readonly (readonly string[])[] = [
  ['recall', 'x'],
  ['log'],
  ['status'],
  ['reflect'],
  ['verify'],
  ['show', 'Peter'],
  ['retire', '^abcdefghij'],
  ['forget', '^abcdefghij'],
  ['sync'],
]

describe('a repository that is no workspace', () => {
  test.each(asking.map((args) => [args[0], args] as const))(
    'is left without a file by memory %s, which says so',
    (_, args) =>
      withRepo((repo) => {
        repo.commit('src/main.c', 'int main;\n')
        repo.write('memory/notes.txt', 'A folder of another program.\n')
        const before = repo.files()
        expect(repo.memory(...args)).toEqual({
          status: 2,
          stdout: '',
          stderr: 'memory: no memory workspace here: run memory init\n',
        })
        expect(JSON.parse(repo.memory(...args, '--json').stderr)).toMatchObject({ error: { code: 'no-workspace' } })
        expect(repo.files()).toEqual(before)
      }),
  )

  test('is one as soon as a log stands in it, committed or not', () =>
    withRepo((repo) => {
      repo.write(day(1), retain('W @Peter: Likes tea'))
      expect(repo.memory('recall', 'tea').stdout).toContain('Likes tea')
    }))

  test('is one where HEAD holds notes that the working tree lacks', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      repo.remove('memory')
      expect(repo.memory('recall', 'tea').status).toBe(0)
    }))

  test('tells where the logs are, when asked from a folder beside them', () =>
    withRepo((repo) => {
      for (const folder of ['a', "b's"]) repo.write(`${folder}/${day(1)}`, retain('W @Peter: Likes tea'))
      repo.write('src/main.c', '')
      expect(repo.at('repo/src').memory('recall', 'tea')).toMatchObject({
        status: 2,
        stderr: "memory: no memory workspace here, but in ../a, ../b's: cd there, or name it with --workspace ../a\n",
      })
      expect(repo.at('repo/a').memory('status', '--workspace', 'memory').stderr).toContain(
        "memory: no memory workspace here, but in ., ../b's: cd there, or name it with --workspace .\n",
      )
      expect(repo.at('repo/src').memory('recall', 'tea', '--workspace', '../a').stdout).toContain('Likes tea')
      expect(repo.at("repo/b's").memory('recall', 'tea').stdout).toContain('Likes tea')
      expect(repo.exists('.memory')).toBe(false)
    }))

  test('tells the top itself, where its folder of logs was named in its place', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Likes tea'))
      expect(repo.memory('status', '--workspace', 'memory')).toMatchObject({
        status: 2,
        stderr: 'memory: no memory workspace here, but in .: cd there, or name it with --workspace .\n',
      })
      expect(repo.memory('recall', 'tea', '--workspace', '.').stdout).toContain('Likes tea')
    }))
})

test('memory rebuild after a clone takes the folder that holds the logs', () =>
  withRepo((repo) => {
    repo.commit(`notes/${day(1)}`, retain('W @Peter: Likes tea'))
    expect(repo.memory('rebuild')).toMatchObject({ status: 0, stdout: expect.stringContaining('1 note') })
    expect(repo.exists('.memory')).toBe(false)
    expect(repo.commit(`notes/${day(2)}`, retain('W Second'))).toContain('indexed 1 note (1 fact)')
  }))

describe('memory init', () => {
  const made = (stdout: string): string => stdout.split('\n').find((line) => line.includes(' is a memory workspace'))!

  test.each([
    ['in the folder that holds the logs', 'repo/notes'],
    ['in a folder below it', 'repo/notes/deep'],
    ['at the top of the repository', 'repo'],
    ['in a folder beside it', 'repo/src'],
  ])('makes the folder with the logs the workspace, and says which: %s', (_, from) =>
    withRepo((repo) => {
      repo.write(`notes/${day(1)}`, retain('W @Peter: Likes tea'))
      for (const folder of ['notes/deep', 'src', 'lib/memory']) repo.write(`${folder}/x.md`, '')
      expect(made(repo.at(from).memory('init').stdout)).toBe(
        `${repo.path('notes')} is a memory workspace, a folder of the repository at ${repo.root}.`,
      )
      expect(repo.exists('.memory')).toBe(false)
      expect(repo.exists('notes/.memory/.gitignore')).toBe(true)
      expect(repo.commit(`notes/${day(2)}`, retain('W Second'))).toContain('indexed 1 note (1 fact)')
    }),
  )

  test('passes by a folder that only the index still has', () =>
    withRepo((repo) => {
      repo.commit(`notes/${day(1)}`, retain('W @Peter: Likes tea'))
      repo.write(`journal/${day(1)}`, retain('W @Peter: Likes tea'))
      repo.remove('notes')
      expect(repo.memory('recall', 'tea').stderr).toBe(
        'memory: no memory workspace here, but in journal: cd there, or name it with --workspace journal\n',
      )
      expect(made(repo.memory('init').stdout)).toBe(
        `${repo.path('journal')} is a memory workspace, a folder of the repository at ${repo.root}.`,
      )
    }))

  test('lists them where several folders hold logs, and makes none a workspace', () =>
    withRepo((repo) => {
      for (const folder of ['a', 'b']) repo.commit(`${folder}/${day(1)}`, retain('W @Peter: Likes tea'))
      expect(repo.memory('init')).toMatchObject({
        status: 2,
        stderr: 'memory: 2 folders of this repository hold logs: say which with --workspace a or --workspace b\n',
      })
      expect([...repo.files().keys()].filter((path) => path.includes('.memory'))).toEqual([])
    }))

  test('takes the top where it holds logs, whatever stands below', () =>
    withRepo((repo) => {
      for (const folder of ['', 'examples/']) repo.commit(`${folder}${day(1)}`, retain('W @Peter: Likes tea'))
      expect(made(repo.memory('init').stdout)).toBe(`${repo.root} is a memory workspace.`)
    }))
})
