import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isSealed } from '../../src/model/page.js'
import { WorkspaceInMemory, type Tree } from './workspace-in-memory.js'

const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const seed = asked('LAW_SEED', 20261127)
const runs = asked('LAW_RUNS', 60)

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())
beforeEach(() => workspace.empty())

const names = ['Corvo', 'Ruth', 'Hotel Bellwether', 'matcalc', '小明']
const logs = [
  'memory/2026-02-01.md',
  'memory/2026-02-02.md',
  'memory/2026-03-02-lease.md',
  'MEMORY.md',
  'USER.md',
  'memory/plain.md',
]

/** A line of a log, which may be narrative, a heading, a task, a label, or a bullet. */
const line = fc
  .record({
    name: fc.constantFrom(...names),
    form: fc.constantFrom<(name: string) => string>(
      (name) => `Decision: ${name} gets the key to the back door`,
      (name) => `- [ ] give ${name} the key to the back door`,
      (name) => `- [x] give ${name} the key to the back door`,
      (name) => `## ${name}, in the morning`,
      (name) => `Problem: ${name} stood still from six to seven, for all to see`,
      (name) => `Root cause: somebody gave ${name} the wrong key to the back door`,
      () => 'Root cause: the cable behind the shelf was bent by the new boxes',
      () => 'Fix: put the boxes on the floor and the cable on the wall',
      (name) => `Put ${name}’s boxes of old frames on the floor of the back room`,
      (name) => `**Name:** ${name}`,
      (name) => `${name} is the one in the back, as all of the street know.`,
      () => '- **Timezone:** Europe/Lisbon, as far as anybody knows',
      (name) => `See #41 of ${name}: frames that came with a crack`,
      () => '## Lessons learned',
      () => '- never order glass on a Friday afternoon',
      (name) => `${name} came by in the rain and brought two boxes of old frames along.`,
      (name) => `**${name}** — who or what has to do with the shop in the street`,
      (name) => `Status: all is well with ${name} since the router was put in another place`,
      (name) => `Lesson: W @${name.replace(' ', '-')}: is no bullet where it stands in a sentence <!-- nor this -->`,
    ),
  })
  .map(({ name, form }) => form(name))

const bullet = fc
  .tuple(fc.constantFrom('W', 'O(c=0.7)'), fc.constantFrom('Corvo', 'Ruth', 'Hotel-Bellwether'))
  .map(([kind, name]) => `- ${kind} @${name}: Is in the back of the shop`)

const log = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(bullet, { maxLength: 2 }))
  .map(([lines, bullets]) => [...lines, ...(bullets.length > 0 ? ['## Retain', ...bullets] : [])].join('\n\n') + '\n')

type Step = (tree: Tree) => Tree
const page = (name: string): string => `bank/entities/${name.replace(' ', '-')}.md`
const withFile = (tree: Tree, path: string, text: string): Tree => new Map([...tree, [path, text]])

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...logs), log).map(
      ([path, text]): Step =>
        (tree) =>
          withFile(tree, path, text),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...logs), line).map(
      ([path, text]): Step =>
        (tree) =>
          withFile(tree, path, `${tree.get(path) ?? ''}\n${text}\n`),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...logs).map(
      (path): Step =>
        (tree) =>
          new Map([...tree].filter(([other]) => other !== path)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...names).map(
      (name): Step =>
        (tree) =>
          tree.has(page(name)) ? tree : withFile(tree, page(name), ''),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...names).map(
      (name): Step =>
        (tree) =>
          tree.has(page(name))
            ? withFile(tree, page(name), tree.get(page(name))!.replace('aliases: []', 'aliases: [router]'))
            : tree,
    ),
  },
)
const story = fc.array(step, { minLength: 1, maxLength: 8 })

const shown = (tree: Tree): string[] => [...tree].map(([path, text]) => `${path}\n${text}`).toSorted()

/** Every step is committed, with the pages that it gives. */
async function after(steps: readonly Step[], seen: (tree: Tree) => Promise<void> = async () => {}): Promise<Tree> {
  let tree: Tree = new Map()
  for (const each of steps) {
    const standing = each(tree)
    tree = await workspace.reflect(standing, 'stale')
    await seen(standing)
  }
  return tree
}

