import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { recall, type Answer } from '../../src/recall/recall.js'
import { log, smallIndex, type SmallIndex } from './small-index.js'

let index: SmallIndex
beforeAll(async () => {
  const filler = Array.from({ length: 20 }, (_, at) => `W @Ines: Wrote page ${at} of the harbour report`)
  index = await smallIndex([
    ['memory/2025-11-01.md', log('W @Maya: Broke her ankle on the stairs', 'W @Maya: Was seen at the clinic in Graz')],
    ['memory/2025-11-02.md', log(...filler)],
  ])
})
afterAll(() => index.remove())

const ask = (question: string, also?: readonly string[]): Answer =>
  recall(index.store, question, also ? { also } : {}, index.context)
const told = (answer: Answer): string[] => answer.results.map(({ content }) => content)

describe('a question in several wordings', () => {
  test('finds what only one of them finds', () => {
    expect(told(ask('how did she injure herself'))).not.toContain('Broke her ankle on the stairs')
    expect(told(ask('how did she injure herself', ['broke a bone', 'ankle']))[0]).toBe('Broke her ankle on the stairs')
  })

  test('has scores that are the sum of what the explanation says, each way of finding told once', () => {
    const { results } = ask('page of the harbour report', ['Maya', 'clinic in Graz'])
    expect(results.length).toBeGreaterThan(5)
    for (const { score, why } of results) {
      expect(why.factors.reduce((sum, { added }) => sum + added, 0)).toBeCloseTo(score, 3)
      const ways = why.found.map(({ by }) => by)
      expect(new Set(ways).size).toBe(ways.length)
    }
  })

  test('is as sure as its surest wording', () => {
    const [unsure, sure] = [ask('zeppelin').support!, ask('clinic in Graz').support!]
    expect(unsure).toBeLessThan(sure)
    expect(ask('zeppelin', ['clinic in Graz']).support).toBe(sure)
    expect(ask('zeppelin', ['clinic in Graz']).notices).toEqual([])
  })

  test('asked twice in the same words is answered in the same order', () => {
    expect(told(ask('clinic in Graz', ['clinic in Graz']))).toEqual(told(ask('clinic in Graz')))
  })

  test('is asked in one of its own', () => {
    expect(() => ask(' ', ['x'])).toThrow(
      expect.objectContaining({ code: 'bad-argument', message: '--also words a question again: ask one' }),
    )
  })

  test.each([[['']], [['  ', 'x']], [Array.from({ length: 9 }, () => 'x')]])('%j is refused', (also) => {
    expect(() => ask('x', also)).toThrow(
      expect.objectContaining({
        code: 'bad-argument',
        message: '--also takes up to 8 wordings that are not empty',
      }),
    )
  })
})
