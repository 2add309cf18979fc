import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  beginMarker,
  endMarker,
  hundredths,
  readBeginMarker,
  readStamp,
  splitPage,
  splitTail,
  writeStamp,
  type LineStamp,
} from '../../src/model/page.js'
import { growth, linear } from '../support/growth.js'

const seed = 10
const stamp: fc.Arbitrary<LineStamp> = fc.record({
  id: fc.stringMatching(/^[0-9a-z]{10}$/),
  confidence: fc.option(fc.integer({ min: 0, max: 100 })),
  updated: fc.option(fc.constantFrom('2025-11-29', '0001-01-01', '9999-12-31')),
  edits: fc.nat({ max: 99 }),
  hash: fc.stringMatching(/^[0-9a-f]{8}$/),
})
const body = fc
  .array(
    fc.oneof(
      fc.constantFrom('- O(c=0.80) @Peter: Likes tea', ' · ', '<!-- a -->', '<!-- ^', ' ', '[a](b)', '▁▂'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('').trimEnd())

describe('the comment at the end of a generated line', () => {
  test('reads back as it was written, whatever stands before it', () => {
    fc.assert(
      fc.property(stamp, body, fc.constantFrom('', ' ', '  \t'), (written, before, trailing) => {
        expect(readStamp(`${before} ${writeStamp(written)}${trailing}`)).toEqual({
          stamp: written,
          body: before,
          behind: '',
        })
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('of two comments the last one counts', () => {
    const [first, second] = fc.sample(stamp, { seed, numRuns: 2 })
    const read = readStamp(`- W a ${writeStamp(first!)} ${writeStamp(second!)}`)
    expect(read?.stamp).toEqual(second)
    expect(read?.body).toBe(`- W a ${writeStamp(first!)}`)
  })

  test.each([
    '- W a',
    '- W a <!-- importance: 9 -->',
    '- W a <!-- ^k3f9a2c1x7 80 2025-11-29 -->',
    '- W a <!-- ^K3F9A2C1X7 80 2025-11-29 9f3ab210 -->',
    '- W a <!-- ^k3f9a2c1x7 0.80 2025-11-29 9f3ab210 -->',
    '- W a <!-- ^k3f9a2c1x7 80 2025-11-29 9F3AB210 -->',
    '- W a <!-- ^k3f9a2c1x7 80 2025-11-29 9f3ab21 -->',
    '- W a <!--^k3f9a2c1x7 80 2025-11-29 9f3ab210-->',
    '- W a &lt;!-- ^k3f9a2c1x7 80 2025-11-29 9f3ab210 --&gt;',
    '',
  ])('no other comment is taken for one: %s', (line) => {
    expect(readStamp(line)).toBeUndefined()
  })

  test('hundredths are what a confidence shows', () => {
    expect([0, 4, 5, 700, 955, 995, 1000].map(hundredths)).toEqual([0, 0, 1, 70, 96, 100, 100])
  })
})

describe('the generated block of a page', () => {
  const begin = beginMarker('9f3ab210')
  const page = (...lines: string[]): string => lines.join('\n')

  test('lies between one begin and one end marker', () => {
    const split = splitPage(page('# World', begin, '- W a', endMarker, 'mine'))
    expect(split.lines).toEqual(['# World', begin, '- W a', endMarker, 'mine'])
    expect(split.block).toEqual({ begin: 1, end: 3 })
    expect(splitPage(page(begin, endMarker)).block).toEqual({ begin: 0, end: 1 })
    expect(splitPage(page('<!-- memory:begin -->', endMarker)).block).toEqual({ begin: 0, end: 1 })
    expect(splitPage(page(`${begin}  `, `${endMarker}\t`)).block).toEqual({ begin: 0, end: 1 })
  })

  test.each([
    ['no markers', page('# World', '- W a')],
    ['no end', page(begin, '- W a')],
    ['no begin', page('- W a', endMarker)],
    ['two begins', page(begin, '- W a', begin, endMarker)],
    ['two ends', page(begin, '- W a', endMarker, endMarker)],
    ['two blocks', page(begin, endMarker, begin, endMarker)],
    ['end before begin', page(endMarker, '- W a', begin)],
    ['an indented begin', page(`  ${begin}`, '- W a', endMarker)],
    ['a begin with other words', page('<!-- memory:begin here -->', '- W a', endMarker)],
    ['a begin in a sentence', page(`see ${begin}`, '- W a', endMarker)],
    ['a begin without spaces', page('<!--memory:begin-->', '- W a', endMarker)],
    ['a begin in capitals', page('<!-- MEMORY:BEGIN -->', '- W a', endMarker)],
    ['nothing', ''],
  ])('%s is damage, never half a block', (_, text) => {
    expect(splitPage(text).block).toBeNull()
  })

  test('the markers of Windows files count too, and every line is there without its line end', () => {
    const split = splitPage(page('# World', begin, '- W a', endMarker, '').replaceAll('\n', '\r\n'))
    expect(split.raw[1]).toBe(`${begin}\r`)
    expect(split.block).toEqual({ begin: 1, end: 3 })
    expect(split.lines).toEqual(['# World', begin, '- W a', endMarker, ''])
  })

  test('no byte is lost, whatever the line ends', () => {
    const line = fc.constantFrom('a', '', begin, endMarker, '\uFEFF', '\u2028', ' \r')
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 8 }), (parts) => {
        const text = parts.flat().join('')
        const split = splitPage(text)
        expect(split.raw.join('\n')).toBe(text)
        expect(split.lines.length).toBe(text.split('\n').length)
        expect(split.lines.join('')).not.toContain('\n')
      }),
      { seed },
    )
  })

  test('a begin marker tells the hash of the layout', () => {
    expect(readBeginMarker(begin)).toBe('9f3ab210')
    expect(readBeginMarker('<!-- memory:begin -->')).toBe('')
    expect(readBeginMarker(endMarker)).toBeUndefined()
    expect(readBeginMarker('<!-- memory:begin 9F3AB210 -->')).toBeUndefined()
  })
})

describe('the citations at the end of a generated line', () => {
  const link = '[2025-11-27](../memory/2025-11-27.md?plain=1#L4)'
  test.each([
    [`- W a · ${link}`, '- W a', ` · ${link}`],
    [`- W a · ${link} ${link}`, '- W a', ` · ${link} ${link}`],
    [`- O(c=0.80) a · ▁▃▆█ ${link}`, '- O(c=0.80) a', ` · ▁▃▆█ ${link}`],
    [`- W a · b · ${link}`, '- W a · b', ` · ${link}`],
    [`- W see [x](y) · ${link}`, '- W see [x](y)', ` · ${link}`],
    [`- W a · [x](y) b · ${link}`, '- W a · [x](y) b', ` · ${link}`],
    ['- W a · b', '- W a · b', ''],
    ['- W a', '- W a', ''],
    [`- W a ${link}`, `- W a ${link}`, ''],
    [`- W a · ${link} and more`, `- W a · ${link} and more`, ''],
  ])('%s', (line, said, tail) => {
    expect(splitTail(line)).toEqual({ said, tail })
  })

  test('what was said and its citations are the line', () => {
    fc.assert(
      fc.property(body, (line) => {
        const { said, tail } = splitTail(line)
        expect(said + tail).toBe(line)
      }),
      { seed, numRuns: 1000 },
    )
  })
})

describe('reading a hostile page takes linear time', () => {
  test.each([
    ['spaces before a word', (size: number) => `- a${' '.repeat(size)}x`, 8000],
    ['unfinished citations', (size: number) => `a${' · ['.repeat(size)}`, 4000],
    ['citations and a word', (size: number) => `a · ${'[a](b) '.repeat(size)}x`, 20_000],
    ['one citation, many dots', (size: number) => `a${' · [a](b)'.repeat(size)} x`, 20_000],
    ['an endless sparkline', (size: number) => `a · ${'▁'.repeat(size)}x`, 50_000],
    ['unfinished comments', (size: number) => `- a${' <!-- ^'.repeat(size)}`, 20_000],
  ] as const)('%s', (_, make, size) => {
    expect(growth(make, (line) => [readStamp(line), splitTail(line)], size)).toBeLessThan(linear)
  })

  test.each([
    ['begin markers', (size: number) => `${beginMarker('9f3ab210')}\n`.repeat(size), 10_000],
    ['spaces behind a marker', (size: number) => `${endMarker}${' '.repeat(size)}x`, 50_000],
  ] as const)('%s', (_, make, size) => {
    expect(growth(make, splitPage, size)).toBeLessThan(linear)
  })
})
