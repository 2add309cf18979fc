import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { noAttributes, factId, type Fact } from '../../src/model/fact.js'
import type { Kind } from '../../src/model/kind.js'
import type { Opinion } from '../../src/model/opinion.js'
import { foldOpinion, inFoldOrder, asStated, type OpinionInputs, type JudgedFact } from '../../src/belief/fold.js'

const seed = 27

const day = (number: number): string => `2025-11-${String(number).padStart(2, '0')}`

function fact(
  text: string,
  on: string | null,
  { kind = 'opinion' as Kind, confidence = null as number | null } = {},
): Fact {
  const statement = { kind, text, mentions: ['Peter'], leading: 1 }
  const attributes = { ...noAttributes, occurred: null, trail: [] }
  const source = { path: on === null ? 'MEMORY.md' : `memory/${on}.md`, first: 2, last: 2 }
  return { ...statement, ...attributes, id: factId(statement, on), origin: 'stated', confidence, day: on, source }
}

const said = (text: string, on: string | null, confidence: number | null = null) =>
  asStated([fact(text, on, { confidence })])

const judged = (effect: JudgedFact['effect'], on: string | null, strong = false): JudgedFact => ({
  fact: fact(`${effect} on ${on}`, on, { kind: 'world' }),
  effect,
  strong,
  cues: [],
})

const anchored = (confidence: number, on: string | null, count = 1): OpinionInputs['anchors'][number] => ({
  page: 'bank/opinions.md',
  line: 9,
  assertion: {
    what: 'anchor',
    of: 'x'.repeat(10),
    confidence,
    on: on === null ? null : { day: on === '-' ? null : on, count },
    said: { kind: 'opinion', text: 'Likes tea', mentions: ['Peter'], leading: 1, until: null },
    was: null,
    cites: null,
    reworded: false,
  },
})

const fold = (ground: Partial<OpinionInputs>): Opinion =>
  foldOpinion({
    members: [said('Likes tea', day(1), 800)],
    judged: [],
    rejected: new Set(),
    anchors: [],
    worded: [],
    retired: false,
    ...ground,
  })

describe('one step', () => {
  test('begins at what is stated, or at 0.70', () => {
    expect(fold({}).confidence).toBe(800)
    expect(fold({ members: [said('Likes tea', day(1))] }).confidence).toBe(700)
  })

  test('goes a tenth of the way, and a fifth where it goes against what is believed', () => {
    expect(fold({ judged: [judged('reinforces', day(2))] }).confidence).toBe(820)
    expect(fold({ judged: [judged('weakens', day(2))] }).confidence).toBe(720)
    expect(fold({ judged: [judged('contradicts', day(2))] }).confidence).toBe(640)
    expect(fold({ judged: [judged('supersedes', day(2))] }).confidence).toBe(640)
  })

  test('is a restatement towards its own confidence, or towards certainty where it states none', () => {
    const members = [said('Likes tea', day(1), 800), said('Likes tea a lot', day(2), 300)]
    expect(fold({ members }).confidence).toBe(750)
    expect(fold({ members: [members[0]!, said('Likes tea a lot', day(2))] }).confidence).toBe(820)
    expect(fold({ members })).toMatchObject({ id: members[0]!.fact.id, updated: day(2) })
  })

  test('is an end where anything of a day says so, whatever the ids of what else was noted', () => {
    for (const other of ['contradicts', 'weakens', 'reinforces'] as const)
      for (let at = 0; at < 12; at++) {
        const beside = { ...judged(other, day(2), true), fact: fact(`says ${at}`, day(2), { kind: 'world' }) }
        expect(fold({ judged: [beside, judged('supersedes', day(2))] }).until).toBe(day(2))
      }
  })

  test('is taken once a day, by what speaks most against it', () => {
    const all = [judged('reinforces', day(2)), judged('weakens', day(2)), judged('contradicts', day(2))]
    const opinion = fold({ judged: all })
    expect(opinion.confidence).toBe(640)
    expect(opinion.evidence.filter(({ counts }) => counts).map(({ effect }) => effect)).toEqual([
      'states',
      'contradicts',
    ])
    expect(opinion.evidence).toHaveLength(4)
  })

  test('is not taken for what was said on the founding day or before: the statement knew it', () => {
    const opinion = fold({ judged: [judged('contradicts', day(1)), judged('contradicts', null)] })
    expect(opinion.confidence).toBe(800)
    expect(opinion.evidence.filter(({ counts }) => counts)).toHaveLength(1)
  })
})

