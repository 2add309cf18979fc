import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cjkPairs, cjkRuns, searchable, withoutCjk } from '../../src/text/cjk.js'

const seed = 9
const character = fc.constantFrom(
  '我',
  '们',
  '决',
  '定',
  '東',
  '京',
  'ひ',
  'ら',
  'カ',
  'ナ',
  'ー',
  '々',
  '한',
  '국',
  '𠮷',
  '𩸽',
)

describe('Chinese, Japanese and Korean as the index stores them', () => {
  test('pairs overlap and the last character stands alone', () => {
    expect(searchable('我们决定 use')).toBe(' 我们 们决 决定 定  use')
    expect(cjkPairs('国')).toEqual(['国'])
    expect(cjkPairs('')).toEqual([])
  })

  test('any two neighbours find each other, also beyond the first plane of Unicode', () => {
    fc.assert(
      fc.property(fc.array(character, { minLength: 2, maxLength: 10 }), fc.nat(), (letters, pick) => {
        const at = pick % (letters.length - 1)
        const words = searchable(`x${letters.join('')}y`).split(/\s+/)
        expect(words).toContain(letters[at]! + letters[at + 1]!)
        expect(words.some((word) => word.startsWith(letters.at(-1)!))).toBe(true)
        expect(words).toContain('x')
        expect(words).toContain('y')
      }),
      { seed },
    )
  })

  test('no character is cut in half', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        expect(searchable(text).isWellFormed()).toBe(true)
      }),
      { seed, numRuns: 1000 },
    )
  })

  test('text of other scripts is left as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), (text) => {
        // What finds `A#` stands behind it.
        expect(searchable(text).replace(/ \S*[\ue000-\uf8ff].*$/su, '')).toBe(text)
        expect(withoutCjk(text)).toBe(text)
        expect(cjkRuns(text)).toEqual([])
      }),
      { seed },
    )
    expect(searchable('Привет, José, 123')).toBe('Привет, José, 123')
  })

  test('a question is taken apart the same way every time it is asked', () => {
    const text = 'use 我们 and 東京'
    expect([cjkRuns(text), cjkRuns(text)]).toEqual([
      ['我们', '東京'],
      ['我们', '東京'],
    ])
    expect(withoutCjk(text).split(/\s+/)).toEqual(['use', 'and', ''])
  })
})
