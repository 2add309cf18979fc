import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

/** One day's pages are committed; the next day changed them and made another. */
const withDirtyPages = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('W @Peter: One'))
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', 'pages')
    repo.commit(day(2), retain('W @Peter: Two', 'B @Anna: New'))
  },
  { hooks: true },
)

const discard = (repo: Repo): { status: number; restored: string[]; removed: string[]; kept: string[] } => {
  const { status, stdout } = repo.memory('reflect', '--discard', '--json')
  return { status, ...(JSON.parse(stdout) as { restored: string[]; removed: string[]; kept: string[] }) }
}

describe('memory reflect --discard', () => {
  test('leaves the tree clean where only generated lines differ, and the next commit writes them again', () =>
    withDirtyPages(async (repo) => {
      expect(discard(repo)).toEqual({
        status: 0,
        restored: ['bank/entities/Peter.md', 'bank/world.md'],
        removed: ['bank/entities/Anna.md', 'bank/experience.md'],
        kept: [],
      })
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(repo.memory('reflect', '--discard').stdout).toBe('Every page is as HEAD has it.\n')
      // They are not "written" any more, and no diff shows them.
      expect(repo.memory('status').stdout).toMatch(/^pages +behind by 4: memory reflect$/m)
      repo.commit(day(3), retain('W @Mia: Three'))
      expect(repo.read('bank/world.md')).toContain('Two')
      expect(repo.exists('bank/entities/Anna.md')).toBe(true)
      await expectSameAsRebuild(repo)
    }))

  test('puts a page back that was removed because its facts are gone', () =>
    withDirtyPages((repo) => {
      repo.git('commit', '-q', '-a', '-m', 'pages')
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'all pages')
      repo.git('rm', '-q', day(2))
      repo.git('commit', '-q', '-m', 'gone')
      expect(repo.exists('bank/entities/Anna.md')).toBe(false)
      expect(discard(repo).status).toBe(0)
      expect(repo.git('status', '--porcelain')).toBe('')
    }))

  test.each<[string, string, (page: string) => string]>([
    ['an edited line', 'bank/world.md', (page) => page.replace('Two', 'Too')],
    [
      'a bullet of their own',
      'bank/world.md',
      (page) => page.replace('<!-- memory:end', '- W @Ann: Mine\n<!-- memory:end'),
    ],
    ['an introduction', 'bank/world.md', (page) => `Mine.\n\n${page}`],
    ['a line in a page that HEAD does not have', 'bank/entities/Anna.md', (page) => `${page}\nMine.\n`],
    ['a page with its markers damaged', 'bank/world.md', (page) => page.replace('<!-- memory:end -->', '')],
    ['a file of their own', 'bank/notes.md', () => 'Mine.\n'],
  ])('leaves alone what a person wrote: %s', (_what, path, edit) =>
    withDirtyPages((repo) => {
      const edited = edit(repo.exists(path) ? repo.read(path) : '')
      repo.write(path, edited)
      const done = discard(repo)
      expect(done.status).toBe(1)
      expect(done.kept).toEqual([path])
      expect(repo.read(path)).toBe(edited)
      expect(done.restored).toContain('bank/entities/Peter.md')
    }),
  )

  test('and no byte of a page that is no UTF-8 is changed, here or by a hook', () =>
    withDirtyPages((repo) => {
      const bytes = Buffer.concat([Buffer.from(repo.read('bank/world.md')), Buffer.from([0x47, 0xfc, 0x0a])])
      repo.write('bank/world.md', bytes)
      expect(discard(repo).kept).toEqual(['bank/world.md'])
      expect(repo.commit(day(4), retain('W @Peter: Four'))).toContain('left alone, markers damaged: bank/world.md')
      expect(repo.files('bank').get('bank/world.md')).toBe(bytes.toString('latin1'))
    }))
})
