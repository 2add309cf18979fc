import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { jsonFaultIn } from '../../src/import/json-fault.js'
import { growth, linear } from '../support/growth.js'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON with a few characters of it replaced, taken out or put in. */
const nearlyJson = fc
  .tuple(
    fc.jsonValue(),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'[]{}",:\\0123eE.-+ntfu \n\u0000x', '')), { maxLength: 3 }),
    fc.constantFrom(undefined, 1),
  )
  .map(([value, edits, indent]) =>
    edits.reduce(
      (text, [place, sign]) => {
        const at = place % (text.length + 1)
        return text.slice(0, at) + sign + text.slice(at + (place % 2))
      },
      JSON.stringify(value, null, indent),
    ),
  )

describe('where a text is no JSON', () => {
  test('it finds a fault exactly where JSON.parse does', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string()), (text) => {
        expect(jsonFaultIn(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('what stands before it begins some JSON, and a text that was cut is told so', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fc.jsonValue(), { minLength: 1 }),
          fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        ),
        fc.nat(),
        (value, place) => {
          const text = JSON.stringify(value)
          const cut = text.slice(0, place % text.length)
          expect(jsonFaultIn(cut)).toMatchObject({ found: 'it ends in the middle' })
        },
      ),
    )
  })

  test.each([
    ['{"id": no}', 7, '`no}`', 'a value'],
    ['{"id" 1}', 6, '`1}`', 'a colon'],
    ['{id: 1}', 1, '`id: 1}`', 'a name in quotes'],
    ['[1 2]', 3, '`2]`', 'a comma or ]'],
    ['{"a": 1]', 7, '`]`', 'a comma or }'],
    ['[1] [2]', 4, '`[2]`', 'the end'],
    ['["a\nb"]', 3, 'the end of a line', 'the rest of a text, and "'],
    ['["a\r\nb"]', 3, 'the end of a line', 'the rest of a text, and "'],
    [`[${'x'.repeat(19)}🦞]`, 1, `\`${'x'.repeat(19)}\``, 'a value'],
    [String.raw`["\x"]`, 2, '`\\x"]`', String.raw`an escape such as \n`],
    ['<!DOCTYPE html><html lang="en">', 0, '`<!DOCTYPE html><html`', 'a value'],
    ['', 0, 'it ends in the middle', 'a value'],
  ])('%j', (text, at, found, right) => expect(jsonFaultIn(text)).toEqual({ at, found, right }))

  test('takes time that grows with the length, and no stack', () => {
    const find = (text: string): unknown => jsonFaultIn(text)
    for (const text of ['[', '{"a":', '"\\u0061', '[1,'])
      expect(growth((size) => text.repeat(size), find, 20_000)).toBeLessThan(linear)
  })
})
