import { expect, test } from '@jest/globals'
import { sentencesIn, sentencesOf } from '../../src/language/unanchored.js'

test.each([
  ['Lena zog am 22. April nach Graz.', 1],
  ['Lena zog am 22. April 2026 nach Lissabon. Boris hat dort eine Werkstatt.', 2],
  ['Er ist Nummer 22. Anna ist die nächste Nummer.', 2],
  ['Dr. Weber called us. The relay is down again.', 2],
])('the point of a day ends no sentence: %s', (text, count) => {
  expect(sentencesIn(text)).toBe(count)
  expect(sentencesOf(text).join(' ')).toBe(text)
})
