import { describe, expect, test } from '@jest/globals'
import { withRepo } from '../support/with-repo.js'
import { designExample, designLog, jsonOf } from './design-example.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

interface Answer {
  readonly commit: string | null
  readonly window: { readonly start: string; readonly end: string } | null
  readonly uncommitted: readonly string[]
  readonly results: readonly Record<string, unknown>[]
}

describe('recall on the example log, committed with live hooks', () => {
  test('answers a question of preference with the opinion, its confidence and its line', () =>
    withRepo(
      (repo) => {
        repo.commit(designLog, designExample)
        const { results } = jsonOf<Answer>(repo, 'recall', 'what does Peter prefer')
        expect(results[0]).toMatchObject({
          kind: 'opinion',
          confidence: 0.95,
          entities: ['Peter'],
          source: 'memory/2025-11-27.md#L4',
        })
      },
      { hooks: true },
    ))

  test.each(['- tea', '-5 degrees tea', '-k tea', '-- tea', '--json tea'])(
    'takes what begins like an option and has a blank for words: %j',
    (words) =>
      withRepo((repo) => {
        repo.commit('memory/2025-11-01.md', '## Retain\n- W @Peter: Likes tea\n')
        for (const args of [[words], ['--k', '3', words, '--committed'], ['--', words]])
          expect(repo.memory('recall', ...args)).toMatchObject({
            status: 0,
            stdout: expect.stringContaining('Likes tea'),
          })
      }),
  )

  test('finds a world fact on a day inside the range that it names', () =>
    withRepo(
      (repo) => {
        repo.commit(designLog, designExample)
        const { window, results } = jsonOf<Answer>(repo, 'recall', 'marrakech', '--on', '2025-11-29')
        expect(window).toEqual({ start: '2025-11-29', end: '2025-11-29' })
        expect(results).toMatchObject([
          {
            kind: 'world',
            occurred: { start: '2025-11-27', end: '2025-12-01' },
            source: 'memory/2025-11-27.md#L2',
          },
        ])
        expect(jsonOf<Answer>(repo, 'recall', 'marrakech', '--on', '2025-12-02').results).toEqual([])
      },
      { hooks: true },
    ))

  test('leaves the pages as an unstaged change, and a clean tree once they are committed', () =>
    withRepo(
      (repo) => {
        expect(repo.commit(designLog, designExample)).toMatch(/^memory: indexed 1 note \(4 facts\), 6 [^\n]*\n$/)
        const pages = ['entities/Peter', 'entities/warelay', 'experience', 'observations', 'opinions', 'world']
        expect(repo.git('status', '--porcelain', '--untracked-files=all').split('\n')).toEqual(
          pages.map((page) => `?? bank/${page}.md`),
        )
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        expect(repo.git('status', '--porcelain')).toBe('')
        expect(repo.memory('reflect').status).toBe(0)
        expect(repo.git('status', '--porcelain')).toBe('')
      },
      { hooks: true },
    ))
})

describe('recall --json', () => {
  test('says which commit the answer stands for', () =>
    withRepo((repo) => {
      repo.commit(designLog, designExample)
      expect(jsonOf<Answer>(repo, 'recall', 'tea').commit).toBe(repo.git('rev-parse', 'HEAD'))
    }))

  test('holds JSON alone on stdout, also where something is to be said beside it', () =>
    withRepo((repo) => {
      repo.commit(designLog, designExample)
      repo.write('memory/2025-11-28.md', Buffer.from([0xff, 0xfe, 0x00]))
      const { status, stdout, stderr } = repo.memory('recall', 'marrakech', '--json')
      expect(status).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ results: [{ source: 'memory/2025-11-27.md#L2' }] })
      expect(stderr).toMatch(/^memory: memory\/2025-11-28\.md {2}not indexed[^\n]+\n$/)
    }))

  test('marks what is not committed, and leaves it out with --committed', () =>
    withRepo((repo) => {
      repo.write(designLog, designExample)
      expect(jsonOf<Answer>(repo, 'recall', 'marrakech')).toMatchObject({
        uncommitted: [designLog],
        results: [{ source: 'memory/2025-11-27.md#L2', uncommitted: true }],
      })
      expect(jsonOf<Answer>(repo, 'recall', 'marrakech', '--committed')).toMatchObject({ uncommitted: [], results: [] })
    }))

  test('is an empty list where nothing is found', () =>
    withRepo((repo) => {
      repo.commit(designLog, designExample)
      expect(jsonOf<Answer>(repo, 'recall', 'zebra').results).toEqual([])
      expect(repo.memory('recall', 'zebra')).toEqual({ status: 0, stdout: 'Nothing found.\n', stderr: '' })
    }))

  test('takes every question as it was typed', () =>
    withRepo((repo) => {
      repo.commit(designLog, designExample)
      const questions = ['"', 'AND OR NOT NEAR(', 'a* ^b -c:d', 'the of and', '🦊', '007', '1e3', '1.10']
      const taken = questions.map(
        (question) => (JSON.parse(repo.memory('recall', question, '--json').stdout) as { question: string }).question,
      )
      expect(taken).toEqual(questions)
    }))

  test('takes what follows -- for the question, whatever it looks like', () =>
    withRepo((repo) => {
      repo.commit(designLog, designExample)
      const { status, stdout } = repo.memory('recall', '--json', '--', '--k', 'in', 'Marrakech')
      expect(status).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({
        question: '--k in Marrakech',
        results: [{ source: 'memory/2025-11-27.md#L2' }],
      })
    }))
})

describe('what recall prints', () => {
  test('in answer to a question is the best eight, and how many more there are; --k and --json have them all', () =>
    withRepo((repo) => {
      const said = Array.from({ length: 12 }, (_, at) => `- W @Peter: Bought tea number ${at} in shop ${at}`)
      repo.commit(designLog, `## Retain\n${said.join('\n')}\n`)
      const { stdout } = repo.memory('recall', 'which tea did Peter buy')
      expect(stdout.match(/^W /gm)).toHaveLength(8)
      expect(stdout).toMatch(/\n\n4 more: --k 12 shows them\n$/)
      for (const args of [
        ['which tea did Peter buy', '--k', '25'],
        ['--entity', 'Peter'],
        ['tea', '--budget', '5000'],
      ])
        expect(repo.memory('recall', ...args).stdout.match(/^W /gm)).toHaveLength(12)
      expect(jsonOf<Answer>(repo, 'recall', 'which tea did Peter buy').results).toHaveLength(12)
    }))

  test('names the id of a paragraph, so that it can be forgotten', () =>
    withRepo((repo) => {
      repo.commit(designLog, '# Day\n\nThe safe opens with 4711.\n')
      const [id] = /\^\w{10}/.exec(repo.memory('recall', 'safe').stdout) ?? []
      expect(repo.memory('forget', id!).status).toBe(0)
      expect(repo.read(designLog)).not.toContain('4711')
    }))
})
