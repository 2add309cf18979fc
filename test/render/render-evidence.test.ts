import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Source } from '../../src/model/fact.js'
import type { LedgerEffect, Opinion } from '../../src/model/opinion.js'
import { splitTail } from '../../src/model/page.js'
import { evidenceOf } from '../../src/render/render-evidence.js'
import { renderLine } from '../../src/render/render-line.js'
import { readEdit } from '../../src/parse/parse-page.js'
import { bulletOf, opinionOf, shown } from '../belief/statements.js'

type Step = readonly [effect: LedgerEffect, confidence: number, counts?: boolean]

const place = (at: number): Source => ({
  path: `memory/2025-11-${String(at + 1).padStart(2, '0')}.md`,
  first: 2,
  last: 2,
})

/** An opinion whose ledger has a row a day, the founding statement first. */
const moved = (...steps: readonly Step[]): Opinion => ({
  ...opinionOf('k3f9a2c1x7', steps.at(-1)![1], null),
  evidence: steps.map(([effect, confidence, counts = true], at) => ({
    fact: 'k3f9a2c1x7',
    day: null,
    effect,
    counts,
    confidence,
    source: place(at),
    cues: [],
  })),
})

/** The day of the month that each place stands for. */
const tail = (...steps: readonly Step[]): string =>
  evidenceOf([place(0)], moved(...steps), ({ path }) => String(Number(path.slice(-5, -3))))

describe('what a belief rests on, at a glance', () => {
  test('is where it was said first, then day by day what raised it and what lowered it', () => {
    expect(tail(['states', 700])).toBe('1')
    expect(tail(['states', 700], ['reinforces', 730], ['reinforces', 757])).toBe('▆▆▇ 1 +2 +3')
    expect(tail(['states', 700], ['reinforces', 730], ['weakens', 657])).toBe('▆▆▆ 1 +2 −3')
    expect(tail(['states', 700], ['weakens', 630], ['reinforces', 667], ['reinforces', 700])).toBe('▆▆▆▆ 1 −2 +3 +4')
    expect(tail(['states', 700], ['reinforces', 730], ['contradicts', 584], ['reinforces', 626])).toBe(
      '▆▆▅▆ 1 +2 −3 +4',
    )
  })

  test('a restatement counts by where it moved the belief, and a person’s confidence has a sign of its own', () => {
    expect(tail(['states', 900], ['restates', 860])).toBe('█▇ 1 −2')
    expect(tail(['states', 500], ['restates', 545])).toBe('▅▅ 1 +2')
    expect(tail(['states', 500], ['reinforces', 550], ['anchors', 200], ['reinforces', 280])).toBe('▅▅▂▃ 1 +2 =3 +4')
    expect(tail(['states', 500], ['pins', 990])).toBe('▅█ 1 =2')
  })

  test('what cannot move it further stands on its side all the same; what decided no day stands nowhere', () => {
    expect(tail(['states', 1000], ['reinforces', 1000])).toBe('██ 1 +2')
    expect(tail(['states', 0], ['contradicts', 0])).toBe('▁▁ 1 −2')
    expect(tail(['states', 500], ['weakens', 500, false])).toBe('1')
  })

  test('of much evidence the first place and the latest stand, and the last of each sign', () => {
    const rise = [2, 3, 4, 5, 6, 7].map((step): Step => ['reinforces', 700 + step])
    expect(tail(['states', 700], ['weakens', 650], ...rise)).toMatch(/ 1 −2 \+6 \+7 \+8$/)
    expect(tail(['states', 700], ...rise, ['weakens', 650])).toMatch(/ 1 \+5 \+6 \+7 −8$/)
  })

  test('is at most five places, whatever the ledger, begins where it was said and goes on by days', () => {
    const step = fc.tuple(
      fc.constantFrom<LedgerEffect>('reinforces', 'weakens', 'contradicts', 'restates', 'anchors', 'supersedes'),
      fc.integer({ min: 0, max: 1000 }),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const text = tail(['states', 700], ...steps)
        const places = text.match(/\d+/g)!.map(Number)
        const movers = steps.flatMap(([, , counts], at) => (counts ? [at + 2] : []))
        expect(places.length).toBe(Math.min(5, movers.length + 1))
        expect(places[0]).toBe(1)
        expect(places.at(-1)).toBe(movers.at(-1) ?? 1)
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
      }),
      { seed: 3, numRuns: 500 },
    )
  })

  test('is no word of the line: with signs or, as older versions wrote it, without, nobody edited it', () => {
    const said = shown(bulletOf('O(c=0.63) @Peter: Likes tea · 1 + 1 − 2 = 0'), { confidence: 630 })
    const opinion = moved(['states', 700], ['reinforces', 730], ['weakens', 657], ['anchors', 630])
    const line = renderLine({ ...said, opinion }, 'bank/opinions.md')
    expect(line).toContain(' · 1 + 1 − 2 = 0 · ▆▆▆▆ [2025-11-27](')
    expect(line).toMatch(/\) \+\[2025-11-02\]\(\S+ −\[2025-11-03\]\(\S+ =\[2025-11-04\]\(/)
    const old = line.replace(/\) [+−=]\[/g, ') [')
    expect(old).not.toBe(line)
    for (const one of [line, old, line.replace(/ · ▆.*?(?= <!--)/, '')])
      expect(readEdit(one)).toEqual({ id: said.fact.id, fields: [], remarks: [], assertions: [] })
  })

  test.each([
    ['- W a · +[x](y)', ' · +[x](y)'],
    ['- W a · ▁▂ [x](y) +[x](y) −[x](y) =[x](y)', ' · ▁▂ [x](y) +[x](y) −[x](y) =[x](y)'],
    ['- W a · [x](y) -[x](y)', ''],
    ['- W a · [x](y) +', ''],
    ['- W a · 1 +[x](y)', ''],
  ])('%s', (line, expected) => {
    expect(splitTail(line).tail).toBe(expected)
  })
})
