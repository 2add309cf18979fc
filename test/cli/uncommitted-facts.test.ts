import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

describe('a fact that recall prints of a note that is not committed', () => {
  test('is shown by its id and its place; forget says that it need not be committed, and retire takes it out', () =>
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
      expect(repo.memory('forget', `^${id}`)).toMatchObject({
        status: 2,
        stderr: `memory: ${day(1)}:3 says this, and no commit does: delete the line, and it is gone\n`,
      })
      expect(repo.files('memory')).toEqual(new Map([...before].filter(([path]) => path.startsWith('memory/'))))
      expect(repo.memory('retire', `^${id}`)).toMatchObject({ status: 0, stderr: '' })
      expect(repo.read(day(1))).toBe(retain('W @Peter: Lives in Graz'))
    }))

  test('is marked by itself: a line of the same log that HEAD says too is committed, wherever it stands by now', () =>
    withRepo((repo) => {
      repo.commit(day(1), retain('W @Peter: Lives in Graz', 'W(until=2026) @Peter: Rents a flat', 'W @Peter: Sings'))
      repo.write(
        day(1),
        retain('W @Peter: Likes tea', 'W @Peter: Lives in Graz', 'W(until=2027) @Peter: Rents a flat', 'W @Bo: Sings'),
      )
      const { results } = JSON.parse(repo.memory('recall', '--kind', 'world', '--json').stdout) as {
        results: { content: string; entities: string[]; source: string; uncommitted?: true }[]
      }
      const marks = results.map(({ content, entities, uncommitted }) => `${entities[0]} ${content} ${uncommitted}`)
      expect(marks.toSorted()).toEqual([
        'Bo Sings true',
        'Peter Likes tea true',
        'Peter Lives in Graz undefined',
        'Peter Rents a flat true',
      ])
      expect(repo.memory('show', `${day(1)}#L3`).stdout).not.toContain('uncommitted')
      expect(repo.memory('show', `${day(1)}#L2`).stdout).toContain('(uncommitted)')
      repo.git('commit', '-q', '-a', '-m', 'log')
      expect(repo.memory('recall', '--kind', 'world', '--json').stdout).not.toMatch(/"uncommitted": true/)
    }))
})
