import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { RecallOptions } from '../../src/recall/question/query.js'
import { recall, type Answer } from '../../src/recall/recall.js'
import { log, smallIndex, type SmallIndex } from './small-index.js'

let index: SmallIndex
beforeAll(async () => {
  const filler = Array.from({ length: 80 }, (_, at) => `W @Ines: Filed report ${at + 1} of the harbour office`)
  index = await smallIndex([
    [
      'memory/2025-11-20.md',
      log(
        'W @Maya: Repairs violins in a cellar in Graz',
        'W @Tom: Collects stamps from Peru',
        'W(until=2025-11-30) @Ada: Rows on the Danube every morning',
      ),
    ],
    ['memory/2025-11-21.md', log(...filler)],
  ])
})
afterAll(() => index.remove())

const ask = (question: string, options: RecallOptions = {}): Answer =>
  recall(index.store, question, options, index.context)
const nothing = 'which office of aviation licensed their zeppelin for passenger flights over Greenland'

describe('an answer', () => {
  test('says strong where one line holds what was asked', () => {
    expect(ask('who repairs violins in Graz')).toMatchObject({ evidence: 'strong', leftOut: 0 })
  })

  test('of no evidence has no results, says how many come near, and gives them to who asks for all', () => {
    const { results: near, leftOut: none } = ask(nothing, { all: true })
    expect([near.length > 0, none]).toEqual([true, 0])
    expect(ask(nothing)).toMatchObject({ evidence: 'none', results: [], leftOut: near.length })
    expect(ask(nothing, { minSupport: 0 }).results.length).toBeGreaterThan(0)
  })

  test('has no results where it is less sure than the question or the settings ask for', () => {
    const weak = 'which harbour did the stamps of the king come from'
    expect(ask(weak).evidence).toBe('weak')
    expect(ask(weak).results.length).toBeGreaterThan(0)
    expect(ask(weak, { minSupport: 'strong' })).toMatchObject({ evidence: 'weak', results: [] })
    const set = recall(index.store, weak, {}, { ...index.context, minSupport: 'strong' })
    expect(set.results).toEqual([])
  })

  test('is weak of what is over, but not for who asks what used to be', () => {
    const { evidence, results } = ask('who rows on the Danube every morning')
    expect([evidence, results[0]?.content]).toEqual(['weak', 'Rows on the Danube every morning'])
    expect(ask('who used to row on the Danube every morning').evidence).toBe('strong')
  })

  test('leaves out what stands far behind the best, but for who asks for all', () => {
    const question = 'who of the harbour repairs violins in a cellar in Graz'
    expect(ask(question).results.map(({ content }) => content)).toEqual(['Repairs violins in a cellar in Graz'])
    expect(ask(question, { all: true }).results.length).toBeGreaterThan(1)
  })

  test('has nothing beside what was found that does not meet the conditions of who asks', async () => {
    const { store, context, remove } = await smallIndex([
      ['memory/2025-11-20.md', '# Pump\n\nLesson: the greenhouse pump runs dry.\n\nThe spare gasket is in the shed.\n'],
      ['memory/2025-11-21.md', '---\norigin: web\n---\n\n# Pump\n\nA greenhouse pump needs a filter.\n'],
    ])
    const contents = (options: RecallOptions): string[] =>
      recall(store, 'what about the greenhouse pump', { all: true, ...options }, context).results.map(
        ({ content }) => content,
      )
    expect(contents({})).toContain('The spare gasket is in the shed.')
    expect(contents({ labels: ['lesson'] })).toEqual(['Lesson: the greenhouse pump runs dry.'])
    expect(contents({ origins: ['web'] })).toEqual(['A greenhouse pump needs a filter.'])
    remove()
  })

  test('says nothing of evidence where no question was asked, and what conditions leave is given', () => {
    const answer = ask('', { entities: ['Tom'], minSupport: 1 })
    expect(answer).toMatchObject({ evidence: null, support: null, leftOut: 0 })
    expect(answer.results).toHaveLength(1)
  })
})
