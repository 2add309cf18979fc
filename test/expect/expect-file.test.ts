import { describe, expect, test } from '@jest/globals'
import { readExpectations, withExpectation } from '../../src/expect/expect-file.js'
import { timesAsLong } from '../support/growth.js'

const reads = (...lines: readonly string[]): ReturnType<typeof readExpectations> =>
  readExpectations(`${lines.join('\n')}\n`)
const first = (...lines: readonly string[]): object => {
  const { expectations, malformed } = reads(...lines)
  expect(malformed).toEqual([])
  const [{ line: _, ...expectation } = { line: 0 }] = expectations
  return expectation
}
const refusal = (...lines: readonly string[]): { line: number; message: string } => {
  const { expectations, malformed } = reads(...lines)
  expect(expectations).toEqual([])
  expect(malformed).toHaveLength(1)
  return malformed[0]!
}

const id = '^k3f9a2c1x7'

describe('what somebody writes is read as it is meant', () => {
  test('every name of a question', () => {
    expect(
      first(
        '- ask: where does Peter live # the question',
        '  as-of: 2025-11',
        '  entities: [Peter, "The Castle"]',
        `  cites: [${id}, memory/2025-11-27.md#L4]`,
        '  says: Lives in Graz',
        '  within: 3',
      ),
    ).toEqual({
      ask: 'where does Peter live',
      asOf: '2025-11',
      entities: ['Peter', 'The Castle'],
      cites: [id, 'memory/2025-11-27.md#L4'],
      says: ['Lives in Graz'],
      within: 3,
    })
  })

  test('what must never be told, nothing at all, and a belief', () => {
    expect(first('- ask: x', `  never: ${id}`)).toEqual({ ask: 'x', never: [id] })
    expect(first('- ask: x', '  nothing: true')).toEqual({ ask: 'x', nothing: true })
    expect(first('- ask: x', '  says: Likes tea')).toEqual({ ask: 'x', says: ['Likes tea'] })
    expect(first(`- belief: ${id}`, '  above: .5', '  below: 1')).toEqual({ belief: id, above: 0.5, below: 1 })
  })

  test.each([
    ['K3F9A2C1X7', id],
    ['1234567890', '^1234567890'],
    ['bank/opinions.md ^k3f9a2c1x7', id],
    ['./memory/a b.md:12', 'memory/a b.md#L12'],
    ['memory/2025-11-27.md#L4-L6', 'memory/2025-11-27.md#L4'],
  ])('cites: %s', (written, meant) => {
    expect(first('- ask: x', `  cites: ${written}`)).toEqual({ ask: 'x', cites: [meant] })
  })

  test.each(['yes', '2025-11-27', 'null', '1e3', '~', '0x1f', 'true'])('a question of %s is a text', (text) => {
    expect(first(`- ask: ${text}`, `  cites: ${id}`)).toMatchObject({ ask: text })
  })

  test('whatever the margin, the line ends, and what stands around', () => {
    for (const eol of ['\n', '\r\n', '\r'])
      for (const margin of ['', '  ']) {
        const lines = [
          '\uFEFF# a note',
          '---',
          '',
          `- ask: x`,
          '',
          '# between',
          `  cites: ${id}`,
          '- belief: a234567890',
          '  below: 0.2',
        ]
        const text = lines.map((line) => (/^[- ]/.test(line) && line !== '---' ? margin + line : line)).join(eol)
        expect(readExpectations(text)).toEqual({
          expectations: [
            { ask: 'x', cites: [id], line: 4 },
            { belief: '^a234567890', below: 0.2, line: 8 },
          ],
          malformed: [],
        })
      }
  })

  test('an empty file, and one of comments, expect nothing', () => {
    for (const text of ['', '\n', '# nothing yet\n', '---\n'])
      expect(readExpectations(text)).toEqual({ expectations: [], malformed: [] })
  })
})

