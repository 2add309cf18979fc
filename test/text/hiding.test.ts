import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { hiddenIn } from '../../src/text/hiding.js'
import { safeJsonText, printable, shownLines } from '../../src/text/safe-text.js'

const hides = [
  ['controls', ['\u0000', '\u0007', '\r', '\u001b', '\u007f', '\u0085', '\u009b']],
  ['a soft hyphen', ['\u00ad']],
  ['marks and overrides of direction', ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']],
  ['no width', ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u034f']],
  ['separators of lines and paragraphs', ['\u2028', '\u2029']],
  ['tags', ['\u{e0001}', '\u{e0041}', '\u{e007f}']],
  ['selectors of variants that stand alone', ['\ufe00', '\ufe0e', '\ufe0f', '\u{e0100}', '\u{e01ef}', '\u180b']],
  ['fillers', ['\u115f', '\u1160', '\u3164', '\uffa0', '\u180e']],
  ['annotations', ['\ufff9', '\ufffa', '\ufffb']],
  ['operators that are not seen', ['\u2061', '\u2062', '\u2063', '\u2064']],
  ['old formats', ['\u206a', '\u206f']],
] as const

const readable = [
  ['emoji of several', '👩‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👩🏽‍🚀 🧑‍⚖️ 1️⃣ #️⃣ ☎️ ✔︎'],
  ['flags of regions', 'from 🏴󠁧󠁢󠁳󠁣󠁴󠁿 to 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['Persian', 'نمی‌خواهم، کتاب‌های خوب'],
  ['Hindi, Bengali, Sinhala, Malayalam', 'क्‍ष क्‌ष র‍্য ක්‍ෂ අවන්‍ග അവന്‍ നന്‌മ'],
  ['Han with variants', '葛󠄀城 神︀'],
  ['Mongolian', 'ᠠ᠋ᠨ'],
  ['Arabic with its signs', 'السلام ۝ ١٢'],
  ['letters of any script', 'Ünal, Łódź, 東京, 한국, Ελλάδα, שלום, ไทย, ⠀'],
] as const

describe('what hides or steers is seen', () => {
  test.each(hides)('%s', (_, characters) => {
    for (const character of characters) {
      const text = `as ${character}if`
      const code = character.codePointAt(0)!.toString(16)
      expect(printable(text)).toBe(`as \\u{${code}}if`)
      expect(shownLines(text)).toBe(`as \\u{${code}}if`)
      expect(hiddenIn(text)).toBe(`U+${code.toUpperCase().padStart(4, '0')} at character 4`)
      expect(safeJsonText(JSON.stringify(text))).toMatch(/^"as \\u[0-9a-f]{4}(\\u[0-9a-f]{4})?if"$|^"as \\[btr]if"$/)
      expect(JSON.parse(safeJsonText(JSON.stringify(text)))).toBe(text)
    }
  })

  test('letters of tags behind a flag that is none, or behind the end of one', () => {
    expect(printable('🏴󠁧󠁢')).toBe('🏴\\u{e0067}\\u{e0062}')
    expect(printable('🏴󠁧󠁢󠁳󠁣󠁴󠁿󠁡')).toBe('🏴󠁧󠁢󠁳󠁣󠁴󠁿\\u{e0061}')
    expect(printable('🏴󠁩󠁧󠁮󠁯󠁲󠁥󠁡󠁬󠁬󠁿')).not.toMatch(/[\u{e0000}-\u{e007f}]/u)
  })

  test('a second joiner or selector behind the one that is needed', () => {
    expect(printable('می‌‌خواهم')).toContain('\\u{200c}')
    expect(printable('❤️️')).toContain('\\u{fe0f}')
    expect(printable('葛󠄀󠄁')).toContain('\\u{e0101}')
    expect(printable('a‍b')).toBe('a\\u{200d}b')
  })
})

describe('what is read stays as it is', () => {
  test.each(readable)('%s', (_, text) => {
    expect(printable(text)).toBe(text)
    expect(safeJsonText(text)).toBe(text)
    expect(hiddenIn(text)).toBeUndefined()
  })

  test('lines and tabs of a text of several lines', () => {
    const text = '# One\r\n\n\t- two\n'
    expect(shownLines(text)).toBe(text)
    expect(hiddenIn(text)).toBeUndefined()
    expect(shownLines('a\r\r\nb\r')).toBe('a\\u{d}\r\nb\\u{d}')
    expect(printable('a\tb\nc')).toBe('a\\u{9}b\\u{a}c')
  })
})

test('no text of any characters comes through with one that hides, but where it is needed', () => {
  const alone = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]/u
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      expect(printable(text)).not.toMatch(alone)
      expect(hiddenIn(printable(text))).toBeUndefined()
      expect(JSON.parse(safeJsonText(JSON.stringify(text)))).toBe(text)
    }),
    { seed: 37, numRuns: 500 },
  )
})

test('the quick way past Unicode’s tables passes nothing that hides', () => {
  const slow = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
  const drawn = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (
      slow.test(character) &&
      !drawn.test(character) &&
      !/[\t\n]/.test(character) &&
      hiddenIn(character) === undefined
    )
      throw new Error(`U+${code.toString(16)} passes`)
  }
})
