import { describe, expect, test } from '@jest/globals'
import type { Status } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const doubts = (repo: Repo): string[] => {
  const { doubts: told } = JSON.parse(repo.memory('status', '--json').stdout) as Status
  return told.map(({ path, line, hint }) => `${path}:${line} ${hint}`)
}

describe('a forgotten @', () => {
  test('before a known name is told by the hook and by status, until it is mended', () =>
    withRepo(
      (repo) => {
        repo.commit(day(1), retain('W @Peter: Likes tea', 'W @Tom-Okafor: Lives in Lisbon'))
        const said = repo.commit(
          day(2),
          retain('W Peter: Lives in Porto', 'O(c=0.9) Tom Okafor: Likes tea', 'W Note: a'),
        )
        expect(said).toContain('2 bullets to check: memory status')
        expect(doubts(repo)).toEqual([`${day(2)}:2 write W @Peter:`, `${day(2)}:3 write O @Tom-Okafor:`])
        expect(repo.memory('status').stdout).toContain(
          `perhaps not as they were meant (2)\n  ${day(2)}:2  is a fact about nobody, and begins with the name of Peter — write W @Peter:\n`,
        )
        repo.write(day(2), retain('W @Peter: Lives in Porto', 'O(c=0.9) @Tom-Okafor: Likes tea'))
        expect(doubts(repo)).toEqual([])
      },
      { hooks: true },
    ))

  test('is found where the name becomes known later, or by a page alone, and in a note that is not committed', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W Peter: Lives in Porto'))
      expect(doubts(repo)).toEqual([])
      repo.commit(day(2), retain('W @Peter: Likes tea'))
      repo.commit('bank/entities/Peter.md', '---\nname: Peter\naliases: [Pete-Long]\n---\n')
      repo.write(day(3), retain('W Pete Long: Came home'))
      expect(doubts(repo)).toEqual([`${day(1)}:2 write W @Peter:`, `${day(3)}:2 write W @Pete-Long:`])
    }))

  test('is never seen in ordinary words', () =>
    withRepo((repo) => {
      repo.commit(
        day(1),
        [
          retain(
            'W @Note: A tool',
            'W note: the tool is called Note',
            'W Peter: nobody is called so',
            'W @Anna: Peter: a novel',
            'W He told me: @Anna is home',
            'W Annabel: another name',
            'W Anna 12:30 is late',
            'W At 12:30 Anna came',
          ),
          'Anna: a passage, as in a chat.',
        ].join('\n'),
      )
      expect(doubts(repo)).toEqual([])
      expect(repo.commit(day(2), retain('W todo: buy milk'))).not.toContain('to check')
    }))
})

test('a log that is named nearly for its day is told by the hook and by status, until it is renamed', () =>
  withRepo(
    (repo) => {
      const said = repo.commit('memory/2026-3-3.md', retain('W @Peter: Likes tea'))
      expect(said).toContain('1 bullet to check: memory status')
      expect(doubts(repo)).toEqual(['memory/2026-3-3.md:0 write memory/2026-03-03.md'])
      expect(repo.memory('status').stdout).toContain(
        'perhaps not as they were meant (1)\n  memory/2026-3-3.md  its name is nearly that of a log, so nothing in it has a day — write memory/2026-03-03.md\n',
      )
      repo.git('mv', 'memory/2026-3-3.md', 'memory/2026-03-03.md')
      expect(repo.tryGit('commit', '-q', '-m', 'named').stderr).not.toContain('to check')
      expect(doubts(repo)).toEqual([])
      expect(repo.commit('memory/2026-03.md', 'March.\n')).not.toContain('to check')
    },
    { hooks: true },
  ))

test('a merge conflict that was committed in a log is told by the hook and by status; in a page it is told as before', () =>
  withRepo(
    (repo) => {
      const conflict = '<<<<<<< HEAD\n- W @Peter: Likes tea\n=======\n- W @Peter: Likes coffee\n>>>>>>> topic\n'
      const said = repo.commit(day(1), `## Retain\n${conflict}`)
      expect(said).toContain('1 bullet to check: memory status')
      const hint = 'keep the lines that hold, and delete <<<<<<<, ======= and >>>>>>>'
      expect(doubts(repo)).toEqual([`${day(1)}:2 ${hint}`])
      repo.append('bank/world.md', `\n${conflict}`)
      repo.git('add', 'bank')
      expect(repo.tryGit('commit', '-q', '-m', 'bank').stderr).not.toContain('to check')
      expect(repo.memory('status').stdout).toMatch(/a conflict is left in it[^\n]*\n {2}bank\/world\.md\n/)
      expect(doubts(repo)).toEqual([`${day(1)}:2 ${hint}`])
    },
    { hooks: true },
  ))

test('before the first commit reflect and status say why there is no page', () =>
  withRepo(
    (repo) => {
      repo.write(day(1), retain('W @Peter: Likes tea'))
      expect(repo.memory('reflect').stdout).toMatch(/^No commit yet: /)
      expect(repo.memory('reflect', '--dry-run').stdout).toMatch(/^No commit yet: /)
      expect(repo.memory('status').stdout).toContain('\npages      none before the first commit')
    },
    { unborn: true },
  ))