describe('what cannot be meant names its line, what was found and what would be right', () => {
  test.each([
    [['- ask: x', `  cite: ${id}`], 2, /no “cite” in an expectation: ask, .*cites/],
    [['- ask: x', `  Cites: ${id}`], 2, /no “Cites”/],
    [['- ask: x'], 1, /one of cites, never and nothing: true, got none/],
    [['- ask: x', `  cites: ${id}`, `  never: ${id}`], 1, /got several/],
    [['- ask: x', '  nothing: true', '  within: 3'], 1, /got several/],
    [['- ask: x', '  nothing: no'], 2, /nothing takes true, .* got “no”: nothing: true would be right/],
    [
      ['- ask: x', '', `  cites: ${id}`, '  within: three'],
      4,
      /within takes a whole number from 1 to 999, got “three”: within: 3 would/,
    ],
    [['- ask: x', `  cites: ${id}`, '  within: 0'], 3, /got “0”/],
    [['- ask: x', '  cites: Graz'], 2, /cites takes an id or a place .*got “Graz”/],
    [['- ask: x', '  cites: memory/2025-11-27.md'], 2, /got “memory\/2025-11-27\.md”/],
    [['- ask: x', '  cites: []'], 2, /cites takes a text, got nothing/],
    [['- ask: x', '  cites:'], 2, /cites takes a text, got nothing/],
    [['- ask: [x, y]', `  cites: ${id}`], 1, /ask takes one value, got “a list”/],
    [['- ask: x', '  cites: {id: 5}'], 2, /cites takes a text/],
    [['- ask: x', '  ask: y', `  cites: ${id}`], 2, /ask stands twice/],
    [[`- belief: ${id}`], 1, /above or below, got neither/],
    [[`- belief: ${id}`, '  above: 50%'], 2, /above takes a number from 0 to 1, got “50%”/],
    [[`- belief: ${id}`, '  above: 1.5'], 2, /got “1.5”/],
    [['- belief: tea', '  above: 0.5'], 1, /belief takes an id, got “tea”/],
    [[`- belief: ${id}`, '  within: 3', '  above: 0.5'], 2, /a belief takes no within/],
    [[`- ask: x`, `  belief: ${id}`], 1, /a question or a belief, got both/],
    [['- where does Peter live'], 1, /names and values, got “where does Peter live”: ask: /],
    [['- ask: what: is that', `  cites: ${id}`], 1, /no YAML: .*in quotes/],
    [['ask: x', `cites: ${id}`], 1, /a list of expectations, got “ask: x”: - ask: /],
  ] as const)('%j', (lines, line, message) => {
    expect(refusal(...lines)).toEqual({ line, message: expect.stringMatching(message) })
  })

  test('and the others are read', () => {
    const { expectations, malformed } = reads(
      '- ask: "no end',
      `  cites: ${id}`,
      `- {ask: a, cites: ${id}`,
      'stray: words',
      '  of two lines',
      '- ask: good',
      `  cites: ${id}`,
      '<<<<<<< HEAD',
      '- ask: ours',
      `  never: ${id}`,
      '=======',
      '>>>>>>> theirs',
      '- ask: *other',
      `  cites: ${id}`,
    )
    expect(expectations.map((each) => ('ask' in each ? each.ask : ''))).toEqual(['good', 'ours'])
    expect(malformed.map(({ line }) => line)).toEqual([2, 3, 4, 8, 11, 13])
    expect(malformed[3]!.message).toMatch(/a merge left this/)
  })
})

