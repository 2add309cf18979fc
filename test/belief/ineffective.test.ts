import { describe, expect, test } from '@jest/globals'
import type { Status } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const page = 'bank/opinions.md'
const peter = 'bank/entities/Peter.md'

const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Peter: Lives in Graz'))
    repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
    repo.git('add', 'bank')
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)
const withTea = (work: (repo: Repo, id: string) => Promise<void>): Promise<void> =>
  begun((repo) => work(repo, /Likes tea.*<!-- \^(\w{10})/.exec(repo.read(page))![1]!))

const commit = (repo: Repo): void => void repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-am', 'by hand')
const found = (repo: Repo): Status['ineffective'] => {
  const { ineffective, disputed } = jsonOf<Status & object>(repo, 'status')
  return [...ineffective, ...disputed]
}
test('a was= that no fact answers to is told with the line that has it, and no more once it is right', () =>
  withTea(async (repo, id) => {
    const doubts = (): unknown[] =>
      jsonOf<Status & object>(repo, 'status').doubts.map(({ path, line, message }) => [path, line, message])
    repo.commit(day(3), retain('W @Peter: Sings', 'W(was=^aaaaaaaaaa) @Peter: Drinks coffee'))
    expect(doubts()).toEqual([[day(3), 3, 'was=^aaaaaaaaaa replaces nothing: no fact has that id']])
    repo.commit(day(3), retain('W @Peter: Sings', `W(was=^${id}) @Peter: Drinks coffee`))
    expect(doubts()).toEqual([])
  }))

const lines = (repo: Repo, path: string): string[] => repo.read(path).split('\n')
const believed = (repo: Repo): unknown[] => {
  const { results } = jsonOf<{ results: { content: string; confidence: number; retired?: true }[] }>(
    repo,
    'recall',
    '--kind',
    'O,W',
  )
  return results.map(({ content, confidence, retired }) => [content, confidence, retired])
}

/** What a person writes under the pages, what is reported of it, and what holds. */
const cases: Record<
  string,
  { write: (repo: Repo, id: string) => void; loses: string; message: RegExp; holds: number; asked?: true }
> = {
  'an edit of a pinned line': {
    write(repo, id) {
      repo.append(page, `- O(c=0.90, of=^${id}) @Peter: Likes tea\n`)
      repo.write(page, repo.read(page).replace(/c=0\.81/, 'c=0.30'))
    },
    loses: 'c=0.30',
    message: /^c=0\.30 for \^\w{10} has no effect: bank\/opinions\.md:\d+ pins it to c=0\.90$/,
    holds: 0.9,
  },
  'an edit on another page than opinions.md': {
    write(repo) {
      repo.write(page, repo.read(page).replace(/c=0\.81/, 'c=0.40'))
      repo.write(peter, repo.read(peter).replace(/c=0\.81/, 'c=0.70'))
    },
    loses: 'c=0.70',
    message:
      /^is it c=0\.70 for \^\w{10}, or c=0\.40, as bank\/opinions\.md:\d+ says of the same day\? While both stand, c=0\.40 holds: bank\/opinions\.md comes first$/,
    holds: 0.4,
    asked: true,
  },
  "one of two bullets of a person's own": {
    write(repo) {
      repo.append(page, '- O(c=0.33) @Peter: Likes tea\n')
      repo.append(peter, '- O(c=0.44) @Peter: Likes tea\n')
    },
    loses: 'c=0.44',
    message: /^is it c=0\.44 for .* or c=0\.33, as \S+ says of the same day\? .*: bank\/opinions\.md comes first$/,
    holds: 0.33,
    asked: true,
  },
}

describe('a line of bank/ that another one overrules', () => {
  test.each(Object.entries(cases))(
    'is reported with its place and what holds: %s; without it nothing changes',
    (_what, { write, loses, message, holds, asked }) =>
      withTea(async (repo, id) => {
        expect(found(repo)).toEqual([])
        write(repo, id)
        commit(repo)
        const [problem, ...more] = found(repo)
        expect(more).toEqual([])
        expect(problem).toMatchObject({
          kind: asked ? 'disputed' : 'ineffective',
          message: expect.stringMatching(message),
        })
        expect(lines(repo, problem!.path)[problem!.line - 1]).toContain(loses)
        const [, winner, at] = /(?:effect:|as) (\S+):(\d+) /.exec(problem!.message)!
        expect(lines(repo, winner!)[Number(at) - 1]).toContain(holds.toFixed(2))
        const before = believed(repo)
        expect(before).toContainEqual(['Likes tea', holds, undefined])
        expect(repo.memory('status').stdout).toMatch(
          asked
            ? /^questions: two lines of bank\/ say different things of one day \(1\)\n {2}\S+:\d+ {2}is it c=/m
            : /^without effect in bank\/ \(1\)\n {2}\S+:\d+ {2}c=/m,
        )
        expect(repo.memory('verify').stdout.includes('is it c=')).toBe(asked === true)
        await expectSameAsRebuild(repo)

        const text = lines(repo, problem!.path)
        repo.write(problem!.path, text.filter((_, line) => line !== problem!.line - 1).join('\n'))
        commit(repo)
        expect(found(repo)).toEqual([])
        expect(believed(repo)).toEqual(before)
      }),
  )

  test('is nothing to be asked where somebody changed their mind: another confidence, other words, of the same day or a later', () =>
    withTea(async (repo, id) => {
      repo.append(page, `- O(c=0.20, of=^${id}, on=2025-11-02+1) @Peter: Likes tea\n`)
      repo.append(page, `- O(c=0.60, of=^${id}, on=2025-11-02+2) @Peter: Likes tea\n`)
      const lives = /Lives in Graz.*<!-- \^(\w{10})/.exec(repo.read('bank/world.md'))![1]!
      repo.append('bank/world.md', `- W(of=^${lives}, on=2025-11-03+1) @Peter: Lives in Linz\n`)
      repo.append('bank/world.md', `- W(of=^${lives}, on=2025-11-05+1) @Peter: Lives in Wels\n`)
      commit(repo)
      expect(found(repo)).toEqual([])
      expect(believed(repo)).toContainEqual(['Likes tea', 0.6, undefined])
      expect(believed(repo)).toContainEqual(['Lives in Wels', undefined, undefined])
    }))

  test('is not reported where an anchor holds until a later one, or where both say the same', () =>
    withTea(async (repo, id) => {
      repo.append(page, `- O(c=0.20, of=^${id}, on=2025-11-02+1) @Peter: Likes tea\n`)
      repo.append(page, `- O(c=0.60, of=^${id}, on=2025-11-04+1) @Peter: Likes tea\n`)
      repo.append(peter, `- O(c=0.60, of=^${id}, on=2025-11-04+1) @Peter: Likes tea\n`)
      commit(repo)
      expect(found(repo)).toEqual([])
    }))

  test('is reported too where it speaks of what nothing states', () =>
    withTea(async (repo) => {
      repo.append(
        page,
        '- retired ^0000000000: O @Peter: Hates sprouts\n- not ^0000000001 for ^0000000002: "W @Peter: Is bald"\n',
      )
      commit(repo)
      expect(found(repo).map(({ message }) => message)).toEqual([
        expect.stringContaining('nothing states ^0000000000 any more'),
        expect.stringContaining('nothing states ^0000000001 any more'),
      ])
    }))
})
