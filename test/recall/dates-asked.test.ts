import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { recall } from '../../src/recall/recall.js'
import { leastSupportOf } from '../../src/model/evidence.js'
import { log, smallIndex, type SmallIndex } from './small-index.js'

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    ['memory/2025-07-02.md', log('W @Mara: Signed the lease')],
    ['memory/2025-07-06.md', log('W @Ines: Chaired the board')],
    ['memory/2025-07-09.md', log('W @Samir: Took over on 2025-07-13', 'W @Mara: Paid invoice 2025-06')],
    ['memory/2025-08-06.md', log('W @Jo: Left on 2025-08-07')],
  ])
})
afterAll(() => index.remove())

const told = (question: string): readonly [facts: string[], support: number | null] => {
  const { results, support } = recall(index.store, question, {}, index.context)
  return [results.filter(({ kind }) => kind !== 'passage').map(({ content }) => content), support]
}

describe('a question that is only a time', () => {
  test.each([
    'what happened on July 6',
    'what happened on July 6, 2025',
    'what happened on 2025-07-06',
    'what happened on 2025-07-06?',
    'what happened on 2025/07/06',
    'what happened on 2025-07-06T10:00',
    'what happened on 2025-07-06T10:00:00Z',
    'what happened on 06.07.2025',
    '2025-07-06',
  ])('is answered by what stands there, and is told so: %s', (question) => {
    const [facts, support] = told(question)
    expect(facts[0]).toBe('Chaired the board')
    expect(support).toBeGreaterThan(0.5)
  })

  test.each(['what happened on 2025-07-06', 'what happened on 06.07.2025', '2025-07-06'])(
    'finds nothing else by the numbers of its day: %s',
    (question) => expect(told(question)[0]).toEqual(['Chaired the board']),
  )

  test.each(['what happened in 2025-07', 'what happened in July 2025', 'what happened in 2025/07'])(
    'may be a month: %s',
    (question) => {
      const [facts, support] = told(question)
      expect(facts.slice(0, 4).toSorted()).toEqual([
        'Chaired the board',
        'Paid invoice 2025-06',
        'Signed the lease',
        'Took over on 2025-07-13',
      ])
      expect(support).toBeGreaterThan(0.5)
    },
  )

  test.each(['what happened on 2025-07-04', 'what happened on July 4', 'what happened in 2025-01'])(
    'is told that nothing is known of it where nothing stands there: %s',
    (question) => expect(told(question)[1]).toBeLessThan(leastSupportOf.weak),
  )
})

test.each(['was ist am 6. Juli 2025 passiert', '2025年7月6日发生了什么'])(
  'a time is one in other languages: %s',
  (question) => expect(told(question)[0][0]).toBe('Chaired the board'),
)

test('a time beside words raises what is about it, as a month by its name does', () => {
  expect(told('who chaired the board on 2025-07-06')[0][0]).toBe('Chaired the board')
  expect(told('who took over in 2025-07')[0][0]).toBe('Took over on 2025-07-13')
  expect(told('invoice 2025-06')[0][0]).toBe('Paid invoice 2025-06')
})
