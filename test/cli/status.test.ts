import { describe, expect, test } from '@jest/globals'
import type { Status } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

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

describe('the hook’s line counts what status lists of the notes of the commit', () => {
  const listed = (repo: Repo): number => {
    const { problems, doubts: told, skipped, edits } = JSON.parse(repo.memory('status', '--json').stdout) as Status
    const unread = edits.filter(({ change }) => change.startsWith('not read: '))
    return problems.length + told.length + skipped.length + unread.length
  }
  const counted = (said: string): number => Number(/; (\d+) bullets? to check/.exec(said)?.[1] ?? 0)
  const commitAll = (repo: Repo): number => {
    repo.git('add', '-A')
    return counted(repo.tryGit('commit', '-q', '-m', 'x').stderr)
  }

  const logs: Record<string, string> = {
    'of every kind of bullet': retain(
      'W(was=^aaaaaaaaaa) @Tom: Lives in Graz',
      'W(was=^aaaaaaaaaa) @Tom: Works in Graz',
      'W Tom: Is here',
      'O(c=3) @Tom: Too sure\n  - W @Tom: Nested',
      'W @Tom likes chess',
    ),
    'in a section that dreaming writes': `${retain('W @Tom: Sings')}## Light Sleep\n- W @Tom: Dreams\n- W @Tom: Flies\n`,
    'with a character that pages repeat': retain('W @Tom: Likes the caf\uFFFD'),
    'that is well formed, and replaces what came with it': retain('W @Tom: Sings', 'O(c=0.8) @Tom: Likes tea'),
  }
  test.each(Object.entries(logs))('%s, and of their pages none again', (_, log) =>
    withRepo(
      (repo) => {
        repo.write(day(1), log)
        const said = commitAll(repo)
        expect(said).toBe(listed(repo))
        expect(commitAll(repo)).toBe(0)
        expect(listed(repo)).toBe(said)
      },
      { hooks: true },
    ),
  )

  test('of an edit that is not read, which is listed once where other lines came above it', () =>
    withRepo(
      (repo) => {
        repo.commit(day(1), retain('O(c=0.8) @Tom: Likes tea', 'O(c=0.8) @Tom: Likes trains'))
        commitAll(repo)
        const page = 'bank/opinions.md'
        repo.write(page, repo.read(page).replace('O(c=0.80) @Tom: Likes trains', 'O(c=0,8) @Tom: Likes trains'))
        repo.write(day(2), retain('O(c=0.8) @Aaron: Likes tea'))
        const before = repo
          .read(page)
          .split('\n')
          .findIndex((line) => line.includes('c=0,8'))
        expect([commitAll(repo), listed(repo)]).toEqual([1, 1])
        expect(
          repo
            .read(page)
            .split('\n')
            .findIndex((line) => line.includes('c=0,8')),
        ).toBeGreaterThan(before)
        repo.write(page, repo.read(page).replace('c=0,8', 'c=0.80'))
        expect(listed(repo)).toBe(0)
        expect(commitAll(repo)).toBe(0)
      },
      { hooks: true },
    ))
})

test('a log whose name may be of two days is told by the hook and by status, until it is renamed', () =>
  withRepo(
    (repo) => {
      const printed = repo.commit('memory/02-11-2026.md', retain('W @Peter: Likes tea'))
      expect(printed).toContain('1 bullet to check: memory status')
      const hint = 'name it memory/2026-11-02.md or memory/2026-02-11.md, or write date: in its front matter'
      expect(doubts(repo)).toEqual([`memory/02-11-2026.md:0 ${hint}`])
      expect(repo.memory('status').stdout).toContain(
        `perhaps not as they were meant (1)\n  memory/02-11-2026.md  its name is nearly that of a log, so nothing in it has a day — ${hint}\n`,
      )
      repo.git('mv', 'memory/02-11-2026.md', 'memory/11 Feb 2026.md')
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
