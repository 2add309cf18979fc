import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId } from '../../src/model/fact.js'
import type { Kind } from '../../src/model/kind.js'
import { stanceNames } from '../../src/model/stance.js'
import { WorkspaceInMemory } from './workspace-in-memory.js'

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())

const days = ['2025-01-01', '2025-01-02', '2025-01-03', '2025-01-04', '2025-02-20'] as const
/** What is said on any of the days: wordings of one belief, their opposite, another belief, and facts. */
const said: readonly (readonly [Kind, string])[] = [
  ['opinion', 'Likes tea'],
  ['opinion', 'Loves tea'],
  ['opinion', 'Does not like tea'],
  ['opinion', 'Prefers trains to planes'],
  ['world', 'Likes tea'],
  ['world', 'Bought a teapot'],
  ['experience', 'Took the night train'],
  ['observation', 'Tea comes up on Fridays'],
]
const letters: Partial<Record<Kind, string>> = { opinion: 'O', world: 'W', experience: 'B', observation: 'S' }
const idOf = (what: number, day: number): string => {
  const [kind, text] = said[what]!
  return factId({ kind, text, mentions: ['Zoe'] }, days[day]!)
}

const index = (list: readonly unknown[]): fc.Arbitrary<number> => fc.nat({ max: list.length - 1 })
const about = fc.tuple(index(said), index(days)).map(([what, day]) => idOf(what, day))
const named = fc.oneof({ weight: 9, arbitrary: about }, { weight: 1, arbitrary: fc.constant('aaaaaaaaaa') })

const attribute = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('supports', 'weakens', 'contradicts', 'was'), named)
      .map(([name, id]) => `(${name}=^${id})`),
  },
)
const bullets = fc.array(
  fc.tuple(index(said), attribute).map(([what, stance]) => {
    const [kind, text] = said[what]!
    return `- ${letters[kind]}${stance} @Zoe: ${text}\n`
  }),
  { maxLength: 4 },
)
const lines = fc.array(
  fc
    .tuple(fc.constantFrom(...stanceNames, 'not'), fc.tuple(index(said), index(days)), named, fc.boolean())
    .map(([stance, [what, day], belief, quoted]) => {
      const [kind, text] = said[what]!
      const words = quoted ? `: "${letters[kind]} @Zoe: ${text}"` : ''
      const fact = idOf(what, day)
      return stance === 'not' ? `- not ^${fact} for ^${belief}${words}\n` : `- ^${fact} ${stance} ^${belief}${words}\n`
    }),
  { maxLength: 5 },
)
/** A log, one beside it, or the page of what was judged. */
const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(index(days), bullets, fc.boolean())
      .map(([day, all, beside]): readonly [string, string] => [
        `memory/${days[day]}${beside ? '-more' : ''}.md`,
        all.length === 0 ? '' : `## Retain\n${all.join('')}`,
      ]),
  },
  {
    weight: 2,
    arbitrary: lines.map((all): readonly [string, string] => [
      'bank/evidence.md',
      all.length === 0 ? '' : `# Evidence\n\n${all.join('')}`,
    ]),
  },
)

test('an index that followed what writers say of beliefs, in bullets and lines that come and go, is the one built from them', async () => {
  const property = fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 12 }), async (steps) => {
    await workspace.empty()
    const files = new Map<string, string>()
    for (const [path, text] of steps) {
      if (text === '') files.delete(path)
      else files.set(path, text)
      await workspace.sync(new Map(files))
      expect(await workspace.differences(new Map(files))).toEqual([])
    }
  })
  const seed = Number(process.env['LAW_SEED'] ?? 20261123)
  await fc.assert(property, { seed, numRuns: Number(process.env['LAW_RUNS'] ?? 30) })
})
