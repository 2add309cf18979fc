import { describe, expect, test } from '@jest/globals'
import { wrapText } from '../../src/cli/text.js'

describe('a line on a narrow terminal', () => {
  test.each<[string, string, number, string[]]>([
    ['that fits stays whole', 'Likes tea', 9, ['Likes tea']],
    ['is cut at a blank', 'Likes tea and coffee', 12, ['Likes tea', 'and coffee']],
    ['is cut at a blank that is the first too many', 'Likes tea and', 9, ['Likes tea', 'and']],
    ['without blanks is cut where it is full', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['of wide characters holds half as many', '喜欢绿茶和咖啡', 6, ['喜欢绿', '茶和咖', '啡']],
    ['counts no mark for a column', 'cafe\u0301 cafe\u0301', 4, ['cafe\u0301', 'cafe\u0301']],
    ['with a word that is longer than it goes on behind it', 'a bcdefgh i', 4, ['a', 'bcde', 'fgh', 'i']],
    ['of nothing is one', '', 10, ['']],
  ])('%s', (_what, line, width, expected) => {
    expect(wrapText(line, width)).toEqual(expected)
  })

  test('loses nothing but the blanks it is cut at, however narrow', () => {
    const line = 'Prefers concise replies (<1500 chars) on WhatsApp; 长内容 goes into files.'
    for (let width = 1; width < 90; width++) {
      const lines = wrapText(line, width)
      expect(lines.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''))
      if (width > 2) for (const each of lines) expect([...each].length).toBeLessThanOrEqual(width)
    }
  })
})
