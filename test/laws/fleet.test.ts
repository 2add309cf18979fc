import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Fleet } from '../../src/fleet/fleet.js'
import { anyQuestion } from '../recall/any-question.js'
import { execute, postgresServers, startPostgres, type PostgresServer } from '../support/postgres.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'
import { Dice } from './dice.js'
import { history, take, World } from './history.js'

/** `npm run laws:fleet -- --seed 7 --sequences 200 --workspaces 20 --steps 12 --runs 100` sets these. */
const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const seed = asked('LAW_SEED', 20261128)
const sequences = asked('LAW_SEQUENCES', 3)
const workspaces = asked('LAW_WORKSPACES', 2)
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

  test(
    'has of many what each has, whichever of two workers is killed at it, or the server',
    async () => {
      const dice = new Dice(seed)
      await withRepo(async (repo) => {
        const cache = mkdtempSync(join(tmpdir(), 'memory-fleet-'))
        const database = 'many'
        await execute(server.url(), `CREATE DATABASE ${database}`)
        const fleet = await server.newFleet({ environment: repo.environment, now: moment, database })
        const members = []
        const workers = [0, 1].map((number) => watching(repo, server.url(database), join(cache, String(number))))
        try {
          await fleet.init(2)
          for (let at = 0; at < workspaces; at++) {
            const own = repo.another(`member-${at}`)
            const ws = await fleet.add({ remote: own.root, ref: 'HEAD', folder: '' })
            await fleet.grant([{ principal: `reader ${at}`, ws }], 'add')
            members.push({ own, world: new World(own, false), as: `reader ${at}` })
          }
          for (let round = 0; round < Math.ceil(sequences / workspaces); round++) {
            const stories = members.map((_, at) => history(seed + 1, round * workspaces + at, steps))
            for (let step = 0; step < steps; step++)
              for (const [at, { world }] of members.entries()) {
                world.tell(`${round}.${step + 1}. ${stories[at]![step]!.what}`)
                await take(world, stories[at]![step]!)
                if (dice.number(3) === 0) await fleet.wake()
                if (dice.number(8) === 0) workers[dice.number(2)]!.kill()
                if (dice.number(40) === 0 || step * workspaces + at === 3) await server.crash()
              }
            await fleet.wake()
            // What a worker leased before this wake-up is due again when it ends: nothing is left where nothing was
            // leased on either side of finding nothing due.
            const isLeased = async (): Promise<boolean> => (await fleet.status()).leased > 0
            while (
              (await isLeased()) ||
              (await fleet.workOnce({ cache: join(cache, 'own') })) !== undefined ||
              (await isLeased())
            );
            for (const { own, world, as } of members)
              if (own.tryGit('rev-parse', '--verify', '-q', 'HEAD').status === 0)
                await expectAlike(fleet, own, `round ${round}: ${world.told.join('; ')}`, as)
          }
        } finally {
          await Promise.all(workers.map(({ end }) => end()))
          await fleet.close()
          rmSync(cache, { recursive: true, force: true })
        }
      })
    },
    60_000 + sequences * steps * 20_000,
  )
})

/** A worker in a process of its own, which starts again whenever it is killed. */
function watching(repo: Repo, db: string, cache: string): { kill: () => void; end: () => Promise<void> } {
  let isOver = false
  let child: ChildProcess
  let ended: Promise<void>
  const start = (): void => {
    child = spawn(
      process.execPath,
      [memoryCommand, 'fleet', 'sync', '--watch', '--every', '5', '--allow-files', '--db', db, '--cache', cache],
      { cwd: repo.root, env: repo.environment, stdio: 'ignore' },
    )
    ended = new Promise((resolve) =>
      child.once('exit', () => {
        if (!isOver) start()
        resolve()
      }),
    )
  }
  start()
  return {
    kill: () => void child.kill('SIGKILL'),
    end() {
      isOver = true
      child.kill('SIGKILL')
      return ended
    },
  }
}

async function expectAlike(fleet: Fleet, repo: Repo, story: string, as = 'alice'): Promise<void> {
  // A clone has what HEAD says and no working tree of its own.
  const clone = repo.another(`clone-${Math.random().toString(36).slice(2)}`)
  clone.git('fetch', '-q', '--no-tags', repo.root, 'HEAD')
  clone.git('reset', '-q', '--hard', 'FETCH_HEAD')
  await clone.use(
    async (workspace) => {
      const [digest] = (await fleet.digests(as)).values()
      expect([story, digest]).toEqual([story, await workspace.digest()])
      expect([story, (await fleet.brief({ as })).text]).toEqual([story, (await workspace.brief()).text])
      for (const question of fc.sample(anyQuestion, { seed, numRuns: questions })) {
        const { results, notices, support, plan } = await fleetAnswer(fleet, question, as)
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

async function fleetAnswer(fleet: Fleet, question: string, as: string) {
  const answer = await fleet.recall(question, { as })
  return {
    ...answer,
    results: answer.results.map(({ workspace: _name, cite: _cite, link: _link, ...result }) => result),
  }
}
