import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import { mergePage } from '../support/merge-page.js'
import { sameByHand } from '../../src/pages/edits/left-by-hand.js'
import { handEdits } from '../../src/parse/parse-page.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { retain } from '../support/notes.js'
import { WorkspaceInMemory, type Tree } from './workspace-in-memory.js'

const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const seed = asked('LAW_SEED', 1611)
const runs = asked('LAW_RUNS', 12)

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())
beforeEach(() => workspace.empty())

const log = 'memory/2025-11-01.md'
const odd = 'bank/entities/Cafe~1f2e3d4c.md'
const logs = retain('O(c=0.8) @Café @Peter: Likes tea', 'W @Peter: Lives in Graz', 'B @Ann: Sang', 'S Rain')

/** What YAML has and JSON has not, what breaks it, and what makes an object behave oddly. */
const yaml = [
  '"Caf\\xe9"',
  '"tab\there"',
  '"\\u00e9"',
  '"\\UFFFFFFFF"',
  '"\\ud800"',
  '"unclosed',
  "'single'",
  'plain: colon',
  '&a [*a]',
  '*nobody',
  '!!binary aGk=',
  '!!js/function "x"',
  '!own {a: b}',
  '{toString: x, valueOf: y}',
  '{__proto__: {toString: x}}',
  '[__proto__, constructor, toString]',
  '{<<: {a: b}}',
  '? [a]',
  '2025-11-01',
  '2025-02-31',
  '0x1F',
  '.inf',
  '~',
  '|\n  block',
  '>-\n  folded\n\n  more',
  '[[['.repeat(2000),
  '{a: '.repeat(2000),
  '"\u0000\u0007"',
  '\ufeff',
  '- a\n- b',
  'constructor',
  '<!-- memory:begin -->',
  '"<!-- memory:end -->"',
  '"a\\n<!-- memory:begin -->\\nb"',
  '../../etc/passwd',
  '"\\0"',
  '[]',
  '{}',
  '""',
]
const keys = ['name', 'aliases', 'not', 'type', 'date', '__proto__', '<<', 'constructor', '?']
const withFront = (pairs: readonly (readonly [string, string])[], text: string): string =>
  `---\n${pairs.map(([key, value]) => `${key}: ${value}`).join('\n')}\n---\n${text.replace(/^---\n[^]*?\n---\n/, '')}`
const front = fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...yaml)), { minLength: 1, maxLength: 4 })

/** What a line, a comment or a place may be made of. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'<!-- | -->| ^k3f9a2c1x7 80 2025-11-29 9f3ab210|<!-- ^|+1|+99999999999999999999|9999-99-99|0000-00-00|- |~~|O(|O(c=|W(until=|, on=|of=^k3f9a2c1x7| · |](|%E0%A4%A|%zz|#L0|#L99999999999999999999-L1|\\|`|```|~~~|&#xD800;|&#1114112;|&nosuch;|@|@a/|:|\u202e|\ud800|\u0000|\ufeff|\r|\r\n|\n|\t|<details>|---|...|not ^k3f9a2c1x7 for ^k3f9a2c1x7|retired ^k3f9a2c1x7: |: "|<!-- was: |__proto__|constructor|<<<<<<< a|=======|>>>>>>> b|<!-- memory:begin zz -->|<!-- memory:end -->|▁█'.split(
      '|',
    ),
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

/** Where, how much goes, what comes; places are shares of a text, so that a mutation fits any. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.constantFrom(0, 0, 1, 3, 20, 200),
  come: piece,
  what: fc.constantFrom('replace', 'replace', 'cut the line', 'double the line', 'nest'),
})
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function mutated(text: string, { at, gone, come, what }: Mutation): string {
  const from = Math.floor(at * text.length)
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = (text.indexOf('\n', from) + 1 || text.length) as number
  if (what === 'cut the line') return text.slice(0, start) + text.slice(end)
  if (what === 'double the line') return text.slice(0, end) + text.slice(start, end) + text.slice(end)
  if (what === 'nest') return text.slice(0, start) + '> - '.repeat(500) + text.slice(start)
  return text.slice(0, from) + come + text.slice(from + gone)
}

const spoilt = fc.record({
  pairs: fc.option(front, { nil: undefined, freq: 2 }),
  mutations: fc.array(mutation, { maxLength: 4 }),
})
type Spoilt = typeof spoilt extends fc.Arbitrary<infer T> ? T : never

function spoil(text: string, { pairs, mutations }: Spoilt): string {
  const changed = mutations.reduce(mutated, text)
  return pairs === undefined ? changed : withFront(pairs, changed)
}

/** Logs, their pages, and a page whose file has another name than its entity. */
async function begun(): Promise<Tree> {
  const tree = await workspace.reflect(new Map([[log, logs]]))
  return new Map(tree).set(odd, withFront([['name', '"Café"']], tree.get('bank/entities/Peter.md')!))
}

