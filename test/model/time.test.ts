import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  dayIn,
  dayOf,
  daysBetween,
  daysInMonth,
  isDay,
  spanOf,
  spanOfDate,
  spanOfMoment,
  spanOfMonth,
  spanOfYear,
} from '../../src/model/time.js'

const seed = 5
const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('calendar days', () => {
  test('only days that the calendar has are days', () => {
    const days = ['2025-01-01', '2025-12-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']
    const none = ['2025-02-29', '1900-02-29', '2025-02-30', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00']
    const notDays = ['0000-01-01', '2025-1-1', '2025-11', '2025', '2025-11-27 ', ' 2025-11-27', '2025-11-27T00:00', '']
    const otherDigits = ['٢٠٢٥-١١-٢٧', '2025-11-2７', '2025‐11‐27', '+2025-11-27', '-2025-11-27']
    expect(days.filter((text) => !isDay(text))).toEqual([])
    expect([...none, ...notDays, ...otherDigits].filter(isDay)).toEqual([])
  })

  test('29 February is a day in leap years only, also where the century rule decides', () => {
    const leap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (year) => {
        expect(daysInMonth(year, 2)).toBe(leap(year) ? 29 : 28)
        expect(dayOf(year, 2, 29) !== undefined).toBe(leap(year))
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('a month or date off the calendar is no day of the next month', () => {
    expect(dayOf(2025, 12, 32)).toBeUndefined()
    expect(dayOf(2025, 13, 1)).toBeUndefined()
    expect(dayOf(2025, -1, 1)).toBeUndefined()
    expect(dayOf(0, 1, 1)).toBeUndefined()
    expect(dayOf(-4, 1, 1)).toBeUndefined()
  })

  test('days sort as text', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect(Math.sign(daysBetween(a, b))).toBe(a < b ? 1 : a > b ? -1 : 0)
      }),
      { seed },
    )
  })
})

describe('spans', () => {
  test.each([
    ['2025', { start: '2025-01-01', end: '2025-12-31' }],
    ['2025-11', { start: '2025-11-01', end: '2025-11-30' }],
    ['2024-02', { start: '2024-02-01', end: '2024-02-29' }],
    ['2025-02', { start: '2025-02-01', end: '2025-02-28' }],
    ['2025-11-27', { start: '2025-11-27', end: '2025-11-27' }],
    ['0099', { start: '0099-01-01', end: '0099-12-31' }],
  ])('%s is a span, never its first day', (text, span) => {
    expect(spanOfDate(text)).toEqual(span)
  })

  test.each([
    '2025-13',
    '2025-00',
    '2025-02-29',
    '2025-11-31',
    '0000',
    '0000-01',
    '25',
    '202',
    '20251127',
    '2025-',
    'x',
    '',
  ])('%j is no date', (text) => {
    expect(spanOfDate(text)).toBeUndefined()
  })

  test('months and years that do not exist have no span', () => {
    expect(spanOfMonth(2025, 0)).toBeUndefined()
    expect(spanOfMonth(2025, 13)).toBeUndefined()
    expect(spanOfYear(0)).toBeUndefined()
    expect(spanOf(undefined)).toBeUndefined()
  })
})

describe('counting in days and months', () => {
  test('a day forward and back is the same day, over every month and leap day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -3000, max: 3000 }), (from, count) => {
        const to = addDays(from, count)
        fc.pre(to >= '0001-01-01' && to.length === 10)
        expect(isDay(to)).toBe(true)
        expect(addDays(to, -count)).toBe(from)
        expect(daysBetween(from, to)).toBe(count)
      }),
      { seed },
    )
  })

  test.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2025-05-31', 1, '2025-06-30'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', -12, '2023-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2025-12-31', 1, '2026-01-31'],
    ['2025-01-31', -1, '2024-12-31'],
    ['2025-01-15', -12, '2024-01-15'],
    ['2025-11-27', 0, '2025-11-27'],
    ['2025-10-31', -11, '2024-11-30'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to)
  })

  test('a month from any day is a day of the next month, never of the one after', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -500, max: 500 }), (from, months) => {
        const at = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + months
        fc.pre(at >= 12 && at < 120_000)
        const to = addMonths(from, months)
        expect(isDay(to)).toBe(true)
        expect(Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - 1).toBe(at)
      }),
      { seed },
    )
  })
})

