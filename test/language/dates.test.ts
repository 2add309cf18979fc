import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, daysBetween, isDay } from '../../src/model/time.js'
import { datesWritten, everyDate } from '../../src/language/dates.js'
import { growth, linear } from '../support/growth.js'

const seed = 23

/** `2025-11-27`, or `2025-11-27..2025-12-01`, or empty. */
const days = (text: string, near: string | null = '2025-12-30'): string => {
  const span = datesWritten(text, near)
  return span === null ? '' : span.start === span.end ? span.start : `${span.start}..${span.end}`
}

describe('dates that name their year', () => {
  test.each([
    ['2025-11-27', '2025-11-27'],
    ['on 2025-11-27.', '2025-11-27'],
    ['(2025-11-27)', '2025-11-27'],
    ['2025-11-27..2025-12-01', '2025-11-27..2025-12-01'],
    ['2025-11-27 to 2025-12-01', '2025-11-27..2025-12-01'],
    ['2025-11-27 – 2025-12-01', '2025-11-27..2025-12-01'],
    ['2025-11-27 until 2025-12-01', '2025-11-27..2025-12-01'],
    ['Nov 27–Dec 1, 2025', '2025-11-27..2025-12-01'],
    ['Nov 27, 2025 – Dec 1, 2025', '2025-11-27..2025-12-01'],
    ['November 27th through December 1st, 2023', '2023-11-27..2023-12-01'],
    ['Mar 12–15, 2026', '2026-03-12..2026-03-15'],
    ['March 12-15, 2024', '2024-03-12..2024-03-15'],
    ['12–15 March 2026', '2026-03-12..2026-03-15'],
    ['Nov 27, 2025', '2025-11-27'],
    ['November 27th, 2025', '2025-11-27'],
    ['Sept. 5, 2024', '2024-09-05'],
    ['SEPTEMBER 5 2024', '2024-09-05'],
    ['december 5 2025', '2025-12-05'],
    ['27 November 2025', '2025-11-27'],
    ['27th of Nov 2025', '2025-11-27'],
    ['29 Feb 2024', '2024-02-29'],
    ['November 2025', '2025-11-01..2025-11-30'],
    ['Feb 2024', '2024-02-01..2024-02-29'],
    ['May 2025', '2025-05-01..2025-05-31'],
    ['in 2025', '2025-01-01..2025-12-31'],
    ['Since 2019, always', '2019-01-01..2019-12-31'],
    ['until 1999.', '1999-01-01..1999-12-31'],
    ['nel 2025', '2025-01-01..2025-12-31'],
    ['27 novembre 2025', '2025-11-27'],
    ['12-15 Marzo 2024', '2024-03-12..2024-03-15'],
    ['12 al 15 marzo 2024', '2024-03-12..2024-03-15'],
    ['dicembre 2025', '2025-12-01..2025-12-31'],
    ['2025年11月27日', '2025-11-27'],
    ['2025 年 11 月 27 号', '2025-11-27'],
    ['我在2025年11月27日至12月1日去', '2025-11-27..2025-12-01'],
    ['2025年12月30日至1月2日', '2025-12-30..2026-01-02'],
    ['2025年11月3日到5日', '2025-11-03..2025-11-05'],
    ['2025年11月', '2025-11-01..2025-11-30'],
  ])('%s', (text, expected) => {
    expect(days(text)).toBe(expected)
    expect(days(text, null)).toBe(expected)
    expect(days(text, '1999-01-01')).toBe(expected)
  })
})

