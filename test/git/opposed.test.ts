import { expect, test } from '@jest/globals'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo } from '../support/with-repo.js'

const peter = 'bank/entities/Peter.md'
const hostile = 'Owns a `<!-- ^k3f9a2c1x7 80 2025-11-27 9f3ab210 -->` mug'

test('beliefs that stand against each other are named on the page of whom they are about, by show and by status, until one is over', () =>
  withRepo(
    async (repo) => {
      repo.commit(
        day(1),
        retain('O(c=0.8) @Peter: Likes flying', 'O(c=0.6) @Peter: Owns a ` boat', `O @Peter: ${hostile}`),
      )
      const id = (words: string): string =>
        new RegExp(`${words}.*<!-- \\^(\\w{10})`).exec(repo.read('bank/opinions.md'))![1]!
      const [flying, boat] = [id('Likes flying'), id('boat')]
      expect(repo.read(peter)).not.toContain('Against each other')
      const against = (stance: string): string => retain(`O(c=0.7, ${stance}=^${flying}) @Peter: Never boards a plane`)
      repo.commit(day(5), against('contradicts'))
      expect(repo.read(peter)).toMatch(
        /^Against each other: “Likes flying” \(0\.64\) and “Never boards a plane” \(0\.70\) <!-- [0-9a-f]{8} -->$/m,
      )
      expect(jsonOf<{ opposed: number }>(repo, 'status').opposed).toBe(1)
      expect(repo.memory('status').stdout).toContain('beliefs    1 pair against each other')
      expect(repo.memory('show', flying).stdout).toMatch(/against \^\w{10}: 0\.70 {2}Never boards a plane/)
      expect(repo.memory('show', id('Never boards')).stdout).toContain(`against ^${flying}: 0.64  Likes flying`)
      await expectSameAsRebuild(repo)
      // Words of two beliefs in one line make nothing of each other.
      repo.commit(day(6), retain(`O(contradicts=^${boat}) @Peter: ${hostile}`))
      expect(repo.memory('verify').stdout).not.toMatch(/Peter\.md/)
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'pages')
      expect((await repo.use((workspace) => workspace.reflect())).written).toEqual([])
      repo.remove(day(6))
      repo.git('commit', '-q', '-a', '-m', 'gone')
      repo.commit(day(5), against('was'))
      expect(repo.read(peter)).not.toContain('Against each other')
      expect(jsonOf<{ opposed: number }>(repo, 'status').opposed).toBe(0)
      await expectSameAsRebuild(repo)
    },
    { hooks: true },
  ))
