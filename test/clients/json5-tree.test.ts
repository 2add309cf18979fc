import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { json5Tree, json5Value } from '../../src/clients/json5-tree.js'

const read = (text: string): unknown => json5Value(json5Tree('x.json', text))

describe('a text of JSON5', () => {
  test('that is JSON holds what JSON says', () =>
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (text, indent) => {
        const value: unknown = JSON.parse(text)
        expect(read(JSON.stringify(value, null, indent))).toEqual(value)
      }),
      { seed: 19 },
    ))

  test.each([
    ["{agents: {'list': [1, 2,],},}", { agents: { list: [1, 2] } }],
    ['// why\n{ $a_1: null, ünïcode: true /* both */ }\n// end', { $a_1: null, ünïcode: true }],
    ["'it\\'s' // said", "it's"],
    ["'two \\\nlines \\x41\\u0042\\n'", 'two lines AB\n'],
    ['[0x1F, .5, 5., +1, -Infinity, 1e3]', [31, 0.5, 5, 1, -Infinity, 1000]],
    ['"// no remark, \\"either\\""', '// no remark, "either"'],
    ['[]', []],
    ['{}', {}],
  ])('%j', (text, value) => expect(read(text)).toEqual(value))

  test('tells where each of its parts stands', () => {
    const text = "{ // one\n  hooks: ['a', {b: 2}] }"
    const [hooks] = json5Tree('x.json', text).children!
    const at = (node: { offset: number; length: number }): string => text.slice(node.offset, node.offset + node.length)
    expect(at(hooks!)).toBe("hooks: ['a', {b: 2}]")
    expect(hooks!.children!.map(at)).toEqual(['hooks', "['a', {b: 2}]"])
    expect(hooks!.children![1]!.children!.map(at)).toEqual(["'a'", '{b: 2}'])
    expect(hooks!.children![1]!.parent).toBe(hooks)
  })

  test.each([
    ['', 1, 'it is empty'],
    ['// nothing\n', 2, 'it is empty'],
    ['{\n  a: 1\n  b: 2 }', 3, 'a comma, or }, is expected'],
    ['[1,, 2]', 1, 'a value is expected'],
    ['{a: yes}', 1, 'a value is expected'],
    ['{a 1}', 1, 'a colon is expected'],
    ['{1: 2}', 1, 'a key is expected'],
    ['{a: "open}', 1, 'a value is expected'],
    ['{a: 1 /* open }', 1, 'a comma, or }, is expected'],
    ['{} {}', 1, 'something stands behind its end'],
    ['{\u00a0}', 1, 'a key is expected'],
    ['['.repeat(5000), 1, 'it is nested too deeply'],
  ])('%j is refused with its line', (text, line, why) =>
    expect(() => read(text)).toThrow(`x.json:${line} is not understood: ${why}`),
  )
})
