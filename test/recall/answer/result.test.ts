import { expect, test } from '@jest/globals'
import { day, retain } from '../../support/notes.js'
import { withRepo } from '../../support/with-repo.js'

test('an opinion that a person made a plain fact of has no confidence, as on its page', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea'))
    const [belief] = await repo.use(async (memory) => (await memory.recall('tea')).results)
    expect(belief).toMatchObject({ kind: 'opinion', confidence: 0.8 })
    repo.commit('bank/opinions.md', `## Curated\n\n- W(of=^${belief!.id}, on=2025-11-02) @Peter: Likes tea\n`)
    const [fact] = await repo.use(async (memory) => (await memory.recall('tea')).results)
    expect(fact).toMatchObject({ id: belief!.id, kind: 'world', content: 'Likes tea' })
    expect(fact).not.toHaveProperty('confidence')
    expect(fact).not.toHaveProperty('evidence')
  }))
