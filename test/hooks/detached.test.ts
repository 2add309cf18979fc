import { chmodSync, mkdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { indexFolder } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { expectIndexedByHook, expectSameAsRebuild } from '../support/oracle.js'
import { whileWritten } from '../support/raw-index.js'
import { commitUnseen, runTold, toldOf } from '../support/shim-calls.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const told = `${indexFolder}/told`
const settings = (value: object): string => JSON.stringify(value)

const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('W @Peter: Bought a bike'))
    repo.commit('.memory/config.json', settings({ hooks: { mode: 'detached' } }))
  },
  { hooks: true },
)

/** With a Node that writes down when a hook after a commit has ended, whoever waits for it. */
const detached = (work: (repo: Repo) => Promise<void> | void): Promise<void> =>
  begun((repo) => {
    const hook = repo.read('.git/hooks/post-commit')
    const [set, node] = /^node='?(.+?)'?$/m.exec(hook)!
    repo.write('../node', `#!/bin/sh\n'${node}' "$@"\nstatus=$?\necho >>'${repo.path('../ends')}'\nexit $status\n`)
    chmodSync(repo.path('../node'), 0o755)
    repo.write('.git/hooks/post-commit', hook.replace(set, `node='${repo.path('../node')}'`))
    chmodSync(repo.path('.git/hooks/post-commit'), 0o755)
    return work(repo)
  })

const said = (repo: Repo): string => (repo.exists(told) ? repo.read(told) : '')

/** Until so many of them have ended. */
async function ended(repo: Repo, hooks: number): Promise<void> {
  const soFar = (): number => (repo.exists('../ends') ? repo.read('../ends').length : 0)
  for (let turns = 0; turns < 600 && soFar() < hooks; turns++) await setTimeout(50)
  expect(soFar()).toBe(hooks)
}

describe('a hook that nobody waits for', () => {
  test('lets Git go on while it has done nothing, then does all, and keeps what it says for status', () =>
    detached(async (repo) => {
      whileWritten(repo, () => {
        expect(repo.commit(day(2), retain('W @Peter: Sold the bike'))).toBe('')
        expect(repo.read('bank/world.md')).not.toContain('Sold the bike')
      })
      await ended(repo, 1)
      expect(repo.read('bank/world.md')).toContain('Sold the bike')
      expect(said(repo)).toMatch(/^memory: indexed 1 note \(1 fact\), .* — git (?:diff|add) bank\/.*\n$/)
      expect((await repo.use((workspace) => workspace.status())).lastTold).toBe(said(repo).trim())
      expect(repo.memory('status').stdout).toContain(`the last one said: ${said(repo).trim()}`)
      await expectSameAsRebuild(repo)
    }))

  test('ends, of many commits in a row, where hooks that were waited for end', () =>
    detached(async (repo) => {
      const texts = Array.from({ length: 8 }, (_, at) => retain(`O(c=0.${at + 1}) @Peter: Likes bike number ${at}`))
      for (const [at, text] of texts.entries()) repo.commit(day(at + 2), text)
      await ended(repo, 8)
      const pages = repo.read('bank/opinions.md')
      expect(repo.memory('reflect').status).toBe(0)
      expect(repo.read('bank/opinions.md')).toBe(pages)
      expect(pages).toContain('Likes bike number 7')
      await expectSameAsRebuild(repo)
    }))

  test.each<[string, (repo: Repo) => void]>([
    ['of a branch that was left meanwhile', (repo) => repo.git('checkout', '-q', 'side')],
    ['while another command of Git is at work', (repo) => repo.write('.git/index.lock', '')],
  ])('writes no page %s, and says that they are behind', (_, goOn) =>
    detached(async (repo) => {
      repo.git('branch', 'side')
      await repo.digest()
      commitUnseen(repo, day(2), retain('W @Peter: Sold the bike'))
      const way = toldOf(repo)
      const pages = repo.git('status', '--porcelain')
      goOn(repo)
      expect(runTold(repo, way, '--detached')).toContain('memory: indexed 1 note (1 fact), pages behind by')
      expect(repo.git('status', '--porcelain')).toBe(pages)
      await expectSameAsRebuild(repo)
    }),
  )

  test('is waited for again from the commit on that says so', () =>
    detached(async (repo) => {
      repo.commit('.memory/config.json', settings({}))
      await ended(repo, 1)
      expect(repo.exists(`${indexFolder}/detached`)).toBe(false)
      expect(repo.commit(day(2), retain('W @Peter: Sold the bike'))).toContain('memory: indexed 1 note')
      expect([repo.exists(told), (await repo.use((workspace) => workspace.status())).lastTold]).toEqual([false, null])
    }))

  test('is waited for where it lands pages: HEAD does not move under the next command', () =>
    detached(async (repo) => {
      repo.commit('.memory/config.json', settings({ hooks: { mode: 'detached' }, bank: { onCommit: 'commit' } }))
      await ended(repo, 1)
      expect(repo.exists(`${indexFolder}/detached`)).toBe(false)
      expect(repo.commit(day(2), retain('W @Peter: Sold the bike'))).toContain('committed as')
    }))

  test.each(['rebase-merge', 'CHERRY_PICK_HEAD', 'sequencer', 'BISECT_LOG'])(
    'is waited for while Git is in the middle of something, as %s tells',
    (name) =>
      detached(async (repo) => {
        commitUnseen(repo, day(2), retain('W @Peter: Sold the bike'))
        mkdirSync(repo.path(`.git/${name}`))
        expect(repo.run('sh', '.git/hooks/post-commit').status).toBe(0)
        expect(repo.exists(told)).toBe(false)
        await expectIndexedByHook(repo)
      }),
  )
})
