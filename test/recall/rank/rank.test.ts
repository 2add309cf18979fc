import type { Retriever } from '../../../src/recall/retrieve/retriever.js'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { features, type Feature } from '../../../src/recall/rank/features.js'
import type { RecallOptions } from '../../../src/recall/question/query.js'
import { recall, type Answer } from '../../../src/recall/recall.js'
import { retrievers } from '../../../src/recall/retrieve/retrievers.js'
import { weights } from '../../../src/recall/rank/weights.js'
import { log, smallIndex, type SmallIndex } from '../small-index.js'

const seed = 53

const dialogue = [
  '# 2025-11-20',
  '',
  '## Evening',
  '',
  '- Maya: Hello!',
  '- Tom: Where did you go for the long weekend?',
  '- Maya: To the lake, with my sister.',
  '- Tom: Lovely.',
  '- Maya: My sister caught a pike and I went swimming twice.',
  '',
  '## Retain',
  '',
  '- W @Maya: Maya went swimming twice and her sister caught a pike.',
  '- W @Tom: Tom plays the violin in a quartet.',
  '- W @Maya: Maya plays the cello.',
  '- O(c=0.9) @User: Prefers tables to prose in a report.',
  '- O(c=0.9) @User: Always give sources when I ask about history.',
  '- O(c=0.9) @Tom: Prefers prose.',
].join('\n')

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    ['memory/2025-11-20.md', dialogue],
    ['memory/2025-11-21.md', log('W @Maya: Is back at work', 'W The pike is a fish of lakes')],
  ])
})
afterAll(() => index.remove())

const ask = (question: string): Answer => recall(index.store, question, {}, index.context)
const found = (question: string): string[] => ask(question).results.map(({ content }) => content)

describe('a score', () => {
  test('is the sum of what the explanation says was added', () => {
    const words = fc.constantFrom(
      ...'Maya Tom pike lake swimming when who did I go violin report 2025 the how many'.split(' '),
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 7 }), (parts) => {
        for (const { score, why } of ask(parts.join(' ')).results) {
          expect(why.factors.reduce((sum, { added }) => sum + added, 0)).toBeCloseTo(score, 3)
          expect(why.found.length).toBeGreaterThan(0)
        }
      }),
      { seed, numRuns: 200 },
    )
  })

  test('is made of at most twenty features, each explained and weighed; the first is the measure of the others', () => {
    expect(Object.keys(weights)).toEqual(Object.keys(features))
    expect(Object.keys(features).length).toBeLessThanOrEqual(20)
    expect(Object.values(weights)[0]).toBe(1)
    for (const row of [...Object.values<Feature>(features), ...Object.values<Retriever>(retrievers)])
      expect(row.about.length).toBeGreaterThan(10)
  })
})

describe('what matches is never hidden', () => {
  const words = Array.from({ length: 150 }, (_, at) => `word${at}`)
  const paragraph = [...words.slice(0, 70), 'the', 'heron', 'nested', ...words.slice(70)].join(' ')
  let long: SmallIndex
  beforeAll(async () => {
    const short = Array.from({ length: 20 }, (_, at) => `W @Ines: Wrote page ${at} of the report`)
    long = await smallIndex([
      ['memory/2025-11-10.md', `# Log\n\n${paragraph}\n\n## Retain\n${short.map((line) => `- ${line}\n`).join('')}`],
    ])
  })
  afterAll(() => long.remove())

  const sources = (question: string, options: RecallOptions = {}): string[] =>
    recall(long.store, question, options, long.context).results.map(({ source }) => source)

  test('a paragraph of 150 words is found first by its rare words, and stands in the answer beside words of many lines', () => {
    expect(sources('heron')[0]).toBe('memory/2025-11-10.md#L3')
    expect(sources('where did the heron nest')[0]).toBe('memory/2025-11-10.md#L3')
    expect(sources('which page of the report did the heron nest beside')).toContain('memory/2025-11-10.md#L3')
  })

  test('the rarest words of a message of a hundred and sixty are looked for, wherever they stand in it', () => {
    const message = `${Array.from({ length: 80 }, (_, at) => `nothing${at} page`).join(' ')} heron`
    expect(sources(message, { all: true })).toContain('memory/2025-11-10.md#L3')
  })
})

