import { expect, test } from '@jest/globals'
import { entityFileName } from '../../src/model/entity.js'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const frontOf = (name: string): string => `---\ntype: entity\nname: ${JSON.stringify(name)}\naliases: []\n---\n`

/** Only stale pages are written, as hooks do; then none may be left that a look at every page would change. */
const writesAll = async (repo: Repo): Promise<void> => {
  await repo.use((workspace) => workspace.reflect('stale'))
  expect(await repo.use((workspace) => workspace.reflect())).toMatchObject({ written: [], removed: [] })
}

test('where the page that named somebody is gone, other pages show the name of the logs again', () =>
  withRepo(async (repo) => {
    repo.commit('bank/entities/Peter.md', frontOf('PETER'))
    repo.commit(day(1), retain('W @Peter: Likes tea', 'W @Ana: Rows', 'O(c=0.8) @Peter: Prefers tea'))
    await writesAll(repo)
    expect(repo.read('bank/opinions.md')).toContain('## PETER\n')
    repo.git('rm', '-q', '--cached', 'bank/entities/Peter.md')
    repo.remove('bank/entities/Peter.md')
    repo.git('commit', '-q', '-m', 'without its page')
    await writesAll(repo)
    expect(repo.read('bank/opinions.md')).toContain('## Peter\n')
  }))

test('a page that comes as the spelling goes by which its name was shown is shown everywhere as it says', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @peter: Likes tea'))
    repo.commit(day(2), retain('B @PETER: Rowed', 'B @PETER: Ran'))
    await writesAll(repo)
    expect(repo.read('bank/world.md')).toContain('## PETER\n')
    repo.git('rm', '-q', day(2))
    repo.write('bank/entities/peter.md', frontOf('peter'))
    repo.git('add', 'bank/entities/peter.md')
    repo.git('commit', '-q', '-m', 'both')
    await writesAll(repo)
    expect(repo.read('bank/world.md')).toContain('## peter\n')
  }))

test('a page whose file could not be called as its name keeps its facts where it is named for another', () =>
  withRepo(async (repo) => {
    const path = `bank/entities/${entityFileName("O'Neill")}.md`
    repo.commit(day(1), retain("W @O'Neill: Likes tea"))
    await writesAll(repo)
    repo.write(path, repo.read(path).replace(`name: "O'Neill"`, 'name: "Patrick"'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'renamed')
    await writesAll(repo)
    expect(repo.read(path)).toContain('Likes tea')
    expect(repo.read('bank/world.md')).toContain('## Patrick\n')
  }))

test('a line that names somebody in letters of several signs comes to the page of the name', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @Zo\u00e9: Likes tea'))
    await writesAll(repo)
    repo.commit(day(2), '# A day\n\nDecision: Zoe\u0301 pays the printer from March on\n')
    await writesAll(repo)
    expect(repo.read('bank/entities/Zo\u00e9.md')).toContain('pays the printer')
  }))

test('a page whose file is called otherwise is linked by its new name from the pages of others', () =>
  withRepo(async (repo) => {
    const both = Array.from({ length: 3 }, (_, at) => `W @Ana @Bea: Row together on lake ${at}`)
    repo.commit('bank/entities/bea.md', frontOf('Bea'))
    repo.commit(day(1), retain(...both))
    await writesAll(repo)
    expect(repo.read('bank/entities/Ana.md')).toContain('(bea.md)')
    repo.git('mv', 'bank/entities/bea.md', 'bank/entities/Bea.md')
    repo.git('commit', '-q', '-m', 'a capital')
    await writesAll(repo)
    expect(repo.read('bank/entities/Ana.md')).toContain('(Bea.md)')
    repo.git('mv', 'bank/entities/Bea.md', 'bank/entities/BEA.md')
    repo.git('commit', '-q', '-m', 'capitals')
    await writesAll(repo)
    repo.remove('bank/entities/BEA.md')
    repo.git('commit', '-qam', 'without its page')
    await writesAll(repo)
    expect(repo.read('bank/entities/Ana.md')).toContain('(Bea.md)')
  }))
