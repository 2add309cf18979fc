import { describe, expect, test } from '@jest/globals'
import type { SyncReport } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRawIndex } from '../support/raw-index.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const config = '.memory/config.json'
const tombstones = 'memory/.forgotten.md'
const opinion = 'O(c=0.8) @Ana: Likes green tea'

/** Commits a file, and says what the next sync reads. */
const synced = (repo: Repo, path: string, text: string): Promise<SyncReport> => {
  repo.commit(path, text)
  return repo.use((workspace) => workspace.sync())
}

/** Six days; the first and the third say the same of tea. */
async function sixDays(repo: Repo): Promise<string> {
  for (let at = 1; at <= 6; at++) repo.commit(day(at), retain(`W @Bea: Took train ${at}`))
  repo.commit('memory/tea.md', retain(opinion))
  repo.commit('memory/more-tea.md', retain(opinion, 'W @Ana: Drinks tea'))
  await repo.use((workspace) => workspace.reflect('all'))
  return withRawIndex(repo, (db) => db.prepare(`SELECT id FROM fact WHERE kind = 'opinion'`).pluck().get() as string)
}

describe('a change of settings', () => {
  test.each([
    ['{"core": {"limit": 6000}}', 0],
    ['{"bank": {"tell": "once"}}', 0],
    ['{"me": "Ana", "recall": {"company": false}}', 0],
    ['{"origin": {"authors": {"*": "tool"}}}', 0],
    ['{"retain": {"headings": ["Merken"]}}', 8],
    ['{"origin": {"notes": {"memory/**": "web"}}}', 8],
    ['{"mentions": {"wikilinks": true}}', 8],
  ])('to %s has as many notes read again: %i', (settings, read) =>
    withRepo(async (repo) => {
      await sixDays(repo)
      expect(await synced(repo, config, settings)).toMatchObject({ changed: true, read })
      await expectSameAsRebuild(repo)
    }),
  )

  test('has every page laid out again by the hook, though no note is read', () =>
    withRepo(
      async (repo) => {
        await sixDays(repo)
        expect(repo.read('bank/world.md')).toContain('@Bea')
        repo.commit(config, '{"bank": {"tell": "once"}}')
        // Told once, every fact of these logs stands on the page of its name.
        expect(repo.exists('bank/world.md')).toBe(false)
      },
      { hooks: true },
    ))

  test('that cannot be read leaves the index as it was, and mended it reads no note', () =>
    withRepo(async (repo) => {
      await sixDays(repo)
      await expect(synced(repo, config, '{"core": {"limit": "many"}}')).rejects.toMatchObject({ code: 'bad-config' })
      expect(await synced(repo, config, '{"core": {"limit": 7000}}')).toMatchObject({ read: 0 })
      await expectSameAsRebuild(repo)
    }))
})

describe('what is forgotten, as a merge brings it', () => {
  test('has the notes read again that say it, wherever in them it stands, and no other', () =>
    withRepo(async (repo) => {
      const id = await sixDays(repo)
      repo.commit('memory/fenced.md', `Kept:\n\n\`\`\`\n- ${opinion}\n\`\`\`\n`)
      repo.commit('memory/elsewhere.md', `# Notes\n\n- ${opinion}\n`)
      await repo.use((workspace) => workspace.sync())
      expect(await synced(repo, tombstones, `- ^${id}\n`)).toMatchObject({ read: 4 })
      expect(repo.memory('recall', 'green tea').stdout).not.toContain('Likes green tea')
      await expectSameAsRebuild(repo)
      // The union of two clones' files may lose an id, and an edit may take one out.
      expect(await synced(repo, tombstones, '')).toMatchObject({ read: 4 })
      expect(repo.memory('recall', 'green tea').stdout).toContain('Likes green tea')
      await expectSameAsRebuild(repo)
    }))

  test('has the pages read again on which a person speaks of it', () =>
    withRepo(async (repo) => {
      const id = await sixDays(repo)
      repo.git('add', 'bank')
      repo.commit('bank/opinions.md', repo.read('bank/opinions.md').replace('Likes green tea', 'Likes green tea, hot'))
      await repo.use((workspace) => workspace.sync())
      expect(await synced(repo, tombstones, `- ^${id}\n`)).toMatchObject({ pages: 1 })
      await expectSameAsRebuild(repo)
    }))
})
