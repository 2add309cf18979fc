import { expect, test } from '@jest/globals'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

const page = (name: string, alias: string): string => `---\nname: ${name}\naliases: [${alias}]\n---\n\n# ${name}\n`

test('an alias as people write it, with a blank, means the mention that can hold none', () =>
  withRepo((repo) => {
    repo.commit('bank/entities/Tom.md', page('Tom', 'Tom Okafor'))
    repo.commit(day(1), retain('W @Tom-Okafor: Repairs boats', 'W @Tom: Plays chess'))
    const tom = jsonOf<{ name: string; aliases: string[]; facts: unknown[] }>(repo, 'show', 'tom okafor')
    expect(tom).toMatchObject({ name: 'Tom', aliases: ['Tom Okafor', 'Tom-Okafor'] })
    expect(tom.facts).toHaveLength(2)
    const { entities } = jsonOf<{ entities: string[] }>(repo, 'recall', 'what does Tom Okafor do')
    expect(entities).toEqual(['Tom'])
  }))

test('takes nothing from an entity that is called so itself', () =>
  withRepo((repo) => {
    repo.commit('bank/entities/Tom.md', page('Tom', 'Tom Okafor'))
    repo.commit('bank/entities/Tom-Okafor.md', page('Tom-Okafor', ''))
    repo.commit(day(1), retain('W @Tom-Okafor: Repairs boats', 'W @Tom: Plays chess'))
    expect(jsonOf<{ facts: unknown[] }>(repo, 'show', 'Tom').facts).toHaveLength(1)
    expect(jsonOf<{ name: string }>(repo, 'show', 'Tom-Okafor').name).toBe('Tom-Okafor')
  }))
