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

const commitAll = (repo: Repo, message: string): void => {
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--message', message)
}

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

test('an opinion that came after what says to replace it is what a rebuild has, also where that bullet speaks of another fact', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Anna: Sails every week'))
    const id = idOf(repo, 'Sails')
    repo.git('rm', '-q', day(1))
    repo.commit(day(3), retain(`W(was=^${id}, of=^aaaaaaaaaa) @Anna: Sold the boat`, `W(was=^${id}) @Anna: Rows`))
    await repo.digest()
    repo.commit(day(1), retain('O(c=0.8) @Anna: Sails every week'))
    await expectSameAsRebuild(repo)
    repo.commit(day(3), retain(`W(was=^${id}, of=^aaaaaaaaaa) @Anna: Sold the boat`))
    await expectSameAsRebuild(repo)
  }))

describe('a world fact that a later one says is over, without naming it', () => {
  const lives = 'W @Peter: Lives in Graz near the river'
  const moved = 'W @Peter: Moved from Graz to Wels'

  test('keeps its line, with its end and the place that says so; a revert brings it back', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain(lives, 'W @Peter: Plays chess'))
        commitAll(repo, 'pages')
        const before = repo.read('bank/world.md')
        repo.commit(day(9), retain(moved))
        expect(repo.read('bank/world.md')).toMatch(
          /## Peter\n\n- W @Peter: Moved from Graz to Wels.*\n- W @Peter: Plays chess.*\n\n<details><summary>No longer<\/summary>\n\n- W\(until=2025-11-09\) @Peter: Lives in Graz near the river · \[2025-11-01\]\(\S+\) −\[2025-11-09\]\(\.\.\/memory\/2025-11-09\.md\?plain=1#L2\) <!-- /,
        )
        expect(repo.memory('verify', '--strict').status).toBe(0)
        const found = repo.memory('recall', 'where does Peter live').stdout
        expect(found.indexOf('Wels')).toBeLessThan(found.indexOf('Graz near'))
        expect(found).toContain('(until 2025-11-09)')
        expect(repo.memory('show', idOf(repo, 'near the river')).stdout).toMatch(
          /replaced by \^\w{10} on 2025-11-09: Moved from Graz to Wels {2}memory\/2025-11-09\.md#L2 {2}\(changed: moved from\)/,
        )
        await expectSameAsRebuild(repo)
        repo.git('checkout', '--quiet', '--', 'bank')
        repo.git('revert', '--no-edit', 'HEAD')
        repo.memory('reflect')
        expect(repo.read('bank/world.md')).toBe(before)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('is over no more where a person says that it is not, and again where they take that back', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain(lives))
        repo.commit(day(9), retain(moved))
        const [fact, by] = [idOf(repo, 'near the river'), idOf(repo, 'Moved from')]
        expect(repo.memory('retire', by, '--for', fact, '--why', 'the office moved').status).toBe(0)
        expect(repo.read('bank/world.md')).toContain(`- not ^${by} for ^${fact}: "${moved}" — the office moved`)
        commitAll(repo, 'no')
        expect(repo.read('bank/world.md')).not.toContain('No longer')
        expect(repo.memory('show', fact).stdout).not.toContain('replaced by')
        await expectSameAsRebuild(repo)
        repo.write('bank/world.md', repo.read('bank/world.md').replace(/^- not .*\n/m, ''))
        commitAll(repo, 'yes after all')
        expect(repo.read('bank/world.md')).toContain('No longer')
        await expectSameAsRebuild(repo)
        expect(repo.memory('retire', by).status).toBe(0)
        commitAll(repo, 'it never happened')
        expect(repo.read('bank/world.md')).not.toContain('No longer')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('cites the line that ends it where that line moves, also on the pages of what a person did', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @harbor-api: Runs on the server in Graz'))
        repo.commit(day(9), retain('B @harbor-api: Moved it from the server in Graz to Wels'))
        expect(repo.read('bank/world.md')).toContain('−[2025-11-09](../memory/2025-11-09.md?plain=1#L2)')
        repo.commit(day(9), `A long day.\n\n${retain('B @harbor-api: Moved it from the server in Graz to Wels')}`)
        expect(repo.read('bank/world.md')).toContain('−[2025-11-09](../memory/2025-11-09.md?plain=1#L4)')
        expect(repo.memory('verify', '--strict').status).toBe(0)
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test.each([
    ['behind it', [lives, moved]],
    ['before it', [moved, lives]],
  ])('is ended by a move noted %s on its own day, whichever file has it', (_where, [first, second]) =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain(first!))
        repo.commit(day(1).replace('.md', '-evening.md'), retain(second!))
        expect(repo.read('bank/world.md')).toMatch(
          /No longer<\/summary>\n\n- W\(until=2025-11-01\) @Peter: Lives in Graz/,
        )
        await expectSameAsRebuild(repo)
        repo.commit(day(1), retain('W @Peter: Likes tea'))
        expect(repo.read('bank/world.md')).not.toContain('No longer')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ),
  )

  test('stands beside what says a change on its own day too, for which was first nobody knows', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain('W @Peter: Now lives in Graz', moved, 'W @Peter: Moved from Wels to Graz'))
        expect(repo.read('bank/world.md')).not.toContain('No longer')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))

  test('is not looked for by what names two or has no day', () =>
    withRepo(
      async (repo) => {
        repo.commit(day(1), retain(lives))
        repo.commit(day(9), retain('W @Peter @Nina: Moved from Graz to Wels', 'O @Peter: Moved from Graz to Wels'))
        repo.commit('MEMORY.md', retain(moved))
        expect(repo.read('bank/world.md')).not.toContain('No longer')
        await expectSameAsRebuild(repo)
      },
      { hooks: true },
    ))
})
