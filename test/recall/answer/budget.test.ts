import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { estimateTokens } from '../../../src/recall/answer/budget.js'
import { withinBudget } from '../../../src/text/tokens.js'

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
    ['Peter likes tea.', 4],
    ['2025-11-27', 6],
    ['^wunaj9nhbo', 7],
    ['我们决定', 2],
    ['use 我们', 2],
    ['𠮷𠮷', 6],
    ['ひらカナ한국', 5],
  ])('%j costs about %i', (text, tokens) => {
    expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(2)
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
