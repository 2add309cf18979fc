import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parseQuery } from '../../../src/recall/question/parse-query.js'
import { gather } from '../../../src/recall/rank/gather.js'
import { recall, type Answer } from '../../../src/recall/recall.js'
import { leastSupportOf } from '../../../src/model/evidence.js'
import { log, smallIndex, type SmallIndex } from '../small-index.js'

let index: SmallIndex
beforeAll(async () => {
  const filler = Array.from({ length: 12 }, (_, at) => `W @Ines: Filed report ${at + 1} of the harbour office`)
  index = await smallIndex([
    ['memory/2025-11-20.md', log('W @Maya: Repairs violins in a cellar in Graz', 'W @Tom: Collects stamps from Peru')],
    ['memory/2025-11-21.md', log(...filler)],
  ])
})
afterAll(() => index.remove())

const ask = (question: string): Answer => recall(index.store, question, {}, index.context)

describe('support', () => {
  test.each([
    ['what does Maya repair in Graz', 'what does Tom repair in Graz'],
    ['who collects stamps from Peru', 'who collects butterflies from Chile'],
    ['where does Maya repair violins', 'where does Maya keep her submarine'],
  ])('of %j is more than of %j, which memory knows nothing of', (answered, not) => {
    const [high, low] = [ask(answered).support!, ask(not).support!]
    expect(high).toBeGreaterThan(0.5)
    expect(low).toBeLessThan(high - 0.2)
  })

  test('is 0 where nothing was found, and null where no question was asked', () => {
    expect(ask('zeppelin').support).toBe(0)
    expect(recall(index.store, '', { kinds: ['world'] }, index.context).support).toBeNull()
  })

  test('of a name alone is that of what is about it', () => {
    expect(ask('Maya').support).toBeGreaterThan(0.5)
    expect(ask('Maya').notices).toEqual([])
  })

  test('is strong of few words for whom few lines are about, and not where others say the rest of whom many are about', async () => {
    const many = Array.from({ length: 60 }, (_, at) => `W @${at % 2 === 0 ? 'Maya' : 'Tom'}: Filed report ${at + 1}`)
    const { store, context, remove } = await smallIndex([
      ['memory/2025-11-21.md', log(...many, 'W @Tom: Sailed a submarine to Chile', 'W @Ines: Keeps the keys')],
    ])
    const sure = (question: string): number => recall(store, question, {}, context).support!
    expect(sure('what does Ines know of the harbour')).toBeGreaterThan(leastSupportOf.weak)
    expect(sure('which submarine did Tom sail to Chile')).toBeGreaterThan(leastSupportOf.strong)
    expect(sure('which submarine did Maya sail to Chile')).toBeLessThan(leastSupportOf.weak)
    remove()
  })

  test('takes a name for rare by the lines of all memory, not by those that were looked at', async () => {
    const lines = Array.from({ length: 2000 }, (_, at) =>
      at < 450 ? `W @Maya: Filed report ${at + 1} of Maya` : `W @Ines: Counted crate ${at + 1}`,
    )
    const { store, context, remove } = await smallIndex([['memory/2025-11-21.md', log(...lines)]])
    const rareness = (question: string): number =>
      gather(parseQuery(question, {}, context), store, 10).view.rareness(150)
    expect(rareness('what does Maya know')).toBeLessThan(rareness('what do people know') - 0.1)
    remove()
  })
})

describe('a line that its heading or its note found', () => {
  test.each([
    ['what does Tom Kershaw do', 'Patent attorney in Leeds.'],
    ['who is Tom Kershaw', 'Patent attorney in Leeds.'],
    ['where is the boiler manual kept', 'In the drawer by the door.'],
    ['what hangs in the garden shed', 'Key hangs behind the clock.'],
  ])('is told as an answer of %j', async (question, content) => {
    const filler = Array.from({ length: 30 }, (_, at) => `- Filed report ${at + 1} of the harbour office.`).join('\n')
    const { store, context, remove } = await smallIndex([
      ['people.md', '# People\n\n## Tom Kershaw\n\n- Patent attorney in Leeds.\n\n## Ann Bell\n\n- Baker in York.\n'],
      ['memory/2025-11-20.md', `## Boiler manual\n\nIn the drawer by the door.\n\n## Reports\n\n${filler}\n`],
      ['memory/garden-shed.md', 'Key hangs behind the clock.\n'],
    ])
    const { results, support, notices } = recall(store, question, {}, context)
    expect(results.map((result) => result.content)).toContain(content)
    expect(support).toBeGreaterThan(leastSupportOf.weak)
    expect(notices).toEqual([])
    expect(recall(store, 'which submarine sails to Chile', {}, context).support).toBeLessThan(leastSupportOf.weak)
    remove()
  })
})

test('a line that a model has apart from what is near by chance counts, though it has no word of the question', () => {
  const line = index.store.factsById(index.store.idsOf(['world'])).find(({ text }) => text.startsWith('Repairs'))!
  const near = (standsOut: number) => ({
    meaning: {
      nearest: () => [line.id],
      of: (id: string) => (id === line.id ? 1 : 0),
      standsOut: (id: string) => (id === line.id ? standsOut : 0),
    },
    alone: false,
  })
  const question = 'who mends instruments underground'
  const asked = (standsOut: number): Answer => recall(index.store, question, {}, index.context, [near(standsOut)])
  expect(
    asked(0.8)
      .results.slice(0, 3)
      .map(({ id }) => id),
  ).toContain(line.id)
  expect(asked(0.8).support).toBeGreaterThan(0.5)
  expect(asked(0.8).notices).toEqual([])
  expect(asked(0).support).toBeLessThan(leastSupportOf.weak)
})

describe('a question that says nothing to look for, with what narrows it,', () => {
  test.each([
    [{ kinds: ['world'] as const }],
    [{ entities: ['Maya'] }],
    [{ since: '2025-11-20' }],
    [{ entities: ['Maya'], also: ['anything known'] }],
    [{ since: '2025-11-20', also: ['whatever memory knows of it', 'cellar'] }],
  ])('gives what %j leaves, as no question does, and does not say that there is nothing', (options) => {
    const { also: _, ...narrowed } = options as { also?: string[] }
    const none = recall(index.store, '', narrowed, index.context)
    const some = recall(index.store, 'what is there', options, index.context)
    const told = ({ results }: Answer): string[] => results.map(({ content }) => content).toSorted()
    expect(told(some)).toEqual(told(none))
    expect(some.results.length).toBeGreaterThan(0)
    expect(some.notices).toEqual([])
  })

  test('is looked for by its words where nothing narrows it', () => {
    expect(ask('what of it').results.map(({ content }) => content)).toContainEqual(expect.stringContaining(' of '))
  })
})

describe('context', () => {
  test('turns a result into a range of its section; results that touch become one', () => {
    const plain = recall(index.store, 'report of the harbour office', { k: 3 }, index.context)
    const ranged = recall(index.store, 'report of the harbour office', { k: 3, context: 1 }, index.context)
    expect(plain.results.length).toBe(3)
    expect(ranged.results.map(({ source }) => source)).toEqual(['memory/2025-11-21.md#L6-L9'])
    expect(ranged.results[0]!.content.split('\n')[0]).toBe('@Ines: Filed report 1 of the harbour office')
  })

  test.each([-1, 1.5, 21])('of %d lines is refused', (context) => {
    expect(() => recall(index.store, 'x', { context }, index.context)).toThrow(
      expect.objectContaining({
        code: 'bad-argument',
        message: `context takes a whole number from 0 to 20, got ${context}`,
      }),
    )
  })
})
