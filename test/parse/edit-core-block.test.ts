import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import { coreBlocks, coreFile, blockKey, type ParsedBlock } from '../../src/parse/core-blocks.js'
import { withBlockEdit, type BlockEdit, type Edited } from '../../src/parse/edit-core-block.js'
import { parseNote } from '../../src/parse/parse-note.js'

const seed = Number(process.env['LAW_SEED'] ?? 1811)
const numRuns = Number(process.env['LAW_RUNS'] ?? 1500)

const blocksOf = (text: string): ParsedBlock[] => coreBlocks(coreFile, text)
const named = (text: string, name: string): ParsedBlock | undefined =>
  blocksOf(text).find((block) => blockKey(block.name) === blockKey(name))
const edited = (text: string, name: string, edit: BlockEdit): Edited => {
  const made = withBlockEdit(text, name, named(text, name), edit)
  if ('refused' in made) throw new Error(made.refused)
  return made
}
const textOf = (text: string, name: string, edit: BlockEdit): string => edited(text, name, edit).text
const refusal = (text: string, name: string, edit: BlockEdit): string => {
  const made = withBlockEdit(text, name, named(text, name), edit)
  return 'refused' in made ? made.refused : `made ${JSON.stringify(made.text)}`
}
const append = (text: string): BlockEdit => ({ edit: 'append', text })
const insert = (line: number, text: string): BlockEdit => ({ edit: 'insert', line, text })
const replace = (old: string, now: string): BlockEdit => ({ edit: 'replace', old, new: now })

const memory = '# Memory\n\n## Persona\n\nDry and brief.\n- Asks first.\n\n## Rules\n- Be kind.\n'

describe('an append', () => {
  test.each([
    ['goes behind the last line of the block', memory, 'Persona', '- Guesses.', '- Asks first.\n', '- Guesses.\n'],
    ['finds a block that is written otherwise', memory, 'persona', '- x', '- Asks first.\n', '- x\n'],
    ['keeps a text apart from the bullet above', memory, 'Persona', 'x\ny', '- Asks first.\n', '\nx\ny\n'],
    ['and from more of that bullet', '## A\r\n1. b\r\n   c', 'A', 'x', '## A\r\n1. b\r\n   c', '\r\n\r\nx'],
    ['but not one that is indented as more of it', memory, 'Persona', '  x', '- Asks first.\n', '  x\n'],
    ['leaves a file without a last line end without one', 'a\n## B\nc', 'B', 'd', '## B\nc', '\nd'],
    ['writes CRLF where the file does', '## A\r\nb\r\n\r\n## C\r\n', 'A', 'x\ny', '## A\r\nb\r\n', 'x\r\ny\r\n'],
    ['keeps a byte order mark', '\uFEFF## A\nb\n', 'A', 'x', '## A\nb\n', 'x\n'],
    ['fills a block that is a heading alone', '## A\n\n## B\n', 'A', 'x', '## A\n', 'x\n'],
    ['makes a block that is not there, behind a blank line', '## A\nb\n', 'C d', 'x', '## A\nb\n', '\n## C d\n\nx\n'],
    ['makes it behind a file without a last line end', '## A\nb', 'C', 'x', '## A\nb', '\n\n## C\n\nx\n'],
    ['makes the file', '', 'Persona', '- x', '', '## Persona\n\n- x\n'],
    ['writes above the first heading', '\uFEFF## A\n', coreFile, 'x', '\uFEFF', 'x\n\n'],
    ['writes below front matter', '---\na: 1\n---\n## A\n', coreFile, 'x', '---\na: 1\n---\n', 'x\n'],
    ['brings no blank line at its ends', '## A\n\nb\n\n## C\n', 'A', '\n \nx\n\ny\n\n', '## A\n\nb\n', 'x\n\ny\n'],
    ['takes a heading in a fence for what it is', '## A\n', 'A', '```sh\n# x\n```', '## A\n', '```sh\n# x\n```\n'],
  ])('%s', (_, text, name, more, before, put) => {
    const at = text.indexOf(before) + before.length
    expect(textOf(text, name, append(more))).toBe(`${text.slice(0, at)}${put}${text.slice(at)}`)
  })

  test('of what stands in the block already is none, and tells where', () => {
    expect(edited(memory, 'Persona', append('Dry and brief.'))).toMatchObject({ text: memory, lines: [5, 5] })
    expect(textOf(memory, 'Persona', append('Dry'))).not.toBe(memory)
  })

  test('leaves the fact above as it is, and tells the lines of the text alone', () => {
    const text = '## Retain\n- W @Ana: Lives in Graz\n\n## Rules\n'
    const { lines, text: made } = edited(text, 'Retain', append('She moved there.'))
    expect(made.split('\n').slice(lines![0] - 1, lines![1])).toEqual(['She moved there.'])
    const [fact] = parseNote(coreFile, text, defaultConfig).facts
    expect(parseNote(coreFile, made, defaultConfig).facts[0]!.id).toBe(fact!.id)
  })

  test.each([
    ['## Other\ntext', 'would begin another block with “## Other”'],
    ['text\n# Other', 'would begin another block with “# Other”'],
    ['```\nleft open', 'takes in what follows: close it'],
    ['<!-- left open', 'takes in what follows: close it'],
    ['- x\n  ```\n  y\n  ```', 'put a fence at the margin'],
  ])('of %j is refused, in a block in the middle, the last one and a new one', (more, why) => {
    for (const name of ['Persona', 'Rules', 'New']) expect(refusal(memory, name, append(more))).toContain(why)
  })

  test('makes no block where none can begin', () => {
    expect(refusal('## A\n```\nopen\n', 'B', append('x'))).toMatch(/^no block can begin at the end of the file/)
    expect(refusal('## A\n', 'B ##', append('x'))).toContain('it would be read as "B"')
  })
})

