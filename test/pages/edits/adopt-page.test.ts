import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../../src/model/config.js'
import { assertionKey } from '../../../src/model/assertion.js'
import { mergePage } from '../../support/merge-page.js'
import { parseNote } from '../../../src/parse/parse-note.js'
import { handEdits } from '../../../src/parse/parse-page.js'
import { WorkspaceInMemory, type Tree } from '../../laws/workspace-in-memory.js'
import { retain } from '../../support/notes.js'

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())
beforeEach(() => workspace.empty())

const page = 'bank/opinions.md'
const logged: Tree = new Map([
  ['memory/2025-11-01.md', retain('O(c=0.8) @Peter: Likes tea · and `code`')],
  ['memory/2025-11-02.md', retain('W @Peter: Likes tea · and `code`')],
])

/** What somebody wrote into the line, and what of it must be found again. */
const within: readonly (readonly [string, (line: string) => string, readonly string[]])[] = [
  [
    'a comment in the statement',
    (line) => line.replace('Likes', 'Likes <!-- since spring -->'),
    ['<!-- since spring -->'],
  ],
  [
    'a comment before ours',
    (line) => line.replace(' <!-- ^', ' <!-- since spring --> <!-- ^'),
    ['<!-- since spring -->'],
  ],
  ['a comment behind ours', (line) => `${line} <!-- since spring -->`, ['<!-- since spring -->']],
  ['words behind the comment', (line) => `${line} since spring`, ['since spring']],
  ['words behind the citations', (line) => line.replace(' <!-- ^', ' since spring <!-- ^'), ['since spring']],
  ['words between the citations', (line) => line.replace(') +[', ') since spring +['), ['since spring']],
  ['a sign that is no word of ours', (line) => `${line} 👍`, ['👍']],
  [
    'a link beside the citations',
    (line) => line.replace(' <!-- ^', ' [his letter](letter.md) <!-- ^'),
    ['[his letter](letter.md)'],
  ],
  [
    'a link behind a dot of its own',
    (line) => line.replace(' <!-- ^', ' · [his letter](letter.md) <!-- ^'),
    ['[his letter](letter.md)'],
  ],
  ['another label', (line) => line.replace('[2025-11-01]', '[when we met]'), ['[when we met](../memory/2025-11-01.md']],
  [
    'another day as label',
    (line) => line.replace('[2025-11-01]', '[1999-12-31]'),
    ['[1999-12-31](../memory/2025-11-01.md'],
  ],
  [
    'another target',
    (line) => line.replace('(../memory/2025-11-01.md', '(https://example.org/me.md'),
    ['https://example.org/me.md'],
  ],
  [
    'all of these',
    (line) => `${line.replace('Likes', 'Likes <!-- a -->').replace(' <!-- ^', ' [b](c) d <!-- ^')} e <!-- f -->`,
    ['<!-- a -->', '[b](c) d', 'e <!-- f -->'],
  ],
  [
    'words behind a strike',
    (line) => line.replace(/^- (.*) (<!-- \^.*)$/, '- ~~$1~~ not since spring $2'),
    ['not since spring'],
  ],
  [
    'a comment, with another confidence',
    (line) => line.replace(/c=0\.\d+/, 'c=0.5').replace(' <!-- ^', ' <!-- why --> <!-- ^'),
    ['<!-- why -->'],
  ],
  ['a comment, with other words', (line) => line.replace('tea', 'coffee <!-- why -->'), ['coffee', '<!-- why -->']],
]

const saidOn = (text: string): string[] => {
  const { assertions, facts } = parseNote(page, text, defaultConfig)
  return [
    ...assertions.map(({ assertion }) => assertionKey(assertion)),
    ...facts.filter(({ kind }) => kind !== 'passage').map(({ id }) => id),
  ]
}

async function written(change: (line: string) => string): Promise<Tree> {
  const tree = await workspace.reflect(logged)
  const text = tree.get(page)!.replace(/^- O.*$/m, change)
  expect(text).not.toBe(tree.get(page))
  return new Map(tree).set(page, text)
}

describe('words that a person wrote into a generated line', () => {
  test.each(within)('%s are told of, and kept when the line is generated anew', async (_what, change, kept) => {
    const before = await written(change)
    expect(handEdits(before.get(page)!)).toHaveLength(1)
    const after = await workspace.reflect(before)
    const outside = after.get(page)!.split('<!-- memory:end -->')[1]!
    for (const words of kept) expect(outside).toContain(words)
    expect(handEdits(after.get(page)!)).toEqual([])
    expect(saidOn(after.get(page)!)).toEqual(saidOn(before.get(page)!))
    expect([...(await workspace.reflect(after))]).toEqual([...after])
  })

  test.each(within)('%s are kept by a merge, from either side', async (_what, change, kept) => {
    const base = (await workspace.reflect(logged)).get(page)!
    const ours = (await written(change)).get(page)!
    const theirs = `${base}\nA line of theirs.\n`
    for (const sides of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      const { text, conflict } = mergePage(base, ...sides)
      expect(conflict).toBe(false)
      for (const words of kept) expect(text).toContain(words)
    }
  })

  test('that hold a copy of our own comment make no line of ours', async () => {
    const before = await written((line) => `${line} see <!-- ^k3f9a2c1x7 80 2025-11-29 9f3ab210 --> <!-- ^k3 -->`)
    const after = await workspace.reflect(before)
    expect(handEdits(after.get(page)!)).toEqual([])
    expect(after.get(page)).toContain('see')
  })
})

