import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { splitPage } from '../../src/model/page.js'
import { assertionsIn, handEdits } from '../../src/parse/parse-page.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { mergePage } from '../support/merge-page.js'
import { retain } from '../support/notes.js'
import { WorkspaceInMemory, type Tree } from './workspace-in-memory.js'

const workspace = new WorkspaceInMemory()
afterAll(() => workspace.remove())
beforeEach(() => workspace.empty())

const log = 'memory/2025-11-01.md'
const opinions = 'bank/opinions.md'
const world = 'bank/world.md'

/** The pages of one opinion and one fact, and what somebody then made of one page. */
async function changed(path: string, change: (text: string) => string): Promise<Tree> {
  const tree = await workspace.reflect(
    new Map([[log, retain('O(c=0.8) @Peter: Likes tea', 'W @Peter: Lives in Graz')]]),
  )
  return new Map(tree).set(path, change(tree.get(path)!))
}

const factsOn = (tree: Tree, path: string): string[] =>
  parseNote(path, tree.get(path)!, defaultConfig).facts.map(({ kind, text }) => `${kind}: ${text}`)

const blockOf = (tree: Tree, path: string): string[] => {
  const { lines, block } = splitPage(tree.get(path)!)
  return lines.slice(block!.begin + 1, block!.end)
}

const above =
  (found: RegExp, ...more: readonly string[]) =>
  (text: string): string =>
    text.replace(found, (line) => [...more, line].join('\n'))

