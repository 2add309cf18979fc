import { describe, expect, test } from '@jest/globals'
import { retain } from '../../support/notes.js'
import { withRepo } from '../../support/with-repo.js'

describe('a layout of the workspace’s own', () => {
  test('that cannot be used is named with its line and what would be right, and no page changes', () =>
    withRepo((repo) => {
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea'))
      const block = '<!-- memory:begin -->\n{{ title }}\n<!-- memory:end -->\n'
      for (const [text, told] of [
        [
          '# {{ title }}\n{{ groups | where_exp: "g", "g.folded" }}\n',
          /unknown filter where_exp .*append.*upcase.*line:2/,
        ],
        ['# {{ title }}\n\n{% include "world.md" %}\n', /unknown tag include .*assign.*unless.*line:3/],
        ['# {{ title }}\n', /not just one line <!-- memory:begin -->/],
        [block + block, /not just one line <!-- memory:begin -->/],
      ] as const) {
        repo.commit('.memory/templates/world.md', text)
        const ran = repo.memory('reflect')
        expect(ran.status).toBe(2)
        expect(ran.stderr).toMatch(/^memory: \.memory\/templates\/world\.md: /)
        expect(ran.stderr).toMatch(told)
        expect(repo.exists('bank/world.md')).toBe(false)
      }
    }))

  test('that cannot be used is told of by status, and silences nothing else that status lists', () =>
    withRepo((repo) => {
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea', 'O(c=7) @Peter: Likes rum'))
      repo.memory('reflect', '--commit')
      for (const text of ['{% if', '# {{ title }}\n']) {
        repo.commit('.memory/templates/world.md', text)
        repo.write('bank/world.md', '# World\n')
        const ran = repo.memory('status')
        expect(ran.stdout).toContain('confidence must be 0 to 1, got 7')
        expect(ran.stdout + ran.stderr).toContain('.memory/templates/world.md: ')
        expect(ran.status).toBe(0)
      }
    }))

  test('that cannot be used keeps no word from being forgotten', () =>
    withRepo(async (repo) => {
      repo.commit('memory/2025-11-27.md', retain('W @Peter: Likes tea', 'W @Peter: Hides the key'))
      repo.memory('reflect', '--commit')
      const { results } = await repo.use((workspace) => workspace.recall('key', { committed: true }))
      for (const [text, at] of [
        ['{% if', 'world.md'],
        ['# {{ title }}\n', 'entity.md'],
      ] as const)
        repo.commit(`.memory/templates/${at}`, text)
      expect(repo.memory('forget', `^${results[0]!.id}`)).toMatchObject({ status: 0, stderr: '' })
      for (const text of [repo.git('grep', '-h', '', 'HEAD', '--', 'memory', 'bank'), ...repo.files('bank').values()])
        expect(text).not.toContain('Hides')
      expect(repo.read('bank/world.md')).toContain('Likes tea')
    }))
})