describe('a second day of strong contradiction', () => {
  const days = (second: number, strong = true): number =>
    fold({ judged: [judged('contradicts', day(2), strong), judged('supersedes', day(second), true)] }).confidence

  test('within thirty days takes half of what is left', () => {
    expect(days(3)).toBe(320)
    expect(
      fold({ judged: [judged('contradicts', '2025-11-02', true), judged('contradicts', '2025-12-02', true)] })
        .confidence,
    ).toBe(320)
  })

  test('later, or after a weak one, it is a step like any other', () => {
    expect(
      fold({ judged: [judged('contradicts', '2025-11-02', true), judged('contradicts', '2025-12-03', true)] })
        .confidence,
    ).toBe(512)
    expect(days(3, false)).toBe(512)
  })
})

describe('a person’s confidence', () => {
  test('holds on its day, and only later evidence moves it', () => {
    const opinion = fold({ judged: [judged('contradicts', day(3))], anchors: [anchored(500, day(3))] })
    expect(opinion).toMatchObject({ confidence: 500, updated: day(3), edits: 1 })
    expect(fold({ judged: [judged('reinforces', day(4))], anchors: [anchored(500, day(3))] })).toMatchObject({
      confidence: 550,
      updated: day(4),
      edits: 0,
    })
    expect(fold({ judged: [judged('reinforces', day(2))], anchors: [anchored(500, day(3))] }).confidence).toBe(500)
  })

  test('of one day: the one adopted last', () => {
    expect(fold({ anchors: [anchored(300, day(3), 2), anchored(500, day(3), 1)] })).toMatchObject({
      confidence: 300,
      edits: 2,
    })
  })

  test('without a day is a pin, whatever the evidence', () => {
    const opinion = fold({
      judged: [judged('contradicts', day(3))],
      anchors: [anchored(990, null), anchored(100, day(4))],
    })
    expect(opinion.confidence).toBe(990)
    expect(opinion.evidence.at(-1)).toMatchObject({ effect: 'pins', confidence: 990 })
  })

  test('of an undated line folds before all days', () => {
    expect(
      fold({
        members: [said('Likes tea', null, 800)],
        judged: [judged('reinforces', day(1))],
        anchors: [anchored(500, '-')],
      }).confidence,
    ).toBe(550)
  })
})

describe('what was superseded', () => {
  test('is believed no more from that day on, until something confirms it', () => {
    expect(fold({ judged: [judged('supersedes', day(5))] }).until).toBe(day(5))
    expect(fold({ judged: [judged('supersedes', day(5)), judged('weakens', day(6))] }).until).toBe(day(5))
    expect(fold({ judged: [judged('supersedes', day(5)), judged('reinforces', day(6))] }).until).toBeNull()
    expect(fold({ judged: [judged('supersedes', day(5))], anchors: [anchored(900, day(6))] }).until).toBeNull()
  })
})

describe('whatever it rests on', () => {
  const ground = fc.record({
    members: fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.integer({ min: 0, max: 1000 }))), {
        minLength: 1,
        maxLength: 4,
        selector: ([number]) => number,
      })
      .map((list) =>
        list
          .map(([number, confidence]) => said(`Likes tea ${number}`, day(number), confidence))
          .toSorted((a, b) => inFoldOrder(a.fact, b.fact)),
      ),
    judged: fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom<JudgedFact['effect']>('reinforces', 'weakens', 'contradicts', 'supersedes'),
          fc.integer({ min: 1, max: 20 }),
          fc.boolean(),
        ),
        { maxLength: 8, selector: ([effect, number]) => `${effect} ${number}` },
      )
      .map((list) => list.map(([effect, number, strong]) => judged(effect, day(number), strong))),
    anchors: fc
      .array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 20 })), { maxLength: 2 })
      .map((list) => list.map(([hundredths, number]) => anchored(hundredths * 10, day(number)))),
  })

  test('a confidence stays from 0 to 1, and is that of the last row of its ledger', () => {
    fc.assert(
      fc.property(ground, (given) => {
        const opinion = fold(given)
        for (const { confidence } of opinion.evidence) {
          expect(Number.isInteger(confidence)).toBe(true)
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1000)
        }
        expect(opinion.confidence).toBe(opinion.evidence.at(-1)!.confidence)
      }),
      { seed, numRuns: 1000 },
    )
  })

  test('the order in which facts arrive is nothing to it', () => {
    fc.assert(
      fc.property(ground, (given) => {
        expect(fold({ ...given, judged: given.judged.toReversed(), anchors: given.anchors.toReversed() })).toEqual(
          fold(given),
        )
      }),
      { seed, numRuns: 500 },
    )
  })

  test('a row that does not count moves nothing', () => {
    fc.assert(
      fc.property(ground, (given) => {
        let before = -1
        for (const { counts, confidence } of fold(given).evidence) {
          if (!counts && before >= 0) expect(confidence).toBe(before)
          before = confidence
        }
      }),
      { seed, numRuns: 500 },
    )
  })
})
