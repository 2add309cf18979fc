import { describe, expect, test } from '@jest/globals'
import type { Expectation } from '../../src/expect/expectation.js'
import { holdAll, type AskedMemory, type KnownLine } from '../../src/expect/hold.js'
import { MemoryError } from '../../src/model/error.js'

const line = (id: string, more: Partial<KnownLine> = {}): KnownLine => ({
  id,
  ids: [id, ...(more.ids ?? [])],
  source: `memory/2025-11-01.md#L${id.charCodeAt(0)}`,
  content: `words of ${id}`,
  entities: [],
  state: 'holds',
  isBelief: more.confidence !== undefined,
  ...more,
})

/** A memory whose answer to every question is these lines, and which knows others beside. */
const memory = (answer: readonly KnownLine[], beside: readonly KnownLine[] = [], isNothing = false): AskedMemory => {
  const all = [...answer, ...beside]
  return {
    ask: (question, { k }) => {
      if (question === 'refused') throw new MemoryError('bad-argument', 'no such day')
      return { lines: answer.slice(0, k), isNothing: isNothing || answer.length === 0 }
    },
    find: (reference) => all.filter(({ ids, source }) => ids.includes(reference.slice(1)) || source === reference),
    saying: (words) => all.filter(({ content }) => content === words),
  }
}
const many = Array.from({ length: 60 }, (_, at) => line(`other${at}`))
const held = (expectation: Expectation, asked: AskedMemory) => {
  const [{ holds, why, note, stands }] = holdAll([expectation], asked) as [ReturnType<typeof holdAll>[0]]
  return { holds, why, note, ranks: stands.map(({ rank }) => rank) }
}

describe('a cited line', () => {
  const asks = { ask: 'x', cites: ['^a'] } as const

  test.each([
    [1, {}, true],
    [5, {}, true],
    [6, {}, false],
    [6, { within: 6 }, true],
    [2, { within: 1 }, false],
    [30, { within: 30 }, true],
  ])('as result %i, with %j: %s', (rank, within, holds) => {
    const answer = [...many.slice(0, rank - 1), line('a'), ...many.slice(rank)]
    expect(held({ ...asks, ...within }, memory(answer))).toMatchObject({ holds, ranks: [rank] })
  })

  test('that is over or retired is no answer, though it is told', () => {
    expect(held(asks, memory([line('a', { state: 'retired' })])).why).toBe('it was retired')
    expect(held(asks, memory([line('a', { state: 'over', until: '2025-12-08' })])).why).toBe('it ended on 2025-12-08')
    expect(held(asks, memory([], [line('a', { state: 'retired' })])).why).toBe('it was retired')
  })

  test('is looked for further down than recall answers, or is said to be found by no such question, or gone', () => {
    expect(held(asks, memory([...many.slice(0, 40), line('a')]))).toMatchObject({
      why: 'it is result 41, not among the first 5',
      ranks: [41],
    })
    expect(held(asks, memory(many, [line('a')]))).toMatchObject({ why: 'the question does not find it', ranks: [null] })
    expect(held(asks, memory(many))).toMatchObject({ why: '^a is gone', ranks: [] })
  })

  test('may be any of several, and any statement of the same belief', () => {
    expect(held({ ask: 'x', cites: ['^gone', '^a'] }, memory([line('a')])).holds).toBe(true)
    expect(held({ ask: 'x', cites: ['^former'] }, memory([line('a', { ids: ['a', 'former'] })])).holds).toBe(true)
  })

  test('is found by its words where the id is gone, and by nothing else while it is there', () => {
    const [said, answer] = [{ ...asks, says: ['words of b'] }, [line('b')]]
    expect(held(said, memory(answer)).holds).toBe(true)
    expect(held(said, memory(answer, [line('a')])).holds).toBe(false)
    expect(held({ ask: 'x', says: ['words of b'] }, memory(answer)).holds).toBe(true)
  })

  test('at a place where another line stands now is found by its words, never mistaken for that line', () => {
    const place = line('a').source
    const moved = [line('other', { source: place }), line('a', { source: 'memory/2025-11-01.md#L9' })]
    const asked = { ask: 'x', cites: [place], says: ['words of a'], within: 1 }
    expect(held(asked, memory(moved))).toMatchObject({ holds: false, ranks: [2] })
    expect(held(asked, memory([...moved].toReversed())).holds).toBe(true)
    expect(held({ ...asked, says: ['words that nobody says'] }, memory(moved)).why).toMatch(/ is gone$/)
  })
})

