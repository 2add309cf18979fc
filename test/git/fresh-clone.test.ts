import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const withClone = (land: readonly string[], work: (clone: Repo) => void): Promise<void> =>
  withRepo(
    (repo) => {
      repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Anna: Lives in Graz'))
      repo.git('add', ...land)
      repo.git('commit', '-q', '-m', 'pages')
      const clone = repo.at('clone')
      repo.git('clone', '-q', repo.root, clone.root)
      expect(clone.memory('rebuild').status).toBe(0)
      work(clone)
    },
    { hooks: true },
  )
const pagesIn = (clone: Repo): string => /^pages .*$/m.exec(clone.memory('status').stdout)![0]

describe('the pages of a fresh clone, once memory-rebuild ran', () => {
  test('are up to date where they are as the logs give them', () =>
    withClone(['bank'], (clone) => {
      expect(pagesIn(clone)).toMatch(/^pages +up to date$/)
      expect(clone.git('status', '--porcelain')).toBe('')
      clone.commit(day(2), retain('W @Anna: Sings'))
      expect(clone.git('status', '--porcelain').split('\n')).toEqual([' M bank/entities/Anna.md', ' M bank/world.md'])
    }))

  test('are not where one of them is missing, and nothing is written', () =>
    withClone(['bank/world.md', 'bank/opinions.md'], (clone) => {
      expect(pagesIn(clone)).toMatch(/^pages +behind by 2: memory reflect$/)
      expect(clone.exists('bank/entities')).toBe(false)
      expect(clone.git('status', '--porcelain')).toBe('')
    }))
})
