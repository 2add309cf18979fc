import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import type { Status } from '../../../src/index.js'
import { foundOnPages } from '../../../src/workspace/session/known-pages.js'
import { indexFolder } from '../../support/index-place.js'
import { day, retain } from '../../support/notes.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const folder = mkdtempSync(join(tmpdir(), 'memory-known-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a page on which nothing was found is looked at once, however often is asked; any other each time', () => {
  let looked: string[] = []
  const ask = (...texts: string[]): [found: string[], looked: string[]] => {
    looked = []
    const found = foundOnPages(
      folder,
      texts.map((text) => ({ text })),
      ({ text }) => {
        looked.push(text)
        return text.includes('edited') ? text : undefined
      },
    )
    return [found, looked]
  }
  expect(ask('one', 'two', 'edited')).toEqual([['edited'], ['one', 'two', 'edited']])
  expect(ask('one', 'two', 'edited')).toEqual([['edited'], ['edited']])
  expect(ask('one', 'two edited', 'three')).toEqual([['two edited'], ['two edited', 'three']])
  // Only what stands now is kept.
  expect(ask('one', 'two')).toEqual([[], ['two']])
})

const known = `${indexFolder}/known-pages`
const world = 'bank/world.md'

const withPages = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('W @Peter: Lives in Graz', 'O(c=0.8) @Peter: Likes tea'))
    repo.git('add', 'bank')
    repo.git('commit', '--quiet', '--message', 'pages')
  },
  { hooks: true },
)

/** What status says, which is what it says where nothing was kept. */
function toldOf(repo: Repo): Pick<Status, 'edits' | 'damagedPages'> {
  repo.memory('recall', 'Peter') // brings the index up to HEAD, which status would tell
  const told = repo.memory('status', '--json').stdout
  expect(repo.memory('status', '--json').stdout).toBe(told)
  const kept = repo.read(known)
  repo.remove(known)
  expect(repo.memory('status', '--json').stdout).toBe(told)
  expect(repo.read(known)).toBe(kept)
  return JSON.parse(told) as Status
}
const edited = (text: string): string => text.replace('Lives in Graz', 'Lives in Wels')

describe('status tells the same whether or not it keeps which pages hold nothing for it', () => {
  test('of an edit that HEAD holds and no hook has adopted', () =>
    withPages((repo) => {
      expect(toldOf(repo).edits).toEqual([])
      repo.write(world, edited(repo.read(world)))
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--all', '--message', 'edit')
      expect(toldOf(repo).edits).toMatchObject([{ path: world, change: 'wording changed' }])
    }))

  test('of an edit that is not committed, in a page that was written with it', () =>
    withPages((repo) => {
      repo.memory('status')
      repo.write(world, edited(repo.read(world)))
      repo.commit(day(2), retain('W @Peter: Has a cat'))
      expect(repo.read(world)).toMatch(/Lives in Wels[^]*Has a cat|Has a cat[^]*Lives in Wels/)
      expect(toldOf(repo).edits).toMatchObject([{ path: world, change: 'wording changed' }])
    }))

  test('of a page that was damaged since, and of one that was mended', () =>
    withPages((repo) => {
      const whole = repo.read(world)
      repo.memory('status')
      repo.write(world, whole.replace('<!-- memory:end -->', ''))
      expect(toldOf(repo).damagedPages).toEqual([world])
      repo.write(world, whole)
      expect(toldOf(repo).damagedPages).toEqual([])
    }))

  test('where what it keeps is damaged, cut short, or no file of ours', () =>
    withPages((repo) => {
      repo.write(world, edited(repo.read(world)))
      const told = repo.memory('status', '--json').stdout
      const kept = repo.read(known)
      for (const bytes of [kept.slice(0, 40), kept.replaceAll('\n', ' '), '\0\xff\n\n', '']) {
        writeFileSync(repo.path(known), bytes, 'latin1')
        expect(repo.memory('status', '--json').stdout).toBe(told)
        expect(repo.read(known)).toBe(kept)
      }
      const others = join(folder, 'others')
      writeFileSync(others, 'of somebody else')
      repo.remove(known)
      symlinkSync(others, repo.path(known))
      expect(repo.memory('status', '--json').stdout).toBe(told)
      expect(readFileSync(others, 'utf8')).toBe('of somebody else')
    }))
})