describe('dates without a year are read against the note’s day, never against now', () => {
  test.each([
    ['Jan 2', '2025-12-30', '2026-01-02'],
    ['Jan 2', '2025-01-02', '2025-01-02'],
    ['Dec 31', '2026-01-02', '2025-12-31'],
    ['Nov 27th', '2025-12-30', '2025-11-27'],
    ['27 November', '2025-12-30', '2025-11-27'],
    ['5th of Sept', '2025-12-30', '2025-09-05'],
    ['1 gennaio', '2025-12-30', '2026-01-01'],
    ['il 3 aprile', '2025-04-10', '2025-04-03'],
    ['1月1日', '2025-12-30', '2026-01-01'],
    ['11月27号', '2025-12-30', '2025-11-27'],
    ['去年3月5日', '2025-11-19', '2024-03-05'],
    ['March 5 last year', '2025-11-19', '2024-03-05'],
    ['on the 24th of December of last year', '2025-11-19', '2024-12-24'],
    ['Dec 30 – Jan 2 last year', '2025-11-19', '2023-12-30..2024-01-02'],
    ['Jan 2 this year', '2025-11-19', '2025-01-02'],
    ['Dec 5, next year', '2025-11-19', '2025-12-05'],
    ['am 5. März letzten Jahres', '2025-11-19', '2024-03-05'],
    ["il 5 marzo dell'anno scorso", '2025-11-19', '2024-03-05'],
    ['le 5 mars de l’année dernière', '2025-11-19', '2024-03-05'],
    ['el 5 de marzo del año pasado', '2025-11-19', '2024-03-05'],
    ['March 5, 2025 last year', '2025-11-19', '2025-03-05'],
    ['March 5, last year’s budget', '2026-02-01', '2026-03-05'],
    ['今年3月5日', '2025-11-19', '2025-03-05'],
    ['去年12月30日至1月2日', '2025-11-19', '2024-12-30..2025-01-02'],
    ['Feb 29', '2024-01-10', '2024-02-29'],
    ['Feb 29', '2025-01-10', '2024-02-29'],
    ['Mar 12–15', '2026-03-01', '2026-03-12..2026-03-15'],
    ['12-15 marzo', '2025-12-30', '2026-03-12..2026-03-15'],
    ['Nov 1 through 5', '2025-11-30', '2025-11-01..2025-11-05'],
    ['Nov 27 – Dec 1', '2025-11-30', '2025-11-27..2025-12-01'],
    ['Dec 30 – Jan 2', '2025-12-30', '2025-12-30..2026-01-02'],
    ['Dec 30 – Jan 2', '2026-01-03', '2025-12-30..2026-01-02'],
    ['Dec 30, 2025 – Jan 2', '2020-06-01', '2025-12-30..2026-01-02'],
    ['Dec 30 – Jan 2, 2026', '2020-06-01', '2025-12-30..2026-01-02'],
    ['12月30日至1月2日', '2025-12-30', '2025-12-30..2026-01-02'],
    ['12月30日至1月2日', '2026-01-03', '2025-12-30..2026-01-02'],
  ])('%s in a note of %s is %s', (text, near, expected) => {
    expect(days(text, near)).toBe(expected)
  })

  test.each([
    'Jan 2',
    'Nov 27 – Dec 1',
    'Mar 12–15',
    '12–15 March',
    '27 November',
    '11月27日',
    '去年11月27日',
    '12月30日至1月2日',
  ])('%s stays unread where the note has no day', (text) => {
    expect(days(text, null)).toBe('')
  })

  test('every day of a year, named in a note of any day, is the nearest one of that name', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    fc.assert(
      fc.property(fc.nat({ max: 3650 }), fc.integer({ min: -180, max: 180 }), (start, away) => {
        const near = addDays('2020-01-01', start)
        const meant = addDays(near, away)
        const text = `${months[Number(meant.slice(5, 7)) - 1]} ${Number(meant.slice(8))}`
        expect([text, near, days(text, near)]).toEqual([text, near, meant])
      }),
      { seed, numRuns: 2000 },
    )
  })
})

describe('what is no date', () => {
  test.each(
    [
      ['42', '2025', 'room 2025', '1500 chars', 'version 12', '3.11', '2025 chars', '12 15', '100%', '7d', 'port 8080'],
      ['from 2000 users', 'in 1500', 'in 2100', 'from 2019 to 2021', '2019-2021', 'we may 12 times', 'it may 5'],
      ['I march 5 miles', 'mar 5', 'set 5', 'set 12 alarms', 'sat 5', 'sun 3', 'decided 3', 'Feb 30', 'Feb 30, 2025'],
      ['Nov 55', '55 Nov', '0 Nov', '2025-02-30', '2025-13-01', '0000-01-01', '13月1日', '2月30日', '2025-11-27T10:00'],
      ['x2025-11-27', '2025-11-277', 'a_2025-11-27', 'éMay 5th', 'Maybe 5', 'Marcher 5', 'Novara 12', 'May', 'in May'],
      ['November', '', 'no digits at all'],
    ].flat(),
  )('%j', (text) => {
    expect(days(text)).toBe('')
  })

  test('a bare number is none, whatever stands around it', () => {
    const word = fc.constantFrom(...'room about users Peter may set march mar chars · € ( 我'.split(' '))
    fc.assert(
      fc.property(word, fc.nat({ max: 99_999 }), word, (before, number, after) => {
        expect([before, number, after, days(`${before} ${number} ${after}`)]).toEqual([before, number, after, ''])
      }),
      { seed, numRuns: 2000 },
    )
  })
})

