import { afterAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig, type Config } from '../../src/model/config.js'
import { factId } from '../../src/model/fact.js'
import type { Kind } from '../../src/model/kind.js'
import { readStamp } from '../../src/model/page.js'
import { withKept } from '../../src/parse/suggestion-marks.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { WorkspaceInMemory, type Beliefs, type Tree } from './workspace-in-memory.js'

const [one, other] = [new WorkspaceInMemory(), new WorkspaceInMemory()]
afterAll(() => {
  one.remove()
  other.remove()
})

const days = ['2025-01-01', '2025-01-02', '2025-01-03', '2025-01-09', '2025-02-20'] as const
const said: readonly (readonly [Kind, string])[] = [
  ['opinion', 'Likes tea'],
  ['opinion', 'Loves tea'],
  ['opinion', 'Does not like tea'],
  ['opinion', 'Prefers trains to planes'],
  ['world', 'Likes tea'],
  ['world', 'Lives in Graz'],
  ['world', 'Moved from Graz to Wels'],
  ['world', 'No longer lives in Graz'],
  ['experience', 'Never drinks tea'],
  ['experience', 'Took the night train'],
]
const letters: Partial<Record<Kind, string>> = { opinion: 'O', world: 'W', experience: 'B' }
const idOf = (what: number, day: number): string => {
  const [kind, text] = said[what]!
  return factId({ kind, text, mentions: ['Zoe'] }, days[day]!)
}

const nth = (list: readonly unknown[]): fc.Arbitrary<number> => fc.nat({ max: list.length - 1 })
const attribute = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('supports', 'weakens', 'contradicts', 'was'), nth(said), nth(days))
      .map(([name, what, day]) => `${name}=^${idOf(what, day)}`),
  },
)
const marks = ['', '', '', 'origin=web', 'origin=import', 'origin=web+kept', 'origin=tool', 'origin=person'] as const
/** A bullet as a log has it, by its place in the lists above. */
const bullet = fc.record({ what: nth(said), attribute, mark: fc.constantFrom(...marks) })
type SaidBullet = typeof bullet extends fc.Arbitrary<infer Each> ? Each : never

const log = fc.record({
  day: nth(days),
  beside: fc.boolean(),
  /** The class that its front matter says. */
  front: fc.constantFrom('', '', '', 'web', 'agent'),
  imported: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
  bullets: fc.array(bullet, { maxLength: 4 }),
})
type WrittenLog = typeof log extends fc.Arbitrary<infer Each> ? Each : never

const line = fc
  .tuple(fc.constantFrom('supports', 'contradicts', 'replaces', 'not'), nth(said), nth(days), nth(said), nth(days))
  .map(([stance, what, day, believed, on]) => {
    const [fact, belief] = [idOf(what, day), idOf(believed, on)]
    return stance === 'not' ? `- not ^${fact} for ^${belief}\n` : `- ^${fact} ${stance} ^${belief}\n`
  })
const history = fc.array(
  fc.oneof({ weight: 4, arbitrary: log }, { weight: 1, arbitrary: fc.array(line, { maxLength: 4 }) }),
  { minLength: 3, maxLength: 10 },
)
type Steps = typeof history extends fc.Arbitrary<infer Each> ? Each : never

const pathOf = ({ day, beside, imported }: WrittenLog): string =>
  imported
    ? `memory/imports/codex/${days[day]}-${beside ? 'b' : 'a'}.md`
    : `memory/${days[day]}${beside ? '-more' : ''}.md`

const bracket = ({ attribute: says, mark }: SaidBullet): string => {
  const inside = [says, mark].filter((part) => part !== '').join(', ')
  return inside === '' ? '' : `(${inside})`
}

/** Whether a bullet is of an import or the web, and nobody kept it. */
const waits = ({ front, imported }: WrittenLog, { mark }: SaidBullet): boolean =>
  ['origin=web', 'origin=import'].includes(mark) || (mark === '' && (front === 'web' || (front === '' && imported)))

/** @param how bullets as they are, words in place of what would wait, or no class at all */
function textOf(written: WrittenLog, how: 'whole' | 'without' | 'unmarked'): string {
  const lines = written.bullets.map((each) => {
    const [kind, text] = said[each.what]!
    if (how === 'without' && waits(written, each)) return '- nothing is stated here\n'
    return `- ${letters[kind]}${bracket(how === 'unmarked' ? { ...each, mark: '' } : each)} @Zoe: ${text}\n`
  })
  // The same number of lines, so that every bullet stands at the same place.
  const key = how === 'unmarked' || written.front === '' ? 'kind: log' : `origin: ${written.front}`
  return `---\n${key}\n---\n## Retain\n${lines.join('')}`
}

