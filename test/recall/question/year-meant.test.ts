import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { recall } from '../../../src/recall/recall.js'
import type { RecallOptions } from '../../../src/recall/question/query.js'
import { log, smallIndex, type SmallIndex } from '../small-index.js'

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    ['memory/2023-07-12.md', log('W @Mara: Signed the lease')],
    ['memory/2024-07-12.md', log('W @Ines: Chaired the board')],
    ['memory/2024-10-03.md', log('W @Jo: Left for Oslo')],
    ['memory/2025-02-01.md', log('W @Samir: Took over')],
  ])
})
afterAll(() => index.remove())

test('a note of this year changes nothing, nor that the day is a few weeks ago', async () => {
  const later = await smallIndex([
    ['memory/2025-07-12.md', log('W @Ines: Chaired the board')],
    ['memory/2025-11-02.md', log('W @Jo: Left for Oslo')],
    ['memory/2026-11-20.md', log('W @Samir: Took over')],
  ])
  const days = (question: string) =>
    recall(later.store, question, {}, { ...later.context, today: '2026-11-26' }).plan.days
  expect(days('what happened on July 12?')).toEqual({ start: '2025-07-12', end: '2025-07-12' })
  expect(days('what happened on November 2?')).toEqual({ start: '2025-11-02', end: '2025-11-02' })
  later.remove()
})

const ask = (question: string, options: RecallOptions = {}) =>
  recall(index.store, question, options, { ...index.context, today: '2026-11-26' })

test.each([
  ['what happened on July 12th?', '2024-07-12', 'Chaired the board'],
  ['what happened in October?', '2024-10-01 to 2024-10-31', 'Left for Oslo'],
  ['was ist am 3. Oktober passiert?', '2024-10-03', 'Left for Oslo'],
  ['2月1日发生了什么？', '2025-02-01', 'Took over'],
])(
  'a time without a year is the last one that memory has notes of, and the answer says which: %s',
  (question, days, said) => {
    const { results, notices } = ask(question)
    expect(notices).toContain(`no year is named: read as ${days}`)
    expect(results.find(({ kind }) => kind !== 'passage')!.content).toBe(said)
  },
)

test('so is one that the caller names as a window', () => {
  const { window, results, notices } = ask('board', { on: 'July 12' })
  expect(window).toEqual({ start: '2024-07-12', end: '2024-07-12' })
  expect(notices).toContain('no year is named: read as 2024-07-12')
  expect(results[0]!.content).toBe('Chaired the board')
})

test.each([
  ['of a year that is named', 'what happened on July 12, 2025?', { start: '2025-07-12', end: '2025-07-12' }],
  ['that is counted from today', 'what happened yesterday?', { start: '2026-11-25', end: '2026-11-25' }],
  ['that is counted from this month', 'what happened last month?', { start: '2026-10-01', end: '2026-10-31' }],
  ['of a year', 'what happened last year?', { start: '2025-01-01', end: '2025-12-31' }],
])('a time %s stays what it is, though nothing is noted then', (_, question, days) => {
  const { plan, notices } = ask(question)
  expect(plan.days).toEqual(days)
  expect(notices.join()).not.toContain('no year is named')
})

test('memory as of a day knows of no later note', () => {
  expect(ask('what happened in October?', { asOf: '2024-09-01' }).notices.join()).not.toContain('no year is named')
})
