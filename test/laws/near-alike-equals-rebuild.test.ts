import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId } from '../../src/memory/fact.js'
import { farthest } from '../../src/pipeline/judge.js'
import { WorkspaceInMemory } from './workspace-in-memory.js'

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())

const dayOf = (day: number): string => new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10)
const lastDay = 2 * farthest + 12
const cats = (many: number): string => `Keeps ${many} cats`
const founding = factId({ kind: 'opinion', text: cats(3), mentions: ['Zoe'] }, dayOf(3))

/** More wordings than a fact reaches on either side, one a day. */
const many = Array.from({ length: lastDay }, (_, at): readonly [string, string] => [
  `memory/${dayOf(at + 1)}.md`,
  `## Retain\n- O(c=0.8) @Zoe: ${cats(at + 1)}\n`,
])
/** What comes, goes and moves among them: further words, the same words on another day, facts, what replaces. */
const bullets = [
  'O(c=0.6) @Zoe: Keeps 700 cats',
  'O(c=0.6) @Zoe: Keeps 701 cats',
  `O(c=0.6) @Zoe: ${cats(3)}`,
  `O(c=0.6) @Zoe: ${cats(lastDay - 3)}`,
  `O(c=0.6) @Zoe: Zoe keeps 20 cats`,
  'W @Zoe: Keeps 900 cats',
  `W(was=^${founding}) @Zoe: Keeps 901 cats`,
  'W @Zoe @Ann: Keeps 902 cats',
  'O @Ann: Keeps 30 cats',
  '',
]
const changes = fc
  .tuple(fc.integer({ min: 1, max: lastDay + 2 }), fc.subarray(bullets, { maxLength: 3 }), fc.boolean())
  .map(([day, said, beside]): readonly [string, string] => [
    `memory/${dayOf(day)}${beside ? '-more' : ''}.md`,
    said.every((line) => line === '')
      ? ''
      : `## Retain\n${said.flatMap((line) => (line ? [`- ${line}\n`] : [])).join('')}`,
  ])

test('an index that followed opinions by the dozen, nearly alike, is the one built from them', async () => {
  const property = fc.asyncProperty(fc.array(changes, { minLength: 5, maxLength: 8 }), async (steps) => {
    await workspace.empty()
    const files = new Map(many)
    await workspace.sync(files)
    for (const [path, text] of steps) {
      if (text === '') files.delete(path)
      else files.set(path, text)
      await workspace.sync(new Map(files))
    }
    expect(await workspace.differences(new Map(files))).toEqual([])
  })
  await fc.assert(property, { seed: 20251127, numRuns: Number(process.env['LAW_RUNS'] ?? 8) })
})
