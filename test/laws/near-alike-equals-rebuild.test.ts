import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { factId } from '../../src/model/fact.js'
import { looksBack } from '../../src/belief/endings.js'
import { farthest, nearest } from '../../src/belief/judge-fact.js'
import { WorkspaceInMemory } from './workspace-in-memory.js'

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())

const dayOf = (day: number): string => new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10)
const lastDay = 2 * farthest + 12
const cats = (many: number): string => `Keeps ${many} cats`
const founding = factId({ kind: 'opinion', text: cats(3), mentions: ['Zoe'] }, dayOf(3))

/** More wordings than a fact reaches on either side, one a day. */
const manyCats = Array.from({ length: lastDay }, (_, at): readonly [string, string] => [
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
const catsChange = fc
  .tuple(fc.integer({ min: 1, max: lastDay + 2 }), fc.subarray(bullets, { maxLength: 3 }), fc.boolean())
  .map(([day, said, beside]): readonly [string, string] => [
    `memory/${dayOf(day)}${beside ? '-more' : ''}.md`,
    said.every((line) => line === '')
      ? ''
      : `## Retain\n${said.flatMap((line) => (line ? [`- ${line}\n`] : [])).join('')}`,
  ])

type Step = readonly [string, string]

/** @param many what stands there before */
async function expectFollowed(many: readonly Step[], changes: fc.Arbitrary<Step>): Promise<void> {
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
  await fc.assert(property, { seed: 20251127, numRuns: Number(process.env['LAW_RUNS'] ?? 4) })
}

test('an index that followed opinions by the dozen, nearly alike, is the one built from them', () =>
  expectFollowed(manyCats, catsChange))

const syllables = ['ba', 'do', 'ki', 'lu', 'me', 'po', 'ra', 'su', 'ti', 've']
const thing = (at: number): string => [...String(at).padStart(3, '0')].map((digit) => syllables[Number(digit)]).join('')
const likes = (at: number): string => `O(c=0.8) @Zoe: Likes ${thing(at)}`

/** More wordings with one word in common than are looked at on either side, nine a day. */
const days = Math.ceil((2 * nearest + 40) / 9)
const manyLikes = Array.from({ length: days }, (_, day): Step => [
  `memory/${dayOf(day + 1)}.md`,
  `## Retain\n${Array.from({ length: 9 }, (_each, at) => `- ${likes(9 * day + at)}\n`).join('')}`,
])
const likesChange = fc
  .tuple(
    fc.integer({ min: 1, max: days + 1 }),
    fc.subarray([
      ...[0, 5, 9 * days - 1, 700, 701].map(likes),
      `W @Zoe: No longer likes ${thing(4)}`,
      'W @Zoe: Likes nothing of the kind',
      'W @Zoe @Ann: No longer likes it here',
      `O @Ann @Zoe: Dislikes ${thing(80)}`,
    ]),
    fc.boolean(),
  )
  .map(([day, said, beside]): Step => [
    `memory/${dayOf(day)}${beside ? '-more' : ''}.md`,
    said.length === 0 ? '' : `## Retain\n${said.map((line) => `- ${line}\n`).join('')}`,
  ])

test('an index that followed opinions with one word in common, more than are looked at, is the one built from them', () =>
  expectFollowed(manyLikes, likesChange))

const lives = (at: number): string => `W @Zoe: Lives in ${thing(at).replace(/^./, (first) => first.toUpperCase())}`

/** More places than a change looks back to, one a day, with a change now and then. */
const manyPlaces = Array.from({ length: 2 * looksBack + 12 }, (_, at): Step => [
  `memory/${dayOf(at + 1)}.md`,
  `## Retain\n- ${lives(at)}\n${at % 9 === 8 ? '- W @Zoe: Moved to Rotterdam\n' : ''}`,
])
const placesChange = fc
  .tuple(
    fc.integer({ min: 1, max: manyPlaces.length + 2 }),
    fc.subarray([
      ...[0, 1, 20, 700].map(lives),
      lives(2).replace('W ', 'W(until=2025-06-01) '),
      lives(3).replace('@Zoe', '@Zoe @Ann'),
      'W @Zoe: Now lives in Wels',
      'W @Zoe: Moved to Graz',
      'B @Zoe: Moved to Linz',
      `W @Zoe: No longer lives in ${lives(5).split(' ').at(-1)}`,
    ]),
    fc.boolean(),
  )
  .map(([day, said, beside]): Step => [
    `memory/${dayOf(day)}${beside ? '-more' : ''}.md`,
    said.length === 0 ? '' : `## Retain\n${said.map((line) => `- ${line}\n`).join('')}`,
  ])

test('an index that followed facts that end others, more of them than are looked at, is the one built from them', () =>
  expectFollowed(manyPlaces, placesChange))
