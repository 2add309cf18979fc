import { describe, expect, test } from '@jest/globals'
import { githubToken } from '../support/credentials.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, withRepo } from '../support/with-repo.js'

const line = (many: string): RegExp => new RegExp(`^memory: .*${many} like a credential: memory doctor --secrets$`, 'm')
const any = /like a credential/
/** Joined here, so that this file holds none that a scanner of this repository would stop at. */
const password = ['Sommer', '2026x'].join('')

const withHooks = beginningWith((repo) => void repo.commit(day(1), retain('W @Peter: Likes tea')), {
  hooks: true,
})

describe('the hook of a commit that brings what looks like a credential', () => {
  test('says how many lines do, and no later one repeats it: not of the same note, of a page, of another day', () =>
    withHooks((repo) => {
      const log = `${retain(`W @Peter: The token is ${githubToken}`)}\nThe wifi password is ${password} now.\n`
      expect(repo.commit(day(2), log)).toMatch(line('2 lines look'))
      expect(repo.commit(day(2), `${log}\nA walk.\n`)).not.toMatch(any)
      expect(repo.commit(day(3), 'A walk.\n')).not.toMatch(any)
      repo.git('add', 'bank')
      expect(repo.tryGit('commit', '-q', '-m', 'pages').stderr).not.toMatch(any)
      expect(repo.commit(day(2), `${log}\nThe other one: password = ${password}2\n`)).toMatch(line('1 line looks'))
      expect(repo.tryGit('commit', '-q', '--amend', '-m', 'again').stderr).not.toMatch(any)
      const switched = repo.tryGit('checkout', '-q', 'HEAD~3').stderr + repo.tryGit('checkout', '-q', 'main').stderr
      expect(switched).not.toMatch(any)
    }))

  test('says so where it writes no pages too, and never what it is', () =>
    withHooks((repo) => {
      repo.commit('.memory/config.json', '{"bank":{"onCommit":"off"}}\n')
      const told = repo.commit(day(2), `The token is ${githubToken}.\n`)
      expect(told).toMatch(line('1 line looks'))
      expect(told).not.toContain(githubToken.slice(4, 10))
    }))

  test('a merge that brings one says so', () =>
    withHooks((repo) => {
      repo.git('checkout', '-q', '-b', 'side')
      repo.commit(day(2), `The token is ${githubToken}.\n`)
      repo.git('checkout', '-q', 'main')
      repo.commit(day(3), 'A walk.\n')
      expect(repo.tryGit('merge', '-q', '--no-edit', 'side').stderr).toMatch(line('1 line looks'))
    }))
})

describe('memory init', () => {
  test('says once in a clone how many lines look like a credential, as many as the doctor lists', () =>
    withRepo((repo) => {
      repo.commit(day(1), `The token is ${githubToken}.\n\nThe wifi password is ${password} now.\n`)
      repo.write(day(2), `Not committed: token ${githubToken}\n`)
      const said = '3 lines look like a credential: memory doctor --secrets lists them.\n'
      expect(repo.memory('init').stdout).toContain(said)
      expect(repo.memory('doctor', '--secrets').stdout).toContain('3 likely credentials in 2 files')
      expect(repo.memory('init').stdout).not.toMatch(any)
    }))

  test('says nothing where there is none, and it when there is one', () =>
    withRepo((repo) => {
      repo.commit(day(1), 'The token is in the vault.\n')
      expect(repo.memory('init').stdout).not.toMatch(any)
      repo.write(day(2), `The token is ${githubToken}.\n`)
      expect(repo.memory('init').stdout).toContain(
        '1 line looks like a credential: memory doctor --secrets lists it.\n',
      )
    }))
})
