import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { estimateTokens } from '../../src/recall/answer/budget.js'
import type { RecallOptions } from '../../src/recall/question/query.js'
import { timeline, type Timeline } from '../../src/recall/timeline.js'
import { recall } from '../../src/recall/recall.js'
import { log, notes, smallIndex, type SmallIndex } from './small-index.js'

const dates = [
  [
    'memory/2025-11-05.md',
    log(
      'W @Ada: Was in Rome (Nov 3–Nov 4, 2025)',
      'W @Ada: Moved in March 2024',
      'W @Ada: Was born in 1990',
      'W Bees hum',
    ),
  ],
  ['memory/2025-11-03.md', log('W @Ada: Packs', 'W @Ada: Leaves')],
  ['memory/2025-11-03-evening.md', log('W @Ada: Leaves')],
  ['memory/someday.md', log('W @Ada: Will sail')],
] as const

let index: SmallIndex
let reversed: SmallIndex
let dated: SmallIndex
beforeAll(async () => {
  index = await smallIndex(notes)
  reversed = await smallIndex(notes.toReversed())
  dated = await smallIndex(dates)
})
afterAll(() => {
  for (const each of [index, reversed, dated]) each.remove()
})

const told = (options: RecallOptions = {}, { store, context } = index): Timeline => timeline(store, options, context)

