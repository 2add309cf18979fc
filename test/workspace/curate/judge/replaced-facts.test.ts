import { expect, test } from '@jest/globals'
import type { JudgeAnswer, JudgeReport, Packets, RetainReport } from '../../../../src/index.js'
import { jsonOf } from '../../../cli/design-example.js'
import { day, retain } from '../../../support/notes.js'
import { expectSameAsRebuild } from '../../../support/oracle.js'
import { beginningWith, type Repo } from '../../../support/with-repo.js'
import { commandsShareAProcess } from '../../../support/served.js'

commandsShareAProcess()

/** A fact that another may replace, where no rule says so; and one that a rule ends. */
const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('W @Tom: Works for Siemens', 'W @Kestrel: Uses PostgreSQL 15', 'W @Tom: Likes tea'))
    repo.commit(day(5), retain('W @Tom: Left Siemens to join Bosch', 'W @Kestrel: Upgraded to PostgreSQL 16'))
  },
  { hooks: true },
)

interface Shown {
  readonly id: string
  readonly content: string
  readonly until?: string
}

const found = (repo: Repo, question: string, content: string): Shown =>
  jsonOf<{ results: Shown[] }>(repo, 'recall', question).results.find((each) => each.content === content)!
const asked = (repo: Repo): string[] =>
  jsonOf<Packets & object>(repo, 'judge', '--next', '20').packets.flatMap(({ fact, facts }) =>
    facts.map((earlier) => `${fact.content} < ${earlier.content}`),
  )
const answer = (repo: Repo, answers: readonly JudgeAnswer[], ...args: string[]): JudgeReport & object => {
  repo.write('../answers.json', JSON.stringify(answers))
  return jsonOf<JudgeReport & object>(repo, 'judge', '--from', '../answers.json', '--commit', ...args)
}
const works = (repo: Repo): Shown => found(repo, 'works for Siemens', 'Works for Siemens')
const left = (repo: Repo): Shown => found(repo, 'left Siemens', 'Left Siemens to join Bosch')
const old = (repo: Repo): Shown => found(repo, 'PostgreSQL', 'Uses PostgreSQL 15')
const upgraded = (repo: Repo): Shown => found(repo, 'PostgreSQL', 'Upgraded to PostgreSQL 16')

test('a fact that may replace another is asked about, and an answer ends that from its own day on', () =>
  begun(async (repo) => {
    expect(asked(repo)).toEqual(['Left Siemens to join Bosch < Works for Siemens'])
    expect(works(repo).until).toBeUndefined()
    const { lines } = answer(repo, [{ fact: left(repo).id, belief: works(repo).id, verdict: 'replaces' }])
    expect(lines).toHaveLength(1)
    expect(works(repo).until).toBe('2025-11-05')
    expect(asked(repo)).toEqual([])
    await expectSameAsRebuild(repo)
    // The line is the word: without it the fact stands again.
    repo.commit('bank/evidence.md', '# Evidence\n')
    expect(works(repo).until).toBeUndefined()
    await expectSameAsRebuild(repo)
  }))

test('an answer takes back what a rule ended, though nobody asked', () =>
  begun(async (repo) => {
    expect(old(repo).until).toBe('2025-11-05')
    answer(repo, [{ fact: upgraded(repo).id, belief: old(repo).id, verdict: 'unrelated' }])
    expect(old(repo).until).toBeUndefined()
    await expectSameAsRebuild(repo)
  }))

test('of two facts nothing else can be said than that the later one replaces the other, or does not', () =>
  begun((repo) => {
    repo.write('../answers.json', JSON.stringify([{ fact: left(repo).id, belief: works(repo).id, verdict: 'weakens' }]))
    expect(repo.memory('judge', '--from', '../answers.json').stderr).toContain(
      'another one replaces it or is unrelated',
    )
    repo.write(
      '../answers.json',
      JSON.stringify([{ fact: works(repo).id, belief: left(repo).id, verdict: 'replaces' }]),
    )
    expect(repo.memory('judge', '--from', '../answers.json').stderr).toContain('is not from a later day')
  }))

test('retain asks at once whether a new fact replaces one that stands, and says how', () =>
  begun((repo) => {
    const { retained } = jsonOf<RetainReport & object>(
      repo,
      'retain',
      'Works for Bosch',
      '--entity',
      'Tom',
      '--on',
      '2025-11-09',
    )
    expect(retained[0]!.mayReplace.map(({ content }) => content)).toEqual(['Works for Siemens'])
    const { stdout } = repo.memory('retain', 'Works for Bosch in Graz', '--entity', 'Tom', '--on', '2025-11-09')
    expect(stdout).toContain(`does it replace ^${works(repo).id} (was=^${works(repo).id})? Works for Siemens`)
  }))

test('of two facts of one day, an answer about the one is an answer about the other', () =>
  begun(async (repo) => {
    repo.commit(day(6), retain('W @Ada: Lives in Graz', 'W @Ada: Lives in a flat'))
    const [graz, flat] = ['Lives in Graz', 'Lives in a flat'].map((words) => found(repo, 'Ada lives', words).id)
    const ofAda = (): string[] => asked(repo).filter((pair) => pair.includes('Lives in'))
    expect(ofAda()).toHaveLength(2)
    answer(repo, [{ fact: flat!, belief: graz!, verdict: 'unrelated' }])
    expect(ofAda()).toEqual([])
    repo.commit('bank/evidence.md', '# Evidence\n')
    answer(repo, [{ fact: flat!, belief: graz!, verdict: 'replaces' }])
    expect(ofAda()).toEqual([])
    await expectSameAsRebuild(repo)
  }))

test('whether a fact replaces one that is retired, or that a bullet replaced, is not asked', () =>
  begun(async (repo) => {
    const { id } = works(repo)
    repo.commit(day(3), retain(`W(was=^${id}) @Tom: Works from home`))
    expect(asked(repo)).not.toContain('Left Siemens to join Bosch < Works for Siemens')
    repo.commit(day(3), '')
    expect(asked(repo)).toEqual(['Left Siemens to join Bosch < Works for Siemens'])
    await repo.use((workspace) => workspace.retire({ fact: id }, { commit: true }))
    expect(asked(repo)).toEqual([])
  }))
