import { describe, expect, test } from '@jest/globals'
import type { BeliefsAnswer, LogAnswer } from '../../src/index.js'
import { addDays } from '../../src/model/time.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { jsonOf } from './design-example.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const page = 'bank/opinions.md'
const beliefs = (repo: Repo, ...args: readonly string[]): BeliefsAnswer =>
  jsonOf<BeliefsAnswer & object>(repo, 'log', '--beliefs', ...args)
const land = (repo: Repo): void => {
  repo.git('add', 'bank')
  repo.git('commit', '-q', '--allow-empty', '-m', 'pages')
}

/** Peter's tea is confirmed, then denied; Anna's calls are new; the others stay as they are. */
const withBeliefs = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'O(c=0.6) @Bo: Likes jazz', 'O @Zoe: Enjoys rain'))
    repo.commit(day(3), retain('O(c=0.9) @Peter: Likes tea', 'W @Bo: Bo likes jazz'))
    repo.commit(day(8), retain('W @Peter: Does not like tea', 'O(c=0.4) @Anna: Prefers calls'))
    land(repo)
  },
  { hooks: true },
)

const told = ({ changes }: BeliefsAnswer): unknown[] =>
  changes.map(({ change, content, before, after }) => [change, content, before, after])

describe('memory log', () => {
  test('marks what is not committed, what ended and what took its place; a fact later on the same day stands below', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz'))
      const { id } = jsonOf<LogAnswer & object>(repo, 'log').results[0]!
      repo.commit(day(9), retain('B @Peter: Packed', `W(was=^${id}) @Peter: Lives in Wels`))
      repo.write(day(10), retain('B @Peter: Unpacked (Nov 10–Nov 12, 2025)'))
      const { results } = jsonOf<LogAnswer & object>(repo, 'log')
      const [graz, , wels] = results
      expect(graz).toMatchObject({ until: '2025-11-09', replacedBy: { id: wels!.id, source: wels!.source } })
      expect(repo.memory('log').stdout).toBe(
        [
          '2025-11-01',
          'W       Lives in Graz — Peter',
          `        memory/2025-11-01.md#L2  ^${id}  (until 2025-11-09, then ^${wels!.id})`,
          '',
          '2025-11-09',
          'B       Packed — Peter',
          `        memory/2025-11-09.md#L2  ^${results[1]!.id}`,
          'W       Lives in Wels — Peter',
          `        memory/2025-11-09.md#L3  ^${wels!.id}`,
          '',
          '2025-11-10',
          'B       Unpacked (Nov 10–Nov 12, 2025) — Peter',
          `        memory/2025-11-10.md#L2  ^${results[3]!.id}  (uncommitted, to 2025-11-12)`,
          '',
        ].join('\n'),
      )
      expect(jsonOf<LogAnswer & object>(repo, 'log', '--committed').results).toHaveLength(3)
    }))

  test('prints the window that it understood, and that nothing is in it', () =>
    withRepo((repo) => {
      repo.write(day(1), '')
      const { status, stdout, stderr } = repo.memory('log', '--since', '7d', '--now', '2025-11-30')
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'from 2025-11-23\nNothing found.\n', stderr: '' })
      const cut = repo.commit(day(1), retain('W @Peter: One', 'W @Peter: Two'))
      expect(cut).toBe('')
      expect(repo.memory('log', '--k', '1').stderr).toBe(
        'memory: 1 of 2, the latest; left out: 1 up to 2025-11-01; a higher --k or --budget shows it\n',
      )
    }))
})