describe('the timeline', () => {
  test('runs by what happened, not by what was noted when; coarse dates are no days, and undated facts stand apart', () => {
    expect(told({}, dated).results.map(({ when, content }) => `${when} ${content}`)).toEqual([
      '1990 Was born in 1990',
      '2024-03 Moved in March 2024',
      '2025-11-03 Leaves',
      '2025-11-03 Packs',
      '2025-11-03 Was in Rome (Nov 3–Nov 4, 2025)',
      '2025-11-05 Bees hum',
      'null Will sail',
    ])
  })

  test('tells what stands at two places once, and cites both', () => {
    const twice = told({}, dated).results.filter(({ content }) => content === 'Leaves')
    expect(twice.map(({ source, sources }) => [source, sources])).toEqual([
      ['memory/2025-11-03-evening.md#L6', ['memory/2025-11-03.md#L7']],
    ])
  })

  test('holds every fact and no narrative, unless narrative is asked for', () => {
    const { store } = index
    const facts = store.factsOfKinds(['world', 'experience', 'opinion', 'observation']).map(({ id }) => id)
    expect(
      told({ k: 1000 })
        .results.map(({ id }) => id)
        .toSorted(),
    ).toEqual([...new Set(facts)].toSorted())
    expect(new Set(told({ kinds: ['passage'] }).results.map(({ kind }) => kind))).toEqual(new Set(['passage']))
  })

  test('takes the options of recall, and echoes the window', () => {
    expect(told({ since: '2025-11', until: '2025-11-03' }, dated)).toMatchObject({
      window: { start: '2025-11-01', end: '2025-11-03' },
      results: [{ content: 'Leaves' }, { content: 'Packs' }, { content: 'Was in Rome (Nov 3–Nov 4, 2025)' }],
    })
    expect(told({ entities: ['pete'] }).entities).toEqual(['Peter'])
    expect(told({ entities: ['Nobody'] })).toMatchObject({
      results: [],
      left: 0,
      notices: ['nothing is called nobody'],
    })
    expect(() => told({ since: 'someday' })).toThrow('--since takes a date')
    expect(() => told({ k: 0 })).toThrow('k takes a whole number')
  })

  test('is the same for an index that was filled the other way round', () => {
    expect(JSON.stringify(told({}, reversed))).toBe(JSON.stringify(told()))
  })

  test('cut short keeps the latest without a gap, and counts the rest', () => {
    const rank = ({ results }: Timeline): string[] => {
      const at = results.findIndex(({ when }) => when === null)
      const end = at < 0 ? results.length : at
      return [...results.slice(0, end).toReversed(), ...results.slice(end)].map(({ id }) => id)
    }
    const all = rank(told({ k: 1000 }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 150 }), (k, budget) => {
        const cut = told({ k, budget })
        expect(rank(cut)).toEqual(all.slice(0, cut.results.length))
        expect(cut.left).toBe(all.length - cut.results.length)
        expect(cut.results.length).toBeLessThanOrEqual(k)
        const spent = cut.results.map(({ content, source }) => estimateTokens(content + source))
        expect(spent.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(budget)
        expect(cut.notices.some((notice) => notice.includes('; left out: '))).toBe(cut.left > 0)
      }),
      { seed: 61, numRuns: 200 },
    )
  })

  test('ends today, where the window is open: what is to come is counted, and told where it is asked for', async () => {
    const coming = await smallIndex([
      ['memory/2025-12-01.md', log('W @Ada: Began', 'W @Ada: Sails on 2026-02-01', 'W @Ada: Flies in May 2026')],
      ['memory/2025-12-29.md', log('W @Ada: Packs', 'W @Ada: Is in Rome (Dec 29, 2025 – Jan 3, 2026)')],
    ])
    const of = (options: RecallOptions): [string[], string[], number] => {
      const { results, notices, left } = told(options, coming)
      return [results.map(({ content }) => content.split(' ')[0]!), [...notices], left]
    }
    const notice = '2 more are about days to come: --until 2026-05-01 shows them'
    expect(of({})).toEqual([['Began', 'Packs', 'Is'], [notice], 2])
    expect(of({ since: '2025-12-01', k: 2 })).toEqual([
      ['Packs', 'Is'],
      ['2 of 5, the latest; left out: 3 up to 2025-12-01; --until 2025-12-01, a higher --k or --budget shows them'],
      3,
    ])
    for (const options of [{ until: '2026-05-01' }, { on: '2026' }, { since: '2026-01-15' }])
      expect(of(options)[0]).toEqual(expect.arrayContaining(['Sails', 'Flies']))
    expect(of({ asOf: '2025-12-10' })[0]).toEqual(['Began'])
    coming.remove()
  })

  test('a window has what was noted in it, under that day, whatever time it is about', async () => {
    const planned = await smallIndex([
      [
        'memory/2025-12-20.md',
        log(
          'W @Ada: Walks from 2026-04-20 to 2026-05-04',
          'W @Ada: Flies on 2026-04-10',
          'W @Ada: Signed on 2025-12-01',
        ),
      ],
      ['memory/2025-12-21.md', log('W @Ada: Packs')],
    ])
    const of = (options: RecallOptions): (string | null)[][] =>
      told(options, planned).results.map(({ content, when }) => [content.split(' ')[0]!, when])
    const noted = ['Walks', 'Flies', 'Signed'].map((word) => [word, '2025-12-20'])
    expect(of({ on: '2025-12-20' })).toEqual(noted)
    expect(of({ since: '2025-12-20' })).toEqual([...noted, ['Packs', '2025-12-21']])
    expect(told({ since: '2025-12-20' }, planned).notices).toEqual([])
    expect(of({ on: '2025-12-01' })).toEqual([['Signed', '2025-12-01']])
    expect(of({ on: '2026-04' })).toEqual([
      ['Flies', '2026-04-10'],
      ['Walks', '2026-04-20'],
    ])
    expect(of({})).toEqual([
      ['Signed', '2025-12-01'],
      ['Packs', '2025-12-21'],
    ])
    const asked = (question: string, options: RecallOptions = {}): string[] =>
      recall(planned.store, question, options, planned.context).results.map(({ content }) => content.split(' ')[0]!)
    for (const words of [asked('what happened on 2025-12-20?'), asked('', { on: '2025-12-20', kinds: ['world'] })])
      expect(words.toSorted()).toEqual(expect.arrayContaining(['Flies', 'Signed', 'Walks']))
    planned.remove()
  })

  test('says how to see what was left out, and that shows it', () => {
    const cut = told({ k: 2 }, dated)
    expect(cut.notices).toEqual([
      '2 of 7, the latest; left out: 4 up to 2025-11-03 and 1 undated; --until 2025-11-03, a higher --k or --budget shows them',
    ])
    const before = told({ until: '2025-11-03' }, dated).results.map(({ content }) => content)
    expect(before).toEqual(expect.arrayContaining(['Was born in 1990', 'Moved in March 2024', 'Leaves', 'Packs']))
  })

  test('says --until only where that shows other facts, and is taken', async () => {
    const crowded = await smallIndex([
      ['memory/2025-11-03.md', log('W @Ada: Was in Rome (Oct 3–Nov 3, 2025)', 'W @Ada: Leaves')],
      ['memory/2025-11-04.md', log('W @Ada: Packs', 'W @Ada: Sails', 'W @Ada: Lands')],
    ])
    const of = (options: RecallOptions): readonly string[] => told(options, crowded).notices
    const [cut, ending] = ['the latest; left out:', 'a higher --k or --budget shows']
    expect(of({ k: 2 })).toEqual([`2 of 5, ${cut} 3 up to 2025-11-04; ${ending} them`])
    expect(of({ k: 3 })).toEqual([`3 of 5, ${cut} 2 up to 2025-11-03; --until 2025-11-03, ${ending} them`])
    expect(of({ k: 4 })).toEqual([`4 of 5, ${cut} 1 up to 2025-10-03; --until 2025-10-03, ${ending} it`])
    expect(of({ k: 3, on: '2025-11' })).toEqual([`3 of 5, ${cut} 2 up to 2025-11-03; ${ending} them`])
    expect(of({ k: 4, since: '2025-10-20' })).toEqual([`4 of 5, ${cut} 1 up to 2025-10-03; ${ending} it`])
    crowded.remove()
  })
})
