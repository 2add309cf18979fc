import { lstatSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { indexFile, indexFolder } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { memoryCommand, withRepo } from '../support/with-repo.js'

const log = retain(
  'W @Peter: Was in Marrakech on 2025-11-27 and moved on 31 December',
  'O(c=0.8) @Peter: Likes tea on 29 February',
  'W(until=2026-02-30) @Peter: A day that is none',
  'W @Ayşe: INGILIZCE ve İZMİR, ﬁ and ß',
)

const machines: Record<string, NodeJS.ProcessEnv> = {
  'fourteen hours before Greenwich': { TZ: 'Pacific/Kiritimati' },
  'where summer time begins at midnight': { TZ: 'America/Sao_Paulo' },
  'in Turkish': { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' },
  'with a zone that there is none of': { TZ: 'Nowhere/Atall' },
}

test('the same commit gives the same digest, pages and answers in every time zone and language', () =>
  withRepo((repo) => {
    repo.commit(day(1), log)
    repo.commit('memory/2025-02-29.md', log)
    repo.commit('memory/2025-13-01-x.md', log)
    const told = (variables: NodeJS.ProcessEnv) => {
      const there = repo.twin().with(variables)
      there.git('reset', '-q', '--hard')
      for (const command of ['rebuild', 'reflect', 'verify'])
        expect({ command, variables, ...there.memory(command) }).toMatchObject({ command, variables, status: 0 })
      const answer = there.memory('recall', 'what does Peter like in İzmir', '--json', '--now', '2025-12-30T12:00:00Z')
      return { digest: there.memory('status', '--digest').stdout, answer, pages: there.files('bank') }
    }
    const here = told({})
    expect(here.pages.size).toBeGreaterThan(3)
    for (const [where, variables] of Object.entries(machines))
      expect({ where, ...told(variables) }).toEqual({ where, ...here })
  }))

test.each(['000', '022', '077'])(
  'with umask %s the index and what stands beside it are for their owner alone',
  (umask) =>
    withRepo((repo) => {
      repo.commit(day(1), log)
      const held = `umask ${umask}; exec "$0" "$@"`
      for (const args of [['rebuild'], ['recall', 'tea'], ['reflect']])
        expect(repo.run('sh', '-c', held, process.execPath, memoryCommand, ...args).status).toBe(0)
      const others = [...repo.files(indexFolder).keys()]
      expect(others).toContain(indexFile)
      for (const path of others) expect([path, lstatSync(repo.path(path)).mode & 0o077]).toEqual([path, 0])
      expect(lstatSync(repo.path(indexFolder)).mode & 0o777).toBe(0o700)
    }),
)
