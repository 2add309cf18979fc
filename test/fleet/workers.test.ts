import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openDatabaseOf } from '../../src/fleet/database.js'
import type { Fleet } from '../../src/fleet/fleet.js'
import { remoteReader, type RemoteReader } from '../../src/fleet/remote.js'
import { workOnce } from '../../src/fleet/worker.js'
import pg from 'pg'
import { retain } from '../support/notes.js'
import { postgresServers, startPostgres, type PostgresServer } from '../support/postgres.js'
import { checkout, withRepo, type Repo } from '../support/with-repo.js'

const servers = postgresServers()

if (servers.length === 0) test.skip('workers of a fleet: there is no PostgreSQL', () => undefined)
else
  describe.each(servers)('workers of a fleet, $name', (programs) => {
    let server: PostgresServer
    beforeAll(async () => (server = await startPostgres(programs)), 60_000)
    afterAll(() => server.stop())

    /** A fleet with as many workers, each with its own connection and cache. */
    async function withWorkers(
      count: number,
      work: (repo: Repo, workers: readonly { fleet: Fleet; cache: string }[], url: string) => Promise<void>,
    ): Promise<void> {
      await withRepo(async (repo) => {
        const first = await server.newFleet({ environment: repo.environment })
        const database = (await first.init(2), `fleet${made++}`)
        const workers = []
        for (let at = 0; at < count; at++)
          workers.push({
            fleet: at === 0 ? first : await server.newFleet({ environment: repo.environment, database }),
            cache: mkdtempSync(join(tmpdir(), 'memory-fleet-')),
          })
        try {
          await work(repo, workers, server.url(database))
        } finally {
          for (const { fleet, cache } of workers) {
            await fleet.close()
            rmSync(cache, { recursive: true, force: true })
          }
        }
      })
    }
    let made = 0

    async function expectRows(fleet: Fleet, repo: Repo): Promise<void> {
      expect([...(await fleet.digests('alice')).values()]).toEqual([await repo.digest()])
    }

    test('share what is due: each workspace is read once, and a push that is told twice is nothing', async () => {
      await withWorkers(2, async (repo, workers) => {
        const [{ fleet }] = workers as [{ fleet: Fleet; cache: string }]
        for (const name of ['a', 'b', 'c', 'd']) {
          const own = repo.another(name)
          own.commit('memory/2025-11-27.md', retain(`W @Peter: Likes ${name}`))
          await fleet.add({ remote: own.root, ref: 'HEAD', folder: '' })
        }
        const drain = async (worker: (typeof workers)[number]) => {
          const steps = []
          for (let step; (step = await worker.fleet.workOnce({ cache: worker.cache }));) steps.push(step)
          return steps
        }
        const steps = (await Promise.all(workers.map(drain))).flat()
        expect(steps.map(({ what }) => what)).toEqual(['landed', 'landed', 'landed', 'landed'])
        await fleet.wake()
        const again = await drain(workers[1]!)
        expect(again.map(({ what }) => what)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
      })
    })

    test('take over where another stopped, with rows that it did not write', async () => {
      await withWorkers(2, async (repo, [one, other]) => {
        repo.commit('memory/2025-11-27.md', retain('O(c=0.8) @Peter: Likes tea'))
        const ws = await one!.fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
        await one!.fleet.grant([{ principal: 'alice', ws }], 'add')
        for (const [at, worker] of [one!, other!, other!, one!].entries()) {
          repo.commit(
            `memory/2025-11-2${at}.md`,
            retain(`W @Peter: Drank tea ${at} times`, 'O(c=0.6) @Peter: Likes tea'),
          )
          await worker.fleet.wake()
          expect(await worker.fleet.workOnce({ cache: worker.cache })).toMatchObject({ what: 'landed' })
          await expectRows(one!.fleet, repo)
        }
      })
    })

    test('leave a workspace to the others once their lease is over, and a slower one overwrites nothing', async () => {
      await withWorkers(2, async (repo, [one, other]) => {
        repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
        const ws = await one!.fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
        await one!.fleet.grant([{ principal: 'alice', ws }], 'add')
        // Both have it at once, for the first one's lease is over at once.
        const [first, second] = await Promise.all([
          one!.fleet.workOnce({ cache: one!.cache, lease: 0 }),
          other!.fleet.workOnce({ cache: other!.cache, lease: 0 }),
        ])
        expect([first?.what, second?.what].toSorted()).toEqual(expect.arrayContaining(['landed']))
        await expectRows(other!.fleet, repo)
      })
    })

    test('overwrite nothing where others landed meanwhile, even where those ended at the commit it began at', async () => {
      await withWorkers(2, async (repo, [one, other], url) => {
        repo.commit('memory/2025-11-26.md', retain('W @Peter: Likes tea', 'W @Peter: Likes chess'))
        const ws = await one!.fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
        await one!.fleet.grant([{ principal: 'alice', ws }], 'add')
        await one!.fleet.workOnce({ cache: one!.cache })
        const began = repo.git('rev-parse', 'HEAD').trim()
        repo.commit('memory/2025-11-25.md', retain('W @Mary: Likes coffee'))
        const reader = remoteReader(repo.environment, true)
        const overtaken: RemoteReader = {
          ...reader,
          fetch(source, cache) {
            const commit = reader.fetch(source, cache)
            for (const head of ['HEAD', began]) {
              repo.git('reset', '-q', '--hard', head)
              expect(
                repo.memory('fleet', 'sync', '--db', url, '--allow-files', '--cache', other!.cache).stdout,
              ).toMatch(/^landed/)
            }
            return commit
          },
        }
        const place = { kind: 'server', url } as const
        const db = await openDatabaseOf(place, { config: { connectionString: url }, close: async () => undefined })
        await one!.fleet.wake()
        const { environment } = repo
        const step = workOnce(db, overtaken, { cache: one!.cache, packageRoot: checkout, environment, lease: 0 })
        expect(await step).toMatchObject({ what: 'overtaken' })
        await db.close()
        await expectRows(one!.fleet, repo)
      })
    })

    test('are followed at once where one is killed, not when its lease is over', async () => {
      await withWorkers(1, async (repo, [worker], url) => {
        repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
        const ws = await worker!.fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
        await worker!.fleet.grant([{ principal: 'alice', ws }], 'add')
        const killed = new pg.Client(url)
        await killed.connect()
        // As a worker that is at it leaves things: its lease in the row, its lock in its connection.
        await killed.query(`UPDATE memory.workspace SET leased = now() + interval '10 minutes'`)
        await killed.query('SELECT pg_advisory_lock(7234017, $1)', [ws])
        expect(await worker!.fleet.workOnce({ cache: worker!.cache })).toBeUndefined()
        expect((await worker!.fleet.status()).leased).toBe(1)
        expect(repo.memory('fleet', 'sync', '--db', url, '--allow-files', '--cache', worker!.cache)).toMatchObject({
          status: 0,
          stdout: '',
          stderr: expect.stringContaining('1 workspace with another worker, which is at it: memory fleet status'),
        })
        await killed.end()
        let step
        do step = await worker!.fleet.workOnce({ cache: worker!.cache })
        while (step === undefined) // the server needs a moment to see that a connection is gone
        expect(step).toMatchObject({ what: 'landed', ws })
        expect((await worker!.fleet.status()).failing).toBe(0)
        await expectRows(worker!.fleet, repo)
      })
    })

    test('hear of a push while they read the one before it', async () => {
      await withWorkers(2, async (repo, [one, other]) => {
        repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
        await one!.fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
        const wokenWithin = async (): Promise<void> => {
          while ((await other!.fleet.status()).leased === 0);
          await other!.fleet.wake()
        }
        const [step] = await Promise.all([one!.fleet.workOnce({ cache: one!.cache }), wokenWithin()])
        expect(step).toMatchObject({ what: 'landed' })
        expect(await one!.fleet.workOnce({ cache: one!.cache })).toMatchObject({ what: 'unchanged' })
        expect(await one!.fleet.workOnce({ cache: one!.cache })).toBeUndefined()
      })
    })

    test('lose nothing where the server dies: what had not landed lands with the next one', async () => {
      await withWorkers(1, async (repo, [worker]) => {
        repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
        const ws = await worker!.fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
        await worker!.fleet.grant([{ principal: 'alice', ws }], 'add')
        await worker!.fleet.workOnce({ cache: worker!.cache })
        repo.commit('memory/2025-11-28.md', retain('W @Peter: Likes coffee'))
        const working = worker!.fleet.wake().then(() => worker!.fleet.workOnce({ cache: worker!.cache, lease: 1 }))
        const [died] = await Promise.allSettled([working, server.crash()])
        if (died.status === 'rejected') expect(died.reason).toMatchObject({ code: 'fleet-failed' })
        // The same worker goes on, by another connection, once the lease of the one that died is over.
        await new Promise((resolve) => setTimeout(resolve, 1100))
        await worker!.fleet.wake()
        await worker!.fleet.workOnce({ cache: worker!.cache })
        await expectRows(worker!.fleet, repo)
        expect((await worker!.fleet.status()).failing).toBe(0)
      })
    })

    test('tell a remote that is gone, ask it again later, and keep what they had of it', async () => {
      await withWorkers(1, async (repo, [worker]) => {
        const own = repo.another('gone')
        own.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
        const ws = await worker!.fleet.add({ remote: own.root, ref: 'HEAD', folder: '' })
        await worker!.fleet.grant([{ principal: 'alice', ws }], 'add')
        await worker!.fleet.workOnce({ cache: worker!.cache })
        rmSync(own.root, { recursive: true })
        await worker!.fleet.wake()
        expect(await worker!.fleet.workOnce({ cache: worker!.cache })).toMatchObject({ what: 'failed' })
        expect((await worker!.fleet.list())[0]).toMatchObject({ failures: 1, facts: 1 })
        expect((await worker!.fleet.recall('tea', { as: 'alice' })).results).toHaveLength(1)
      })
    })

    test('forget in the database what was forgotten in Git', async () => {
      await withWorkers(1, async (repo, [worker]) => {
        repo.commit('memory/2025-11-27.md', retain('W @Peter: Hides the zirconium', 'W @Peter: Likes tea'))
        const ws = await worker!.fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
        await worker!.fleet.grant([{ principal: 'alice', ws }], 'add')
        await worker!.fleet.workOnce({ cache: worker!.cache })
        const [found] = (await worker!.fleet.recall('zirconium', { as: 'alice' })).results
        repo.memory('forget', `^${found!.id}`)
        await worker!.fleet.wake()
        await worker!.fleet.workOnce({ cache: worker!.cache })
        expect(JSON.stringify(await worker!.fleet.recall('zirconium Peter', { as: 'alice' }))).not.toContain('Hides')
        await expectRows(worker!.fleet, repo)
      })
    })
  })
