import { describe, expect, test } from '@jest/globals'
import type { Opinion } from '../../src/model/opinion.js'
import { arrangePage } from '../../src/pages/arrange-page.js'
import { mostLines, pages } from '../../src/render/pages.js'
import type { ShownFact } from '../../src/render/render-line.js'
import { growth, linear } from '../support/growth.js'
import { bulletOf, opinionOf, shown } from '../belief/statements.js'

const names = { canonical: (key: string) => key, nameOf: (key: string) => key }
const dayOf = (at: number): string => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)

interface Given {
  readonly day?: string | null
  /** First and last day of what it is about. */
  readonly occurred?: readonly [string, string]
  readonly superseded?: boolean
  readonly confidence?: number
  /** Of the days after the first. */
  readonly effects?: readonly ('reinforces' | 'weakens')[]
}

let line = 0

/** `W: a` on a line of its own. */
function fact(
  markdown: string,
  { day = '2025-03-01', occurred, superseded = false, effects = [], ...given }: Given = {},
) {
  const bullet = bulletOf(markdown)
  const source = { path: `memory/${day ?? 'people'}.md`, first: ++line, last: line }
  const made = shown(bullet, { day, sources: [source], ...given })
  const opinion: Opinion | undefined = made.opinion && {
    ...opinionOf(made.fact.id, given.confidence ?? 800, day),
    evidence: (['states', ...effects] as const).map((effect, at) => ({
      fact: made.fact.id,
      day: dayOf(at),
      effect,
      counts: true,
      confidence: given.confidence ?? 800,
      source,
      cues: [],
    })),
  }
  const span = occurred ? { start: occurred[0], end: occurred[1] } : null
  return { ...made, fact: { ...made.fact, occurred: span }, opinion, superseded }
}

const arrange = (facts: readonly ShownFact[], page: keyof typeof pages = 'entity') => {
  const { groups, full } = arrangePage(facts, pages[page], names)
  return { full, groups: groups.map(({ title, facts: own }) => [title, ...own.map((one) => one.fact.text)]) }
}
const days = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => dayOf(from + at))

describe('the lead of an entity’s page', () => {
  test('holds what another day confirmed, then what undated notes say, then what was last said to be so', () => {
    const facts = [
      fact('W: new', { day: '2025-06-02' }),
      fact('W: old', { day: '2025-06-01' }),
      fact('W: standing', { day: null }),
      fact('O(c=0.8): twice', { effects: ['reinforces'] }),
      fact('O(c=0.8): thrice', { effects: ['reinforces', 'reinforces'], day: '2025-02-01' }),
      fact('O(c=0.8): said once'),
      fact('B: done', { day: '2025-06-03' }),
    ]
    expect(arrange(facts).groups).toEqual([
      ['In short', 'twice', 'thrice', 'standing', 'new', 'old'],
      ['Beliefs', 'said once'],
      ['Timeline', 'done'],
    ])
  })

  test('takes its lines out of the groups below, and five at most', () => {
    const facts = days(7).map((day) => fact(`W: ${day}`, { day }))
    expect(arrange(facts).groups).toEqual([
      ['In short', ...days(5, 2).toReversed()],
      ['Timeline', ...days(2).toReversed()],
    ])
  })

  test('of beliefs with much on both sides, or hardly believed, or replaced, holds none', () => {
    const facts = [
      fact('O(c=0.8): disputed', { effects: ['reinforces', 'weakens'] }),
      fact('O(c=0.6): unsure', { effects: ['reinforces'], confidence: 600 }),
      fact('O(c=0.8): gone', { effects: ['reinforces'], superseded: true }),
      fact('W(until=2025-04-01): ends', { day: '2025-03-01' }),
      fact('W: replaced', { superseded: true }),
    ]
    expect(arrange(facts).groups.map(([title]) => title)).toEqual(['Beliefs', 'Timeline', 'No longer'])
  })

  test('leaves what moved a belief to the belief', () => {
    const moving = fact('W: peter likes tea')
    const belief = fact('O(c=0.6): likes tea', { effects: ['reinforces'], confidence: 640 })
    const evidence = belief.opinion!.evidence.map((step, at) => ({
      ...step,
      fact: at === 0 ? step.fact : moving.fact.id,
    }))
    const moved = { ...belief, opinion: { ...belief.opinion!, evidence } }
    expect(arrange([moving, moved]).groups).toEqual([
      ['Beliefs', 'likes tea'],
      ['Timeline', 'peter likes tea'],
    ])
  })

  test('opens with what holds now, not with what is over', () => {
    const facts = [
      fact('W: No longer lives in Graz', { day: '2025-06-03' }),
      fact('W: Does not work there any more', { day: '2025-06-03' }),
      fact('W: Anna stopped smoking', { day: '2025-06-03' }),
      fact('W: Doesn’t drink coffee anymore', { day: '2025-06-03' }),
      fact('W: Lives in Linz now', { day: '2025-06-02' }),
      fact('W: Works at Acme', { day: '2025-06-01' }),
      fact('W: Knows who quit Acme', { day: '2025-05-01' }),
    ]
    expect(arrange(facts).groups[0]).toEqual(['In short', 'Lives in Linz now', 'Works at Acme', 'Knows who quit Acme'])
  })

  test('holds what moved a belief that nobody holds any more', () => {
    const after = fact('W: Lives in Linz', { day: '2025-06-02' })
    const made = fact('O(c=0.8): Wants to stay in Graz', { effects: ['weakens'], superseded: true })
    const evidence = made.opinion!.evidence.map((row, at) => (at === 1 ? { ...row, fact: after.fact.id } : row))
    const over = { ...made, opinion: { ...made.opinion!, evidence } }
    expect(arrange([after, over]).groups[0]).toEqual(['In short', 'Lives in Linz'])
  })

  test('stands on entities’ pages alone', () => {
    expect(arrange([fact('W @Ann: a')], 'world').groups).toEqual([['ann', 'a']])
  })

  test('changes by no line when something is done, observed or believed for the first time', () => {
    const facts = days(20).map((day) => fact(`W: ${day}`, { day }))
    const lead = arrange(facts).groups[0]
    for (const added of ['B: x', 'S: x', 'O(c=0.99): x'])
      expect(arrange([...facts, fact(added, { day: '2026-01-01' })]).groups[0]).toEqual(lead)
  })
})

