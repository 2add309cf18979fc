import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId } from '../../src/model/fact.js'
import { WorkspaceInMemory } from './workspace-in-memory.js'

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())

const tea = { kind: 'opinion', text: 'Likes green tea', mentions: ['Peter'] } as const
const denial = { kind: 'world', text: 'Does not like green tea', mentions: ['Peter'] } as const
const restatements = [
  'O(c=0.8) @Peter: Likes green tea',
  'O(c=0.3) @Peter: Peter likes green tea',
  'O @Pete: Likes green tea',
]
/** What speaks for and against two opinions, ends or limits it, and what has nothing to do with it. */
const evidence = [
  'W @Peter: Likes green tea, as ever',
  'W @Pete: Likes green tea very much',
  'W @Peter: Does not like green tea',
  'B @Peter: Peter hates green tea',
  'W @Peter: No longer likes green tea',
  'W @Peter: Likes green tea a bit less this week, because of a cold',
  'W @Nina: Hates green tea',
  // A denial that is not strong, and one that is.
  'W @Peter: His editor is Helix',
  'W @Peter: His editor is not Vim',
]
const lastDay = 12
const dayOf = (day: number): string => `2025-11-${String(day).padStart(2, '0')}`
const curated = (bullet: string): readonly [string, string] => ['bank/opinions.md', `## Curated\n\n${bullet}\n`]

const days = fc.integer({ min: 1, max: lastDay })
const noteOf = (statements: readonly string[]) =>
  fc.tuple(days, fc.subarray([...statements], { maxLength: 3 })).map(([day, said]): readonly [string, string] => {
    const bullets = said.map((line) => `- ${line}\n`).join('')
    return [`memory/${dayOf(day)}-more.md`, bullets && `## Retain\n${bullets}`]
  })
const changes = fc.oneof(
  { weight: 20, arbitrary: noteOf(evidence) },
  { weight: 2, arbitrary: noteOf([...evidence, ...restatements]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(days, fc.integer({ min: 0, max: 100 }))
      .map(([day, c]) =>
        curated(
          `- O(c=${(c / 100).toFixed(2)}, of=^${factId(tea, dayOf(1))}, on=${dayOf(day)}) @Peter: Likes green tea`,
        ),
      ),
  },
  {
    weight: 1,
    arbitrary: days.map((day) =>
      curated(
        `- not ^${factId(denial, dayOf(day))} for ^${factId(tea, dayOf(1))}: "W @Peter: Does not like green tea"`,
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: days.map((day) =>
      curated(`- retired ^${factId(denial, dayOf(day))}: W @Peter: Does not like green tea`),
    ),
  },
  { weight: 1, arbitrary: fc.constant(['bank/opinions.md', ''] as const) },
  {
    weight: 1,
    arbitrary: fc.boolean().map((on) => ['bank/entities/Peter.md', on ? '---\naliases: [Pete]\n---\n' : ''] as const),
  },
)

test('an opinion folded on from the first day that changed is the one folded whole', async () => {
  const property = fc.asyncProperty(fc.array(changes, { minLength: 6, maxLength: 16 }), async (steps) => {
    await workspace.empty()
    const files = new Map([
      [
        `memory/${dayOf(1)}.md`,
        '## Retain\n- O(c=0.8) @Peter: Likes green tea\n- O(c=0.8) @Peter: His editor is Vim\n',
      ],
    ])
    for (const [path, text] of steps) {
      if (text === '') files.delete(path)
      else files.set(path, text)
      expect(await workspace.differences(new Map(files))).toEqual([])
    }
  })
  await fc.assert(property, { seed: 20251127, numRuns: Number(process.env['LAW_RUNS'] ?? 25) })
  expect(workspace.foldedOn).toBeGreaterThan(30)
})
