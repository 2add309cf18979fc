import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { foldText, isSameText, occurrences } from '../../src/text/folded.js'

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('e', 'é', 'e\u0301', 'か\u3099', 'が', 'ﾎﾟ', '한', '\u1112\u1161\u11ab', 'ज़', 'शा', '™', 'Ａ', ' '),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
})

describe('text in the one form that it is searched in', () => {
  test('is the same for all forms of it, and folded already when it is folded again', () => {
    fc.assert(
      fc.property(text, (any) => {
        const once = foldText(any)
        expect(foldText(any.normalize('NFD'))).toBe(once)
        expect(foldText(any.normalize('NFC'))).toBe(once)
        expect(isSameText(any, any.normalize('NFD'))).toBe(true)
      }),
    )
  })

  test('keeps a sign that stands for letters apart from the word before it', () => {
    expect(foldText('Foo™ at 5㎏')).toBe('Foo TM at 5 kg')
  })
})

describe('where a text stands in another', () => {
  test.each([
    [
      'café, cafe\u0301',
      'café',
      [
        [0, 4],
        [6, 11],
      ],
    ],
    ['cafe\u0301', 'cafe', []],
    [
      'aaa',
      'aa',
      [
        [0, 2],
        [1, 3],
      ],
    ],
    ['\u1112\u1161\u11ab글', '한', [[0, 3]]],
    ['tea', 'milk', []],
  ])('%j has %j at %j', (whole, wanted, places) => {
    expect(occurrences(whole, wanted)).toEqual(places.map(([start, end]) => ({ start, end })))
  })

  test('is where it was put, in whatever form, and what stands there is it', () => {
    fc.assert(
      fc.property(text, text, text, fc.constantFrom('NFC', 'NFD'), (before, wanted, after, form) => {
        fc.pre(wanted !== '' && !/^[\p{M}\u1160-\u11ff]/u.test(wanted))
        const whole = `${before}|${wanted.normalize(form)}|${after}`
        const found = occurrences(whole, wanted)
        const start = before.length + 1
        expect(found).toContainEqual({ start, end: start + wanted.normalize(form).length })
        for (const place of found) expect(isSameText(whole.slice(place.start, place.end), wanted)).toBe(true)
      }),
    )
  })
})