describe('what must never be told', () => {
  const asks = { ask: 'x', never: ['^a'] } as const

  test('fails anywhere in the answer, or among the first where it says how many', () => {
    const answer = [...many.slice(0, 9), line('a')]
    expect(held(asks, memory(answer))).toMatchObject({ holds: false, why: 'it is result 10' })
    expect(held({ ...asks, within: 9 }, memory(answer)).holds).toBe(true)
  })

  test('may be told as what is over or retired', () => {
    for (const state of ['over', 'retired'] as const)
      expect(held(asks, memory([line('a', { state })]))).toMatchObject({ holds: true })
  })

  test('is meant by its words too: noted again, they have another id', () => {
    const again = line('b', { content: 'words of a' })
    const asked = { ...asks, says: ['words of a'] }
    expect(held(asked, memory([line('a', { state: 'retired' }), again]))).toMatchObject({ holds: false })
  })

  test('says where nothing has that id: a typing error must not pass unseen', () => {
    expect(held(asks, memory(many))).toMatchObject({ holds: true, note: expect.stringMatching(/^\^a is nowhere/) })
  })
})

test('nothing: where memory has no result, or says that these only come nearest', () => {
  const asks = { ask: 'x', nothing: true } as const
  expect(held(asks, memory([]))).toMatchObject({ holds: true })
  expect(held(asks, memory(many, [], true))).toMatchObject({ holds: true })
  expect(held(asks, memory(many))).toMatchObject({ holds: false, why: 'it is answered' })
})

describe('a belief', () => {
  const sure = (confidence: number, more: Partial<KnownLine> = {}) => memory([], [line('a', { confidence, ...more })])

  test.each([
    [{ above: 0.5 }, 0.51, true],
    [{ above: 0.5 }, 0.5, false],
    [{ below: 0.5 }, 0.49, true],
    [{ below: 0.5 }, 0.5, false],
    [{ above: 0.2, below: 0.8 }, 0.5, true],
    [{ above: 0.2, below: 0.8 }, 0.9, false],
  ])('%j at %d: %s', (bounds, confidence, holds) => {
    expect(held({ belief: '^a', ...bounds }, sure(confidence)).holds).toBe(holds)
  })

  test('that is over or retired is not believed, however sure memory was', () => {
    const ended = sure(0.9, { state: 'retired' })
    expect(held({ belief: '^a', above: 0.5 }, ended)).toMatchObject({ holds: false, why: 'it was retired' })
    expect(held({ belief: '^a', below: 0.5 }, ended).holds).toBe(true)
  })

  test('that is gone, or none, fails whichever bound it has', () => {
    for (const bounds of [{ above: 0.5 }, { below: 0.5 }]) {
      expect(held({ belief: '^b', ...bounds }, sure(0.5)).why).toBe('^b is gone')
      expect(held({ belief: '^a', ...bounds }, memory([line('a')])).why).toBe('it is no belief')
    }
    expect(held({ belief: '^b', says: ['words of a'], above: 0.5 }, sure(0.9)).holds).toBe(true)
  })
})

test('a question that cannot be asked holds not and says why, and the others are asked', () => {
  const outcome = holdAll(
    [
      { ask: 'refused', cites: ['^a'] },
      { ask: 'x', cites: ['^a'] },
    ],
    memory([line('a')]),
  )
  expect(outcome.map(({ holds, why }) => [holds, why])).toEqual([
    [false, 'no such day'],
    [true, ''],
  ])
})
