import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const told =
  'No note has bullets in a "## Retain" section yet. Recall finds every paragraph; a bullet there, e.g. "- W @Peter: Lives in Graz.", is a fact with pages in bank/.'

/** More logs than a hook writes the first pages of. */
function writeLogs(repo: Repo): void {
  for (let at = 1; at <= 30; at++) repo.write(day(at), `# Day ${at}\n\nWalked to the river ${at}.\n`)
  repo.write('memory/more.md', 'And more.\n')
}

describe('forty logs without a Retain section', () => {
  test('are not promised pages by memory init and no hook, and status says what would make some', () =>
    withRepo(
      (repo) => {
        writeLogs(repo)
        repo.git('add', '.')
        expect(repo.git('commit', '-q', '-m', 'logs')).toBe('')
        expect(repo.commit('memory/another.md', 'Another.\n')).toBe('')
        const init = repo.memory('init').stdout
        expect(init).toContain(`\n${told}\n`)
        expect(init).not.toContain('memory reflect')
        const status = repo.memory('status').stdout
        expect(status).toMatch(/^pages +none: nothing is retained yet\n +No note has bullets/m)
        expect(status).toContain(told)
        expect(JSON.parse(repo.memory('status', '--json').stdout)).toMatchObject({
          untagged: true,
          awaitsFirstBank: false,
        })
        expect(repo.memory('reflect')).toMatchObject({ status: 0, stderr: '' })
        expect(repo.exists('bank')).toBe(false)
      },
      { hooks: true },
    ))

  test('wait for the first pages once a bullet is retained', () =>
    withRepo(
      (repo) => {
        writeLogs(repo)
        repo.git('add', '.')
        repo.git('commit', '-q', '-m', 'logs')
        expect(repo.commit(day(1), retain('W @Peter: Lives in Graz.'))).toBe(
          'memory: indexed 1 note (1 fact), no bank/ yet: `memory reflect` writes the first pages\n',
        )
        expect(repo.memory('status').stdout).not.toContain(told)
      },
      { hooks: true },
    ))
})

test('a workspace without a note is told to write one, not what its notes lack', () =>
  withRepo((repo) => {
    expect(repo.memory('init').stdout).not.toContain(told)
    expect(repo.memory('status').stdout).not.toContain(told)
  }))
