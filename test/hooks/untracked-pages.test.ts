import { describe, expect, test } from '@jest/globals'
import type { Status } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const hintOf = (said: string): string => / — ([^;\n]*)/.exec(said)?.[1] ?? ''
/** What status says of the pages, without how many there are. */
const inStatus = (repo: Repo): string => /^pages .* not committed: (.*)$/m.exec(repo.memory('status').stdout)?.[1] ?? ''

const lands = 'git add bank/ lands them'
const diff = 'git diff bank/'
const both = 'git diff bank/, git add bank/ for what is new'

describe('pages that Git does not know yet, which no diff shows', () => {
  test('are named with git add at each commit that writes pages, until they are tracked', () =>
    withRepo(
      (repo) => {
        expect(hintOf(repo.commit(day(1), retain('W @Peter: Sings')))).toBe(lands)
        expect(hintOf(repo.commit(day(2), retain('W @Peter: Likes tea')))).toBe(lands)
        expect(inStatus(repo)).toBe(lands)
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        expect(hintOf(repo.commit(day(3), retain('W @Anna: Sings')))).toBe(both)
        expect(inStatus(repo)).toBe(both)
        // Anna's page is left out of such a commit, and the next log changes Peter's alone.
        repo.git('commit', '-q', '-a', '-m', 'pages')
        expect(hintOf(repo.commit(day(4), retain('W @Peter: Is home')))).toBe(both)
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        expect(hintOf(repo.commit(day(5), retain('W @Anna: Is home')))).toBe(diff)
        expect(inStatus(repo)).toBe(diff)
        expect(repo.git('diff', '--name-only', 'bank/').split('\n')).toEqual(['bank/entities/Anna.md', 'bank/world.md'])
      },
      { hooks: true },
    ))

  test('leave no hint of a diff where they go before any commit held them', () =>
    withRepo(
      (repo) => {
        repo.commit(day(1), retain('W @Peter: Sings'))
        repo.commit(day(2), retain('O(c=0.8) @Anna: Likes tea'))
        const said = repo.commit(day(2), 'Nothing.\n')
        expect(said).toContain('2 removed in bank/')
        expect(hintOf(said)).toBe(lands)
        const { newPages } = JSON.parse(repo.memory('status', '--json').stdout) as Status
        expect(newPages.toSorted()).toEqual(['bank/entities/Peter.md', 'bank/world.md'])
        expect(hintOf(repo.commit(day(1), 'Nothing.\n'))).toBe('')
      },
      { hooks: true },
    ))

  test('are named from wherever one stands, where the workspace is a folder of its repository', () =>
    withRepo((repo) => {
      const below = repo.at('repo/notes')
      below.write(day(1), retain('W @Peter: Sings'))
      below.init()
      repo.git('add', 'notes')
      expect(hintOf(repo.tryGit('commit', '-q', '-m', 'log').stderr)).toBe('git add :/notes/bank/ lands them')
      repo.git('add', 'notes')
      repo.git('commit', '-q', '-m', 'pages')
      below.write(day(2), retain('W @Anna: Sings'))
      repo.git('add', 'notes')
      expect(hintOf(repo.tryGit('commit', '-q', '-m', 'log').stderr)).toBe(
        'git diff :/notes/bank/, git add :/notes/bank/ for what is new',
      )
    }))
})