describe('what comes first', () => {
  test('what is said of whom the question names in some of its words, before what is said of another in all of them', async () => {
    const two = await smallIndex([
      [
        'memory/2025-11-20.md',
        log(
          'W @Boris: Keeps his spare key under the blue flower pot',
          'W @Alma: Left a spare key with her neighbour',
          'W @Alma: Sings in a choir',
        ),
      ],
    ])
    const { results } = recall(two.store, 'where does Alma keep the spare key under a flower pot', {}, two.context)
    expect(results[0]!.content).toBe('Left a spare key with her neighbour')
    two.remove()
  })

  test('where somebody lives now before where they lived, though nobody wrote that the one ended the other', async () => {
    const lives = await smallIndex([
      ['memory/2025-02-01.md', log('W @Alma: Lives in Leipzig')],
      ['memory/2025-08-01.md', log('W @Alma: Lives in Rotterdam')],
    ])
    const told = (question: string): string[] =>
      recall(lives.store, question, {}, lives.context).results.map(({ content }) => content)
    expect(told('where does Alma live')).toEqual(['Lives in Rotterdam', 'Lives in Leipzig'])
    expect(told('where did Alma live at first')).toEqual(['Lives in Leipzig', 'Lives in Rotterdam'])
    lives.remove()
  })

  test('of two that are alike the newer one, unless it is asked what was so', async () => {
    const moved = await smallIndex([
      ['memory/2025-03-01.md', log('W @Alma: Her desk is on the second floor')],
      ['memory/2025-06-01.md', log('W @Alma: Her desk is on the fourth floor')],
    ])
    const first = (question: string): string => recall(moved.store, question, {}, moved.context).results[0]!.content
    expect(first("where is Alma's desk")).toBe('Her desk is on the fourth floor')
    expect(first("where was Alma's desk originally")).toBe('Her desk is on the second floor')
    moved.remove()
  })

  test('an answer without a word of its question is found behind the question', () => {
    expect(found('where did Maya go for the long weekend').slice(0, 3)).toContain('Maya: To the lake, with my sister.')
  })

  test('a statement and the passage it was made of are one answer: the other is set back', () => {
    const results = ask('who caught a pike').results
    const [statement, passage] = ['Maya went swimming', 'Maya: My sister'].map((start) =>
      results.findIndex(({ content }) => content.startsWith(start)),
    )
    const later = results[Math.max(statement!, passage!)]!
    expect(Math.min(statement!, passage!)).toBe(0)
    expect(later.why.factors.map(({ factor }) => factor)).toContain('echo')
  })

  test('whom the question names comes before others of whom the same is said', () => {
    expect(found('what does Maya play')[0]).toBe('Maya plays the cello.')
    expect(found('what does Tom play')[0]).toBe('Tom plays the violin in a quartet.')
  })

  test('what the asker prefers comes along with anything they want done; what others prefer does not', () => {
    const answers = found('Can you draft the quarterly report?')
    expect(answers[0]).toBe('Prefers tables to prose in a report.')
    expect(answers).toContain('Always give sources when I ask about history.')
    expect(answers).not.toContain('Prefers prose.')
    expect(found('who plays the violin')).not.toContain('Always give sources when I ask about history.')
  })

  test('what the words found stands before what is only preferred; how it came there is told', async () => {
    const five = Array.from({ length: 5 }, (_, at) => `W @User: Visited the lighthouse of island ${at}`)
    const trips = await smallIndex([
      ['memory/2025-11-01.md', log(...five, 'W @User: Bought a boat', 'O(c=0.9) @User: Prefers trains.')],
    ])
    const { results } = recall(trips.store, 'help me plan a trip to the lighthouse islands', {}, trips.context)
    const place = results.findIndex(({ content }) => content === 'Prefers trains.')
    expect(place).toBe(5)
    const [factor] = results[place]!.why.factors.slice(-1)
    expect(factor!.factor).toBe('preference')
    expect(factor!.added).toBeGreaterThan(0)
    trips.remove()
  })
})
