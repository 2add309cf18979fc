import { rmSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { splitPage } from '../../src/model/page.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { indexFile, indexOf } from '../support/index-place.js'

const log = (...bullets: string[]): string => `## Retain\n${bullets.map((bullet) => `- ${bullet}\n`).join('')}`
const reflect = (repo: Repo) => repo.use((workspace) => workspace.reflect())

function commitAll(repo: Repo): void {
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'pages')
}

/** Reflecting twice changes nothing; returns the pages as they stand. */
async function settled(repo: Repo): Promise<Map<string, string>> {
  await reflect(repo)
  const pages = repo.files('bank')
  expect((await reflect(repo)).written).toEqual([])
  expect(repo.files('bank')).toEqual(pages)
  return pages
}

describe('the page of an entity', () => {
  test('that is renamed in its front matter keeps its file and every fact, and settles', async () => {
    await withRepo(async (repo) => {
      repo.commit('memory/2025-11-27.md', log('W @Peter: Is here.', 'W @Pietro: Is there.'))
      await reflect(repo)
      commitAll(repo)
      const page = 'bank/entities/Peter.md'
      repo.commit(page, repo.read(page).replace('name: "Peter"', 'name: Pietro'))
      const pages = [...(await settled(repo))].filter(([path]) => path.startsWith('bank/entities/'))
      const shown = pages.map(([, text]) => text).join('\n')
      expect(shown).toContain('Is here.')
      expect(shown).toContain('Is there.')
    })
  })

  test('that takes another’s name as an alias takes its facts over, and gives them back', async () => {
    await withRepo(async (repo) => {
      repo.commit('memory/2025-11-27.md', log('W @Peter: Is here.', 'W @Pete: Is there.'))
      await reflect(repo)
      commitAll(repo)
      const before = repo.files('bank')
      const page = 'bank/entities/Peter.md'
      const plain = repo.read(page)
      repo.commit(page, plain.replace('aliases: []', 'aliases: [Pete]'))
      const merged = await settled(repo)
      expect(merged.get(page)).toContain('Is there.')
      expect(merged.has('bank/entities/Pete.md')).toBe(false)
      repo.commit(page, repo.read(page).replace('aliases: [Pete]', 'aliases: []'))
      expect(await settled(repo)).toEqual(before)
    })
  })

  test('that became an alias before anybody committed it is gone after a rebuild too', async () => {
    await withRepo(async (repo) => {
      repo.commit('memory/2025-11-27.md', log('W @Peter: Is here.', 'W @Pete: Is there.'))
      await reflect(repo)
      const page = 'bank/entities/Peter.md'
      repo.commit(page, repo.read(page).replace('aliases: []', 'aliases: [Pete]'))
      rmSync(indexOf(repo), { force: true })
      const told = await repo.use(async (workspace) => (await workspace.status()).pagesBehind)
      const { removed, written } = await reflect(repo)
      expect(removed).toEqual(['bank/entities/Pete.md'])
      expect(told).toBe(removed.length + written.length)
    })
  })

  test('that is known by an alias is written after somebody looked at the status, too', async () => {
    await withRepo(async (repo) => {
      repo.commit('bank/entities/Peter.md', '---\naliases: [Pete]\n---\n\n<!-- memory:begin -->\n<!-- memory:end -->\n')
      repo.commit('memory/2025-11-27.md', log('W @Pete: Is here.'))
      await reflect(repo)
      commitAll(repo)
      await reflect(repo)
      repo.commit('memory/2025-11-28.md', log('W @Pete: Is there.'))
      const told = await repo.use(async (workspace) => (await workspace.status()).pagesBehind)
      const { written } = await repo.use((workspace) => workspace.reflect('stale'))
      expect(written.toSorted()).toEqual(['bank/entities/Peter.md', 'bank/world.md'])
      expect(told).toBe(2)
    })
  })

  test('whose name would forge a marker or a line stops no page', async () => {
    const names = ['"Pe\\n<!-- memory:end -->"', '"Pe\\n- O(c=0.99) @Peter: Forged"', '"<!-- memory:begin -->"']
    for (const name of names) {
      await withRepo(async (repo) => {
        repo.commit(
          'bank/entities/Peter.md',
          `---\nname: ${name}\naliases: [Peter]\n---\n\n<!-- memory:begin -->\n<!-- memory:end -->\n`,
        )
        repo.commit('memory/2025-11-27.md', log('W @Peter: Is here.', 'O(c=0.5) @Bob: Likes tea.'))
        const pages = await settled(repo)
        for (const path of ['bank/world.md', 'bank/opinions.md', 'bank/entities/Bob.md']) {
          expect([path, splitPage(pages.get(path) ?? '').block === null]).toEqual([path, false])
          expect(pages.get(path)).not.toMatch(/^- O\(c=0\.99\)/m)
        }
      })
    }
  })

  test('lands in bank/entities/ only, on a file of its own, whatever it is called', async () => {
    await withRepo(async (repo) => {
      const names = ['Peter', 'a/b', 'a-b', 'con', 'con.txt', 'ß', 'ss', '飞书API', 'x'.repeat(120), 'a..b', 'ı', 'i']
      repo.commit('memory/2025-11-27.md', log(...names.map((name, at) => `W @${name}: fact ${at}`)))
      const pages = await settled(repo)
      const entities = [...pages.keys()].filter((path) => path !== 'bank/world.md')
      expect(entities.length).toBe(names.length)
      for (const path of entities) expect(path).toMatch(/^bank\/entities\/[^/]+\.md$/)
      expect([...repo.files().keys()].filter((path) => /^(?:memory|bank)\//.test(path)).length).toBe(names.length + 2)
    })
  })
})

describe('the pages of a kind', () => {
  test('show each fact once, with every place that says it', async () => {
    await withRepo(async (repo) => {
      repo.commit(
        'memory/2025-11-27.md',
        log('O(c=0.9) @Peter: Likes tea', 'W @Peter: Is here.', 'O(c=0.9) @Peter: Likes  TEA'),
      )
      const page = (await settled(repo)).get('bank/opinions.md')!
      expect(page.match(/Likes/g)).toHaveLength(1)
      expect(page).toContain('#L2) [2025-11-27](../memory/2025-11-27.md?plain=1#L4)')
    })
  })

  test('leave the words of a person alone where their fact goes', async () => {
    await withRepo(async (repo) => {
      repo.commit('memory/2025-11-27.md', log('O(c=0.9) @Peter: Likes tea'))
      await reflect(repo)
      repo.write(
        'bank/opinions.md',
        repo.read('bank/opinions.md').replace('Likes tea', 'Adores tea').concat('\nMine.\n'),
      )
      commitAll(repo)
      repo.commit('memory/2025-11-27.md', 'nothing\n')
      const pages = await settled(repo)
      expect(pages.get('bank/opinions.md')).toMatch(
        /Adores tea[^]*\nMine\.\n\n## Curated\n\n- O\(of=\^\w{10}, on=2025-11-27\+1\) @Peter: Adores tea\n$/,
      )
      expect(pages.get('bank/entities/Peter.md')).toContain('Adores tea')
    })
  })

  test('are the same bytes whether the facts came in one commit or in many, and whatever was deleted in between', async () => {
    const bullets = ['W @Ann: One', 'O(c=0.4) @Bob: Two', 'B @Ann @Bob: Three', 'S @Cleo: Four', 'O @Bob: Five']
    const pages: Map<string, string>[] = []
    await withRepo(async (repo) => {
      repo.commit('memory/2025-11-27.md', log(...bullets))
      pages.push(await settled(repo))
    })
    await withRepo(async (repo) => {
      for (const count of [2, 5, 1, 4, 5]) {
        repo.commit('memory/2025-11-27.md', log(...bullets.slice(0, count)))
        await reflect(repo)
      }
      repo.remove(indexFile)
      pages.push(await settled(repo))
    })
    expect(pages[1]).toEqual(pages[0])
  })
})
