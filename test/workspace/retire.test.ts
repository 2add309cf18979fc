import { describe, expect, test } from '@jest/globals'
import type { Retired } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)
const page = 'bank/opinions.md'
const retired = (repo: Repo, ...args: string[]): Retired & object => jsonOf<Retired & object>(repo, 'retire', ...args)
const idOf = (repo: Repo, question: string): string =>
  jsonOf<{ results: { id: string }[] }>(repo, 'recall', question).results[0]!.id

describe('memory retire --commit', () => {
  test('commits its line alone, beside what is staged and what is being written on the page, and counts at once', () =>
    begun(async (repo) => {
      const id = idOf(repo, 'coffee')
      repo.write('staged.txt', 'mine\n')
      repo.git('add', 'staged.txt')
      repo.append(page, '\nhalf a sent')
      const { commit, written } = retired(repo, id, '--why', 'he said so', '--commit')
      expect([written, repo.git('rev-parse', 'HEAD')]).toEqual([true, commit])
      expect(repo.git('show', '--format=%s', '--name-only', 'HEAD').split('\n').filter(Boolean)).toEqual([
        `memory: retire ^${id}`,
        page,
      ])
      const added = repo
        .git('show', '--format=', 'HEAD')
        .split('\n')
        .filter((line) => /^\+[^+]/.test(line))
      expect(added).toContain(`+- retired ^${id}: O @Peter: Likes coffee <!-- he said so -->`)
      expect(repo.git('show', `HEAD:${page}`)).not.toContain('half a sent')
      expect(repo.read(page)).toMatch(/half a sent$/m)
      expect(repo.git('diff', '--cached', '--name-only')).toBe('staged.txt')
      expect(jsonOf(repo, 'recall', 'coffee')).toMatchObject({ results: [{ id, retired: true }] })
      await expectSameAsRebuild(repo)
    }))

  test('begins a page that HEAD does not have yet, and the page gets the rest of it when it is written', () =>
    begun(async (repo) => {
      repo.commit(day(2), retain('B @Bo: Painted the boat'))
      const { commit } = retired(repo, idOf(repo, 'boat'), '--commit')
      expect(repo.git('show', 'HEAD:bank/experience.md')).toMatch(/^## Curated\n\n- retired \^\w{10}: B @Bo/m)
      expect(repo.read('bank/experience.md')).toContain('memory:begin')
      expect(repo.git('rev-parse', 'HEAD')).toBe(commit)
      expect(jsonOf(repo, 'recall', 'boat')).toMatchObject({ results: [{ retired: true }] })
      await expectSameAsRebuild(repo)
    }))

  test('commits a line that stands uncommitted already, once, and what HEAD says already not again', () =>
    begun((repo) => {
      const id = idOf(repo, 'coffee')
      expect(retired(repo, id)).toMatchObject({ written: true, commit: null })
      const standing = repo.read(page)
      expect(retired(repo, id, '--commit').written).toBe(true)
      expect(repo.read(page).match(/retired \^/g)).toEqual(standing.match(/retired \^/g))
      const head = repo.git('rev-parse', 'HEAD')
      expect(retired(repo, id, '--commit', '--why', 'late')).toMatchObject({
        written: false,
        commit: null,
        reasonLost: true,
      })
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
    }))
})
