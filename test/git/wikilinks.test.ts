import { expect, test } from '@jest/globals'
import type { Answer } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

/** Lines that mention somebody, and not only say the name. */
const of = (repo: Repo, name: string): string[] =>
  (JSON.parse(repo.memory('recall', '--entity', name, '--json').stdout) as Answer).results
    .filter(({ entities }) => entities.includes(name))
    .map(({ source }) => source)
const switched = (repo: Repo, wikilinks: boolean): string =>
  repo.commit('.memory/config.json', JSON.stringify({ mentions: { wikilinks } }))

test('the commit that switches wikilinks on or off has every log read again', () =>
  withRepo(async (repo) => {
    repo.init()
    repo.commit(day(1), `${retain('W [[Peter]]: Met [[Ana]].')}\n## Evening\n\n[[Ana]] sang.\n`)
    expect(of(repo, 'Ana')).toEqual([])
    switched(repo, true)
    expect(of(repo, 'Ana').toSorted()).toEqual([`${day(1)}#L2`, `${day(1)}#L6`])
    expect(repo.read('bank/entities/Peter.md')).toContain('Met @Ana.')
    await expectSameAsRebuild(repo)
    switched(repo, false)
    expect(of(repo, 'Ana')).toEqual([])
    await expectSameAsRebuild(repo)
  }))

test('what retain writes is found under the id that it tells, and a forgotten line with a link stays out', () =>
  withRepo((repo) => {
    repo.init()
    switched(repo, true)
    repo.commit(day(1), retain('W @Peter: Sings.'))
    repo.memory('retain', 'Paints with [[Tom Okafor|Tom]]', '--entity', 'Peter', '--on', '2025-11-01', '--commit')
    expect(repo.read(day(1))).toContain('- W @Peter: Paints with Tom (@Tom-Okafor)')
    expect(of(repo, 'Tom-Okafor')).toEqual([`${day(1)}#L3`])
    repo.commit(day(2), retain('W [[Peter]]: Hides [[Ana]].'))
    const [{ id } = { id: '' }] = jsonOf<Answer>(repo, 'recall', 'hides').results
    repo.memory('forget', `^${id}`)
    repo.write(day(2), `# Elsewhere\n- W [[Peter]]: Hides [[Ana]].\n`)
    expect(jsonOf<Answer>(repo, 'recall', 'hides').results.filter(({ content }) => /hides/i.test(content))).toEqual([])
  }))
