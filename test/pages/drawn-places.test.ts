import { describe, expect, test } from '@jest/globals'
import { day } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const pageOf = async (repo: Repo, name: string): Promise<string> => {
  await repo.use((workspace) => workspace.reflect('stale'))
  return repo.read(`bank/entities/${name}.md`)
}
const idAt = async (repo: Repo, place: string): Promise<string> => {
  const shown = await repo.use((workspace) => workspace.show(place))
  return shown.what === 'place' ? shown.facts[0]!.id : ''
}
const lineOf = (page: string, words: string): string => page.split('\n').find((line) => line.includes(words)) ?? ''

describe('what a bullet was made of', () => {
  test('is linked on its page, also where only that moved, and left out where it stands no more', () =>
    withRepo(async (repo) => {
      const narrative = '# Day\n\nRovira charges 80 euros an hour.\n'
      repo.commit(day(1), narrative)
      const id = await idAt(repo, `${day(1)}#L3`)
      repo.commit(day(2), `## Retain\n- W(from=^${id}) @Rovira: Charges 80 euros an hour.\n`)
      expect(lineOf(await pageOf(repo, 'Rovira'), 'Charges 80')).toContain(
        ` ←[2025-11-01](../../${day(1)}?plain=1#L3) <!-- ^`,
      )
      // The bullet's own log is as it was.
      repo.commit(day(1), `# Day\n\nFirst.\n\nRovira charges 80 euros an hour.\n`)
      expect(lineOf(await pageOf(repo, 'Rovira'), 'Charges 80')).toContain('plain=1#L5) <!-- ^')
      repo.commit(day(1), '# Day\n\nFirst.\n')
      expect(lineOf(await pageOf(repo, 'Rovira'), 'Charges 80')).not.toContain('←')
      await expectSameAsRebuild(repo)
    }))

  test('is told by its line alone where it stands in the same log, of a belief too, and is no edit of anybody', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), '# Day\n\nLena wants tea before ten.\n')
      const id = await idAt(repo, `${day(1)}#L3`)
      repo.append(day(1), `\n## Retain\n- O(c=0.9, from=^${id}) @Lena: Wants tea before ten.\n`)
      repo.git('commit', '-qam', 'more')
      const page = await pageOf(repo, 'Lena')
      expect(lineOf(page, 'Wants tea')).toMatch(/· \[2025-11-01\]\(\S+#L6\) ←\[L3\]\(\S+#L3\) <!-- \^/)
      repo.commit('bank/entities/Lena.md', page)
      expect(await pageOf(repo, 'Lena')).toBe(page)
      expect(page).not.toContain('from=')
    }))

  test('is cited by an answer and by show', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), '# Day\n\nRovira charges 80 euros an hour.\n')
      const id = await idAt(repo, `${day(1)}#L3`)
      repo.commit(day(2), `## Retain\n- W(from=^${id}+^0123456789) @Rovira: Asks for 80 euros.\n`)
      const { results } = await repo.use((workspace) =>
        workspace.recall('what does Rovira ask for', { kinds: ['world'] }),
      )
      expect(results[0]).toMatchObject({ content: 'Asks for 80 euros.', from: [`${day(1)}#L3`] })
      const shown = await repo.use((workspace) => workspace.show(`${day(2)}#L2`))
      const found = await repo.use((workspace) => workspace.show(shown.what === 'place' ? shown.facts[0]!.id : ''))
      expect(found).toMatchObject({
        madeOf: [
          { id, source: `${day(1)}#L3` },
          { id: '0123456789', source: null },
        ],
      })
    }))

  test.each([
    ['of its own day, whose words it has', 1, 'Rovira charges 80 euros an hour for the well.', false],
    ['of its own day, of which it says little', 1, 'Charges for the well.', true],
    ['of another day: whoever writes an id there hides nothing', 2, 'Charges 80 euros an hour for the well.', true],
  ])('a passage is told behind the bullet in an answer but where it is %s', async (_, at, said, isTold) =>
    withRepo(async (repo) => {
      repo.commit(day(1), '# Day\n\nRovira charges 80 euros an hour for the well.\n')
      const id = await idAt(repo, `${day(1)}#L3`)
      const bullet = `## Retain\n- W(from=^${id}) @Rovira: ${said}\n`
      repo.commit(day(at), at === 1 ? `${repo.read(day(1))}\n${bullet}` : bullet)
      const { results } = await repo.use((workspace) => workspace.recall('what does @Rovira charge for the well?'))
      const sources = results.map(({ source }) => source)
      expect(sources).toContain(at === 1 ? `${day(1)}#L6` : `${day(2)}#L2`)
      expect(sources.includes(`${day(1)}#L3`)).toBe(isTold)
    }),
  )
})
