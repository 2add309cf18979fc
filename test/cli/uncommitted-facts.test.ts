import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

describe('a fact that recall prints of a note that is not committed', () => {
  test('is shown by its id and its place, and retire says that it is to be committed first, forget that it need not be', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz'))
      repo.append(day(1), '- W @Peter: Likes tea\n')
      const answer = JSON.parse(repo.memory('recall', 'tea', '--json').stdout) as {
        results: { id: string; source: string }[]
      }
      const { id, source } = answer.results[0]!
      expect(source).toBe(`${day(1)}#L3`)
      for (const reference of [`^${id}`, source])
        expect(repo.memory('show', reference)).toMatchObject({
          status: 0,
          stdout: expect.stringMatching(/Likes tea — Peter\n.*#L3 {2}\^\w+ {2}\(uncommitted\)/),
        })
      expect(repo.memory('show', 'Peter').stdout).toContain('Likes tea')
      const before = repo.files()
      expect(repo.memory('retire', `^${id}`)).toMatchObject({
        status: 2,
        stderr: `memory: ^${id} stands in ${day(1)}:3, which is not committed: change it there, or commit it first\n`,
      })
      expect(repo.memory('forget', `^${id}`)).toMatchObject({
        status: 2,
        stderr: `memory: ${day(1)}:3 says this, and no commit does: delete the line, and it is gone\n`,
      })
      expect(repo.files('memory')).toEqual(new Map([...before].filter(([path]) => path.startsWith('memory/'))))
    }))
})