async function law(holds: (steps: readonly Step[]) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(story, holds)
  await fc.assert(
    property.beforeEach(() => workspace.empty()),
    { seed, numRuns: runs, includeErrorInReport: true },
  )
}

describe('what pages tell of names from narrative', () => {
  test('law 7 (settled pages): the pages that are behind are those that change, and reflecting twice changes nothing', () =>
    law(async (steps) => {
      const tree = await after(steps)
      expect(shown(await workspace.reflect(tree, 'all'))).toEqual(shown(tree))
      expect(shown(await workspace.reflect(tree, 'all'))).toEqual(shown(tree))
    }))

  test('law 7 (settled pages): a line without the name, beside one that has it, puts its page behind as well', async () => {
    const note = 'Problem: Corvo stood still from six to seven, for all to see\n'
    const user = '- **Name:** Ruth\n'
    const path = 'memory/2026-02-01.md'
    let tree: Tree = new Map([
      [path, note],
      ['USER.md', user],
      [page('Corvo'), ''],
      [page('Ruth'), ''],
    ])
    for (const [name, text] of [
      [path, `${note}\nFix: put the boxes on the floor and the cable on the wall\n`],
      ['USER.md', `${user}- **Timezone:** Europe/Lisbon, as far as anybody knows\n`],
    ] as const) {
      tree = await workspace.reflect(withFile(tree, name, text), 'stale')
      expect(shown(await workspace.reflect(tree, 'all'))).toEqual(shown(tree))
    }
    expect(tree.get(page('Corvo'))).toContain('Fix: put the boxes')
    expect(tree.get(page('Ruth'))).toContain('Lisbon')
  })

  test('law 1 (rebuild): an index built from nothing gives the same pages, and is the same', () =>
    law(async (steps) => {
      const tree = await after(steps)
      const { followed, rebuilt } = await workspace.digests(tree)
      expect(followed).toBe(rebuilt)
      await workspace.empty()
      expect(shown(await workspace.reflect(tree, 'all'))).toEqual(shown(tree))
    }))

  test('law 6 (ledger): what is told moves no belief, and no page is a source of what it tells', () =>
    law(async (steps) => {
      const tree = await after(steps)
      const told = await workspace.beliefs(tree)
      const without = new Map(
        [...tree].map(([path, text]) => [
          path,
          text
            .split('\n')
            .filter((each) => !isSealed(each))
            .join('\n'),
        ]),
      )
      expect(await workspace.beliefs(without)).toEqual(told)
    }))

  test('law 5 (kept words): a line that somebody changed is kept, word for word, and what it tells is told again', () =>
    law(async (steps) => {
      const tree = await after(steps)
      for (const [path, text] of tree) {
        const at = text.split('\n').findIndex((each) => each.startsWith('- [') && isSealed(each))
        if (!path.startsWith('bank/') || at < 0) continue
        const lines = text.split('\n')
        const edited = lines[at]!.replace(/ <!--/, ', as I remember <!--')
        const now = await workspace.reflect(withFile(tree, path, lines.with(at, edited).join('\n')), 'all')
        expect(now.get(path)).toContain(edited)
        expect(now.get(path)!.split('\n')).toContain(lines[at])
        const [block, below = ''] = now.get(path)!.split('<!-- memory:end -->')
        expect(block).not.toContain(edited)
        expect(below).toContain(edited)
      }
    }))

  test('a page is there because of a bullet or of somebody’s word, never because narrative says a name', () =>
    law(async (steps) => {
      const begun = new Set<string>()
      await after(steps, async (standing) => {
        for (const path of standing.keys()) if (path.startsWith('bank/entities/')) begun.add(path)
      })
      const tree = await after(steps)
      const tagged = new Set(['Corvo', 'Ruth', 'Hotel-Bellwether'].map(page))
      for (const path of tree.keys())
        if (path.startsWith('bank/entities/')) expect(begun.has(path) || tagged.has(path)).toBe(true)
    }))
})
