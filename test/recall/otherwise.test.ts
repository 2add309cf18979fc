import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { recall } from '../../src/recall/recall.js'
import type { Result } from '../../src/recall/answer/result.js'
import { show } from '../../src/recall/show.js'
import { log, smallIndex, type SmallIndex, today } from './small-index.js'

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    ['memory/2025-11-01.md', log('W @Maya: Lives in Leipzig', 'W @Jan: Lives in Utrecht', 'W @Ines: Lives in Porto')],
    [
      'memory/2025-11-05.md',
      log('W @Maya: Lives in Rotterdam', 'W @Jan: Likes rain', 'W @Ines: No longer lives in Porto'),
    ],
    ['memory/2025-11-09.md', log('W @Ines: Lives in Braga', 'B @Maya: Lives in a tent for a week')],
  ])
})
afterAll(() => index.remove())

const doubts = (results: readonly Result[]): string[] =>
  results.flatMap(({ content, otherwise }) => (otherwise ? [`${content} | ${otherwise.source.split(' ')[0]}`] : []))

test('what a later line says otherwise is told beside the earlier, though both stand', () => {
  const { results } = recall(index.store, 'where does Maya live', {}, index.context)
  expect(results[0]!.content).toBe('Lives in Rotterdam')
  expect(doubts(results)).toEqual(['Lives in Leipzig | memory/2025-11-05.md#L6'])
})

test('whom nobody doubts, and what is over, has no such mark', () => {
  for (const name of ['Jan', 'Ines'])
    expect(doubts(recall(index.store, 'live', { entities: [name] }, index.context).results)).toEqual([])
})

test('memory show of a name tells it too', () => {
  const shown = show(index.store, 'Maya', today)
  expect(shown.what === 'entity' ? doubts(shown.facts) : []).toEqual(['Lives in Leipzig | memory/2025-11-05.md#L6'])
})

test.each([
  ['Is allergic to nuts', 'Is not allergic to nuts'],
  ['Likes olives', "Doesn't like olives"],
  ['Lives in Graz', 'Moved to Wels with Anna'],
  ['Works at Acme', 'Got a new job at Globex'],
  ['The deadline is Nov 20', 'The deadline was moved to Dec 4'],
])('%j is told with the later %j, which says otherwise', async (earlier, later) => {
  const { store, context, remove } = await smallIndex([
    ['memory/2025-11-01.md', log(`W @Zoe: ${earlier}`)],
    ['memory/2025-11-09.md', log(`W @Zoe: ${later}`)],
  ])
  try {
    const { results } = recall(store, '', { entities: ['Zoe'] }, context)
    const marked = results.filter((result) => result.otherwise || result.until)
    expect(marked.map(({ content }) => content)).toEqual([earlier])
  } finally {
    remove()
  }
})

test.each([
  ['Is allergic to nuts', 'Is not allergic to milk'],
  ['Likes olives', 'Likes olives'],
  ['Lives in Graz', 'Moved the sofa to the cellar'],
  ['Is not in Oslo', 'Is not in Rome'],
])('%j is not doubted by the later %j', async (earlier, later) => {
  const { store, context, remove } = await smallIndex([
    ['memory/2025-11-01.md', log(`W @Zoe: ${earlier}`)],
    ['memory/2025-11-09.md', log(`W @Zoe: ${later}`)],
  ])
  try {
    expect(doubts(recall(store, '', { entities: ['Zoe'] }, context).results)).toEqual([])
  } finally {
    remove()
  }
})
