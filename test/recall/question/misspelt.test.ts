import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { RecallOptions } from '../../../src/recall/question/query.js'
import { recall, type Answer } from '../../../src/recall/recall.js'
import { log, smallIndex, type SmallIndex } from '../small-index.js'

let index: SmallIndex
beforeAll(async () => {
  index = await smallIndex([
    ['memory/2025-10-01.md', log('W @Sofia: Works at the harbour', 'W @Marten: Keeps bees', 'W @Martin: Sails')],
    [
      'memory/2025-10-02.md',
      log('W @Alexandra: Paints in oil', 'W @Anna: Plays chess', 'W @Marco: Parked by the market'),
    ],
    ['memory/2025-10-03.md', log('W @Katarina: Moved in next door', 'W @Leonard: Mends clocks')],
    ['bank/entities/Leonard.md', '---\nname: Leonard\nnot: [Leonards]\n---\n'],
  ])
})
afterAll(() => index.remove())

const ask = (question: string, options: RecallOptions = {}): Answer =>
  recall(index.store, question, options, index.context)

describe('a name that is spelt otherwise in a question', () => {
  test.each([
    ['where does Sofiya work', 'Works at the harbour', 'nothing says sofiya: read as Sofia'],
    ['where does sofai work', 'Works at the harbour', 'nothing says sofai: read as Sofia'],
    ['What does aleksandra like', 'Paints in oil', 'nothing says aleksandra: read as Alexandra'],
    ['what does Aleksandra like', 'Paints in oil', 'nothing says aleksandra: read as Alexandra'],
  ])('%s', (question, best, notice) => {
    const { results, notices, entities } = ask(question)
    expect(results[0]?.content).toBe(best)
    expect(notices).toContain(notice)
    expect(entities).toHaveLength(1)
  })

  test.each([
    ['where is Anne', 'four letters are near too many names'],
    ['what does Martyn do', 'two are as near'],
    ['who is Leonards', 'the page of Leonard says that they are another'],
    ['who is Sofas', 'a word that nobody says, two letters off'],
    ['what does Dofia do', 'another first letter'],
    ['Where do we put the marko', 'no capital letter where others have one'],
    ['what is parked there', 'a word that memory holds'],
  ])('%s is nobody: %s', (question) => {
    const { notices, entities } = ask(question)
    expect([entities, notices.filter((notice) => notice.includes('read as'))]).toEqual([[], []])
  })

  test('is nobody before anything was noted of them', () => {
    expect(ask('where does Katarin live').entities).toEqual(['Katarina'])
    expect(ask('where does Katarin live', { asOf: '2025-10-02' }).entities).toEqual([])
  })
})