describe('a replacement', () => {
  test.each([
    ['puts words in the place of words', 'Dry and', 'Kind and', 'Dry and brief', 'Kind and brief'],
    ['may go over lines', 'brief.\n- Asks', 'kind.\n\n- Tells', 'brief.\n- Asks', 'kind.\n\n- Tells'],
    ['takes out a line that becomes empty', '- Asks first.', '', '- Asks first.\n', ''],
    ['and a bullet that says nothing then', 'Asks first.', '', '- Asks first.\n', ''],
    [
      'and with it the second of two blank lines',
      'Dry and brief.\n- Asks first.',
      '',
      'Dry and brief.\n- Asks first.\n\n',
      '',
    ],
    ['leaves what is left of a line', ' first', '', 'Asks first', 'Asks'],
    ['may give the block another name', '## Persona', '## Character', '## Persona', '## Character'],
    [
      'may take out the whole block',
      '## Persona\n\nDry and brief.\n- Asks first.',
      '',
      '## Persona\n\nDry and brief.\n- Asks first.\n\n',
      '',
    ],
  ])('%s', (_, old, now, before, after) => {
    const made = textOf(memory, 'Persona', replace(old, now))
    expect(made).toBe(memory.replace(before, after))
    expect(made).not.toBe(memory)
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
    expect(textOf(crlf(memory), 'Persona', replace(old, now))).toBe(crlf(made))
    expect(textOf(crlf(memory), 'Persona', replace(crlf(old), crlf(now)))).toBe(crlf(made))
  })

  test('leaves a file without a last line end without one', () => {
    expect(textOf('## A\nb\nc', 'A', replace('c', ''))).toBe('## A\nb')
  })

  test('keeps the line ends of lines that both texts have, in a file with two kinds', () => {
    expect(textOf('## A\nb\r\nc\nd\r\n', 'A', replace('b\nc\nd', 'b\nx\nd'))).toBe('## A\nb\r\nx\nd\r\n')
  })

  test.each([
    ['s', 'x', '“s” stands 4 times in Persona, on lines 3, 6: take words along'],
    ['Ask', '', 'made'],
    ['- Asks frist.', 'x', '“- Asks frist.” does not stand in Persona: the nearest is line 6, “- Asks first.”'],
    ['Be kind', 'x', 'does not stand in Persona, but in Rules (MEMORY.md#L8-L9)'],
    ['    6→- Asks first.', 'x', 'leave out the line numbers that core show prints'],
    ['zzz', 'x', /^“zzz” does not stand in Persona$/],
    ['## Persona', 'Persona', 'the heading would go, and its text be that of the block above'],
    ['## Persona', '## Rules', 'there is a block Rules already (MEMORY.md#L8)'],
    ['brief', 'brief\n# Two', 'would begin another block with “# Two.”'],
    ['brief', 'brief\n```', 'takes in what follows'],
    ['first.\n\n', 'first.', 'the heading would go'],
    ['## Persona\n', '', 'the heading would go'],
  ])('of %j by %j: %s', (old, now, why) => {
    expect(refusal(memory, 'Persona', replace(old, now))).toEqual(
      typeof why === 'string' ? expect.stringContaining(why) : expect.stringMatching(why),
    )
  })

  test('counts words that overlap', () => {
    expect(refusal('## A\nanana\n', 'A', replace('ana', 'x'))).toContain('stands 2 times in A, on line 2:')
  })

  test('does not reach into front matter', () => {
    const text = '---\nname: tea\n---\nLikes tea.\n'
    expect(textOf(text, coreFile, replace('tea', 'rum'))).toBe('---\nname: tea\n---\nLikes rum.\n')
    expect(refusal(text, coreFile, replace('name', 'x'))).toContain(
      'does not stand in MEMORY.md below its front matter',
    )
    expect(textOf(text, coreFile, replace('Likes tea.', ''))).toBe('---\nname: tea\n---\n')
  })
})

