import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseLines } from '../../src/parse/parse-lines.js'
import type { Block } from '../../src/parse/block.js'
import { structureOf } from '../../src/parse/parse-structure.js'
import { anyMarkdown, mostlyFlat } from './documents.js'

const seed = 20

/** Nothing where the fast way steps aside, otherwise what both ways make of a piece. */
function bothWays(lines: readonly string[], first = 1): unknown[] {
  const fast = parseLines({ first, lines }, 'sure')
  return fast === undefined ? [] : [fast, structureOf({ first, lines })]
}

describe('reading line by line gives what micromark gives', () => {
  test.each([
    ['pieces that are mostly plain', mostlyFlat, 2000],
    ['any Markdown', anyMarkdown, 4000],
  ])('for %s', (_, pieces, numRuns) => {
    let taken = 0
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 1000 }), (lines, first) => {
        const [fast, structure] = bothWays(lines, first)
        if (fast === undefined) return
        taken++
        expect(fast).toEqual(structure)
      }),
      { seed, numRuns },
    )
    expect(taken).toBeGreaterThan(0.8 * numRuns) // otherwise too little was compared
  })

  test.each([
    [['- a', '- b', 'lazy', '  more', '', 'paragraph', 'goes on', '', '- c']],
    [['## Retain', '- W @Peter: a', '', '- W @Peter: b']],
    [['# a # b #', 'text']],
    [['#\t tab ##  ', 'text']],
    [['a', '- interrupts', '* another list', '+ a third']],
    [['- a', '      deep continuation']],
    [['short entry', '---', 'another', '===', 'text']],
    [['> quoted', 'lazily', '> - item', '', '1. one', '   - two', '\t- three', '', '   goes on']],
    [['| a | b |', '|---|:-:|', '| c \\| d | e', 'f', '', '    code', '', '    more', '```js', 'x', '', 'y', '```']],
    [['<details><summary>x</summary>', '', 'y', '</details>', '', '<b>', 'z', '', 'a', '<b>', '<!-- c', '-->']],
    [['[a]: b', '[c]: <d> "title"', '', 'x[^1]', '', '[^1]: a footnote, with words']],
  ])('and is taken for %j', (lines) => {
    const [fast, structure] = bothWays(lines)
    expect(fast).toBeDefined()
    expect(fast).toEqual(structure)
  })

  test('also where a line holds nothing but white space that Markdown does not call blank', () => {
    for (const space of ['\u00a0', '\u3000', '\f', '\v', '\u2028', '\u2003'])
      for (const lines of [
        ['a', space, 'b'],
        ['- a', space, 'b'],
        [space, 'a'],
        ['a', space],
      ]) {
        const [fast, structure] = bothWays(lines)
        expect([JSON.stringify(lines), fast]).toEqual([JSON.stringify(lines), structure])
      }
  })

  test('also where brackets that look like a definition are spread over two lines', () => {
    for (const lines of [
      ['[a', 'b]: /url'],
      ['- [a', '  b]: /url'],
      ['[a]', ': /url'],
    ]) {
      const [fast, structure] = bothWays(lines)
      expect([lines, fast]).toEqual([lines, structure])
    }
  })
})

describe('read roughly, where only micromark would be sure', () => {
  test('every word still stands that micromark would give', () => {
    const words = (blocks: readonly Block[]): string[] =>
      blocks.flatMap((block) => ('children' in block ? words(block.children) : (block.text.match(/[a-z]+/gi) ?? [])))
    let rough = 0
    fc.assert(
      fc.property(anyMarkdown, (lines) => {
        const piece = { first: 1, lines }
        if (parseLines(piece, 'sure')) return
        rough++
        const found = new Set(words(parseLines(piece, 'rough')))
        expect([lines, words(structureOf(piece)).filter((word) => !found.has(word))]).toEqual([lines, []])
      }),
      { seed, numRuns: 3000 },
    )
    expect(rough).toBeGreaterThan(50)
  })
})
