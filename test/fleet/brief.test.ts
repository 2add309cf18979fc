import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { estimateTokens } from '../../src/recall/answer/budget.js'
import { briefOfMembers } from '../../src/fleet/brief.js'
import type { Member } from '../../src/fleet/members.js'
import type { Fleet } from '../../src/fleet/fleet.js'
import { retain } from '../support/notes.js'
import { postgresServers, startPostgres, type PostgresServer } from '../support/postgres.js'
import { withRepo, type Repo } from '../support/with-repo.js'

test('a budget that is no whole number from 100 on is refused, however many workspaces there are to tell', () => {
  const member = { head: 'a1' } as Member
  const unopened = (): never => {
    throw new Error('opened')
  }
  for (const members of [[], [member], [member, member]])
    for (const budget of [99, 400.5, Number.NaN, 2e9])
      expect(() => briefOfMembers(members, unopened, { budget })).toThrow(/budget takes a whole number from 100/)
})

const withServer = postgresServers().length === 0 ? describe.skip : describe

withServer('a brief of a fleet', () => {
  let server: PostgresServer
  beforeAll(async () => (server = await startPostgres()), 60_000)
  afterAll(() => server.stop())

  let made = 0
  async function withFleet(work: (repo: Repo, fleet: Fleet, url: string, sync: () => Promise<void>) => Promise<void>) {
    await withRepo(async (repo) => {
      const cache = mkdtempSync(join(tmpdir(), 'memory-fleet-'))
      const fleet = await server.newFleet({ environment: repo.environment })
      const url = server.url(`fleet${made++}`)
      const sync = async (): Promise<void> => {
        await fleet.wake()
        while (await fleet.workOnce({ cache }));
      }
      try {
        await fleet.init(2)
        await work(repo, fleet, url, sync)
      } finally {
        await fleet.close()
        rmSync(cache, { recursive: true, force: true })
      }
    })
  }

  test('of one workspace is that of its clone: Core, what is open, logs of a day to come, code that is gone', () =>
    withFleet(async (repo, fleet, _url, sync) => {
      repo.commit('memory/2025-11-01.md', retain('W @Peter: Owns the rollout', 'O(c=0.8) @Peter: Likes tea'))
      repo.commit(
        'memory/2025-11-03.md',
        retain('W @Peter: Drank coffee all day', 'W(at=src/gone.ts) @Peter: Parses dates'),
      )
      repo.commit('memory/2199-01-01.md', retain('W @Peter: Came from the future'))
      repo.commit('MEMORY.md', '## Rules\n\n- Ask first.\n\n## Tea\n\n- Twice a day.\n')
      repo.commit('SOUL.md', 'Dry and brief.\n')
      const ws = await fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
      await fleet.grant([{ principal: 'alice', ws }], 'add')
      await sync()
      for (const budget of [100, 300, 1500]) {
        const { text } = await fleet.brief({ as: 'alice', budget })
        expect(`${text}\n`).toBe(repo.memory('brief', '--budget', String(budget)).stdout)
      }
      const { text } = await fleet.brief({ as: 'alice' })
      for (const part of [
        'Ask first',
        'Dry and brief',
        'is about are gone|bullet is about is gone',
        'waits? for a word',
      ])
        expect(text).toMatch(new RegExp(part))
      repo.commit('MEMORY.md', '## Rules\n\n- Ask twice.\n')
      await sync()
      expect((await fleet.brief({ as: 'alice' })).text).toContain('Ask twice')
      await expect(fleet.brief({ as: 'alice', budget: 99 })).rejects.toThrow(/budget takes a whole number from 100/)
    }))

  test('of several tells the newest first, each in its share, and within the budget counts those that found no place', () =>
    withFleet(async (repo, fleet, _url, sync) => {
      for (let at = 1; at <= 7; at++) {
        const own = repo.another(`team-${at}`)
        const lines = Array.from(
          { length: at === 7 ? 1 : 40 },
          (_, line) => `W @Ada: Wrote chapter ${line} of book ${at}`,
        )
        own.commit(`memory/2025-11-0${at}.md`, retain(...lines))
        const ws = await fleet.add({ remote: own.root, ref: 'HEAD', folder: '' })
        await fleet.grant([{ principal: 'alice', ws }], 'add')
      }
      await sync()
      for (const [budget, told] of [
        [300, 1],
        [1000, 3],
        [1500, 5],
        [9000, 7],
      ] as const) {
        const brief = await fleet.brief({ as: 'alice', budget })
        expect(brief.briefs.map(({ workspace }) => workspace.slice(-1))).toEqual(
          ['7', '6', '5', '4', '3', '2', '1'].slice(0, told),
        )
        expect(estimateTokens(`${brief.text}\n`)).toBe(brief.tokens)
        expect(brief.tokens).toBeLessThanOrEqual(budget)
        // What a short one leaves goes to the others.
        if (told > 1) expect(brief.tokens).toBeGreaterThan(Math.min(budget, 7 * 600) * 0.7)
        expect(brief.text.includes('Left out: ' + (7 - told))).toBe(told < 7)
        for (const { workspace, commit } of brief.briefs)
          expect(brief.text).toContain(`${workspace}@${commit.slice(0, 12)}`)
      }
      const one = await fleet.brief({ as: 'alice', in: ['team-3'] })
      expect(`${one.text}\n`).toBe(repo.another('team-3').memory('brief').stdout)
      await expect(fleet.brief({ as: 'alice', budget: 200 })).rejects.toThrow(
        /budget leaves 200 tokens for 7 workspaces, which take 300 or more/,
      )
      expect(await fleet.brief({ as: 'nobody' })).toMatchObject({
        readable: 0,
        briefs: [],
        notices: [expect.anything()],
      })
      await expect(fleet.brief({ as: ' ' })).rejects.toThrow(/say who asks/)
    }))

  test('is there after an update from tables that had none, once workers have read each workspace again', () =>
    withFleet(async (repo, fleet, url, sync) => {
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Owns the rollout'))
      const ws = await fleet.add({ remote: repo.root, ref: 'HEAD', folder: '' })
      await fleet.grant([{ principal: 'alice', ws }], 'add')
      await sync()
      const client = new pg.Client(url)
      await client.connect()
      await client.query(
        `DROP TABLE memory.brief; DELETE FROM memory_one.migration WHERE name = '0002-brief'; UPDATE memory.workspace SET made_by = 'older'`,
      )
      await client.end()
      expect(await fleet.init()).toEqual(['0002-brief'])
      const waiting = await fleet.brief({ as: 'alice' })
      expect([waiting.briefs, waiting.notices]).toEqual([[], [expect.stringContaining('read by another version')]])
      await sync()
      expect((await fleet.brief({ as: 'alice' })).text).toContain('Owns the rollout')
    }))
})
