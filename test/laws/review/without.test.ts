import { expect, test } from '@jest/globals'
import { openedAt } from '../../../src/workspace/session/opened.js'
import { bringTo } from '../../../src/workspace/session/at-commit.js'
import { withSourceOut } from '../../../src/workspace/review/without.js'
import type { Store } from '../../../src/store/store.js'
import { day } from '../../support/notes.js'
import { checkout, withRepo, type Repo } from '../../support/with-repo.js'
import { Dice } from '../dice.js'
import { askedRuns } from './random-history.js'

const { seed, runs } = askedRuns(5)

const statements = [
  'O(c=0.8) @Peter: Likes green tea',
  'O(c=0.4) @Peter: Likes green tea',
  'O(c=0.9) @Nina: Likes green tea',
  'W @Peter: Does not like green tea',
  'W @Peter: Lives in Graz',
  'W @Peter: Moved from Graz to Wels',
  'B @Nina: Spoke of green tea with Peter',
  'W @Nina: Lives in Linz',
  'W @Nina: No longer lives in Linz',
  'S @Peter: Drinks green tea on Fridays',
]
const writers = ['Ada', 'Boris', 'Cleo'] as const

interface Written {
  readonly author: string
  readonly path: string
  readonly bullet: string
}

/** One bullet a commit, each in words of its own, at the end of its log. */
function commitsOf(dice: Dice): Written[] {
  return Array.from({ length: 6 + dice.number(8) }, (_, at) => ({
    author: dice.one(writers),
    path: day(1 + dice.number(5)),
    bullet: `- ${dice.one(statements)}${dice.number(3) === 0 ? `, as told at ${at} o'clock` : ''}\n`,
  }))
}

function write(repo: Repo, commits: readonly Written[]): void {
  repo.commit('MEMORY.md', '# Core\n')
  for (const { author, path, bullet } of commits) {
    if (repo.exists(path)) repo.append(path, bullet)
    else repo.write(path, `## Retain\n${bullet}`)
    repo.git('add', '.')
    repo.git('-c', `user.name=${author}`, 'commit', '-q', '-m', bullet.trim())
  }
}

const dumpOf = (store: Store): string[] => [...store.dump()]

test(`law of folds: what is believed without a source is what is believed where it never was (${runs * 5} cases of seed ${seed})`, async () => {
  let cases = 0
  for (let run = 0; run < runs; run++) {
    const dice = new Dice(seed + run)
    const commits = commitsOf(dice)
    await withRepo(async (repo) => {
      write(repo, commits)
      const here = openedAt({ cwd: repo.root, environment: repo.environment, here: true }, checkout)
      const names = repo.git('rev-list', '--reverse', 'HEAD').split('\n').slice(-commits.length)
      const chosen = dice.number(commits.length)
      const { path, author } = commits[chosen]!
      // A bullet that other commits state as well is still stated without its commit, and by no line without its id.
      const sources: [string, (one: Written, at: number) => boolean][] = [
        [author, (one) => one.author === author],
        [path, (one) => one.path === path],
        [names[chosen]!, (_, at) => at === chosen],
        [`${names[chosen]!}~1..HEAD`, (_, at) => at >= chosen],
      ]
      const stated = (await repo.open().show(`${path}#L2`)) as { facts: readonly { id: string }[] }
      const id = stated.facts[0]!.id
      // How sure a line is has no part in its id.
      const said = (bullet: string): string => bullet.trim().replace(/\(c=[\d.]+\)/, '')
      const first = said(repo.read(path).split('\n')[1]!)
      sources.push([`^${id}`, (one) => one.path === path && said(one.bullet) === first])
      for (const [named, isOut] of sources) {
        cases++
        const kept = commits.filter((one, at) => !isOut(one, at))
        const expected = await withoutThem(repo, kept, commits)
        const found = await here.aside(async (store) => {
          await bringTo(here.session, store, here.session.repository.head()!)
          return withSourceOut(here.session, store, named, async (_source, after) => {
            expect(after.conflicts).toEqual([])
            await bringTo(here.session, store, after.head, after.repository)
            return dumpOf(store)
          })
        })
        expect([named, ...rowsOf(found)]).toEqual([named, ...rowsOf(expected)])
      }
      here.close()
    })
  }
  expect(cases).toBe(runs * 5)
}, 3_600_000)

/** What is known and believed, wherever it stands in its log: of two lines with the same words either may be the one that went. */
const rowsOf = (dump: readonly string[]): string[] =>
  dump
    .map((line) => JSON.parse(line) as [string, ...unknown[]])
    .flatMap(([table, ...row]) => {
      if (['note', 'words', 'problem'].includes(table)) return []
      const isPlaced = table === 'fact' || table === 'mention'
      // What begins a section holds how many lines are in it, the last column but one.
      const isOpening = (at: number): boolean => table === 'fact' && at === row.length - 2
      const bare = isPlaced ? row.filter((_, at) => at !== 1 && at !== 2 && !isOpening(at)) : row
      return JSON.stringify([table, ...(table === 'evidence' ? bare.filter((_, at) => at < 7 || at > 9) : bare)])
    })
    .toSorted()

async function withoutThem(repo: Repo, kept: readonly Written[], all: readonly Written[]): Promise<string[]> {
  const other = repo.another(`without-${all.length}-${Math.random().toString(36).slice(2)}`)
  write(other, kept)
  const there = openedAt({ cwd: other.root, environment: other.environment, here: true }, checkout)
  try {
    return await there.aside(async (store) => {
      await bringTo(there.session, store, there.session.repository.head()!)
      return dumpOf(store)
    })
  } finally {
    there.close()
  }
}
