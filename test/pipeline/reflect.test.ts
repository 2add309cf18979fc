import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId, type Fact } from '../../src/memory/fact.js'
import type { Kind } from '../../src/memory/kind.js'
import { inFoldOrder, reflect } from '../../src/pipeline/reflect.js'
import { growth, linear } from '../memory/growth.js'

const seed = 27

function fact({
  text = 'Likes tea',
  kind = 'opinion',
  confidence = null,
  day = null,
  path = 'memory/a.md',
  line = 1,
}: {
  text?: string
  kind?: Kind
  confidence?: number | null
  day?: string | null
  path?: string
  line?: number
}): Fact {
  const statement = { kind, text, mentions: ['Peter'], leading: 1 }
  const attributes = { until: null, was: null, of: null, on: null, occurred: null, trail: [] }
  const source = { path, first: line, last: line }
  return { ...statement, ...attributes, id: factId(statement, day), origin: 'stated', confidence, day, source }
}

const anyFact = fc
  .record({
    text: fc.constantFrom('Likes tea', 'Likes coffee', 'Reads'),
    kind: fc.constantFrom<Kind>('opinion', 'opinion', 'opinion', 'world', 'passage'),
    confidence: fc.option(fc.integer({ min: 0, max: 1000 })),
    day: fc.constantFrom(null, '2025-11-27', '2025-11-28'),
    path: fc.constantFrom('MEMORY.md', 'memory/2025-11-27.md', 'memory/b.md'),
    line: fc.integer({ min: 1, max: 9 }),
  })
  .map(fact)
/** A place holds one statement. */
const facts = fc.uniqueArray(anyFact, { maxLength: 12, selector: ({ source }) => `${source.path}:${source.first}` })

const sorted = (opinions: ReturnType<typeof reflect>) => opinions.toSorted((a, b) => (a.id < b.id ? -1 : 1))

describe('folding facts into opinions', () => {
  test('gives an opinion for every O fact and for nothing else', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const stated = new Set(given.filter(({ kind }) => kind === 'opinion').map(({ id }) => id))
        expect(new Set(reflect(given).map(({ id }) => id))).toEqual(stated)
        expect(reflect(given).length).toBe(stated.size)
      }),
      { seed },
    )
  })

  test('does not depend on the order of the rows', () => {
    const shuffled = facts.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    )
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(sorted(reflect(other))).toEqual(sorted(reflect(given)))
      }),
      { seed, numRuns: 1000 },
    )
  })

  test('is the same one opinion at a time, so ten syncs and one rebuild believe alike', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const ids = [...new Set(given.map(({ id }) => id))]
        const apart = ids.flatMap((id) => reflect(given.filter((one) => one.id === id)))
        expect(sorted(apart)).toEqual(sorted(reflect(given)))
      }),
      { seed },
    )
  })

  test('ends in the confidence that its last piece of evidence shows', () => {
    fc.assert(
      fc.property(facts, (given) => {
        for (const opinion of reflect(given)) {
          expect(opinion.evidence.at(-1)!.confidence).toBe(opinion.confidence)
          expect(opinion.evidence.length).toBe(given.filter(({ id }) => id === opinion.id).length)
          expect(opinion.confidence >= 0 && opinion.confidence <= 1000).toBe(true)
        }
      }),
      { seed },
    )
  })

  test('changes none of the facts it is given', () => {
    const given = [fact({ line: 2 }), fact({ line: 1 })]
    const before = structuredClone(given)
    reflect(given)
    expect(given).toEqual(before)
  })

  test('takes 0.70 where nobody said how sure, and 0 where somebody said 0', () => {
    expect(reflect([fact({})])[0]!.confidence).toBe(700)
    expect(reflect([fact({ confidence: 0 })])[0]!.confidence).toBe(0)
    expect(reflect([fact({ line: 1 }), fact({ line: 2, confidence: 400 })])[0]!.confidence).toBe(400)
  })

  test('takes linear time where one opinion stands in many places', () => {
    const make = (size: number): Fact[] => Array.from({ length: size }, (_, at) => fact({ line: at + 1 }))
    expect(growth(make, reflect, 3000)).toBeLessThan(linear)
  })
})

test('fold order is a total order: undated first, then day, id, path and line', () => {
  const [undated, early, late] = [fact({}), fact({ day: '2025-11-27' }), fact({ day: '2025-11-28' })]
  expect([late, early, undated].toSorted(inFoldOrder)).toEqual([undated, early, late])
  const [a, b] = [fact({ path: 'MEMORY.md', line: 9 }), fact({ path: 'memory/a.md', line: 10 })]
  const c = fact({ path: 'memory/a.md', line: 2 })
  expect([b, c, a].toSorted(inFoldOrder)).toEqual([a, c, b])
  fc.assert(
    fc.property(anyFact, anyFact, anyFact, (x, y, z) => {
      expect(Math.sign(inFoldOrder(x, y))).toBe(-Math.sign(inFoldOrder(y, x)) + 0)
      if (inFoldOrder(x, y) <= 0 && inFoldOrder(y, z) <= 0) expect(inFoldOrder(x, z)).toBeLessThanOrEqual(0)
    }),
    { seed, numRuns: 2000 },
  )
})