/** Another log and its page, which nobody spoils. */
const sound = new Map([['memory/2025-11-02.md', retain('B @Zoe: Sailed')]])
const isWritten = (tree: Tree): void => expect(tree.get('bank/entities/Zoe.md')).toContain('B @Zoe: Sailed')

describe('one file that is not as it should be stops nothing', () => {
  test.each(keys)('whatever its front matter says of %s', async (key) => {
    const tree = await begun()
    const page = tree.get(odd)!
    const named: [string, string][] = key === 'name' ? [] : [['name', '"Café"']]
    const oddly = yaml.flatMap((value, at): [string, string][] => [
      [`bank/entities/Cafe~${at}.md`, withFront([...named, [key, value]], page)],
      [`bank/entities/Name${at}.md`, withFront([[key, value]], page)],
      [`memory/note${at}.md`, withFront([[key, value]], logs)],
    ])
    const now = new Map([...sound, ...oddly])
    // Where the working tree alone has the pages, and where HEAD has them too.
    isWritten(await workspace.reflect(sound, 'all', now))
    isWritten(await workspace.reflect(now))
    const { followed, rebuilt } = await workspace.digests(now)
    expect(followed).toBe(rebuilt)
  })

  test('however its text was changed', async () => {
    const base = await begun()
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(fc.tuple(spoilt, spoilt), { minLength: base.size, maxLength: base.size }),
          async (many) => {
            const [one, other] = [0, 1].map(
              (side) =>
                new Map([
                  ...sound,
                  ...[...base].map(([path, text], at) => [path, spoil(text, many[at]![side]!)] as const),
                ]),
            ) as Tree[] as [Tree, Tree]
            for (const [path, text] of base) {
              const [left, right] = [one.get(path)!, other.get(path)!]
              parseNote(path, left, defaultConfig)
              handEdits(left)
              sameByHand(left, right)
              mergePage(text, left, right)
              mergePage('', left, right)
            }
            isWritten(await workspace.reflect(one, 'all', other))
            isWritten(await workspace.reflect(one))
            const { followed, rebuilt } = await workspace.digests(other)
            expect(followed).toBe(rebuilt)
          },
        )
        .beforeEach(() => workspace.empty()),
      { seed, numRuns: runs, includeErrorInReport: true },
    )
  }, 600_000)

  test('whatever bytes it holds', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    )
    const paths = [log, odd, 'bank/world.md', 'bank/entities/Peter.md', 'bank/notes.md', 'MEMORY.md']
    await fc.assert(
      fc
        .asyncProperty(fc.tuple(...paths.map(() => text)), async (texts) => {
          for (const each of texts) mergePage('', each, `${each}\n`)
          isWritten(
            await workspace.reflect(new Map([...sound, ...paths.map((path, at) => [path, texts[at]!] as const)])),
          )
        })
        .beforeEach(() => workspace.empty()),
      { seed, numRuns: runs, includeErrorInReport: true },
    )
  }, 600_000)
})
