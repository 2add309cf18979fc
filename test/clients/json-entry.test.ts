import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parse, visit } from 'jsonc-parser'
import { jsonEntry, type JsonPlace } from '../../src/clients/json-entry.js'

const server: JsonPlace = { within: ['mcpServers'], key: 'ours', value: { command: 'npx', args: ['a', 'b'] } }
const hook: JsonPlace = { within: ['hooks', 'Start'], value: { hooks: [{ command: 'run me' }] }, sign: 'run me' }

const gap = fc.constantFrom(
  '',
  '',
  ' ',
  '\n',
  '\n  ',
  '\n\t\t',
  '\r\n    ',
  '\n\n',
  ' \n ',
  ' // said\n',
  '/* said */',
  '\n /* two\n lines */ ',
)

const listed = (open: string, close: string, members: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.tuple(...members.map((member) => fc.tuple(gap, member, gap))), gap, fc.boolean())
    .map(([all, end, trailing]) => {
      const inner = all.map((parts) => parts.join('')).join(',')
      return `${open}${inner}${trailing && all.length > 0 ? ',' : ''}${end}${close}`
    })

const scalar = fc.constantFrom('1', 'true', 'null', '"https://x.y/*no*/"', '"a, // b"', '[]', '{ }', '[ 1, 2, ]')