describe('an edit of words and confidence', () => {
  const both = (confidence: string) => (line: string) =>
    line.replace(/c=0\.\d+/, `c=${confidence}`).replace('Likes tea', 'Likes mint tea')
  const curated = (tree: Tree): string[] =>
    tree
      .get(page)!
      .split('\n')
      .filter((line) => line.includes('of=^'))

  test('is adopted as one bullet, which says both and what stood there before', async () => {
    const before = await written(both('0.30'))
    const after = await workspace.reflect(before)
    expect(curated(after)).toEqual([
      expect.stringMatching(
        /^- O\(c=0\.30, of=\^\w{10}, on=2025-11-02\+1\) @Peter: Likes mint tea · and `code` <!-- instead of: O @Peter: Likes tea · and `code` -->$/,
      ),
    ])
    expect(saidOn(after.get(page)!)).toEqual(saidOn(before.get(page)!))
    expect((await workspace.beliefs(after)).opinions).toMatchObject([
      { confidence: 300, words: 'Likes mint tea · and `code`' },
    ])
    expect([...(await workspace.reflect(after))]).toEqual([...after])
  })

  test('that both sides of a merge adopted conflicts where they say two things of it, and not where they say one', async () => {
    const base = (await workspace.reflect(logged)).get(page)!
    const [a, b] = [
      await workspace.reflect(await written(both('0.30'))),
      await workspace.reflect(await written(both('0.90'))),
    ]
    expect(mergePage(base, a.get(page)!, b.get(page)!).conflict).toBe(true)
    const same = mergePage(base, a.get(page)!, a.get(page)!)
    expect(same).toMatchObject({ conflict: false, text: a.get(page) })
  })

  test('back to the words of the logs is two bullets, for these words stand there for nothing', async () => {
    const first = await workspace.reflect(await written(both('0.30')))
    const undone = first.get(page)!.replace(/^(- O\(c=)0\.30(\) @Peter: )Likes mint tea/m, '$10.40$2Likes tea')
    expect(undone).not.toBe(first.get(page))
    const after = await workspace.reflect(new Map(first).set(page, undone))
    expect(curated(after)).toHaveLength(3)
    expect(saidOn(after.get(page)!).toSorted()).toEqual(saidOn(undone).toSorted())
    expect((await workspace.beliefs(after)).opinions).toMatchObject([
      { confidence: 400, words: 'Likes tea · and `code`' },
    ])
  })
})

describe('a plain fact of which a person makes an opinion', () => {
  const world = 'bank/world.md'
  const lineOf = (tree: Tree): string => /^- .*Lives in Graz.*<!-- \^.*$/m.exec([...tree.values()].join('\n'))![0]
  const edit = (tree: Tree, path: string, from: RegExp, to: string): Tree => {
    const text = tree.get(path)!.replace(from, to)
    expect(text).not.toBe(tree.get(path))
    return new Map(tree).set(path, text)
  }

  test('stands among the opinions as surely as they said, and as they said later', async () => {
    const logs: Tree = new Map([['memory/2025-11-01.md', retain('W @Peter: Lives in Graz')]])
    const made = edit(await workspace.reflect(logs), world, /^- W( @Peter: Lives)/m, '- O(c=0.70)$1')
    const after = await workspace.reflect(await workspace.reflect(made))
    expect(lineOf(after)).toMatch(
      /^- O\(c=0\.70\) @Peter: Lives in Graz · \[.* <!-- \^\w{10} 70 2025-11-01\+1 \w{8} -->$/,
    )
    expect(after.get(world)).not.toContain('<!-- ^')
    expect(handEdits(after.get(page)!)).toEqual([])
    const surer = edit(after, page, /^(- O\(c=)0\.70(\) @Peter: Lives in Graz ·)/m, '$10.95$2')
    const last = await workspace.reflect(await workspace.reflect(surer))
    expect(lineOf(last)).toMatch(/^- O\(c=0\.95\) .* 95 2025-11-01\+2 /)
    expect([...(await workspace.reflect(last))]).toEqual([...last])
  })
})

describe('what a person said of a fact follows it when a slip in the log is put right', () => {
  const logs = (words: string): Tree => new Map([['memory/2025-11-01.md', retain(`O(c=0.8) @Peter: ${words}`)]])
  const corrected = (tree: Tree): Tree => new Map([...tree, ...logs('Likes the cat')])

  test('a confidence', async () => {
    const before = await workspace.reflect(logs('Likes teh cat'))
    const edited = new Map(before).set(page, before.get(page)!.replace('c=0.80', 'c=0.50'))
    const after = corrected(await workspace.reflect(edited))
    expect((await workspace.beliefs(after)).opinions).toMatchObject([{ confidence: 500, words: 'Likes the cat' }])
  })

  test('a retirement', async () => {
    const before = await workspace.reflect(logs('Likes teh cat'))
    const struck = before.get(page)!.replace(/^- (O.*?)( · .*)$/m, '- ~~$1~~$2')
    expect(struck).not.toBe(before.get(page))
    const after = corrected(await workspace.reflect(new Map(before).set(page, struck)))
    expect((await workspace.beliefs(after)).opinions).toMatchObject([{ retired: true, words: 'Likes the cat' }])
  })
})