describe('moments as the command line takes them', () => {
  const today = '2025-03-31'
  test.each([
    ['0d', '2025-03-31'],
    ['7d', '2025-03-24'],
    ['31d', '2025-02-28'],
    ['2w', '2025-03-17'],
    ['1mo', '2025-02-28'],
    ['3mo', '2024-12-31'],
    ['13mo', '2024-02-29'],
    ['1y', '2024-03-31'],
    ['1000y', '1025-03-31'],
  ])('%s before 2025-03-31 is %s', (text, expected) => {
    expect(spanOfMoment(text, today)).toEqual({ start: expected, end: expected })
  })

  test('a year before 29 February is 28 February', () => {
    expect(spanOfMoment('1y', '2024-02-29')).toEqual({ start: '2023-02-28', end: '2023-02-28' })
  })

  test('dates stand for themselves, whatever today is', () => {
    expect(spanOfMoment('2025-11', today)).toEqual({ start: '2025-11-01', end: '2025-11-30' })
    expect(spanOfMoment('2025', today)).toEqual({ start: '2025-01-01', end: '2025-12-31' })
  })

  test.each([
    '7',
    'd',
    '7 d',
    '-7d',
    '+7d',
    '7D',
    '7days',
    '1.5d',
    '7m',
    '999999d',
    '1e3d',
    '1001y',
    'tomorrow',
    '7d ',
    '',
  ])('%j is refused, not guessed', (text) => {
    expect(spanOfMoment(text, today)).toBeUndefined()
  })

  test('every moment that is understood is a span of real days', () => {
    const text = fc.tuple(fc.nat({ max: 99_999 }), fc.constantFrom('d', 'w', 'mo', 'y')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (moment) => {
        const span = spanOfMoment(moment, '2025-11-27')
        if (span) expect([moment, isDay(span.start) && span.start <= span.end]).toEqual([moment, true])
      }),
      { seed, numRuns: 1000 },
    )
  })
})

describe('the day that now is, in a time zone', () => {
  test.each([
    ['Pacific/Kiritimati', '2025-11-27T10:00:00Z', '2025-11-28'],
    ['Pacific/Pago_Pago', '2025-11-27T10:59:59Z', '2025-11-26'],
    ['UTC', '2025-12-31T23:59:59Z', '2025-12-31'],
    ['Europe/Vienna', '2025-12-31T23:00:00Z', '2026-01-01'],
    ['Asia/Kathmandu', '2025-11-27T18:14:59Z', '2025-11-27'],
    ['Asia/Kathmandu', '2025-11-27T18:15:00Z', '2025-11-28'],
    ['America/New_York', '2024-03-01T04:59:59Z', '2024-02-29'],
  ])('in %s %s is %s', (zone, now, expected) => {
    expect(dayIn(zone, new Date(now))).toBe(expected)
  })

  test('summer time moves midnight by an hour', () => {
    expect(dayIn('Europe/Vienna', new Date('2025-07-01T21:59:59Z'))).toBe('2025-07-01')
    expect(dayIn('Europe/Vienna', new Date('2025-07-01T22:00:00Z'))).toBe('2025-07-02')
    expect(dayIn('Europe/Vienna', new Date('2025-12-01T22:59:59Z'))).toBe('2025-12-01')
    expect(dayIn('Europe/Vienna', new Date('2025-12-01T23:00:00Z'))).toBe('2025-12-02')
  })

  test('on the days that the clock changes, midnight in a zone that skips it still has one day', () => {
    // Lebanon goes from 23:59:59 straight to 01:00.
    expect(dayIn('Asia/Beirut', new Date('2025-03-29T21:59:59Z'))).toBe('2025-03-29')
    expect(dayIn('Asia/Beirut', new Date('2025-03-29T22:00:00Z'))).toBe('2025-03-30')
    expect(dayIn('America/New_York', new Date('2025-11-02T04:00:00Z'))).toBe('2025-11-02')
    expect(dayIn('America/New_York', new Date('2025-11-03T04:59:59Z'))).toBe('2025-11-02')
  })

  test('without one it is the day of the machine', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const now = fc.date({ min: new Date('0900-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(now, (at) => {
        expect(dayIn(null, at)).toBe(dayIn(timeZone, at).padStart(10, '0'))
      }),
      { seed },
    )
  })

  test('a zone shifts the day by one at most', () => {
    const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'America/St_Johns')
    const now = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zone, now, (name, at) => {
        const local = dayIn(name, at)
        expect(isDay(local)).toBe(true)
        expect(Math.abs(daysBetween(at.toISOString().slice(0, 10), local))).toBeLessThanOrEqual(1)
      }),
      { seed },
    )
  })
})
