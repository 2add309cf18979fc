import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const uncommitted = (repo: Repo): Promise<readonly string[]> =>
  repo.use(async (workspace) => (await workspace.status()).uncommitted)

describe('line ends that Git converts', () => {
  test('on checkout (core.autocrlf=true) make no note uncommitted', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W One', 'W Two'))
        repo.commit('USER.md', '- Likes tea\n')
        const other = repo.at('other')
        repo.git('clone', '-q', '-c', 'core.autocrlf=true', repo.root, other.root)
        expect(other.read(day(1))).toContain('\r\n')
        expect(await uncommitted(other)).toEqual([])
        expect(await other.digest()).toBe(await repo.digest())
        other.append(day(1), '- W Three\r\n')
        expect(await uncommitted(other)).toEqual([day(1)])
        expect(await other.recalled('three')).toEqual([`${day(1)}#L4 Three`])
        await expectSameAsRebuild(other)
      },
      { hooks: true },
    ))

  test('by attributes (eol=crlf) make no note uncommitted', () =>
    withRepo(async (repo) => {
      repo.commit('.gitattributes', '*.md text eol=crlf\n')
      repo.commit(day(1), retain('W One'))
      repo.remove(day(1))
      repo.git('checkout', '-q', '--', day(1))
      expect(repo.read(day(1))).toContain('\r\n')
      expect(await uncommitted(repo)).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('and committed as they are give the same facts on the same lines', () =>
    withRepo(async (repo) => {
      const text = retain('W One', 'O(c=0.9) @Peter: Two')
      repo.commit(day(1), text)
      const said = await repo.said()
      repo.commit(day(1), text.replaceAll('\n', '\r\n'))
      expect(repo.git('cat-file', '-p', `HEAD:${day(1)}`)).toContain('\r\n')
      expect(await repo.said()).toEqual(said)
      expect(await uncommitted(repo)).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('mixed within one file are committed and read as they stand', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), '## Retain\r\n- W One\n- W Two\r\n- W Three')
      expect(await repo.said()).toEqual([
        `${day(1)}#L2 world One`,
        `${day(1)}#L3 world Two`,
        `${day(1)}#L4 world Three`,
      ])
      expect(await uncommitted(repo)).toEqual([])
      await expectSameAsRebuild(repo)
    }))

  test('of pages checked out with CRLF survive a hook that writes them', () =>
    withRepo(
      async (repo) => {
        repo.git('config', 'core.autocrlf', 'true')
        repo.commit(day(1), retain('W @Peter: One'))
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'bank')
        repo.remove('bank')
        repo.git('checkout', '-q', '--', 'bank')
        expect(repo.read('bank/world.md')).toContain('\r\n')
        repo.commit(day(2), retain('W @Peter: Two'))
        const page = repo.read('bank/world.md')
        expect(page).toContain('Two')
        expect(page.replaceAll('\r\n', '')).not.toContain('\n')
        expect(repo.git('diff', '--stat', '--', 'bank/world.md')).toMatch(/\| 1 \+/)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
