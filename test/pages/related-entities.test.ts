import { existsSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { relatedTo } from '../../src/pages/related-entities.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { bulletOf, shown } from '../belief/statements.js'

/** The line on Peter's page, for facts that name these, without the hash at its end. */
function related(...mentions: readonly string[]): string {
  const facts = mentions.map((names) => shown(bulletOf(`W @Peter ${names}: x`)))
  const line = relatedTo(
    'peter',
    [{ title: 'World', folded: false, facts }],
    (key) => (key === 'pete' ? 'peter' : key === 'annie' ? 'anna' : key),
    (key) => ({ path: `bank/entities/${key}.md`, title: key.toUpperCase() }),
  )
  expect(line).toMatch(/^$|^Related: .* <!-- [0-9a-f]{8} -->$/)
  return line.replace(/ <!--.*/, '')
}

describe('the entities that have most to do with one', () => {
  test('share two facts with it: one is chance', () => {
    expect(related('@Anna', '@Bob')).toBe('')
    expect(related('@Anna', '@Bob', '@Anna')).toBe('Related: [ANNA](anna.md)')
  })

  test('are counted with their aliases, and itself never', () => {
    expect(related('@Annie @Pete', '@Anna @Pete')).toBe('Related: [ANNA](anna.md)')
    expect(related('@Annie @Anna')).toBe('')
  })

  test('stand in the order of their names, so that another count moves nothing', () => {
    expect(related('@Cleo @Bob', '@Cleo @Bob', '@Cleo')).toBe('Related: [BOB](bob.md) · [CLEO](cleo.md)')
  })

  test('are eight at most: those that share most, then the first by name', () => {
    const names = [...'abcdefghij']
    const twice = names.map((name) => `@${name}`).join(' ')
    const line = related(twice, twice, '@j')
    expect(line.match(/\[(\w)\]/g)!.join('')).toBe('[A][B][C][D][E][F][G][J]')
  })
})

const linksOn = (repo: Repo, page: string): string[] =>
  (/^Related: (.*) <!--/m.exec(repo.read(page))?.[1] ?? '').split(' · ').filter((link) => link !== '')

describe('the links of a page to others', () => {
  test('lead to a file each, whatever an entity is called, and go with what was retired', () =>
    withRepo(async (repo) => {
      const names = ['a/b', 'con', '飞书API', 'Anna', 'x'.repeat(120)]
      const facts = names.flatMap((name) => [`W @Peter @${name}: one of ${name}`, `B @${name} @Peter: two of ${name}`])
      repo.commit(day(1), retain(...facts))
      await repo.use((workspace) => workspace.reflect())
      const links = linksOn(repo, 'bank/entities/Peter.md')
      expect(links.length).toBe(names.length)
      for (const link of links) {
        const target = decodeURIComponent(/\]\((.*)\)$/.exec(link)![1]!)
        expect([link, existsSync(repo.path(`bank/entities/${target}`))]).toEqual([link, true])
      }
      const id = /one of Anna.*\^(\w{10})/.exec(repo.read('bank/entities/Anna.md'))![1]!
      repo.memory('retire', id)
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'retired')
      await repo.use((workspace) => workspace.reflect())
      expect(linksOn(repo, 'bank/entities/Peter.md').length).toBe(names.length - 1)
      expect(linksOn(repo, 'bank/entities/Anna.md')).toEqual([])
    }))

  test('that a person wrote into ours are the person’s, and move to the curated part', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), retain('W @Peter @Anna: One', 'W @Peter @Anna: Two'))
      await repo.use((workspace) => workspace.reflect())
      const page = 'bank/entities/Peter.md'
      const marker = (): string => /<!-- memory:begin .*/.exec(repo.read(page))![0]
      const before = marker()
      const edited = repo.read(page).replace('(Anna.md) <', '(Anna.md) · [my notes](../../notes.md) <')
      repo.commit(page, edited)
      repo.commit(day(2), retain('W @Peter @Bob: Three', 'W @Peter @Bob: Four'))
      await repo.use((workspace) => workspace.reflect())
      expect(linksOn(repo, page)).toEqual(['[Anna](Anna.md)', '[Bob](Bob.md)'])
      expect(marker()).toBe(before)
      expect(repo.read(page)).toMatch(/## Curated\n\nRelated: .*\[my notes\]\(\.\.\/\.\.\/notes\.md\)/)
    }))
})
