import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { estimateTokens, withinBudget } from '../../src/recall/budget.js'
import { fuse } from '../../src/recall/fuse.js'
import { retrievers, type RetrieverName } from '../../src/recall/retrievers.js'

const seed = 51

describe('a budget of tokens', () => {
  test('is never exceeded, keeps the order, and leaves out nothing that would still fit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 20 }), fc.nat({ max: 200 }), (prices, budget) => {
        const ranked = prices.map((price, at) => ({ price, at }))
        const kept = withinBudget(ranked, ({ price }) => price, budget)
        const spent = kept.reduce((sum, { price }) => sum + price, 0)
        expect(spent).toBeLessThanOrEqual(budget)
        expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b))
        for (const { price, at } of ranked.filter((one) => !kept.includes(one))) {
          const before = kept.filter((one) => one.at < at).reduce((sum, one) => sum + one.price, 0)
          expect(price).toBeGreaterThan(budget - before)
        }
      }),
      { seed, numRuns: 300 },
    )
  })

  test.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['我们决定', 4],
    ['use 我们', 3],
    ['𠮷𠮷', 2],
    ['ひらカナ한국', 6],
  ])('%j costs about %i', (text, tokens) => {
    expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(1)
  })

  test('a longer text never costs less', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (a, b) => {
          expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(estimateTokens(a))
          expect(Number.isInteger(estimateTokens(a))).toBe(true)
        },
      ),
      { seed, numRuns: 300 },
    )
  })
})

describe('fusing what retrievers found', () => {
  const name = fc.constantFrom(...(Object.keys(retrievers) as RetrieverName[]))
  const candidates = fc.uniqueArray(
    fc.record({ key: fc.integer({ min: 1, max: 20 }), score: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { selector: ({ key }) => key, maxLength: 10 },
  )
  const found = fc.uniqueArray(fc.record({ name, weight: fc.constantFrom(0.1, 0.15, 0.2, 1), candidates }), {
    selector: (one) => one.name,
    maxLength: 4,
  })

  test('gives each fact once, with a score that is the sum of what each retriever added', () => {
    fc.assert(
      fc.property(found, (given) => {
        const fused = fuse(given)
        const keys = new Set(given.flatMap((one) => one.candidates.map(({ key }) => key)))
        expect(new Set(fused.map(({ key }) => key))).toEqual(keys)
        expect(fused.length).toBe(keys.size)
        for (const { score, contributions } of fused) {
          expect(score).toBe(contributions.reduce((sum, { added }) => sum + added, 0))
          for (const { retriever, rank, added } of contributions) {
            const { weight, candidates: from } = given.find((one) => one.name === retriever)!
            expect(added).toBe(weight * from[rank - 1]!.score)
          }
        }
      }),
      { seed, numRuns: 300 },
    )
  })

  test('gives the same bytes each time', () => {
    fc.assert(
      fc.property(found, (given) => {
        expect(JSON.stringify(fuse(given))).toBe(JSON.stringify(fuse(structuredClone(given))))
      }),
      { seed },
    )
  })

  test('every retriever says what it is about and weighs something', () => {
    for (const [retriever, { weight, about }] of Object.entries(retrievers))
      expect([retriever, weight > 0 && weight <= 1, about.length > 10]).toEqual([retriever, true, true])
  })
})
