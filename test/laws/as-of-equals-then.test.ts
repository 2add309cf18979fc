import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId } from '../../src/model/fact.js'
import { beliefChanges } from '../../src/recall/belief-changes.js'
import type { RecallOptions } from '../../src/recall/question/query.js'
import { recall } from '../../src/recall/recall.js'
import { timeline } from '../../src/recall/timeline.js'
import { smallIndex, type SmallIndex } from '../recall/small-index.js'

const lastDay = 6
const dayOf = (day: number): string => `2025-11-0${day}`
const founder = 'O(c=0.8) @Peter: Likes green tea'
const statements = [
  founder,
  'O(c=0.4) @Pete: Likes green tea',
  // Two opinions about nobody in common, until somebody says the same of both.
  'O(c=0.6) @Nina: Likes green tea',
  'O(c=0.9) @Peter @Nina: Likes green tea',
  'W @Peter: Likes green tea, as ever',
  'W @Peter: Does not like green tea',
  'B @Peter: Peter hates tea',
  'W @Peter: No longer likes green tea',
  'W @Peter: Switched from green tea to coffee',
  'W @Peter: Lives in Graz',
  'W(until=2025-11-04) @Peter: Lives in Graz until Tuesday',
  'W @Peter: Moved from Graz to Wels',
  'W @Nina: Does not like green tea',
  'W @Nina: No longer likes green tea',
  'W @Nina: Will visit Peter in Graz (Nov 5, 2025)',
  'S @Peter: Drinks green tea',
  `W(was=^${factId({ kind: 'world', text: 'Lives in Graz', mentions: ['Peter'] }, dayOf(1))}) @Peter: Lives in Linz`,
]
const ofTea = factId({ kind: 'opinion', text: 'Likes green tea', mentions: ['Peter'] }, dayOf(1))
const denial = factId({ kind: 'world', text: 'Does not like green tea', mentions: ['Peter'] }, dayOf(1))

/** What a person says in `bank/`, and on which day; null for no day. */
const saying = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: lastDay }), fc.integer({ min: 0, max: 100 })).map(([day, c]) => ({
    day,
    line: `- O(c=${(c / 100).toFixed(2)}, of=^${ofTea}, on=${dayOf(day)}) @Peter: Likes green tea`,
  })),
  fc
    .integer({ min: 1, max: lastDay })
    .map((day) => ({ day, line: `- O(of=^${ofTea}, on=${dayOf(day)}) @Peter: Is fond of green tea` })),
  fc.constantFrom(
    { day: 0, line: `- O(c=0.50, of=^${ofTea}) @Peter: Likes green tea` },
    { day: 0, line: `- retired ^${ofTea}: O @Peter: Likes green tea` },
    { day: 0, line: `- not ^${denial} for ^${ofTea}: "W @Peter: Does not like green tea"` },
    { day: 0, line: '- W @Peter: Owns a teapot' },
  ),
)
const history = fc.record({
  logs: fc.array(fc.subarray(statements, { maxLength: 6 }), { minLength: lastDay, maxLength: lastDay }),
  said: fc.array(saying, { maxLength: 2 }),
  asOf: fc.integer({ min: 1, max: lastDay }),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

/** Every note as it was at the end of a day. */
const notesBy = ({ logs, said }: History, last: number): (readonly [string, string])[] => [
  ['MEMORY.md', 'Peter keeps his tea in Graz.\n'],
  ['bank/entities/Peter.md', '---\nname: Peter\naliases: [Pete]\n---\n'],
  [
    'bank/opinions.md',
    `## Curated\n\n${said
      .filter(({ day }) => day <= last)
      .toSorted((a, b) => a.day - b.day)
      .map(({ line }) => `${line}\n`)
      .join('')}`,
  ],
  ...logs.slice(0, last).map((bullets, at): readonly [string, string] => {
    const own = at === 0 ? [...new Set([founder, ...bullets])] : bullets
    const retained = own.map((bullet) => `- ${bullet}\n`).join('')
    return [`memory/${dayOf(at + 1)}.md`, `Had tea with Peter ${at + 1} times.\n\n## Retain\n${retained}`]
  }),
]

const questions = ['does Peter like green tea', 'where does Peter live', 'tea 3 days ago', 'Nina', 'coffee in Wels']

function answers({ store, context }: SmallIndex, today: string, options: RecallOptions): unknown[] {
  const now = { ...context, today }
  const told = <T extends object>({
    asOf: _asOf,
    notices: _notices,
    ...answer
  }: T & { asOf?: string; notices: unknown }) => answer
  return [
    ...questions.map((question) => {
      const { results, ...rest } = told(recall(store, question, { ...options, context: 1 }, now))
      // BM25 also counts what is to come; it proposes, and decides no place.
      return { ...rest, results: results.map(({ why, ...result }) => ({ ...result, factors: why.factors })) }
    }),
    told(recall(store, '', { ...options, kinds: ['opinion'] }, now)).results.map(({ why: _why, ...result }) => result),
    told(timeline(store, options, now)),
    told(timeline(store, { ...options, since: '2d' }, now)),
    told(beliefChanges(store, options, now)),
    told(beliefChanges(store, { ...options, since: '1d' }, now)),
  ]
}

test('memory as of a day answers as the memory of that day did, whatever was noted later', async () => {
  let elsewise = 0
  let joined = 0
  const property = fc.asyncProperty(history, async (all) => {
    const asOf = dayOf(all.asOf)
    const [now, then] = await Promise.all([smallIndex(notesBy(all, lastDay)), smallIndex(notesBy(all, all.asOf))])
    try {
      const was = answers(then, asOf, {})
      expect(answers(now, '2025-12-30', { asOf })).toEqual(was)
      if (JSON.stringify(answers(now, asOf, {})) !== JSON.stringify(was)) elsewise++
      const known = then.store.beliefs.notedDuring(null)
      if (now.store.beliefs.opinionsOf(known).length < known.length) joined++
    } finally {
      now.remove()
      then.remove()
    }
  })
  await fc.assert(property, { seed: 20251127, numRuns: Number(process.env['LAW_RUNS'] ?? 60) })
  expect(elsewise).toBeGreaterThan(30)
  expect(joined).toBeGreaterThan(0)
})
