import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId } from '../../src/model/fact.js'
import type { Result } from '../../src/recall/answer/result.js'
import type { RecallOptions } from '../../src/recall/question/query.js'
import { recall } from '../../src/recall/recall.js'
import { show } from '../../src/recall/show.js'
import { smallIndex, today } from '../recall/small-index.js'

const dayOf = (day: number): string => `2025-11-0${day}`
const lastDay = 5
const lives = 'Lives in Porto with Ana'
const statements = [
  `W @Jonas: ${lives}`,
  'W @Jonas: Lives in Paris',
  'W @Jonas: Moved from Porto to Lyon',
  'W(until=2025-11-03) @Jonas: Lives in Porto until Monday',
  'W @Jonas: Works in Porto',
  'W @Jonas: No longer works in Porto',
  'O(c=0.8) @Jonas: Prefers to live in Porto',
  'W @Jonas: No longer prefers to live in Porto',
  'B @Jonas: Asked where Ana lives in Porto',
  'W @Ana: Lives in Porto',
  'W @Ana: Lives in Lyon',
  'W @Jonas @Ana: Live in one house in Lyon',
  'S @Jonas: Likes to live by the sea in Porto <!-- status: superseded -->',
  `W(was=^${factId({ kind: 'world', text: lives, mentions: ['Jonas'] }, dayOf(1))}) @Jonas: Lives in Faro`,
]
const retired = (kind: 'world' | 'opinion', text: string, name: string, day: number): string =>
  `- retired ^${factId({ kind, text, mentions: [name] }, dayOf(day))}: ${kind === 'world' ? 'W' : 'O'} @${name}: ${text}`
const history = fc.record({
  logs: fc.array(fc.subarray(statements, { maxLength: 6 }), { minLength: lastDay, maxLength: lastDay }),
  said: fc.subarray(
    [1, 2, 3].flatMap((day) => [
      retired('world', lives, 'Jonas', day),
      retired('world', 'Lives in Porto', 'Ana', day),
      retired('opinion', 'Prefers to live in Porto', 'Jonas', day),
    ]),
    { maxLength: 4 },
  ),
})

const questions = [
  'where does Jonas live',
  'Jonas',
  'Porto',
  'does Ana live in Porto',
  'who works in Lyon',
  'by the sea',
]

const isOver = ({ until, retired: isRetired, annotations }: Result, at: string): boolean =>
  isRetired === true || annotations?.status === 'superseded' || (until !== undefined && until <= at)

/** No line that is over before one that holds, and no score above the one before. */
function expectOverLast(results: readonly Result[], at: string): void {
  const states = results.map((result) => (isOver(result, at) ? (result.retired ? 2 : 1) : 0))
  expect(states).toEqual(states.toSorted((a, b) => a - b))
  const there = results.map(({ id }) => id)
  for (const { id, otherwise } of results)
    if (otherwise && there.includes(otherwise.id)) expect(there.indexOf(otherwise.id)).toBeLessThan(there.indexOf(id))
}

test('no line that is over, or was retired, stands before one that holds, in whatever history, and however many are asked for', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: lastDay }), async ({ logs, said }, day) => {
      const index = await smallIndex([
        ['bank/opinions.md', `## Curated\n\n${said.join('\n')}\n`],
        ...logs.map((bullets, at): [string, string] => [
          `memory/${dayOf(at + 1)}.md`,
          `Rain in Porto, where Jonas lives.\n\n## Retain\n${bullets.map((bullet) => `- ${bullet}\n`).join('')}`,
        ]),
      ])
      const asks = (question: string, options: RecallOptions): readonly Result[] =>
        recall(index.store, question, options, index.context).results
      for (const question of questions) {
        const all = asks(question, {})
        expectOverLast(all, today)
        expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a))
        expect(asks(question, { k: 3 }).map(({ id }) => id)).toEqual(all.slice(0, 3).map(({ id }) => id))
        expectOverLast(asks(question, { also: ['a house in Porto'] }), today)
        expectOverLast(asks(question, { asOf: dayOf(day) }), dayOf(day))
        expectOverLast(asks(question, { entities: ['Jonas'], kinds: ['world'] }), today)
      }
      for (const name of ['Jonas', 'Ana']) {
        expectOverLast(asks('', { entities: [name] }), today)
        if (index.store.known([name.toLowerCase()]).length === 0) continue
        const shown = show(index.store, name, today)
        expectOverLast(shown.what === 'entity' ? shown.facts : [], today)
      }
      index.remove()
    }),
    { numRuns: Number(process.env['LAW_RUNS'] ?? 25), seed: Number(process.env['LAW_SEED'] ?? 1137) },
  )
})

test('who asks where somebody lives is told where they live now, and what they do not behind it', async () => {
  const index = await smallIndex([
    [
      'memory/2025-11-01.md',
      `## Retain\n- W @Jonas: Lives in Porto.\n- W @Jonas: Moved to Lyon from Porto.\n- W @Jonas: Likes rain.\n`,
    ],
    ['bank/world.md', `## Curated\n\n${retired('world', 'Lives in Porto.', 'Jonas', 1)}\n`],
  ])
  const told = (question: string): string[] =>
    recall(index.store, question, {}, index.context).results.map(({ content }) => content)
  expect(told('where does Jonas live')[0]).toBe('Moved to Lyon from Porto.')
  expect(told('where does Jonas live').at(-1)).toBe('Lives in Porto.')
  index.remove()
})