describe('of several dates the first one counts', () => {
  test.each([
    ['On Nov 27, 2025, and again 2026-01-05', '2025-11-27'],
    ['2026-01-05, planned in Nov 2025', '2026-01-05'],
    ['from 2025-11-27 to 2025-12-01, then Jan 3', '2025-11-27..2025-12-01'],
    ['2025年11月27日 and 2025-12-01', '2025-11-27'],
  ])('%s', (text, expected) => {
    expect(days(text)).toBe(expected)
  })

  test('also where one that no calendar has stands before it', () => {
    expect(days('not 2025-02-30 but 2025-03-01')).toBe('2025-03-01')
    expect(days('not Feb 30, 2025 but Mar 1, 2025')).toBe('2025-03-01')
  })
})

describe('a date is never read with another year or day than it says', () => {
  test('a range from one month into the next keeps the year behind it', () => {
    const ranges = ['27 Nov – 1 Dec 2023', '27 November to 1 December 2023', 'dal 27 novembre al 1 dicembre 2023']
    expect(ranges.filter((text) => !['2023-11-27..2023-12-01', ''].includes(days(text)))).toEqual([])
  })

  test('a time of day before a date is no day of the month', () => {
    expect(days('at 12:30 Nov 5, 2025')).toBe('2025-11-05')
    expect(days('18:30 Dec 2', '2025-12-02')).toBe('2025-12-02')
  })

  test('a number of people behind a date is no year', () => {
    expect(days('Nov 27, 1500 people came', '2025-11-27')).toBe('2025-11-27')
  })
})

test('any text gives real days, in order, or none', () => {
  const words = 'Nov Dec Feb May marzo 27 30 31 1st 2025 2024 0 99 , – - to al 年 月 日 至 .. in since . th ( of'
  const part = fc.constantFrom(...words.split(' '), '2025-11-27', '2025-02-30', ' ', ' ', ' ', '\u00a0')
  const near = fc.option(fc.constantFrom('2025-12-30', '2024-02-29', '0001-01-01', '9999-12-31'))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), near, (parts, day) => {
      const span = datesWritten(parts.join(''), day)
      if (span === null) return
      expect([span, isDay(span.start), isDay(span.end)]).toEqual([span, true, true])
      expect(daysBetween(span.start, span.end)).toBeGreaterThanOrEqual(0)
    }),
    { seed, numRuns: 6000 },
  )
})

test.each([
  ['digits', (size: number) => '1'.repeat(size)],
  ['numbers', (size: number) => '1 '.repeat(size)],
  ['months without a day', (size: number) => `1 ${'Nov '.repeat(size)}`],
  ['days that do not exist', (size: number) => 'Nov 31 '.repeat(size)],
  ['spaces behind a month', (size: number) => `1 Nov${' '.repeat(size)}x`],
  ['spaces behind a day', (size: number) => `Nov 2${' '.repeat(size)}x`],
  ['spaces behind a number', (size: number) => `1${' '.repeat(size / 8)}月`],
  ['years', (size: number) => 'in 2025 1'.repeat(size)],
  ['a year and one long word', (size: number) => `in 2025 ${'a'.repeat(size)}`],
  ['ISO dates that do not exist', (size: number) => '2025-02-30 '.repeat(size)],
  ['Chinese numbers', (size: number) => '1月1'.repeat(size)],
] as const)('a hostile statement takes linear time: %s', (_, make) => {
  expect(growth(make, (text) => datesWritten(text, '2025-11-27'), 10_000)).toBeLessThan(linear)
})

test('every date of a text is found, in its order and where it stands', () => {
  const text = 'From 3 March on, then 2025-11-27; due by December 1st.'
  expect(
    everyDate(text, '2025-12-30').map(({ at, length, span }) => [text.slice(at, at + length), span.start]),
  ).toEqual([
    ['3 March', '2026-03-03'],
    ['2025-11-27', '2025-11-27'],
    ['December 1st', '2025-12-01'],
  ])
})
