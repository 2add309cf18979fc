import { expect, test } from '@jest/globals'
import type { Status } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const page = 'bank/opinions.md'

/** A belief that no rule has a word to say to `Took the night train`. */
const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes flying', 'O(c=0.6) @Ann: Likes flying'))
  },
  { hooks: true },
)
const idOf = (repo: Repo, who: string): string =>
  new RegExp(`@${who}: Likes flying.*<!-- \\^(\\w{10})`).exec(repo.read(page))![1]!
const ledger = (repo: Repo, id: string): string[] =>
  jsonOf<{ fact: { evidence: { timestamp: string; effect: string; confidence: number; cues?: string[] }[] } }>(
    repo,
    'show',
    `^${id}`,
  ).fact.evidence.map(({ timestamp, effect, confidence, cues = [] }) =>
    `${timestamp} ${effect} ${confidence} ${cues.join('; ')}`.trim(),
  )
const doubts = (repo: Repo): string[] =>
  jsonOf<Status & object>(repo, 'status').doubts.map(({ line, message, hint }) => `${line} ${message} — ${hint}`)

const night = 'Took the night train'

test.each([
  ['supports', 'reinforces', '0.82'],
  ['weakens', 'weakens', '0.72'],
  ['contradicts', 'contradicts', '0.64'],
] as const)('a fact that says it %s a belief moves it, whatever the rules make of the two', (stance, effect, now) =>
  begun(async (repo) => {
    const id = idOf(repo, 'Peter')
    repo.commit(day(5), retain(`B @Peter: ${night}`))
    expect(repo.read(page)).toContain('O(c=0.80) @Peter: Likes flying')
    repo.commit(day(5), retain(`B(${stance}=^${id}) @Peter: ${night}`))
    expect(repo.read(page)).toContain(`O(c=${now}) @Peter: Likes flying`)
    expect(ledger(repo, id)).toEqual(['2025-11-01 states 0.8', `2025-11-05 ${effect} ${Number(now)} ${stance}=`])
    // Its own line says so as the log does, and it is nobody's edit.
    expect(repo.read('bank/experience.md')).toContain(`- B(${stance}=^${id}) @Peter: ${night} · `)
    expect(jsonOf<Status & object>(repo, 'status').edits).toEqual([])
    await expectSameAsRebuild(repo)
    repo.commit(day(5), retain(`B @Peter: ${night}`))
    expect(repo.read(page)).toContain('O(c=0.80) @Peter: Likes flying')
    await expectSameAsRebuild(repo)
  }),
)

test('what its writer says of a belief goes before what a rule would say of the two', () =>
  begun(async (repo) => {
    const id = idOf(repo, 'Peter')
    repo.commit(day(5), retain(`W(supports=^${id}) @Peter: No longer likes flying`))
    expect(ledger(repo, id)).toEqual(['2025-11-01 states 0.8', '2025-11-05 reinforces 0.82 supports='])
    repo.commit(day(5), retain(`W @Peter: No longer likes flying`))
    expect(ledger(repo, id)[1]).toMatch(/^2025-11-05 supersedes 0\.64 /)
    await expectSameAsRebuild(repo)
  }))

test('one fact may speak of beliefs about several people, neither of whom it names', () =>
  begun(async (repo) => {
    const [peter, ann] = [idOf(repo, 'Peter'), idOf(repo, 'Ann')]
    repo.commit(day(5), retain(`B(supports=^${peter}+^${ann}) @team: Flew to Rome`))
    expect(repo.read(page)).toMatch(/c=0\.64\) @Ann: Likes flying[^]*c=0\.82\) @Peter: Likes flying/)
    await expectSameAsRebuild(repo)
  }))

test('a belief that contradicts its own restatement is another belief', () =>
  begun(async (repo) => {
    const id = idOf(repo, 'Peter')
    repo.commit(day(5), retain('O(c=0.5) @Peter: likes flying'))
    expect(ledger(repo, id)[1]).toMatch(/^2025-11-05 restates/)
    repo.commit(day(5), retain(`O(c=0.5, contradicts=^${id}) @Peter: likes flying`))
    expect(ledger(repo, id)).toEqual(['2025-11-01 states 0.8', '2025-11-05 contradicts 0.64 contradicts='])
    expect(repo.read(page)).toContain('O(c=0.50, contradicts=')
    await expectSameAsRebuild(repo)
  }))

test('a stance that speaks of no belief is told with the belief that was meant, and no more once it is right', () =>
  begun(async (repo) => {
    const id = idOf(repo, 'Peter')
    const slip = id.slice(0, 9) + (id.endsWith('0') ? '1' : '0')
    repo.write(day(5), retain(`B(weakens=^${slip}) @Peter: ${night}`))
    repo.git('add', '-A')
    expect(repo.tryGit('commit', '-q', '-m', 'night').stderr).toContain('1 bullet to check')
    expect(doubts(repo)).toEqual([
      `2 weakens=^${slip} moves nothing: nothing has that id — the nearest belief is ^${id}: O @Peter: Likes flying`,
    ])
    const fact = /Took the night train.*<!-- \^(\w{10})/.exec(repo.read('bank/experience.md'))![1]!
    repo.commit(day(6), retain(`B(weakens=^${fact}) @Peter: Slept badly`))
    expect(doubts(repo)[1]).toBe(
      `2 weakens=^${fact} moves nothing: that is an experience, and evidence moves beliefs only — the nearest belief is ^${id}: O @Peter: Likes flying`,
    )
    repo.commit(day(5), retain(`B(weakens=^${id}) @Peter: ${night}`))
    repo.commit(day(6), retain(`B(weakens=^${id}) @Peter: Slept badly`))
    expect(doubts(repo)).toEqual([])
  }))

test('what a person writes of a belief into a generated line counts from its commit on, and is adopted as a line that says the same', () =>
  begun(async (repo) => {
    const id = idOf(repo, 'Peter')
    repo.commit(day(5), retain(`B @Peter: ${night}`))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
    const path = 'bank/experience.md'
    repo.write(path, repo.read(path).replace('- B @Peter', `- B(contradicts=^${id}) @Peter`))
    expect(jsonOf<Status & object>(repo, 'status').edits.map(({ change }) => change)).toEqual(['evidence added'])
    repo.git('commit', '-q', '-am', 'by hand')
    expect(repo.read(page)).toContain('O(c=0.64) @Peter: Likes flying')
    expect(repo.read(path)).toMatch(
      new RegExp(
        `- B @Peter: ${night} · [^]*## Curated\\n\\n- \\^\\w{10} contradicts \\^${id}: "B @Peter: ${night}"\\n`,
      ),
    )
    await expectSameAsRebuild(repo)
    repo.git('commit', '-q', '-am', 'pages')
    expect(repo.read(page)).toContain('O(c=0.64) @Peter: Likes flying')
    await expectSameAsRebuild(repo)
  }))