test('the timeline goes by the dates that one sees in it, whatever its facts are about, the latest first', () => {
  const facts = [
    fact('B: was there', { day: '2025-03-09', occurred: ['2025-03-01', '2025-03-04'] }),
    fact('B: booked', { day: '2025-03-02', occurred: ['2025-05-05', '2025-05-05'] }),
    fact('B: undated', { day: null }),
    fact('B: morning', { day: '2025-03-03' }),
    fact('B: evening', { day: '2025-03-03' }),
  ]
  expect(arrange(facts).groups).toEqual([['Timeline', 'was there', 'morning', 'evening', 'booked', 'undated']])
})

test('what has been replaced is folded away, and nothing else', () => {
  const { groups } = arrangePage([fact('W: a'), fact('W: b', { superseded: true })], pages.entity, names)
  expect(groups.map(({ title, folded }) => [title, folded])).toEqual([
    ['In short', false],
    ['No longer', true],
  ])
})

describe('a page that cannot hold everything', () => {
  const linesOf = (groups: readonly (readonly string[])[]): number =>
    groups.reduce((lines, group) => lines + group.length + (group[0] === 'No longer' ? 4 : 2), 0)

  test('drops what has been replaced, then what is hardly believed, then what is oldest', () => {
    const standing = days(mostLines - 3).map((day) => fact(`B: ${day}`, { day }))
    const [weak, gone] = [
      fact('O(c=0.1): weak', { confidence: 100, day: '2026-01-01' }),
      fact('B: gone', { superseded: true, day: '2026-01-01' }),
    ]
    const { groups, full } = arrange([weak, gone, ...standing])
    expect(full).toBe(true)
    expect(groups.map(([title]) => title)).toEqual(['Timeline'])
    expect(arrange([weak, gone, ...standing.slice(8)]).groups.map(([title]) => title)).toEqual(['Beliefs', 'Timeline'])
    expect(arrange([weak, gone, ...standing.slice(20)])).toMatchObject({ full: false })
    expect(arrange([fact('B: newest', { day: '2026-01-01' }), ...standing]).groups[0]!.at(-1)).toBe(dayOf(1))
  })

  test('keeps an old belief that other days confirmed rather than one that was said yesterday', () => {
    const once = days(400).map((day) => fact(`O(c=0.8): ${day}`, { day }))
    const often = fact('O(c=0.95): often', { day: '2020-01-01', effects: ['reinforces', 'reinforces'] })
    expect(arrange([...once, often], 'opinions').groups[0]).toContain('often')
  })

  test('gives no section more than half of it while others have more to say', () => {
    const facts = days(400).flatMap((day, at) => [
      fact(`O(c=0.9): sure ${day}`, { day, effects: ['reinforces'] }),
      fact(`B: ${day}`, { day }),
      fact(`S: ${day}`, { day: dayOf(at - 400) }),
    ])
    const { groups } = arrange(facts)
    expect(linesOf(groups)).toBeLessThanOrEqual(mostLines)
    expect(linesOf(groups)).toBeGreaterThan(mostLines - 5)
    expect(Object.fromEntries(groups.map(([title, ...own]) => [title, own.length > 20]))).toMatchObject({
      Beliefs: true,
      Timeline: true,
    })
  })

  test('is arranged in linear time', () => {
    const make = (size: number): ShownFact[] =>
      days(size).flatMap((day) => [fact(`W: ${day}`, { day }), fact(`O: ${day}`, { day })])
    expect(growth(make, (facts) => arrange(facts), 1000)).toBeLessThan(linear)
  })
})