describe('memory log --beliefs', () => {
  test('tells what moved most first, then what is new, each with the steps that did it', () =>
    withBeliefs((repo) => {
      const found = beliefs(repo, '--since', '2025-11-02')
      expect(told(found)).toEqual([
        ['moved', 'Likes tea', 0.8, 0.65],
        ['moved', 'Likes jazz', 0.6, 0.64],
        ['new', 'Prefers calls', null, 0.4],
      ])
      expect(found.changes[0]!.steps).toMatchObject([
        { timestamp: '2025-11-03', effect: 'restates', confidence: 0.81, source: 'memory/2025-11-03.md#L2' },
        { timestamp: '2025-11-08', effect: 'contradicts', confidence: 0.65, source: 'memory/2025-11-08.md#L2' },
      ])
      expect(found.changes[0]!.steps[1]!.cues).toContain('the same, denied')
      expect(repo.memory('log', '--beliefs', '--on', '2025-11-08', '--entity', 'Peter').stdout).toMatch(
        /^from 2025-11-08 to 2025-11-08\n\nmoved\nO 0\.81 → 0\.65 {2}Likes tea — Peter\n {8}\^\w{10}\n {8}2025-11-08 {2}contradicts {2}0\.65 {2}memory\/2025-11-08\.md#L2 {2}\(.*\)\n$/,
      )
    }))

  test('tells the latest twenty steps of one belief, and how many came before', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('O(c=0.5) @Peter: Likes tea'))
      for (let at = 2; at <= 26; at++) repo.write(day(at), retain('O @Peter: Likes tea'))
      repo.git('add', 'memory')
      repo.git('commit', '-q', '-m', 'a month')
      const [change] = beliefs(repo).changes
      expect(change).toMatchObject({ earlier: 6, steps: { length: 20 } })
      expect(change!.steps[0]!.timestamp).toBe('2025-11-07')
      expect(repo.memory('log', '--beliefs').stdout).toContain(`        6 earlier steps: memory show ^${change!.id}
`)
    }))

  test('says so where nothing changed, and takes no other kind', () =>
    withBeliefs((repo) => {
      expect(repo.memory('log', '--beliefs', '--since', '2025-12')).toEqual({
        status: 0,
        stdout: 'from 2025-12-01\nNo belief changed.\n',
        stderr: '',
      })
      expect(repo.memory('log', '--beliefs', '--kind', 'W')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: 'memory: beliefs are opinions: leave out --kind\n',
      })
    }))

  test('what one window ends with is what the next begins with, whatever the days between', () =>
    withBeliefs((repo) =>
      repo.use(async (workspace) => {
        for (let split = '2025-11-01'; split <= '2025-11-08'; split = addDays(split, 1)) {
          const [before, after] = [
            (await workspace.beliefs({ until: split })).changes,
            (await workspace.beliefs({ since: addDays(split, 1) })).changes,
          ]
          const ended = new Map(before.map((each) => [each.id, each.after]))
          for (const { id, before: begun } of after) expect(begun).toBe(ended.get(id) ?? null)
          for (const { steps, after: end } of [...before, ...after]) expect(steps.at(-1)!.confidence).toBe(end)
        }
      }),
    ))

  test('counts a hand edit once it is committed, on the day that its line had, and a pin as what nothing moves', () =>
    withBeliefs((repo) => {
      const edit = (from: RegExp, to: string): void => {
        expect(repo.read(page)).toMatch(from)
        repo.write(page, repo.read(page).replace(from, to))
        land(repo)
        land(repo)
      }
      edit(/c=0\.65(.*)Likes tea/, 'c=0.30$1Likes tea')
      expect(told(beliefs(repo, '--since', '2025-11-08'))).toContainEqual(['moved', 'Likes tea', 0.81, 0.3])
      edit(/Likes jazz/, 'Adores jazz')
      const [jazz] = beliefs(repo, '--since', '2025-11-03', '--entity', 'Bo').changes
      expect(jazz).toMatchObject({ content: 'Adores jazz', before: 0.6, after: 0.64 })
      expect(jazz!.steps.map(({ effect, source }) => [effect, source.split(' ')[0]])).toEqual([
        ['reinforces', 'memory/2025-11-03.md#L3'],
        ['reworded', page],
      ])
      repo.append(page, '- O(c=0.99) @Peter: Likes tea\n')
      land(repo)
      repo.commit(day(20), retain('W @Peter: Still does not like tea'))
      expect(told(beliefs(repo, '--since', '2025-11-28'))).toEqual([])
      expect(beliefs(repo, '--entity', 'Peter').changes).toMatchObject([{ pinned: true, after: 0.99 }])
    }))

  test('finds what a person edited by the commit that brought it, whatever day its line had', () =>
    withBeliefs((repo) => {
      const since = ['--since', '2025-11-20'] as const // commits are of the 27th
      expect(told(beliefs(repo, ...since))).toEqual([])
      repo.write(page, repo.read(page).replace(/c=0\.65(.*)Likes tea/, 'c=0.30$1Likes tea'))
      land(repo)
      const commit = repo.git('rev-parse', 'HEAD')
      land(repo) // adopted
      const found = beliefs(repo, ...since)
      expect(told(found)).toEqual([['moved', 'Likes tea', 0.65, 0.3]])
      expect(found.changes[0]!.steps).toMatchObject([
        {
          timestamp: '2025-11-08',
          effect: 'anchors',
          confidence: 0.3,
          broughtBy: { commit, day: '2025-11-27', author: 'Tester' },
        },
      ])
      expect(repo.memory('log', '--beliefs', ...since).stdout).toContain(
        `(committed 2025-11-27 as ${commit.slice(0, 10)} by Tester; counts from the day that its line had)`,
      )
      repo.write(page, repo.read(page).replace('Likes jazz', 'Adores jazz'))
      repo.memory('retire', beliefs(repo, '--entity', 'Zoe').changes[0]!.id)
      land(repo)
      expect(told(beliefs(repo, ...since)).toSorted()).toEqual([
        ['moved', 'Adores jazz', 0.64, 0.64],
        ['moved', 'Likes tea', 0.65, 0.3],
        ['retired', 'Enjoys rain', 0.7, 0.7],
      ])
      for (const other of [
        ['--since', '2025-11-28'],
        [...since, '--as-of', '2025-11-27'],
      ])
        expect(repo.memory('log', '--beliefs', ...other).stdout).toContain('No belief changed.')
    }))

  test('tells what ended, and what is retired where its day is known; counts it where it is not', () =>
    withBeliefs((repo) => {
      repo.commit(day(12), retain('W @Bo: No longer likes jazz'))
      expect(told(beliefs(repo, '--since', '2025-11-10'))).toEqual([['ended', 'Likes jazz', 0.64, 0.51]])
      const { id } = beliefs(repo, '--entity', 'Zoe').changes[0]!
      expect(repo.memory('retire', id).status).toBe(0)
      land(repo)
      expect(told(beliefs(repo, '--on', '2025-11-01', '--entity', 'Zoe'))).toEqual([
        ['retired', 'Enjoys rain', null, 0.7],
      ])
      expect(repo.memory('log', '--beliefs', '--since', '2025-11-28').stderr).toBe(
        'memory: left out: 1 retired, on a day that is not noted; without --since, --until and --on they are listed\n',
      )
    }))
})
