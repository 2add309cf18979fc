import { expect, test } from '@jest/globals'
import { entityFileName } from '../../src/model/entity.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { jsonOf } from '../cli/design-example.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const page = 'bank/entities/Ana.md'
const confidence = (repo: Repo): number | null => {
  const { results } = jsonOf<{ results: { kind: string; content: string; confidence: number | null }[] }>(
    repo,
    'recall',
    'likes tea',
  )
  return results.find(({ kind, content }) => kind === 'opinion' && content === 'Likes green tea')!.confidence
}

test('an alias that comes or goes judges again what is about the names that it joins or parts, as a rebuild would', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea', 'O(c=0.7) @Cleo: Likes coffee'))
    repo.commit(day(5), retain('W @Bea: Hates green tea'))
    expect(confidence(repo)).toBe(0.8)

    repo.commit(page, '---\ntype: entity\nname: Ana\naliases:\n  - Bea\n---\n')
    expect(confidence(repo)).toBe(0.64)
    await expectSameAsRebuild(repo)

    repo.git('rm', '-q', page)
    repo.git('commit', '-q', '-m', 'two again')
    expect(confidence(repo)).toBe(0.8)
    await expectSameAsRebuild(repo)
  }))

const frontOf = (name: string, ...aliases: string[]): string =>
  `---\ntype: entity\nname: ${JSON.stringify(name)}\naliases: ${JSON.stringify(aliases)}\n---\n`

const hashed = `bank/entities/${entityFileName("B'Anc")}.md`

test.each<[string, { other: string; join: (repo: Repo) => void; apart: string }]>([
  [
    'a page that is named for another',
    {
      other: 'Bea',
      join(repo) {
        repo.commit(page, frontOf('Ana'))
        repo.commit(page, frontOf('Bea'))
      },
      apart: 'Ana',
    },
  ],
  [
    'a page whose file is called as another',
    {
      other: 'Bea',
      join(repo) {
        repo.commit('bank/entities/Bea.md', frontOf('Bea'))
        repo.git('mv', 'bank/entities/Bea.md', page)
        repo.git('commit', '-q', '-m', 'moved')
      },
      apart: 'Ana',
    },
  ],
  [
    'a page that is named for another and whose file could not be called as its name',
    {
      other: "B'Anc",
      join(repo) {
        repo.commit(hashed, frontOf("B'Anc"))
        repo.commit(hashed, frontOf('Ana'))
      },
      apart: "B'Anc",
    },
  ],
  [
    'an alias of two words',
    { other: 'Bea-Ott', join: (repo) => repo.commit(page, frontOf('Ana', 'Bea Ott')), apart: 'Bea-Ott' },
  ],
])('so does %s, until the other has a page of its own', (_what, { other, join, apart }) =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Ana: Likes green tea', 'O(c=0.7) @Cleo: Likes coffee'))
    repo.commit(day(5), retain(`W @${other}: Hates green tea`))
    expect(confidence(repo)).toBe(0.8)

    join(repo)
    expect(confidence(repo)).toBe(0.64)
    await expectSameAsRebuild(repo)

    repo.commit('bank/entities/Apart.md', frontOf(apart))
    expect(confidence(repo)).toBe(0.8)
    await expectSameAsRebuild(repo)
  }),
)
