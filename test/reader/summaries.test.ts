import { expect, test } from '@jest/globals'
import { checkSummaries } from '../../src/reader/summaries.js'

test('a summary of one line is refused with its reason, and not dropped', () => {
  const facts = ['Oiled the barn door', 'Met the vet in Graz'].map((text, at) => ({
    id: `aaaaaaaaa${at}`,
    kind: 'experience' as const,
    text,
    entities: ['Ruth'],
    day: `2025-11-0${at + 1}`,
  }))
  const text = JSON.stringify({
    bullets: [
      { cites: '2', text: 'Ruth met the vet in Graz', kind: 'S', entities: ['Ruth'] },
      { cites: '1-2', text: 'Ruth oiled the barn door and met the vet', kind: 'S', entities: ['Ruth'] },
    ],
  })
  const { accepted, refused } = checkSummaries(text, { name: 'Ruth', facts, summaries: [] })
  expect(accepted.map(({ from }) => from)).toEqual([['aaaaaaaaa0', 'aaaaaaaaa1']])
  expect(refused.map(({ answer, reasons }) => [answer.number, reasons])).toEqual([
    [1, [{ code: 'citation', why: 'it rests on one line alone: a summary cites two at least' }]],
  ])
})
