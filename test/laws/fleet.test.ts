import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Fleet } from '../../src/fleet/fleet.js'
import { anyQuestion } from '../recall/any-question.js'
import { postgresServers, startPostgres, type PostgresServer } from '../support/postgres.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { history, take, World } from './history.js'

/** `npm run laws:fleet -- --seed 7 --sequences 200 --steps 12 --runs 100` sets these. */
const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const seed = asked('LAW_SEED', 20261128)
const sequences = asked('LAW_SEQUENCES', 3)
const steps = asked('LAW_STEPS', 6)
const questions = asked('LAW_RUNS', 8)

const withServer = postgresServers().length === 0 ? describe.skip : describe
const moment = new Date('2025-12-01T12:00:00Z')

withServer('a fleet whose workspaces are pushed to, forced back and rewritten', () => {
  let server: PostgresServer
  beforeAll(async () => (server = await startPostgres()), 60_000)
  afterAll(() => server.stop())

  test(
    'has of each the digest of its index, and answers about one as that does',
    async () => {
      for (let at = 0; at < sequences; at++) {
        const story = history(seed, at, steps)
        await withRepo(async (repo) => {
          const cache = mkdtempSync(join(tmpdir(), 'memory-fleet-'))
          const fleet = await server.newFleet({ environment: repo.environment, now: moment })
          try {
            await fleet.init(2)
            const ws = await fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
            await fleet.grant([{ principal: 'alice', ws }], 'add')
            const world = new World(repo, false)
            for (const [number, step] of story.entries()) {
              world.tell(`${number + 1}. ${step.what}`)
              await take(world, step)
              // Every other state is looked at alone, so that a worker has several commits to bring at once too.
              if (number % 2 === 0 && number < story.length - 1) continue
              await fleet.wake()
              const landed = await fleet.workOnce({ cache })
              if (landed?.what === 'failed')
                expect(repo.tryGit('rev-parse', '--verify', '-q', 'HEAD').status).not.toBe(0)
              else await expectAlike(fleet, repo, `history ${at}: ${world.told.join('; ')}`)
            }
          } finally {
            await fleet.close()
            rmSync(cache, { recursive: true, force: true })
          }
        })
      }
    },
    60_000 + sequences * steps * 20_000,
  )
})

async function expectAlike(fleet: Fleet, repo: Repo, story: string): Promise<void> {
  // A clone has what HEAD says and no working tree of its own.
  const clone = repo.another(`clone-${Math.random().toString(36).slice(2)}`)
  clone.git('fetch', '-q', '--no-tags', repo.root, 'HEAD')
  clone.git('reset', '-q', '--hard', 'FETCH_HEAD')
  await clone.use(
    async (workspace) => {
      const [digest] = (await fleet.digests('alice')).values()
      expect([story, digest]).toEqual([story, await workspace.digest()])
      expect([story, (await fleet.brief({ as: 'alice' })).text]).toEqual([story, (await workspace.brief()).text])
      for (const question of fc.sample(anyQuestion, { seed, numRuns: questions })) {
        const { results, notices, support, plan } = await fleetAnswer(fleet, question)
        const own = await workspace.recall(question, { committed: true })
        expect([story, question, results, notices, support, plan]).toEqual([
          story,
          question,
          own.results,
          own.notices,
          own.support,
          own.plan,
        ])
      }
    },
    { now: moment },
  )
}

async function fleetAnswer(fleet: Fleet, question: string) {
  const answer = await fleet.recall(question, { as: 'alice' })
  return {
    ...answer,
    results: answer.results.map(({ workspace: _name, cite: _cite, link: _link, ...result }) => result),
  }
}
