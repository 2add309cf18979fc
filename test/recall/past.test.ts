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
