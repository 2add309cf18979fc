import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { recall, type Answer } from '../../src/recall/recall.js'
import type { RecallOptions } from '../../src/recall/question/query.js'
import { log, smallIndex, type SmallIndex } from './small-index.js'

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    [
      'memory/2025-11-01.md',
      log(
        'W @Ines: Allergic to penicillin',
        'W @Müller: Lives in Kiel',
        'W @Lucía: Lives in Sevilla',
        'O @Ines: Prefers WhatsApp for anything urgent',
        'W @Ines: Rents a flat in Ghent',
      ),
    ],
  ])
})
afterAll(() => index.remove())
const ask = (question: string, options: RecallOptions = {}): Answer =>
  recall(index.store, question, options, index.context)

test('what begins like the only word of a question is found where nothing has the word; what begins otherwise is not', () => {
  expect(ask('any allergies').results.map(({ content }) => content)).toEqual(['Allergic to penicillin'])
  expect(ask('any alliances').results).toEqual([])
  expect(ask('zeppelin').results).toEqual([])
})

test('anything and somebody are no words to find a line by', () => {
  expect(ask('is Ines allergic to anything').results[0]!.content).toBe('Allergic to penicillin')
})

test('a name that nothing has is told with those it is near to', () => {
  expect(ask('Kiel', { entities: ['Muller'] }).notices).toContain('nothing is called muller, perhaps Müller')
})

test('a name without its accents is the one that has them', () => {
  expect(ask('where does Muller live').results[0]!.content).toBe('Lives in Kiel')
  expect(ask('where does Lucia live').results[0]!.content).toBe('Lives in Sevilla')
  expect(ask('where does Lucia live').notices).toContain('nothing says lucia: read as Lucía')
})
