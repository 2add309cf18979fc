import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { restOfLine, lookup, sortedLines } from '../../src/text/sorted-lines.js'

const word = fc.stringMatching(/^[a-zäß\u4e00-\u4e20]{1,4}$/)
const tables = fc.dictionary(word, fc.stringMatching(/^[a-z0-9,>-]{1,6}$/), { noNullPrototype: true })

describe('a table as sorted lines', () => {
  test('tells of each word what the table does, and nothing of any other', () => {
    fc.assert(
      fc.property(tables, fc.array(word), (table, others) => {
        const lines = sortedLines(new Map(Object.entries(table)))
        for (const each of [...Object.keys(table), ...others]) expect(restOfLine(lines, each)).toBe(table[each])
      }),
    )
  })

  test('tells who asks for many words the same as who asks for few', () => {
    const table = new Map(Array.from({ length: 2000 }, (_, at) => [`w${at}`, `${at}`]))
    const find = lookup(sortedLines(table), Number)
    const asked = Array.from({ length: 45_000 }, (_, at) => `w${(at * 7) % 3000}`)
    expect(asked.filter((each) => find(each) !== (table.has(each) ? Number(table.get(each)) : undefined))).toEqual([])
    expect(find('')).toBeUndefined()
  })
})
