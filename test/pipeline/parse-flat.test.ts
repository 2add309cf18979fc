import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseFlat } from '../../src/pipeline/parse-flat.js'
import { structureOf } from '../../src/pipeline/parse-structure.js'
import { anyMarkdown, mostlyFlat } from './documents.js'

const seed = 20

/** Nothing where the fast way steps aside, otherwise what both ways make of a piece. */
function bothWays(lines: readonly string[], first = 1): unknown[] {
  const flat = parseFlat({ first, lines })
  return flat === undefined ? [] : [flat, structureOf({ first, lines })]
}

describe('the fast way through ordinary logs gives what micromark gives', () => {
  test.each([
    ['pieces that are mostly plain', mostlyFlat, 3000],
    ['any Markdown', anyMarkdown, 2500],
  ])('for %s', (_, pieces, numRuns) => {
    let taken = 0
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 1000 }), (lines, first) => {
        const [flat, structure] = bothWays(lines, first)
        if (flat === undefined) return
        taken++
        expect(flat).toEqual(structure)
      }),
      { seed, numRuns },
    )
    expect(taken).toBeGreaterThan(numRuns / 20) // otherwise nothing was compared
  })

  test.each([
    [['- a', '- b', 'lazy', '  more', '', 'paragraph', 'goes on', '', '- c']],
    [['## Retain', '- W @Peter: a', '', '- W @Peter: b']],
    [['# a # b #', 'text']],
    [['#\t tab ##  ', 'text']],
    [['a', '- interrupts', '* another list', '+ a third']],
    [['- a', '      deep continuation']],
  ])('and is taken for %j', (lines) => {
    const [flat, structure] = bothWays(lines)
    expect(flat).toBeDefined()
    expect(flat).toEqual(structure)
  })

  test('also where a line holds nothing but white space that Markdown does not call blank', () => {
    for (const space of ['\u00a0', '\u3000', '\f', '\v', '\u2028', '\u2003'])
      for (const lines of [
        ['a', space, 'b'],
        ['- a', space, 'b'],
        [space, 'a'],
        ['a', space],
      ]) {
        const [flat, structure] = bothWays(lines)
        expect([JSON.stringify(lines), flat]).toEqual([JSON.stringify(lines), structure])
      }
  })

  test('also where brackets that look like a definition are spread over two lines', () => {
    for (const lines of [
      ['[a', 'b]: /url'],
      ['- [a', '  b]: /url'],
      ['[a]', ': /url'],
    ]) {
      const [flat, structure] = bothWays(lines)
      expect([lines, flat]).toEqual([lines, structure])
    }
  })
})
