import { expect, test } from '@jest/globals'
import { openedAt } from '../../../src/workspace/session/opened.js'
import { commitAt, bringTo } from '../../../src/workspace/session/at-commit.js'
import { MemoryError } from '../../../src/model/error.js'
import { emptyInMemory } from '../../../src/store/store.js'
import { checkout, type Repo } from '../../support/with-repo.js'
import { allCommits, askedRuns, withHistory } from './random-history.js'

const { seed, runs } = askedRuns(6)
const questions = ['what does @Peter like', 'tea', 'does anna live in Graz', '喝茶', 'reviews on Fridays']

const opened = (repo: Repo) => openedAt({ cwd: repo.root, environment: repo.environment, here: true }, checkout)

/** A commit may hold settings that no version can read. */
const settingsRefused = (cause: unknown): string[] => {
  if (cause instanceof MemoryError && cause.code === 'bad-config') return [cause.message]
  throw cause
}

test(`law 15 (past answers): as of any commit memory holds what an index of that commit alone holds, and answers as it does (${runs} histories of seed ${seed})`, async () => {
  let looked = 0
  for (let run = 0; run < runs; run++)
    await withHistory(seed + run, 24, async (repo, dice, told) => {
      const commits = allCommits(repo)
      const asked = dice.some(commits, 6)
      const workspace = repo.open()
      await workspace.sync().catch(settingsRefused)
      const here = opened(repo)
      try {
        for (const commit of asked) {
          looked++
          const head = commitAt(here.session.repository, commit, '--as-of')
          const dumpFrom = (store: ReturnType<typeof emptyInMemory>): Promise<string[]> =>
            bringTo(here.session, store, head).then(() => [...store.dump()], settingsRefused)
          const alone = emptyInMemory(here.session.repository.ownFolder)
          const expected = await dumpFrom(alone)
          alone.close()
          const found = await here.aside(dumpFrom)
          if (found.join('\n') !== expected.join('\n')) throw new Error(`at ${commit}:\n${told.join('\n')}`)
          expect(found).toEqual(expected)
        }
        for (const commit of asked.slice(0, 2)) {
          const clone = repo.another(`at-${looked}-${commit.slice(0, 6)}`)
          clone.git('fetch', '-q', repo.root, commit)
          clone.git('checkout', '-q', '--force', '-B', 'main', commit)
          const there = clone.open()
          for (const question of questions) {
            const expected = await there.recall(question, { committed: true }).catch(settingsRefused)
            const answer = await workspace.recall(question, { asOf: commit }).catch(settingsRefused)
            expect(answer).toEqual(Array.isArray(expected) ? expected : { ...expected, asOf: commit })
          }
        }
      } finally {
        here.close()
      }
    })
  expect(looked).toBeGreaterThan(runs)
}, 3_600_000)
