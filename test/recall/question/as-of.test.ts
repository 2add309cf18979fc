import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BeliefsAnswer, LogAnswer, RecallAnswer } from '../../../src/index.js'
import type { RecallOptions } from '../../../src/recall/question/query.js'
import { recall, type Answer } from '../../../src/recall/recall.js'
import { timeline } from '../../../src/recall/timeline.js'
import { jsonOf } from '../../cli/design-example.js'
import { day, retain } from '../../support/notes.js'
import { withRepo } from '../../support/with-repo.js'
import { notes, smallIndex, today, type SmallIndex } from '../small-index.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const life: readonly (readonly [string, string])[] = [
  ['memory/home.md', 'Peter keeps a map of Graz and Wels.\n'],
  [day(1), retain('W @Peter: Lives in Graz', 'O(c=0.8) @Peter: Likes green tea')],
  [day(3), retain('W(until=2025-11-20) @Peter: Rents a garden in Graz', 'W @Peter: Flies to Rome (Dec 5, 2025)')],
  [day(8), `Talked about tea all evening.\n\n${retain('W @Peter: Peter likes green tea')}`],
  [day(12), retain('W @Peter: Moved from Graz to Wels')],
  [day(15), retain('W @Peter: Does not like green tea')],
  [day(18), retain('W @Peter: No longer likes green tea')],
]

let index: SmallIndex
let small: SmallIndex
beforeAll(async () => {
  index = await smallIndex(life)
  small = await smallIndex(notes)
})
afterAll(() => {
  index.remove()
  small.remove()
})

const ask = (question: string, options: RecallOptions = {}, { store, context } = index): Answer =>
  recall(store, question, options, context)
const told = (question: string, asOf: string): string[] =>
  ask(question, { asOf, kinds: ['world', 'opinion'] }).results.map(({ content, until }) =>
    until === undefined ? content : `${content} (until ${until})`,
  )

describe('recall as of a day', () => {
  test('tells what held then: no fact of later, nothing that a later one ended, and an end that is still to come as one', () => {
    expect(told('Graz', '2025-11-02')).toEqual(['Lives in Graz'])
    expect(told('Graz', '2025-11-05')).toEqual(['Rents a garden in Graz (until 2025-11-20)', 'Lives in Graz'])
    expect(told('Graz', '2025-11-12')).toEqual([
      'Moved from Graz to Wels',
      'Rents a garden in Graz (until 2025-11-20)',
      'Lives in Graz (until 2025-11-12)',
    ])
    expect(told('Rome', '2025-11-02')).toEqual([])
    expect(told('Rome', '2025-11-03')).toEqual(['Flies to Rome (Dec 5, 2025)'])
  })

  test('believes what was believed then: confidence, evidence and end as the ledger had them that evening', () => {
    const believed = (asOf: string): unknown => {
      const [opinion] = ask('green tea', { asOf, kinds: ['opinion'] }).results
      return [opinion?.confidence, opinion?.until, opinion?.evidence?.map(({ effect }) => effect)]
    }
    expect(believed('2025-11-07')).toEqual([0.8, undefined, ['states']])
    expect(believed('2025-11-08')).toEqual([0.82, undefined, ['states', 'reinforces']])
    expect(believed('2025-11-15')).toEqual([0.66, undefined, ['states', 'reinforces', 'contradicts']])
    expect(believed('2025-11-18')).toEqual([0.33, '2025-11-18', ['states', 'reinforces', 'contradicts', 'supersedes']])
  })

  test('holds the narrative of that day and before', () => {
    const narrative = (asOf: string): string[] =>
      ask('tea evening', { asOf, kinds: ['passage'] }).results.map(({ content }) => content)
    expect(narrative('2025-11-07')).toEqual([])
    expect(narrative('2025-11-08')).toEqual(['Talked about tea all evening.'])
  })

  test('finds what was known then, however much has been noted about it since', async () => {
    const many = Array.from({ length: 400 }, (_, at) => `W @Peter: Lives in Graz, street ${at} (Nov 2, 2025)`)
    const full = await smallIndex([
      [day(1), retain('W @Peter: Lives in Graz (Nov 1–Nov 10, 2025)')],
      [day(9), retain(...many)],
    ])
    try {
      const asOf = day(1).slice(7, 17)
      for (const [question, options] of [
        ['lives graz', {}],
        ['', { entities: ['Peter'] }],
        ['', { kinds: ['world'] }],
        ['', { on: '2025-11-02' }],
      ] as const)
        expect(ask(question, { asOf, ...options }, full).results).toMatchObject([{ timestamp: asOf }])
    } finally {
      full.remove()
    }
  })

  test('reads ages, and days without a year, as they were read then; and answers what was known of the time to come', () => {
    expect(ask('what happened on Nov 27', { asOf: '2024-12-10' }).plan.days).toEqual({
      start: '2024-11-27',
      end: '2024-11-27',
    })
    expect(ask('garden', { asOf: '2025-11-09', since: '7d' })).toMatchObject({
      window: { start: '2025-11-02', end: null },
      results: [{ content: 'Rents a garden in Graz' }],
    })
    expect(ask('', { asOf: '2025-11-09', since: '2025-12' }).results).toMatchObject([
      { content: 'Flies to Rome (Dec 5, 2025)' },
    ])
  })

  test('says of what has no day that it may have been noted later', () => {
    expect(ask('map of Wels', { asOf: '2025-11-05' }).notices).toContain(
      '1 of these has no day, and may have been noted after 2025-11-05',
    )
    expect(ask('Graz', { asOf: '2025-11-05', kinds: ['world'] }).notices).toEqual([])
    expect(ask('map of Wels').notices).toEqual([])
  })

  test('takes what --on takes, a span for its last day that has come, and no day that has not', () => {
    const asOf = (text: string): string | undefined => ask('Graz', { asOf: text }).asOf
    expect(['2025-11-05', '2025-11', '2024', '2025', '0d', '2w'].map(asOf)).toEqual([
      '2025-11-05',
      '2025-11-30',
      '2024-12-31',
      today,
      today,
      '2025-12-16',
    ])
    expect(() => asOf('2026')).toThrow(`--as-of takes a day that has come, 2026 has not (today is ${today})`)
    for (const text of ['someday', '', '2025-02-30']) expect(() => asOf(text)).toThrow('--as-of takes a date')
  })

  test('as of today is memory as it is, whatever is asked, where nothing is noted of a later day', () => {
    const words = 'Peter pete tea prefers Marrakech 我们 茶 東京 José Room101 Nov 27 2025 what is market'.split(' ')
    const question = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(' '))
    const options = fc.record(
      {
        kinds: fc.constantFrom<NonNullable<RecallOptions['kinds']>>(['opinion'], ['world', 'passage']),
        entities: fc.constantFrom(['Peter'], ['小明']),
        since: fc.constantFrom('2025-11', '30d'),
      },
      { requiredKeys: [] },
    )
    const undated = /have been noted after/
    const plain = ({ notices, asOf: _asOf, ...answer }: { notices: readonly string[]; asOf?: string }): unknown => ({
      ...answer,
      notices: notices.filter((notice) => !undated.test(notice)),
    })
    fc.assert(
      fc.property(question, options, (text, given) => {
        const { store, context } = small
        const now = { ...given, asOf: today }
        expect(plain(ask(text, now, small))).toEqual(plain(ask(text, given, small)))
        expect(plain(timeline(store, now, context))).toEqual(plain(timeline(store, given, context)))
      }),
      { seed: 53, numRuns: 300 },
    )
  })
})

