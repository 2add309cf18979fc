import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openRepository } from '../../src/git/repository.js'
import { withRepo } from '../support/with-repo.js'

const written = `[Rebase]
	AutoStash = true
[merge "Memory-Log"]
	Driver = one %A
	driver = "two %A\\nand its second line"
[merge "memory-log"]
	driver = of a name in small letters
[core]
	bareName
`

const asked = [
  'rebase.autoStash',
  'merge.Memory-Log.driver',
  'merge.memory-log.driver',
  'core.bareName',
  'core.repositoryformatversion',
  'user.name',
  'merge.autoStash',
]

test.each(['own', 'any'] as const)('settings that are read together (%s) are what each is by itself', (where) =>
  withRepo((repo) => {
    appendFileSync(join(repo.root, '.git/config'), written)
    const repository = openRepository(repo.root)
    const now = repository.configNow(where)
    expect(asked.map((name) => [name, now(name)])).toEqual(asked.map((name) => [name, repository.config(name, where)]))
    expect(now('merge.Memory-Log.driver')).toBe('two %A\nand its second line')
  }),
)

test('of settings that Git cannot read none is there', () =>
  withRepo((repo) => {
    const repository = openRepository(repo.root)
    writeFileSync(join(repo.root, '.git/config'), '[core\n')
    expect(repository.configNow()('core.bare')).toBe(repository.config('core.bare'))
  }))