describe('a hostile file is read in time that grows with its length, and nothing of it is run or expanded', () => {
  const bomb = ['- &a ask: &b [x,x,x,x,x,x,x,x,x]', '  cites: &c [*b,*b,*b,*b,*b,*b,*b]', '  says: [*c,*c,*c,*c,*c,*c]']
  const size = 250_000
  const item = 16_000
  const fill = (piece: string, characters: number): string => piece.repeat(Math.ceil(characters / piece.length))

  const plain = fill('- ask: x\n  cites: ^k3f9a2c1x7\n', size)

  test.each([
    ['aliases that make much of little', `${bomb.join('\n')}\n`],
    ['an anchor that means itself', '- &a\n  ask: *a\n  cites: *a\n'],
    ['lists within lists', `- ask: ${fill('[', size)}`],
    ['lists within lists of an item', `- ask: ${fill('[', item)}`],
    ['dashes within dashes', fill('- ', size)],
    ['maps within maps', `- ask: x\n  cites: ${fill('? ', item)}`],
    [
      'names within names',
      Array.from({ length: 900 }, (_, at) => `${' '.repeat(at)}a:`)
        .join('\n')
        .replace('a:', '- a:'),
    ],
    ['tens of thousands of items', fill('- a\n', size)],
    ['many names of one item', `- ask: x\n${Array.from({ length: 1600 }, (_, at) => `  a${at}: b\n`).join('')}`],
    ['a text without an end', `- ask: "${fill('a ', item)}`],
    ['an item without an end', `- ask: |\n${fill('  a\n', size)}`],
    ['a comment without an end', `- ask: x ${fill('# ', size)}`],
    [
      'tags that would build something',
      '- !!js/function "function(){}"\n- ask: !!python/object/apply:os.system [id]\n  cites: ^k3f9a2c1x7\n',
    ],
    ['a tag of bytes', '- ask: !!binary aGk=\n  nothing: true\n'],
    ['merge keys', '- <<: {ask: x}\n  cites: ^k3f9a2c1x7\n'],
    ['names that objects have', '- __proto__: x\n  constructor: y\n  ask: z\n'],
    ['directives', '%YAML 1.1\n---\n- ask: x\n'],
    ['NUL and halves of characters', '- ask: a\u0000b\ud800\n  cites: ^k3f9a2c1x7\n'],
    ['blanks', fill(' ', size)],
    ['line ends', fill('\n', size)],
    ['quotes and colons', `- ${fill('": \'', item)}`],
  ])('%s', (_what, text) => {
    expect(timesAsLong(readExpectations, text, plain)).toBeLessThan(10)
    const { expectations, malformed } = readExpectations(text)
    for (const each of [...expectations, ...malformed]) expect(each.line).toBeGreaterThan(0)
    expect(JSON.stringify(expectations)).not.toMatch(/x,x,x|"polluted"/)
    expect(({} as { ask?: unknown }).ask).toBeUndefined()
  })
})

describe('one more at the end leaves every byte before it', () => {
  const added = { ask: 'what: "is" #that', cites: ['^k3f9a2c1x7'], says: ['@Peter: yes'], within: 3 } as const

  test.each([
    ['no file', undefined],
    ['nothing', ''],
    ['comments and an order of its own', '# ours\n\n- cites: ^a234567890   # why\n  ask: "x"\n\n# the end\n'],
    ['no line end', '- ask: x\n  nothing: true'],
    ['a margin', '  - ask: x\n    nothing: true\n'],
    ['line ends of Windows', '- ask: x\r\n  nothing: true\r\n'],
    ['an item that is none', '- ask: x\n  cite: y\n'],
  ])('%s', (_what, text) => {
    const { text: made, line, item } = withExpectation(text, added)!
    expect(made.startsWith(text ?? '# ')).toBe(true)
    const { expectations } = readExpectations(made)
    expect(expectations.at(-1)).toEqual({ ...added, line })
    expect(expectations).toHaveLength(readExpectations(text ?? '').expectations.length + 1)
    expect(made.replaceAll('\r', '').split('\n')[line - 1]!.trim()).toBe(item.split('\n')[0])
    if (text?.includes('\r')) expect(made).not.toMatch(/[^\r]\n/)
  })

  test('but not behind something that is no list', () => {
    expect(withExpectation('ask: x\n', added)).toBeUndefined()
  })

  test.each([
    'yes',
    '- x',
    '# x',
    '@Peter',
    '*x',
    '&x',
    '!x',
    'a: b',
    "it's",
    '"quoted"',
    ' blank ',
    '`tick`',
    '%x',
    '[x',
    '{x',
    '2025',
    '~',
    '→ ü 中文',
    'a\\b',
    'x'.repeat(300),
  ])('a question of %s is read as it was written', (ask) => {
    const { text } = withExpectation(undefined, { ask, nothing: true })!
    expect(readExpectations(text).expectations).toEqual([{ ask, nothing: true, line: 2 }])
  })
})
