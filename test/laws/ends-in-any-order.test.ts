import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId } from '../../src/model/fact.js'
import { WorkspaceInMemory, type Tree } from './workspace-in-memory.js'

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())

const statements = [
  'W @Peter: Lives in Graz',
  'W(until=2025-12-24) @Peter: Lives in Graz',
  'W Lives in Graz, @Peter says',
  'W @Pete: Peter lives in Graz near the river',
  'W @Peter: Moved from Graz to Wels',
  'B @Peter: Moved to Wels',
  'W @Pete: No longer lives in Graz',
  'W(until=2025-12-24) @Peter: Lives in Graz until the holidays',
  'W @Peter: Uses Vim',
  'W @Peter: Switched from Vim to Helix',
  'W @Nina: Switched from Vim to Helix',
  'W @Peter @Nina: Uses Vim',
  'W @Peter: Pays 160 euros a month',
  'W @Peter: Now pays 180 euros a month',
  'O @Peter: Uses Vim',
  'W @Peter: Leads the platform group',
  'B @Bea: Took over the platform group from @Pete',
  'W @Peter @Nina: Peter no longer lives in Graz',
]
const moved = { kind: 'world', text: 'Moved from Graz to Wels', mentions: ['Peter'] } as const
const lives = { kind: 'world', text: 'Lives in Graz', mentions: ['Peter'] } as const
const dayOf = (day: number): string => `2025-11-0${day}`
const refusal = (by: number, fact: number): string =>
  `## Curated\n\n- not ^${factId(moved, dayOf(by))} for ^${factId(lives, dayOf(fact))}: "W @Peter: Moved from Graz to Wels" — no\n`
const replaced = (by: number, fact: number): string =>
  `# Evidence\n\n- ^${factId(moved, dayOf(by))} replaces ^${factId(lives, dayOf(fact))}: "W @Peter: Moved from Graz to Wels" about "W @Peter: Lives in Graz"\n`
const retired = (day: number): string =>
  `## Curated\n\n- retired ^${factId(moved, dayOf(day))}: W @Peter: Moved from Graz to Wels\n`

const days = fc.integer({ min: 1, max: 5 })
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .tuple(days, fc.subarray(statements, { minLength: 3, maxLength: 8 }))
      .map(([day, said]) => noteOf(day, said)),
  },
  { weight: 2, arbitrary: fc.tuple(days, days).map(([by, fact]) => ['bank/world.md', refusal(by, fact)] as const) },
  {
    weight: 1,
    arbitrary: fc.tuple(days, days).map(([by, fact]) => ['bank/evidence.md', replaced(by, fact)] as const),
  },
  { weight: 1, arbitrary: fc.constant(['bank/evidence.md', ''] as const) },
  { weight: 1, arbitrary: days.map((day) => ['bank/world.md', retired(day)] as const) },
  { weight: 1, arbitrary: fc.constant(['bank/world.md', ''] as const) },
  {
    weight: 1,
    arbitrary: fc.boolean().map((on) => ['bank/entities/Peter.md', on ? '---\naliases: [Pete]\n---\n' : ''] as const),
  },
)

function noteOf(day: number, said: readonly string[]): readonly [string, string] {
  const bullets = said.map((line) => `- ${line}\n`).join('')
  return [`memory/${dayOf(day)}.md`, bullets && `## Retain\n${bullets}`]
}

test('what ends world facts is that of a rebuild, in whatever order facts, refusals and aliases come and go', async () => {
  let ended = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
    await workspace.empty()
    const files = new Map<string, string>()
    for (const [path, text] of steps) {
      if (text === '') files.delete(path)
      else files.set(path, text)
      const tree: Tree = new Map(files)
      expect(await workspace.differences(tree)).toEqual([])
      ended += (await workspace.ends(tree)).length
    }
  })
  await fc.assert(property, { seed: 20251127, numRuns: Number(process.env['LAW_RUNS'] ?? 30) })
  expect(ended).toBeGreaterThan(50)
})
