import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { stretches } from '../../src/text/code-span.js'
import { growth, linear } from '../support/growth.js'

const seed = 8
const inline = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '`',
        '``',
        '```',
        '<!--',
        '-->',
        '<',
        '!--',
        '-',
        '>',
        ' ',
        'a',
        '<!-- b -->',
        '`c`',
        '\n',
        '``d`e``',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

const cut = (text: string): string[] =>
  stretches(text, 'with comments').map((stretch) => `${stretch.kind}:${stretch.text}`)

describe('cutting inline Markdown at code spans and comments', () => {
  test('loses, adds and reorders nothing', () => {
    fc.assert(
      fc.property(inline, (text) => {
        const found = stretches(text, 'with comments')
        expect(found.map((stretch) => stretch.text).join('')).toBe(text)
        expect(found.every((stretch) => stretch.text !== '' || text === '')).toBe(true)
      }),
      { seed, numRuns: 3000 },
    )
  })

  test('calls code only what stands between two runs of the same length, and comment only what is closed', () => {
    fc.assert(
      fc.property(inline, (text) => {
        for (const stretch of stretches(text, 'with comments')) {
          const [open, close] = [/^`*/.exec(stretch.text)![0], /`*$/.exec(stretch.text)![0]]
          if (stretch.kind === 'code')
            expect([stretch.text, open.length > 0 && open === close]).toEqual([stretch.text, true])
          if (stretch.kind === 'comment') expect(stretch.text).toMatch(/^<!--(?:-?>|[\s\S]*-->)$/)
        }
      }),
      { seed, numRuns: 3000 },
    )
  })

  test.each([
    ['a `b` <!-- c --> d', ['text:a ', 'code:`b`', 'text: ', 'comment:<!-- c -->', 'text: d']],
    ['`` a ` b `` c', ['code:`` a ` b ``', 'text: c']],
    ['`a', ['text:`a']],
    ['``a`', ['text:``a`']],
    ['`a``b`', ['code:`a``b`']],
    ['`<!--` not a comment -->', ['code:`<!--`', 'text: not a comment -->']],
    ['<!-- `not code --> ` b', ['comment:<!-- `not code -->', 'text: ` b']],
    ['<!-- a', ['text:<!-- a']],
    ['<!-- a --> --> <!-- b', ['comment:<!-- a -->', 'text: --> <!-- b']],
    ['` <!-- ` -->', ['code:` <!-- `', 'text: -->']],
    ['', ['text:']],
  ])('%j', (text, expected) => {
    expect(cut(text)).toEqual(expected)
  })

  test('<!--> and <!---> are whole comments (CommonMark 6.6), so the words behind them are said', () => {
    expect(cut('a <!--> b --> c')).toEqual(['text:a ', 'comment:<!-->', 'text: b --> c'])
    expect(cut('a <!---> b --> c')).toEqual(['text:a ', 'comment:<!--->', 'text: b --> c'])
  })

  test.each([
    [
      'runs of ever other length',
      (size: number) => Array.from({ length: Math.sqrt(size * 20) }, (_, at) => '`'.repeat(at + 1)).join(' '),
    ],
    ['single backticks that pair up', (size: number) => '` '.repeat(size)],
    ['one unclosed run, then many others', (size: number) => `\`${'``` ``'.repeat(size)}`],
    ['unclosed comments', (size: number) => '<!-- '.repeat(size)],
    ['unclosed comments behind a closed one', (size: number) => `<!-- -->${'<!-- '.repeat(size)}`],
    ['closed comments', (size: number) => '<!-- a -->'.repeat(size)],
    ['a comment opener in every code span', (size: number) => '`<!--`'.repeat(size)],
  ])('takes linear time: %s', (_, make) => {
    expect(growth(make, (text) => stretches(text, 'with comments'), 8000)).toBeLessThan(linear)
  })
})
