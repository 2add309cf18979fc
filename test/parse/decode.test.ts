import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decode } from '../../src/parse/decode.js'

const seed = 29
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part))))

describe('the text of a note', () => {
  test('is what was written, byte order mark and line ends included', () => {
    for (const text of ['', 'a', 'a\r\nb\r', '\uFEFFa', '我们 👩‍👩‍👧', '\u2028', '\u{10FFFF}'])
      expect(decode(bytes(text), 1000)).toEqual({ text })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (text) => {
        fc.pre(!text.includes('\0'))
        expect(decode(bytes(text), 1000)).toEqual({ text })
      }),
      { seed },
    )
  })

  test('holds no NUL, which would end a string in SQLite', () => {
    expect(decode(bytes('a\0b'), 1000)).toEqual({ text: 'a\uFFFDb' })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (random) => {
        const decoded = decode(random, 1000)
        if ('text' in decoded) expect(decoded.text.includes('\0') || !decoded.text.isWellFormed()).toBe(false)
      }),
      { seed, numRuns: 2000 },
    )
  })

  test.each([
    ['a lone continuation byte', [0x80], '\uFFFD'],
    ['an overlong slash', [0xc0, 0xaf], '\uFFFD\uFFFD'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\uFFFD\uFFFD\uFFFD'],
    ['a character that ends too early', [0xe6, 0x88], '\uFFFD'],
    ['beyond Unicode', [0xf5, 0x80, 0x80, 0x80], '\uFFFD\uFFFD\uFFFD\uFFFD'],
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9], 'caf\uFFFD'],
  ])('%s costs its characters and nothing else, and is not guessed', (_, wrong, read) => {
    expect(decode(bytes('all that stands before ', wrong, ' and behind'), 1000)).toEqual({
      text: `all that stands before ${read} and behind`,
    })
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFFShe has moved to Lisbon: 我们', 'utf16le')],
    ['GB 18030', bytes([0xce, 0xd2, 0xc3, 0xc7, 0xbe, 0xf6, 0xb6, 0xa8])],
    ['a picture', bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xd, 0x49, 0xff, 0xfe, 0xd8, 0xff])],
  ])('%s is no text of ours, and is refused whole', (_, wrong) => {
    expect(decode(wrong, 1000)).toEqual({ unreadable: 'not indexed: not UTF-8 text' })
  })

  test('a Git LFS pointer is none', () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'
    expect(decode(bytes(pointer), 1000)).toEqual({ unreadable: expect.stringContaining('Git LFS pointer') })
    expect(decode(bytes(`# About ${pointer}`), 1000)).toEqual({ text: `# About ${pointer}` })
  })

  test('too large says how large, and what the limit is', () => {
    expect(decode(bytes('abcde'), 5)).toEqual({ text: 'abcde' })
    expect(decode(bytes('abcdef'), 5)).toEqual({ unreadable: 'not indexed: 6 bytes, the limit is 5' })
    expect(decode(bytes('我们'), 5)).toEqual({ unreadable: 'not indexed: 6 bytes, the limit is 5' })
  })

  test('bytes that a partial clone does not hold are missed, not invented', () => {
    expect(decode(undefined, 5)).toEqual({ unreadable: expect.stringContaining('does not hold its bytes') })
  })
})
