import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const example = fileURLToPath(new URL('../../examples/workspace', import.meta.url))

/** The ids that pages tell, each with the pages that do. */
function toldIn(repo: Repo): Map<string, string[]> {
  const told = new Map<string, string[]>()
  for (const [path, text] of repo.files('bank'))
    for (const [, id] of text.matchAll(/<!-- \^(\w{10}) \S+ \S+ \w{8} -->/g))
      told.set(id!, [...(told.get(id!) ?? []), path])
  return told
}

const tell = (repo: Repo, how: string): Promise<unknown> => {
  repo.commit('.memory/config.json', JSON.stringify({ bank: { tell: how } }))
  return repo.use((workspace) => workspace.reflect())
}
const isOfKind = (path: string): boolean => !path.startsWith('bank/entities/')

test('what names somebody stands on their page alone, nothing that was told is told no more, and all of it comes back', () =>
  withRepo(async (repo) => {
    cpSync(example, repo.path(), { recursive: true })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'three weeks')
    await repo.use((workspace) => workspace.reflect())
    const [everywhere, pages] = [toldIn(repo), repo.files('bank')]
    await tell(repo, 'once')
    const once = toldIn(repo)
    expect([...once.keys()].toSorted()).toEqual([...everywhere.keys()].toSorted())
    for (const [id, paths] of once) expect([id, paths.some(isOfKind) && !paths.every(isOfKind)]).toEqual([id, false])
    const { faults } = await repo.use((workspace) => workspace.verify(true))
    expect(faults).toEqual([])
    await tell(repo, 'everywhere')
    expect(repo.files('bank')).toEqual(pages)
    await expectSameAsRebuild(repo)
  }))

test('a bullet about one name changes its page and no other; one about nobody the page of its kind', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W @Peter: One', 'W The sky is blue.', 'O(c=0.8) @Peter: Likes tea'))
    await tell(repo, 'once')
    expect(repo.read('bank/world.md')).toContain(
      'What is about a name stands on its page alone, in [entities](entities/).',
    )
    expect(repo.exists('bank/opinions.md')).toBe(false)
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
    repo.commit(day(2), retain('O(c=0.9) @Peter: Likes coffee'))
    expect(await repo.use((workspace) => workspace.reflect())).toMatchObject({ written: ['bank/entities/Peter.md'] })
    repo.commit(day(3), retain('W The sea is grey.'))
    expect(await repo.use((workspace) => workspace.reflect())).toMatchObject({ written: ['bank/world.md'] })
  }))

test('words of a person on a page of a kind stay there, and hold, when its facts leave it', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'O(c=0.6) Rain is good.'))
    await repo.use((workspace) => workspace.reflect())
    repo.write(
      'bank/opinions.md',
      repo.read('bank/opinions.md').replace('c=0.80) @Peter', 'c=0.30) @Peter') + '\nMine.\n',
    )
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'an edit')
    await tell(repo, 'once')
    expect(repo.read('bank/opinions.md')).toMatch(
      /Mine\.\n[^]*of=\^\w{10}[^]*@Peter: Likes tea|of=\^\w{10}[^]*@Peter: Likes tea[^]*Mine\.\n/,
    )
    expect(repo.read('bank/entities/Peter.md')).toContain('O(c=0.30) @Peter: Likes tea')
    await expectSameAsRebuild(repo)
  }))
