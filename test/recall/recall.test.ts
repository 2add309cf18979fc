import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { RecallOptions } from '../../src/recall/question/query.js'
import { recall, type Answer } from '../../src/recall/recall.js'
import { show } from '../../src/recall/show.js'
import { anyQuestion } from './any-question.js'
import { log, notes, smallIndex, type SmallIndex, today } from './small-index.js'

const seed = 52

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex(notes)
})
afterAll(() => {
  index.remove()
})

const ask = (question: string, options: RecallOptions = {}, { store, context } = index): Answer =>
  recall(store, question, options, context)
const found = (question: string, options: RecallOptions = {}): string[] =>
  ask(question, options).results.map(({ content }) => content)

describe('any question', () => {
  test.each([
    ['a megabyte of text', 'tea '.repeat(250_000)],
    ['a megabyte of quotes', '"'.repeat(1_000_000)],
    ['a megabyte of Chinese', '茶'.repeat(340_000)],
    ['only stop words', 'what is the of and'],
    ['only emoji', '😀👩‍👩‍👧'],
    ['only operators', 'AND OR NOT NEAR'],
    ['a lone surrogate', '\uD800 tea \uDC00'],
    ['a NUL', 'tea\0coffee'],
    ['nothing', ''],
  ])('of %s is answered', (_, text) => {
    expect(Array.isArray(ask(text).results)).toBe(true)
  })
})

describe('what is found', () => {
  test('operators in a question are words, not operators', () => {
    expect(found('NOT tea').some((text) => text.includes('tea'))).toBe(true)
    expect(found('tea AND zebra').length).toBeGreaterThan(0)
    expect(found('"quoted"')).toContain('"quoted" AND NOT text:x NEAR(y) *')
  })

  test('Chinese, Japanese and Korean are found by two characters and by one', () => {
    expect(found('决定')[0]).toBe('我们决定使用飞书API')
    expect(found('茶')).toContain('喜欢茶')
    expect(found('東京')).toContain('東京タワー is tall')
    expect(found('定决')).not.toContain('我们决定使用飞书API')
  })

  test('a name finds its facts by any alias, and names that differ in a digit stay apart', () => {
    expect(found('', { entities: ['Pete'] })).toEqual(expect.arrayContaining(['Is a curated fact', 'Prefers tea']))
    expect(found('', { entities: ['Room101'] })).toEqual(['Is free'])
    expect(found('', { entities: ['nobody'] })).toEqual([])
  })

  test('an opinion comes with its confidence and the evidence that it rests on', () => {
    const [belief] = ask('what does Peter prefer').results
    expect(belief).toMatchObject({ kind: 'opinion', content: 'Prefers tea', origin: 'stated' })
    expect(belief!.evidence!.at(-1)!.confidence).toBe(belief!.confidence)
  })

  test('a window selects what happened then, else what was noted then; undated facts fall out', () => {
    const during = ask('', { on: '2025-11-30' }).results
    expect(during.map(({ content }) => content)).toEqual(['Currently in Marrakech (Nov 27–Dec 1, 2025)'])
    expect(during[0]!.occurred).toEqual({ start: '2025-11-27', end: '2025-12-01' })
    expect(found('tie', { since: '2000', k: 1000 }).filter((text) => text.startsWith('tie'))).toEqual([])
  })

  test('nothing found is an answer', () => {
    expect(ask('zebra').results).toEqual([])
    expect(ask('zebra', { kinds: ['world'] }).results).toEqual([])
  })

  test('a list without a question shows all of a kind, and ties stand by path and line', () => {
    const worlds = ask('', { kinds: ['world'], k: 100 }).results
    const places = worlds.filter(({ content }) => content.startsWith('tie')).map(({ source }) => source)
    expect(places).toEqual(['memory/a.md#L6', 'memory/a.md#L7', 'memory/b.md#L6'])
  })

  test('a page is cited by id, a log by line', () => {
    expect(ask('curated').results[0]!.source).toMatch(/^bank\/entities\/Peter\.md \^[0-9a-z]{10}$/)
    expect(ask('Marrakech').results[0]!.source).toBe('memory/2025-11-27.md#L6')
  })

  test('equal statements at several places are one result with every place', async () => {
    const twice = await smallIndex([
      ['memory/a.md', log('W Same words', 'W same  WORDS')],
      ['memory/b.md', log('W Same words')],
    ])
    try {
      const { results } = recall(twice.store, 'same words', {}, twice.context)
      expect(results.map(({ source, sources }) => [source, sources])).toEqual([
        ['memory/a.md#L6', ['memory/a.md#L7', 'memory/b.md#L6']],
      ])
    } finally {
      twice.remove()
    }
  })
})

describe('looking one thing up', () => {
  test.each(['^zzzzzzzzzz', '', '@', 'nobody', 'memory/none.md', 'memory/a.md#L999', '💥', '"', 'x'.repeat(100_000)])(
    '%j that is not there is said to be so',
    (reference) => {
      expect(() => show(index.store, reference, today)).toThrow(expect.objectContaining({ code: 'not-found' }))
    },
  )

  test('any reference is found or not found, never a crash', () => {
    fc.assert(
      fc.property(anyQuestion, (reference) => {
        try {
          show(index.store, reference, today)
        } catch (cause) {
          expect(cause).toMatchObject({ code: 'not-found' })
        }
      }),
      { seed, numRuns: 1000 },
    )
  })

  test('a fact is found by id with or without ^, an entity by any spelling, a place by line', () => {
    const { id } = ask('Marrakech').results[0]!
    for (const reference of [id, `^${id}`, ` ^${id.toUpperCase()} `])
      expect(show(index.store, reference, today)).toMatchObject({ what: 'fact', fact: { id } })
    for (const reference of ['Peter', '@PETER', 'pete'])
      expect(show(index.store, reference, today)).toMatchObject({
        what: 'entity',
        name: 'Peter',
        page: 'bank/entities/Peter.md',
      })
    expect(show(index.store, 'memory/2025-11-27.md#L6', today)).toMatchObject({ what: 'place', facts: [{ id }] })
  })
})
