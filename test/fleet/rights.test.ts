import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import type { Fleet } from '../../src/fleet/fleet.js'
import { Dice } from '../laws/dice.js'
import { retain } from '../support/notes.js'
import { postgresServers, startPostgres, type PostgresServer } from '../support/postgres.js'
import { withRepo } from '../support/with-repo.js'

const withServer = postgresServers().length === 0 ? describe.skip : describe
const runs = Number(process.env['LAW_RUNS'] ?? 150)
const names = ['ada', 'bo', 'cleo', 'dan']
/** What a workspace alone says. */
const secretOf = (at: number): string => `zebra${names[at]}`

withServer('who may not read a workspace', () => {
  let server: PostgresServer
  let fleet: Fleet
  let cache: string
  const members: number[] = []
  let url: string

  beforeAll(async () => {
    server = await startPostgres()
    cache = mkdtempSync(join(tmpdir(), 'memory-fleet-'))
    await withRepo(async (repo) => {
      fleet = await server.newFleet({ environment: repo.environment })
      url = server.url('fleet0')
      await fleet.init(4)
      for (const [at, name] of names.entries()) {
        const own = repo.another(name)
        own.commit(
          'memory/2025-11-27.md',
          retain(`W @${secretOf(at)}: Keeps the ${secretOf(at)} plan of all teams`, 'O(c=0.8) @Peter: Likes tea'),
        )
        members.push(await fleet.add({ remote: own.root, ref: 'HEAD', folder: '' }))
      }
      while (await fleet.workOnce({ cache }));
    })
  })
  afterAll(async () => {
    await fleet.close()
    await server.stop()
    rmSync(cache, { recursive: true, force: true })
  })

  /** As a question does, on a connection of its own: a role that owns nothing, and a principal for one transaction. */
  async function asAsker<T>(principal: string | null, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(url)
    await client.connect()
    try {
      await client.query('BEGIN; SET LOCAL ROLE memory_asker')
      if (principal !== null) await client.query(`SELECT set_config('memory.principal', $1, true)`, [principal])
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const tables = async (client: pg.Client): Promise<string[]> =>
    (
      await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'memory'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'granted' AND NOT relispartition`,
      )
    ).rows.map(({ name }) => name)

  test(
    'gets no row of any table, whatever was granted to whom, with no condition of ours in the query',
    async () => {
      const dice = new Dice(4)
      for (let run = 0; run < runs; run++) {
        const grants = Array.from({ length: dice.number(8) }, () => ({
          principal: dice.one(['alice', 'bob', "o'hara", 'x"; DROP', '*']),
          ws: dice.one(members),
        }))
        await fleet.grant([...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).values()], 'set')
        const principal = dice.one(['alice', 'bob', "o'hara", 'x"; DROP', 'nobody'])
        const may = new Set(grants.filter((grant) => [principal, '*'].includes(grant.principal)).map(({ ws }) => ws))
        await asAsker(principal, async (client) => {
          const table = dice.one(await tables(client))
          const { rows } = await client.query<{ ws: number }>(`SELECT DISTINCT ws FROM memory."${table}"`)
          expect([table, rows.filter(({ ws }) => !may.has(ws))]).toEqual([table, []])
          if (['workspace', 'fact', 'posting', 'frequency'].includes(table)) expect(rows).toHaveLength(may.size)
        })
        if (run % 10 > 0) continue
        const answer = await fleet.recall('zebraada zebrabo zebracleo zebradan plan', { as: principal })
        expect(answer.readable).toBe(may.size)
        const said = JSON.stringify(answer.results)
        for (const [at, ws] of members.entries())
          expect([principal, said.includes(`${secretOf(at)} plan`)]).toEqual([principal, may.has(ws)])
      }
    },
    60_000 + runs * 500,
  )

  test('gets nothing where no principal is set, and cannot write, grant or see what is granted', async () => {
    await fleet.grant([{ principal: 'alice', ws: members[0]! }], 'set')
    await asAsker(null, async (client) => {
      for (const table of await tables(client))
        expect((await client.query(`SELECT FROM memory."${table}"`)).rowCount).toBe(0)
    })
    for (const sql of [
      'SELECT * FROM memory.granted',
      'SELECT * FROM memory.fact_0',
      `INSERT INTO memory.granted VALUES ('bob', ${members[1]})`,
      `UPDATE memory.workspace SET remote = 'x'`,
      'DELETE FROM memory.fact',
    ])
      await expect(asAsker('alice', (client) => client.query(sql))).rejects.toThrow(/permission denied/)
  })

  test('is not told of it by how rare a word is: an answer is that of a fleet without the workspace', async () => {
    await fleet.grant(
      members.slice(0, 2).map((ws) => ({ principal: 'alice', ws })),
      'set',
    )
    const hidden = await fleet.recall('all teams of zebraada like tea', { as: 'alice' })
    for (const ws of members.slice(2)) await fleet.remove(ws)
    const alone = await fleet.recall('all teams of zebraada like tea', { as: 'alice' })
    expect(alone.results).toEqual(hidden.results)
    expect(hidden.results.length).toBeGreaterThan(0)
  })

  test('leaves no row behind that was removed', async () => {
    const gone = members[3]!
    const client = new pg.Client(url)
    await client.connect()
    for (const table of [...(await tables(client)), 'granted'])
      expect([table, (await client.query(`SELECT FROM memory."${table}" WHERE ws = $1`, [gone])).rowCount]).toEqual([
        table,
        0,
      ])
    await client.end()
  })

  test('and who may is answered from what this version has read, and told what is left out', async () => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`UPDATE memory.workspace SET made_by = 'older' WHERE ws = $1`, [members[0]])
    await client.end()
    const answer = await fleet.recall('plan of all teams', { as: 'alice' })
    expect(answer.results.map(({ workspace }) => workspace)).toEqual(
      answer.results.map(() => expect.stringMatching(/bo$/)),
    )
    expect(answer.results.length).toBeGreaterThan(0)
    expect(answer.notices).toContainEqual(expect.stringMatching(/^1 left out, read by another version/))
  })

  test('is told by doctor where their login passes the policies by', async () => {
    expect(await fleet.examine()).toContainEqual({
      state: 'fault',
      what: 'owner passes every policy by: whoever asks logs in as another role, a member of memory_asker alone',
    })
  })
})
