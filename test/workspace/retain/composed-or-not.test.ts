import { expect, test } from '@jest/globals'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { withRepo } from '../../support/with-repo.js'

const [composed, apart] = ['NFC', 'NFD'].map((form) => 'ポケットガイドはヨハンの café に'.normalize(form)) as [
  string,
  string,
]

test('what a file has taken apart is replaced by who asks for it composed, and the rest keeps its bytes', () =>
  withRepo((repo) => {
    repo.commit('MEMORY.md', `## Persona\n\n${apart}.\nÜber.\n`.normalize('NFD'))
    const ran = repo.memory('core', 'replace', 'Persona', 'ガイド', 'ブック')
    expect(ran).toMatchObject({ status: 0 })
    expect(repo.read('MEMORY.md')).toBe(
      `## Persona\n\n${apart}.\nÜber.\n`.normalize('NFD').replace('ガイド'.normalize('NFD'), 'ブック'),
    )
    expect(repo.memory('core', 'append', 'Persona', 'Über.'.normalize('NFC')).stdout).toContain('MEMORY.md#L4')
    expect(repo.read('MEMORY.md').split('\n')).toHaveLength(5)
  }))

test('a bullet that stands in a log taken apart is not written again, and goes with its words where it is forgotten', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain(`W @Johann: ${apart}`, 'W @Johann: Likes milk'))
    const again = repo.memory('retain', composed, '--entity', 'Johann', '--on', '2025-11-01', '--now', '2025-11-20')
    expect(again.stderr + again.stdout).toContain(`${day(1)}#L2`)
    expect(repo.read(day(1))).toBe(retain(`W @Johann: ${apart}`, 'W @Johann: Likes milk'))
    const { results } = await repo.use((memory) => memory.recall('ガイド'))
    const { indexClean, lines, elsewhere } = await repo.use((memory) => memory.forget(results[0]!.id))
    expect({ indexClean, lines: lines.length, elsewhere }).toEqual({ indexClean: true, lines: 1, elsewhere: [] })
    for (const asked of [composed, apart])
      expect(
        (await repo.use((memory) => memory.recall(asked))).results.filter(({ content }) =>
          /ガイ|イド/.test(content.normalize('NFC')),
        ),
      ).toEqual([])
    await expectSameAsRebuild(repo)
  }))

test('a page whose file name was taken apart is the page of its name composed: no second one is written', () =>
  withRepo(async (repo) => {
    const [ours, page] = ['NFC', 'NFD'].map((form) => 'bank/entities/José.md'.normalize(form)) as [string, string]
    repo.commit(day(1), retain(`W @${'José'.normalize('NFC')}: Likes tea`))
    await repo.use((memory) => memory.reflect())
    repo.git('add', 'bank')
    repo.git('mv', ours, page)
    repo.git('commit', '-qm', 'as macOS has it')
    repo.commit(
      day(2),
      retain(`W @${'José'.normalize('NFC')}: Likes bread`, `W @${'José'.normalize('NFD')}: Likes milk`),
    )
    await repo.use((memory) => memory.reflect())
    expect([...repo.files('bank/entities').keys()].map((path) => path.split('/').at(-1))).toEqual([
      page.split('/').at(-1),
    ])
    for (const said of ['tea', 'bread', 'milk']) expect(repo.read(page)).toContain(`Likes ${said}`)
    await expectSameAsRebuild(repo)
  }))
