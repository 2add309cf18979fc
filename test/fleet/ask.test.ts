import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import type { Fleet } from '../../src/fleet/fleet.js'
import { retain } from '../support/notes.js'
import { postgresServers, startPostgres, type PostgresServer } from '../support/postgres.js'
import { withRepo } from '../support/with-repo.js'

const withServer = postgresServers().length === 0 ? describe.skip : describe

withServer('a question to a fleet', () => {
  let server: PostgresServer
  let fleet: Fleet
  beforeAll(async () => {
    server = await startPostgres()
    const cache = mkdtempSync(join(tmpdir(), 'memory-fleet-'))
    await withRepo(async (repo) => {
      fleet = await server.newFleet({ environment: repo.environment, patience: 0.3 })
      await fleet.init(2)
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
      const ws = await fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
      await fleet.grant([{ principal: 'alice', ws }], 'add')
      await fleet.workOnce({ cache })
    })
    rmSync(cache, { recursive: true, force: true })
  })
  afterAll(async () => {
    await fleet.close()
    await server.stop()
  })

  test('is given up, with what may help, where the server takes too long for a statement', async () => {
    const client = new pg.Client(server.url('fleet0'))
    await client.connect()
    await client.query('BEGIN; LOCK TABLE memory.fact IN ACCESS EXCLUSIVE MODE')
    await expect(fleet.recall('tea', { as: 'alice' })).rejects.toThrow(
      /took too long for one statement: ask fewer workspaces at once, with --in$/,
    )
    await client.query('ROLLBACK')
    await client.end()
    expect((await fleet.recall('tea', { as: 'alice' })).results).toHaveLength(1)
  })

  test('is answered by a server that was away since the last one', async () => {
    await fleet.recall('tea', { as: 'alice' })
    await server.crash()
    expect((await fleet.recall('tea', { as: 'alice' })).results).toHaveLength(1)
  })
})