describe('an insertion', () => {
  test('goes behind its line of the file, the heading too', () => {
    expect(textOf(memory, 'Persona', insert(3, 'x'))).toBe(memory.replace('Persona\n', 'Persona\nx\n'))
    expect(textOf(memory, 'Persona', insert(5, 'x'))).toBe(memory.replace('brief.\n', 'brief.\nx\n'))
    expect(edited(memory, 'Persona', insert(5, '- Asks first.'))).toMatchObject({ text: memory, lines: [6, 6] })
  })

  test('may put a comment into a fence', () => {
    expect(textOf('## A\n```sh\nls\n```\n', 'A', insert(2, '# list'))).toBe('## A\n```sh\n# list\nls\n```\n')
  })

  test.each([2, 7, 8, 99])('behind line %i, which is none of the block, is refused', (line) => {
    expect(refusal(memory, 'Persona', insert(line, 'x'))).toBe(
      `line ${line} is none of Persona, which stands on lines 3 to 6`,
    )
  })

  test('into front matter is refused', () => {
    expect(refusal('---\na: 1\n---\nb\n', coreFile, insert(2, 'x'))).toContain('which stands on lines 3 to 4')
  })
})

const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('tea', '- tea', 'Likes tea.', '  indented', 'two words', '茶 🍵', 'x\tx') },
  { weight: 2, arbitrary: fc.constantFrom('## A', '# B', '### C d', '## A ##', '##', '#no') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('```', '~~~', '<!-- c -->', '<!--', '-->', '<div>', '- b\n  ```\n  c\n  ```', '---'),
  },
  { weight: 3, arbitrary: fc.constantFrom('', '', ' ') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
)
const file = fc
  .record({
    lines: fc.array(line, { maxLength: 18 }),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '', '\uFEFF'),
    end: fc.boolean(),
    front: fc.constantFrom('', '', '---\na: 1\n---\n'),
  })
  .map(({ lines, eol, bom, end, front }) => {
    const text = front + lines.join('\n') + (end ? '\n' : '')
    return bom + text.replaceAll(/\r?\n/g, eol)
  })
const words = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))

/** What stands before a block, and behind it, byte for byte. */
const around = (text: string, { first, end }: ParsedBlock): [string, string] => {
  const rows = text.split(/(?<=\n)/)
  return [rows.slice(0, first - 1).join(''), rows.slice(end).join('')]
}

test('whatever is asked of whatever file: what stands beside the block stays, and what was written is read back', () => {
  let [made, refused, back] = [0, 0, 0]
  fc.assert(
    fc.property(
      file,
      words,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('append', 'insert', 'replace', 'make'),
      (text, more, n, m, how) => {
        fc.pre(more.trim() !== '')
        const blocks = blocksOf(text)
        const block = how === 'make' ? undefined : blocks[n % Math.max(1, blocks.length)]
        if (!block && (how !== 'make' || named(text, 'New'))) return
        const own = block ? block.text.replaceAll('\r', '').split('\n') : []
        const at = m % Math.max(1, own.length)
        const old = own.slice(at, at + 1 + (m % 3)).join('\n')
        if (how === 'replace' && old === '') return
        const edit =
          how === 'insert' ? insert(block!.first + at, more) : how === 'replace' ? replace(old, more) : append(more)
        const done = withBlockEdit(text, block?.name ?? 'New', block, edit)
        if ('refused' in done) {
          refused++
          expect(done.refused).not.toBe('')
          return
        }
        made++
        const now = blocksOf(done.text)
        expect(done.text.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
        // No block but this one is another.
        const others = (all: readonly ParsedBlock[], but: ParsedBlock | undefined): string[] =>
          all.filter((each) => each !== but).map((each) => JSON.stringify([each.name, each.text]))
        const mine = done.name === null ? undefined : now[block ? blocks.indexOf(block) : now.length - 1]
        expect(others(now, mine)).toEqual(others(blocks, block))
        // Every byte beside it stays.
        if (block) {
          const [before, behind] = around(text, block)
          expect(done.text.startsWith(before)).toBe(true)
          expect(done.text.endsWith(behind)).toBe(true)
        } else expect(done.text.startsWith(text)).toBe(true)
        // What was asked stands there, with the line ends of the file.
        const eol = text.includes('\r\n') ? '\r\n' : '\n'
        const isSaid = (each: string): boolean => each.trim() !== ''
        const asked = more.split('\n')
        const wanted = how === 'replace' ? asked : asked.slice(asked.findIndex(isSaid), asked.findLastIndex(isSaid) + 1)
        const lines = done.text
          .replace(/^\uFEFF/, '')
          .split('\n')
          .map((each) => each.replace(/\r$/, ''))
        expect(lines.slice(done.lines![0] - 1, done.lines![1])).toEqual(
          wanted.at(-1) === '' ? wanted.slice(0, -1) : wanted,
        )
        if (eol === '\r\n') expect(done.text.replaceAll('\r\n', '')).not.toContain('\n')
        // The same again changes nothing, and a replacement turned round gives the bytes back.
        // (A file that holds no CRLF any more gets none.)
        if (how !== 'replace' || !mine || !done.text.includes(eol)) return
        const again = withBlockEdit(done.text, mine.name, mine, replace(more, old))
        if ('refused' in again) return
        back++
        expect(again.text).toBe(text)
      },
    ),
    { seed, numRuns },
  )
  expect(made).toBeGreaterThan(numRuns / 5)
  expect(refused).toBeGreaterThan(numRuns / 20)
  expect(back).toBeGreaterThan(numRuns / 40)
})
