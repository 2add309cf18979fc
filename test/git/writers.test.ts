import { describe, expect, test } from '@jest/globals'
import type { BeliefsAnswer, Shown, Writer } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const page = 'bank/evidence.md'
const as = (repo: Repo, name: string): Repo => repo.with({ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: 'x@example.org' })
const committed = (repo: Repo, message: string): string => {
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', message)
  return repo.git('rev-parse', 'HEAD')
}

type Fact = Extract<Shown, { what: 'fact' }>
const found = (repo: Repo, words: string): string =>
  jsonOf<{ results: { id: string }[] }>(repo, 'recall', words).results[0]!.id
const fact = (repo: Repo, words: string): Fact['fact'] => jsonOf<Fact & object>(repo, 'show', found(repo, words)).fact
const named = (writer: Writer | undefined): unknown => writer && { ...writer, commit: undefined, day: undefined }

/** Ada states a belief, an agent writes for her what bears on it, Boris says what that does. */
const told = beginningWith(
  (repo) => {
    const ada = as(repo, 'Ada')
    ada.write(day(1), retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz'))
    committed(ada, 'first day')
    ada.write(day(2), retain('B @Peter: Drank tea all day'))
    committed(ada, 'memory: retain 1 bullet\n\nAgent: claude-code\nCo-authored-by: Cleo <cleo@example.org>')
    const answers = { fact: `^${found(repo, 'drank tea')}`, belief: `^${found(repo, 'coffee')}`, verdict: 'weakens' }
    repo.write('../answers.json', JSON.stringify([answers]))
    expect(repo.memory('judge', '--from', '../answers.json').status).toBe(0)
    committed(as(repo, 'Boris'), 'judged')
  },
  { hooks: true },
)

describe('who wrote a line', () => {
  test('is told of a fact, of every line that a belief rests on, and of what was said of it', () =>
    told((repo) => {
      const belief = fact(repo, 'coffee')
      expect(named(belief.writer)).toEqual({ author: 'Ada' })
      expect(belief.evidence!.map(({ effect, writer }) => [effect, named(writer)])).toEqual([
        ['states', { author: 'Ada' }],
        ['weakens', { author: 'Ada', agent: 'claude-code', with: ['Cleo'] }],
      ])
      expect(named(belief.evidence![1]!.said!.writer)).toEqual({ author: 'Boris' })
      const { stdout } = repo.memory('show', belief.id)
      expect(stdout).toMatch(/^ {8}written 2025-11-\d\d as [0-9a-f]{10} by Ada$/m)
      expect(stdout).toContain(`(said at ${page}#L3 by Boris; by claude-code for Ada with Cleo)`)
    }))

  test('is told at a place, and of what is believed differently', () =>
    told((repo) => {
      const { facts } = jsonOf<Extract<Shown, { what: 'place' }> & object>(repo, 'show', day(2))
      expect(facts.map(({ writer }) => named(writer))).toEqual([
        { author: 'Ada', agent: 'claude-code', with: ['Cleo'] },
      ])
      const [change] = jsonOf<BeliefsAnswer & object>(repo, 'log', '--beliefs').changes
      expect(change!.steps.map(({ writer }) => writer?.author)).toEqual(['Ada', 'Ada'])
      expect(repo.memory('log', '--beliefs', '--since', '2025-11-01').stdout).toContain(
        'by claude-code for Ada with Cleo',
      )
    }))

  test('stays who brought it in where somebody else moves it, and changes where they reword it', () =>
    told((repo) => {
      const boris = as(repo, 'Boris')
      boris.write(day(1), `# A day\n\n${retain('W @Ana: Lives in Graz', 'O(c=0.8) @Peter: Likes coffee')}`)
      committed(boris, 'other order')
      expect(fact(repo, 'Graz').writer!.author).toBe('Ada')
      boris.write(day(1), retain('W @Ana: Lives in Wels', 'O(c=0.8) @Peter: Likes coffee'))
      committed(boris, 'moved')
      expect([fact(repo, 'Wels').writer!.author, fact(repo, 'coffee').writer!.author]).toEqual(['Boris', 'Ada'])
    }))

  test('is nobody where the line is not committed, and the line beside it keeps its own', () =>
    told((repo) => {
      repo.write(day(1), retain('W @Ana: Sings', 'O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz'))
      expect([fact(repo, 'sings').writer, fact(repo, 'Graz').writer?.author]).toEqual([undefined, 'Ada'])
    }))

  test('comes over a merge of two branches that wrote one log', () =>
    told((repo) => {
      repo.git('checkout', '-q', '-b', 'side')
      as(repo, 'Boris').write(day(3), retain('W @Boris: Has a boat'))
      committed(as(repo, 'Boris'), 'boat')
      repo.git('checkout', '-q', '-')
      as(repo, 'Ada').write(day(4), retain('W @Ada: Has a bike'))
      committed(as(repo, 'Ada'), 'bike')
      repo.git('merge', '-q', '--no-edit', 'side')
      expect([fact(repo, 'boat').writer?.author, fact(repo, 'bike').writer?.author]).toEqual(['Boris', 'Ada'])
    }))

  test('is not guessed where a shallow clone does not hold the commit', () =>
    told((repo) => {
      const shallow = repo.at('shallow')
      repo.git('clone', '-q', '--depth', '1', `file://${repo.root}`, shallow.root)
      expect(fact(shallow, 'Graz').writer).toBeUndefined()
    }))

  test('is not fetched into a partial clone, nor guessed where a version is not there', () =>
    told((repo) => {
      repo.write(day(1), retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz', 'W @Ana: Sings'))
      committed(as(repo, 'Boris'), 'sings')
      repo.git('config', 'uploadpack.allowFilter', 'true')
      const partial = repo.at('partial')
      repo.git('clone', '-q', '--filter=blob:none', `file://${repo.root}`, partial.root)
      const objects = partial.files('.git/objects')
      expect([fact(partial, 'Graz').writer, fact(partial, 'drank tea').writer?.author]).toEqual([undefined, 'Ada'])
      expect(partial.files('.git/objects')).toEqual(objects)
    }))

  test('comes to a terminal without its escapes, whatever a trailer or a name holds', () =>
    withRepo((repo) => {
      const mallory = as(repo, 'Mal\u001B[31mlory')
      mallory.write(day(1), retain('W @Ana: Lives in Graz'))
      committed(mallory, 'x\n\nAgent: a\u001B]0;title\u0007b')
      repo.memory('init')
      const { stdout } = repo.memory('show', found(repo, 'Graz'))
      expect(stdout).toContain(' by ')
      // oxlint-disable-next-line no-control-regex
      expect(stdout).not.toMatch(/[\u0007\u001B]/)
    }))
})
