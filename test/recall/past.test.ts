import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { recall } from '../../src/recall/recall.js'
import { log, smallIndex, type SmallIndex } from './small-index.js'

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    ['memory/2025-09-01.md', log('W(until=2025-10-01) @Peter: Lives in Graz near the river')],
    ['memory/2025-10-01.md', log('W @Peter: Lives in Wels')],
  ])
})
afterAll(() => index.remove())

const best = (question: string): string | undefined =>
  recall(index.store, question, {}, index.context).results[0]?.content

test('who asks what used to be is told what is over; anybody else what is so', () => {
  expect(best('where does Peter live near the river')).toBe('Lives in Wels')
  expect(best('where did Peter use to live near the river')).toBe('Lives in Graz near the river')
  expect(best('where near the river did Peter live previously')).toBe('Lives in Graz near the river')
  expect(best('Peter used to live near the river where')).toBe('Lives in Graz near the river')
})

test('what took the place of something stands where the words would have put that, before lines that name the same person', async () => {
  const { store, context, remove } = await smallIndex([
    ['memory/2025-09-01.md', log('W @Lena: Lives in Bremen', 'W @Lena: Works as a nurse')],
    [
      'memory/2025-10-01.md',
      log(
        'W @Lena: Moved from Bremen to Kiel',
        'B @Lena: Took the tram with Lena',
        'W @Lena: Owns a boat that is called Lena',
      ),
    ],
  ])
  try {
    const { results } = recall(store, 'where does Lena live', {}, context)
    expect(results[0]?.content).toBe('Moved from Bremen to Kiel')
    expect(results[0]?.why.factors.some(({ factor }) => factor === 'successor')).toBe(true)
    const bremen = results.find(({ content }) => content === 'Lives in Bremen')
    expect(bremen?.score).toBeLessThan(results[0]!.score)
  } finally {
    remove()
  }
})