describe('what random edits of pages once found', () => {
  test('a bullet inside the block says the same with the line that continues it, adopted or not', async () => {
    const before = await changed(world, above(/^- W/m, '- W @Ann: Sings', '  in the bath'))
    const after = await workspace.reflect(before)
    expect(blockOf(after, world)).not.toContain('- W @Ann: Sings')
    for (const tree of [before, after]) expect(factsOn(tree, world)).toEqual(['world: Sings in the bath'])
  })

  test('text from inside the block does not become more of the bullet that it comes to stand below', async () => {
    const before = await changed(world, (text) =>
      above(/^- W/m, '  a remark')(`${text}\n## Curated\n\n- W @Ann: Sings\n`),
    )
    expect(factsOn(await workspace.reflect(before), world)).toEqual(['world: Sings', 'passage: a remark'])
  })

  test('a fence inside the block is moved whole, and is code before and after', async () => {
    const fence = ['```', '- O(c=0.10) @Peter: Likes coffee', '```']
    const before = await changed(opinions, above(/^- O/m, ...fence))
    const after = await workspace.reflect(before)
    expect(after.get(opinions)).toContain(fence.join('\n'))
    expect(factsOn(before, opinions)).toEqual([])
    expect((await workspace.beliefs(after)).opinions.map(({ words }) => words)).toEqual(['Likes tea'])
  })

  test('a fence around a generated line is none, and what would close it opens none above the next one', async () => {
    const fence = ['```', '- O(c=0.10) @Peter: Likes coffee', '```']
    const before = await changed(opinions, (text) =>
      text.replace(/^- O.*$/m, (line) => ['```', line, '```', ...fence].join('\n')),
    )
    expect(before.get(opinions)).toContain('```\n```\n- O')
    expect(factsOn(before, opinions)).toEqual([])
    const after = await workspace.reflect(before)
    expect(after.get(opinions)).toContain(fence.join('\n'))
    for (const tree of [before, after])
      expect((await workspace.beliefs(tree)).opinions.map(({ words }) => words)).toEqual(['Likes tea'])
  })

  test.each([
    ['with a line that looks like a heading', '```sh\n# no heading\n```\n'],
    ['that nobody closed', '```\ncode\n'],
  ])('an adopted edit is not put into a fence %s', async (_which, fence) => {
    const before = await changed(
      opinions,
      (text) => `${text.replace('c=0.80', 'c=0.50')}\n## Curated\n\n- W @Ann: Sings\n\n${fence}`,
    )
    const after = await workspace.reflect(before)
    expect(after.get(opinions)).toContain(fence)
    for (const tree of [before, after])
      expect((await workspace.beliefs(tree)).opinions.map(({ confidence }) => confidence)).toEqual([500])
  })

  test('a fence that nobody closed above the block does not silence the page', async () => {
    const before = await changed(opinions, (text) =>
      above(/^<!-- memory:begin/m, '```')(text.replace('c=0.80', 'c=0.50')),
    )
    const after = await workspace.reflect(before)
    for (const tree of [before, after])
      expect((await workspace.beliefs(tree)).opinions.map(({ confidence }) => confidence)).toEqual([500])
  })

  test('a fence that nobody closed inside the block silences nothing, and no last line is lost to it', async () => {
    const before = await changed(
      opinions,
      (text) => `${above(/^- O/m, '```')(text.replace('c=0.80', 'c=0.50'))}\nThe last line, by hand.`,
    )
    const after = await workspace.reflect(before)
    expect(after.get(opinions)).toMatch(/^The last line, by hand\.$/m)
    for (const tree of [before, after])
      expect((await workspace.beliefs(tree)).opinions.map(({ confidence }) => confidence)).toEqual([500])
  })

  test('lines that our text stood between stay two when the other side’s page is merged', async () => {
    const base = ''
    const ours = (
      await changed(opinions, (text) => text.replace(/^What is.*$/m, (line) => `- W @Ann: Sings\n${line}\n  a remark`))
    ).get(opinions)!
    const theirs = (await workspace.reflect(new Map([[log, retain('O(c=0.8) @Peter: Likes coffee')]]))).get(opinions)!
    for (const { text } of [mergePage(base, ours, theirs), mergePage(base, theirs, ours)])
      expect(factsOn(new Map([[opinions, text]]), opinions)).toContain('world: Sings')
  })

  test('an assertion shown in a fence stays there when pages are merged', () => {
    const page = (...tail: readonly string[]): string =>
      ['# Opinions', '<!-- memory:begin e3b0c442 -->', '<!-- memory:end -->', '', '## Curated', '', ...tail, ''].join(
        '\n',
      )
    const example = ['```', '- retired ^k3f9a2c1x7', '```']
    const added = '- retired ^a1b2c3d4e5: O @Peter: Likes tea'
    const { text } = mergePage(page('- W a'), page('- W a', '', ...example), page('- W a', added))
    expect(text).toContain(example.join('\n'))
    expect(text).toContain(added)
  })

  test('a heading of ours is not taken for a person’s, though a person’s text stands in the block', async () => {
    const before = await changed(world, above(/^- W/m, 'A remark.'))
    // Nothing is left to stand below the heading.
    const after = await workspace.reflect(new Map(before).set(log, retain('B @Ann: Sang')))
    expect(after.get(world)).toContain('A remark.')
    expect(after.get(world)).not.toContain('## Peter')
  })

  test.each([
    ['removed', / <!-- \^.* -->/],
    ['cut short', / -->$/m],
    ['damaged', /(?<=<!-- \^\w+ \d+) .*-(?=->)/],
  ])('a line whose comment was %s is no pin, and is told of', async (_how, part) => {
    const before = await changed(opinions, (text) => text.replace(/^- O.*$/m, (line) => line.replace(part, '')))
    expect(handEdits(before.get(opinions)!).map(({ read }) => read.what)).toEqual(['uncommented'])
    expect(factsOn(before, opinions)).toEqual([])
    expect((await workspace.beliefs(before)).opinions.map(({ members }) => members.length)).toEqual([1])
  })

  test('facts that a person wrote in pages stand in one order, before and after adopting moved one', async () => {
    const before = await changed('bank/entities/Peter.md', (text) => `${text}\n## Curated\n\n- W @Ann: Sings\n`)
    const more = above(/^- W/m, '- W @Ann: Dances')
    const once = await workspace.reflect(
      new Map(before).set('bank/entities/Peter.md', more(before.get('bank/entities/Peter.md')!)),
    )
    expect(once.get(world)).toMatch(/Dances[^]*Sings/)
    expect([...(await workspace.reflect(once))]).toEqual([...once])
  })

  test('a person’s words still find a fact after its log was appended to, as they do in a rebuilt index', async () => {
    const tree = await changed(opinions, (text) => text.replace('Likes tea ', 'Adores Darjeeling '))
    await workspace.sync(tree)
    const grown = new Map(tree).set(log, `${tree.get(log)}- W @Ann: Sings\n`)
    expect(await workspace.differences(grown)).toEqual([])
  })

  test('a page with carriage returns goes with its facts, as any other', async () => {
    const tree = await changed(world, (text) => text.replaceAll('\n', '\r\n'))
    const without = new Map(tree).set(log, retain('O(c=0.8) @Peter: Likes tea'))
    expect((await workspace.reflect(without)).has(world)).toBe(false)
  })

  test('of two statements of one belief, a correction parts the same one before an adoption as after it', async () => {
    const notes = 'memory/notes.md'
    const told = new Map([
      [log, retain('O @Peter: Likes brosh')],
      [notes, retain('O @Ann @Peter: Likes brosh')],
    ])
    const path = 'bank/entities/Peter.md'
    const pages = await workspace.reflect(told)
    const edited = new Map(pages).set(path, pages.get(path)!.replace('O(c=0.73)', 'O(c=0.00)'))
    const corrected = (tree: Tree): Tree => new Map(tree).set(notes, retain('O @Ann @Peter: Likes broshh'))
    const early = await workspace.beliefs(await workspace.reflect(corrected(edited)))
    const late = await workspace.beliefs(await workspace.reflect(corrected(await workspace.reflect(edited))))
    const surely = ({ opinions: all }: typeof early): string[] =>
      all.map(({ words, confidence }) => `${words} ${confidence}`).toSorted()
    expect(surely(early)).toEqual(['Likes brosh 700', 'Likes broshh 0'])
    expect(surely(late)).toEqual(surely(early))
  })

  test('what is said of a pair for the third time holds, though it says what was said first', async () => {
    const said = (stance: string): string => `- ^aaaaaaaaaa ${stance} ^bbbbbbbbbb: "O @Peter: Likes tea"\n`
    const page = ['contradicts', 'supports', 'contradicts'].map(said).join('')
    const read = assertionsIn(opinions, `## Curated\n\n${page}`)
    expect(read.map(({ line, assertion }) => [line, 'stance' in assertion && assertion.stance])).toEqual([
      [4, 'supports'],
      [5, 'contradicts'],
    ])
  })

  test('what is said of a pair inside the block stays overruled by what stands behind the block when it is adopted', async () => {
    const path = 'bank/entities/Peter.md'
    const pages = await workspace.reflect(
      new Map([[log, retain('O(c=0.8) @Peter: Likes tea', 'O(c=0.6) @Peter: Collects stamps')]]),
    )
    const [tea, stamps] = [...pages.get(path)!.matchAll(/<!-- \^(\w+) /g)].map(([, id]) => id!)
    const edited = new Map(pages).set(
      path,
      `${pages.get(path)!.replace('O(c=0.80)', `O(c=0.80, contradicts=^${stamps})`)}\n## Curated\n\n- ^${tea} supports ^${stamps}: "O @Peter: Likes tea"\n`,
    )
    const once = await workspace.reflect(edited)
    expect(once.get(path)).toMatch(/contradicts[^]*supports/)
    expect([...(await workspace.reflect(once))]).toEqual([...once])
  })

  test('a person’s number is never that of a suggestion, though it stands where the statement stood', async () => {
    const pages = await workspace.reflect(new Map([[log, retain('O(c=0.8) @Peter: Likes tea')]]))
    const edited = new Map(pages).set(opinions, pages.get(opinions)!.replace('O(c=0.80)', 'O(c=0.10)'))
    const drafted = new Map(edited).set(log, retain('O(c=0.8, suggested=^k3f9a2c1x7) @Peter: Likes teaa'))
    const now = await workspace.beliefs(drafted)
    expect(now.opinions.map(({ words, confidence }) => [words, confidence])).toEqual([['Likes tea', 100]])
  })
})
