import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { kindNames } from '../../../src/model/kind.js'
import { estimateTokens } from '../../../src/recall/answer/budget.js'
import type { RecallOptions } from '../../../src/recall/question/query.js'
import { recall, type Answer } from '../../../src/recall/recall.js'
import { anyQuestion } from '../../recall/any-question.js'
import { notes, smallIndex, type SmallIndex } from '../../recall/small-index.js'

// npm run laws:recall -- --seed 7 --runs 20000
const seed = Number(process.env['LAW_SEED'] ?? 52)
const runs = Number(process.env['LAW_RUNS'] ?? 400)

let index: SmallIndex
let reversed: SmallIndex
beforeAll(async () => {
  index = await smallIndex(notes)
  reversed = await smallIndex(notes.toReversed())
})
afterAll(() => {
  index.remove()
  reversed.remove()
})

const ask = (question: string, options: RecallOptions = {}, { store, context } = index): Answer =>
  recall(store, question, options, context)

describe('any question', () => {
  test('is answered, and twice in the same order', () => {
    fc.assert(
      fc.property(anyQuestion, (text) => {
        expect(JSON.stringify(ask(text))).toBe(JSON.stringify(ask(text)))
      }),
      { seed, numRuns: runs },
    )
  }, 600_000)

  test('is answered alike by an index that was filled the other way round', () => {
    fc.assert(
      fc.property(anyQuestion, (text) => {
        expect(JSON.stringify(ask(text, {}, reversed))).toBe(JSON.stringify(ask(text)))
      }),
      { seed: seed + 1, numRuns: Math.ceil(runs / 4) },
    )
  }, 600_000)

  test('with any options gives results that meet them', () => {
    const options = fc.record(
      {
        k: fc.integer({ min: 1, max: 30 }),
        kinds: fc.subarray([...kindNames]),
        entities: fc.subarray(['Peter', '@pete', 'José', 'nobody', '']),
        since: fc.constantFrom('2025-11', '30d', '1y'),
        budget: fc.integer({ min: 1, max: 60 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anyQuestion, options, (text, given) => {
        const { results } = ask(text, given)
        expect(results.length).toBeLessThanOrEqual(given.k ?? 25)
        expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
        const scores = results.map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        for (const { kind } of results) if (given.kinds?.length) expect(given.kinds).toContain(kind)
        if (given.budget !== undefined) {
          const cost = results.reduce((sum, { content, source }) => sum + estimateTokens(content + source), 0)
          expect(cost).toBeLessThanOrEqual(given.budget)
        }
        for (const { timestamp, occurred } of results)
          if (given.since === '2025-11') expect((occurred?.end ?? timestamp ?? '') >= '2025-11-01').toBe(true)
      }),
      { seed, numRuns: Math.ceil(runs / 4) },
    )
  }, 600_000)
})