const settings = (hold: boolean): readonly [string, string] => [
  '.memory/config.json',
  JSON.stringify({ origin: { hold } }),
]

/** The trees of a history, one after another. */
function treesOf(steps: Steps, how: Parameters<typeof textOf>[1], hold: boolean): Tree[] {
  const files = new Map([settings(hold)])
  return steps.map((step) => {
    if (!Array.isArray(step)) files.set(pathOf(step), textOf(step, how))
    else if (step.length === 0) files.delete('bank/evidence.md')
    else files.set('bank/evidence.md', `# Evidence\n\n${step.join('')}`)
    return new Map(files)
  })
}

const believedIn = async (workspace: WorkspaceInMemory, tree: Tree): Promise<unknown> => {
  const { opinions }: Beliefs = await workspace.beliefs(tree)
  return { opinions, ends: (await workspace.ends(tree)).toSorted() }
}

/** What pages tell, but for what they say is held. */
async function toldIn(workspace: WorkspaceInMemory, tree: Tree): Promise<string[]> {
  const pages = await workspace.reflect(tree, 'all')
  return [...pages].flatMap(([path, text]) => {
    if (!path.startsWith('bank/')) return []
    let title = ''
    return text.split('\n').flatMap((row) => {
      if (/^## |^<details>/.test(row)) title = row
      return readStamp(row) && title !== '## Held until kept' ? [`${path} ${title} ${row}`] : []
    })
  })
}

const runs = { seed: Number(process.env['LAW_SEED'] ?? 20261128), numRuns: Number(process.env['LAW_RUNS'] ?? 40) }
const holding: Config = { ...defaultConfig, origin: { ...defaultConfig.origin, hold: true } }

describe('what is held', () => {
  test('moves no belief, ends no fact and is told of nobody else, in any history: all is as it is without it', async () => {
    let held = 0
    const property = fc.asyncProperty(history, async (steps) => {
      await one.empty()
      await other.empty()
      const without = treesOf(steps, 'without', true)
      for (const [at, tree] of treesOf(steps, 'whole', true).entries()) {
        held += [...tree.values()].join('').match(/origin=(?:web|import)[,)]/g)?.length ?? 0
        expect(await believedIn(one, tree)).toEqual(await believedIn(other, without[at]!))
      }
      const last = treesOf(steps, 'whole', true).at(-1)!
      expect(await one.differences(last)).toEqual([])
      expect(await toldIn(one, last)).toEqual(await toldIn(other, without.at(-1)!))
    })
    await fc.assert(property, runs)
    expect(held).toBeGreaterThan(20)
  })

  test('counts once it is kept as if the setting were off', async () => {
    const property = fc.asyncProperty(history, async (steps) => {
      await one.empty()
      await other.empty()
      const tree = treesOf(steps, 'whole', true).at(-1)!
      const kept = new Map(tree)
      for (const [path, text] of tree) {
        if (!path.startsWith('memory/')) continue
        const ids = new Set(
          parseNote(path, text, holding).facts.flatMap(({ id, origin }) => (origin === 'held' ? id : [])),
        )
        if (ids.size > 0) kept.set(path, withKept(path, text, ids, holding)!)
      }
      const off = treesOf(steps, 'whole', false).at(-1)!
      await one.sync(tree)
      expect(await believedIn(one, kept)).toEqual(await believedIn(other, off))
    })
    await fc.assert(property, runs)
  })

  test('is nothing where the setting is off: pages are, byte for byte, those of logs that say no class', async () => {
    const property = fc.asyncProperty(history, async (steps) => {
      await one.empty()
      await other.empty()
      const pagesOf = (tree: Tree): [string, string][] => [...tree].filter(([path]) => path.startsWith('bank/'))
      const marked = await one.reflect(treesOf(steps, 'whole', false).at(-1)!)
      const bare = await other.reflect(treesOf(steps, 'unmarked', false).at(-1)!)
      expect(pagesOf(marked)).toEqual(pagesOf(bare))
    })
    await fc.assert(property, runs)
  })

  test('follows the setting as it is switched on and off: the index is the one built from the tree', async () => {
    const property = fc.asyncProperty(
      history,
      fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
      async (steps, on) => {
        await one.empty()
        for (const [at, tree] of treesOf(steps, 'whole', false).entries()) {
          const set = new Map([...tree, settings(on[at]!)])
          await one.sync(set)
          expect(await one.differences(set)).toEqual([])
        }
      },
    )
    await fc.assert(property, { ...runs, numRuns: Math.ceil(runs.numRuns / 2) })
  })
})