/** An object with keys of no interest, and among them the given ones. */
const object = (own: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.subarray(['"a"', '"b c"', '"d\\"e"']), fc.subarray(Object.keys(own)), fc.nat(3))
    .chain(([plain, wanted, turn]) => {
      const property = (key: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
        fc.tuple(gap, gap, value).map(([before, after, text]) => `${key}${before}:${after}${text}`)
      const all = [
        ...plain.map((key) => property(key, scalar)),
        ...wanted.map((key) => property(JSON.stringify(key), own[key]!)),
      ]
      const by = turn % Math.max(1, all.length)
      return listed('{', '}', [...all.slice(by), ...all.slice(0, by)])
    })

const file = fc
  .tuple(
    gap,
    object({
      mcpServers: object({ theirs: object({}) }),
      hooks: object({
        Start: fc.array(fc.constant(object({})), { maxLength: 2 }).chain((each) => listed('[', ']', each)),
      }),
    }),
    fc.constantFrom('', '\n', '\r\n', '\n// the end', '\n\n'),
  )
  .map((parts) => parts.join(''))

const commentsOf = (text: string): string[] => {
  const found: string[] = []
  visit(text, { onComment: (offset, length) => found.push(text.slice(offset, offset + length)) })
  return found
}

interface Held {
  mcpServers?: Record<string, unknown>
  hooks?: { Start?: unknown[] }
}

describe('an entry in a file of JSON that people write too', () => {
  test.each([server, hook])(
    'comes to what stands there, and taking it out gives the bytes from before (%#)',
    (place) => {
      const { add, find, remove } = jsonEntry(place)
      fc.assert(
        fc.property(file, (text) => {
          expect(find('x.json', text)).toBe('missing')
          const added = add('x.json', text)
          const wanted = parse(text) as Held
          if (place === server) wanted.mcpServers = { ...wanted.mcpServers, ours: place.value }
          else wanted.hooks = { ...wanted.hooks, Start: [...(wanted.hooks?.Start ?? []), place.value] }
          const errors: never[] = []
          expect(parse(added, errors, { allowTrailingComma: true })).toEqual(wanted)
          expect(errors).toEqual([])
          expect(commentsOf(added)).toEqual(commentsOf(text))
          expect(find('x.json', added)).toBe('ours')
          expect(remove('x.json', added)).toBe(text)
        }),
        { numRuns: 600 },
      )
    },
  )

  test('looks as the file does: its indentation, its line breaks, its trailing commas, and a remark stays in its line', () => {
    expect(
      jsonEntry(server).add('x.json', '{\r\n\t"mcpServers": {\r\n\t\t"a": 1, // theirs\r\n\t},\r\n}\r\n').split('\r\n'),
    ).toEqual([
      '{',
      '\t"mcpServers": {',
      '\t\t"a": 1, // theirs',
      '\t\t"ours": {',
      '\t\t\t"command": "npx",',
      '\t\t\t"args": [',
      '\t\t\t\t"a",',
      '\t\t\t\t"b"',
      '\t\t\t]',
      '\t\t},',
      '\t},',
      '}',
      '',
    ])
    expect(jsonEntry({ ...server, value: 1 }).add('x.json', '{\n    "a": 2 // theirs\n}')).toBe(
      '{\n    "a": 2, // theirs\n    "mcpServers": {\n        "ours": 1\n    }\n}',
    )
  })

  test('that a formatter or a person put elsewhere is taken out, and what they wrote around it stays', () => {
    const { add, remove } = jsonEntry({ ...server, value: 1 })
    const made = add('x.json', undefined)
    expect(remove('x.json', made)).toBeNull()
    expect(remove('x.json', '{"mcpServers":{"ours":1}}')).toBe('{"mcpServers":{}}')
    expect(remove('x.json', '{ "mcpServers": { "ours": 1, "b": 2 } }')).toBe('{ "mcpServers": { "b": 2 } }')
    expect(remove('x.json', '{ "mcpServers": { "b": 2, "ours": 1 /* why */ } }')).toBe(
      '{ "mcpServers": { "b": 2 /* why */ } }',
    )
    expect(remove('x.json', made.replace('1', '1, // why'))).toBe('{\n  "mcpServers": { // why\n  }\n}\n')
    expect(remove('x.json', made.replace('{', '{\n  // all of us'))).toBe('{\n  // all of us\n}\n')
    expect(remove('x.json', `// all of us\n${made}`)).toBe('// all of us\n{\n}\n')
  })

  test.each(['', '\n', '\r\n\r\n', ' ', '\t'])(
    'goes into a file that says nothing, %j, and leaves it as it was when it is taken out',
    (text) => {
      const { find, add, remove } = jsonEntry(server)
      expect(find('x.json', text)).toBe('missing')
      const made = add('x.json', text)
      expect([JSON.parse(made), find('x.json', made)]).toEqual([{ mcpServers: { ours: server.value } }, 'ours'])
      expect(remove('x.json', made)).toBe(text)
    },
  )

  test('that somebody changed is known as theirs, in an object by its key and in a list by what it runs', () => {
    expect(jsonEntry(server).find('x', '{"mcpServers": {"ours": {"args": ["a", "b"], "command": "npx"}}}')).toBe('ours')
    expect(jsonEntry(server).find('x', '{"mcpServers": {"ours": {"command": "npx"}}}')).toBe('changed')
    expect(jsonEntry(hook).find('x', '{"hooks": {"Start": [{"hooks": [{"command": "cd x; run me"}]}]}}')).toBe(
      'changed',
    )
    expect(jsonEntry(hook).find('x', '{"hooks": {"Start": [{"hooks": [{"command": "theirs"}]}]}}')).toBe('missing')
  })

  test.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'x.json:3 is not understood: comma expected;'],
    ['{\n "mcpServers": []\n}', 'x.json:2 is not understood: mcpServers has to be an object, { … };'],
    ['{\n "mcpServers": {},\n "mcpServers": {}\n}', 'x.json:3 is not understood: mcpServers is there twice;'],
    ['[]', 'x.json:1 is not understood: the file has to be an object, { … };'],
    ['// none yet\n', 'x.json:2 is not understood: value expected;'],
    ['{}\n{}', 'x.json:2 is not understood: end of file expected;'],
    ['['.repeat(100_000), 'x.json:1 is not understood: '],
  ])('has no place in %j, which is told with its line', (text, message) => {
    const { find, add } = jsonEntry(server)
    expect(() => find('x.json', text)).toThrow(message)
    expect(() => add('x.json', text)).toThrow(message)
  })
})
