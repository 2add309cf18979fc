import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const idOf = (repo: Repo, text: string): string =>
  (
    JSON.parse(
      repo
        .memory('dump')
        .stdout.split('\n')
        .find((row) => row.startsWith('["fact"') && row.includes(text))!,
    ) as string[]
  )[4]!

describe('a fact that a later one says it replaces', () => {
  test('keeps its line, with its end, behind what is true now; recall puts its successor first', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Lives in Graz near the river', 'W @Peter: Plays chess'))
        repo.commit(day(9), retain(`W(was=^${idOf(repo, 'Graz')}) @Peter: Lives in Wels`))
        const page = repo.read('bank/world.md')
        expect(page).toMatch(
          /## Peter\n\n- W\(was=\^\w{10}\) @Peter: Lives in Wels.*\n- W @Peter: Plays chess.*\n\n<details><summary>No longer<\/summary>\n\n- W\(until=2025-11-09\) @Peter: Lives in Graz/,
        )
        expect(repo.read('bank/entities/Peter.md')).toMatch(
          /<details><summary>No longer<\/summary>\n\n- W\(until=2025-11-09\)/,
        )
        const found = repo.memory('recall', 'where does Peter live').stdout
        expect(found.indexOf('Wels')).toBeLessThan(found.indexOf('Graz'))
        expect(found).toContain('(until 2025-11-09)')
        await expectSameAsRebuild(repo)
        repo.commit(day(9), 'Nothing of the kind.\n')
        expect(repo.read('bank/world.md')).not.toContain('No longer')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('may be an opinion, also of somebody else: it is believed no more from that day', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('O(c=0.9) @Peter: Prefers calls'))
        repo.commit(day(9), retain(`W(was=^${idOf(repo, 'calls')}) @team: Peter writes mails only`))
        expect(repo.read('bank/opinions.md')).toMatch(
          /<details><summary>No longer<\/summary>\n\n- O\(c=0\.72, until=2025-11-09\) @Peter: Prefers calls · █▆ /,
        )
        const shown = repo.memory('show', idOf(repo, 'calls')).stdout
        expect(shown).toMatch(/2025-11-09 {2}supersedes {2}0\.72 {2}memory\/2025-11-09\.md#L2 {2}\(was=\)/)
        await expectSameAsRebuild(repo)
        repo.commit(day(12), retain('O @Peter: Prefers calls'))
        expect(repo.read('bank/opinions.md')).not.toContain('No longer')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