describe('memory recall --as-of', () => {
  test('echoes the day in text and JSON, for what happened and for beliefs too', () =>
    withRepo((repo) => {
      for (const [path, text] of life) repo.commit(path, text)
      expect(repo.memory('recall', 'rome', '--as-of', '2025-11-04', '--on', '2025-12').stdout).toMatch(
        /^as of 2025-11-04\nfrom 2025-12-01 to 2025-12-31\nW {7}Flies to Rome/,
      )
      expect(jsonOf<RecallAnswer & object>(repo, 'recall', 'graz', '--kind', 'W', '--as-of', '2025-11-02').asOf).toBe(
        '2025-11-02',
      )
      expect(jsonOf<RecallAnswer & object>(repo, 'recall', 'graz', '--kind', 'W')).not.toHaveProperty('asOf')
      const { asOf, results } = jsonOf<LogAnswer & object>(repo, 'log', '--as-of', '2025-11-02')
      expect([asOf, results.map(({ content }) => content)]).toEqual([
        '2025-11-02',
        ['Lives in Graz', 'Likes green tea'],
      ])
      const beliefs = ['log', '--beliefs', '--since', '3d', '--as-of', '2025-11-16']
      expect(jsonOf<BeliefsAnswer & object>(repo, ...beliefs)).toMatchObject({
        asOf: '2025-11-16',
        window: { start: '2025-11-13', end: null },
        changes: [{ change: 'moved', before: 0.82, after: 0.66 }],
      })
    }))

  test('a line edited and not committed is told, and what was believed stays that of HEAD', () =>
    withRepo((repo) => {
      for (const [path, text] of life) repo.commit(path, text)
      repo.write(day(8), retain('W @Peter: Planted tea in the garden'))
      repo.write(day(20), retain('W @Peter: Sold the tea'))
      const { results } = jsonOf<RecallAnswer & object>(repo, 'recall', 'tea', '--as-of', '2025-11-10')
      expect(results.find(({ kind }) => kind === 'opinion')?.confidence).toBe(0.82)
      expect(results.flatMap(({ content, uncommitted }) => (uncommitted ? [content] : []))).toEqual([
        'Planted tea in the garden',
      ])
    }))

  test('without a question it is told what is missing, and a retired fact stays retired on every day', () =>
    withRepo((repo) => {
      for (const [path, text] of life) repo.commit(path, text)
      expect(repo.memory('recall', '--as-of', '2025-11-04')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('ask a question'),
      })
      repo.memory('reflect')
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'pages')
      const rome = ['recall', 'rome', '--kind', 'W', '--as-of', '2025-11-04'] as const
      const [{ id } = { id: '' }] = jsonOf<RecallAnswer & object>(repo, ...rome).results
      expect(repo.memory('retire', `^${id}`).status).toBe(0)
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'retired')
      expect(jsonOf<RecallAnswer & object>(repo, ...rome).results).toMatchObject([{ id, retired: true }])
    }))
})
