import { describe, expect, test } from '@jest/globals'
import { occurredIn } from '../../src/language/occurred.js'

/** A Friday. */
const day = '2026-03-06'
const told = (text: string): string => {
  const span = occurredIn(text, day)
  return span === null ? '' : span.start === span.end ? span.start : `${span.start}..${span.end}`
}

describe('the time that a note names', () => {
  test.each([
    ['Called the plumber yesterday.', '2026-03-05'],
    ['The parcel comes tomorrow', '2026-03-07'],
    ['Two weeks ago the boat was sold', '2026-02-16..2026-02-22'],
    ['Dentist next Friday', '2026-03-13'],
    ['The fair is next week.', '2026-03-09..2026-03-15'],
    ['Was in Graz last weekend', '2026-02-28..2026-03-01'],
    ['Last summer he was in Graz', '2025-06-01..2025-08-31'],
    ['The lease ends in two weeks.', '2026-03-16..2026-03-22'],
    ['Launch is in Q1 2027', '2027-01-01..2027-03-31'],
    ['Is in Oslo until May 28', '2026-03-06..2026-05-28'],
    ['Bis zum 12. April 2026 in Rom', '2026-03-06..2026-04-12'],
    ['Was in Oslo until Jan 5', '2026-01-05'],
    ['Delivery on 25.11.2026', '2026-11-25'],
    ['Arrives 2026/12/12', '2026-12-12'],
    ['Away the week of April 6', '2026-04-06..2026-04-12'],
    ['The contract runs from June 2026 to May 2027', '2026-06-01..2027-05-31'],
    ['Closed from November to February 2027', '2026-11-01..2027-02-28'],
    ['Kommt am 12. Dezember 2026', '2026-12-12'],
    ['Llega el 12 de diciembre de 2026', '2026-12-12'],
    ['Arrive le 12 décembre 2026', '2026-12-12'],
    ['Heute gestritten, gestern nicht', '2026-03-05'],
    ['Zahnarzt nächsten Dienstag', '2026-03-10'],
    ['Die Miete ist am Montag fällig', '2026-03-09'],
    ['Am 25. November 2026 kommt der Ofen', '2026-11-25'],
    ['Ieri ha piovuto', '2026-03-05'],
    ['Esame tra tre giorni', '2026-03-09'],
    ['La settimana prossima parte per Roma', '2026-03-09..2026-03-15'],
    ['昨天买了茶', '2026-03-05'],
    ['下周五去医院', '2026-03-13'],
    ['三天后出发', '2026-03-09'],
    ['十五天前搬家', '2026-02-19'],
    ['下下周去医院', '2026-03-16..2026-03-22'],
    ['去年11月5日搬家', '2025-11-05'],
  ])('%j is %s', (text, span) => expect(told(text)).toBe(span))

  test.each([
    ['Dentist on Tuesday', '2026-03-10'],
    ['Went to the dentist on Tuesday', '2026-03-03'],
    ['Will bake on Friday', '2026-03-06'],
    ['Baked bread on Monday', '2026-03-02'],
    ['The rent was raised; it is due on Monday', '2026-03-09'],
    ['Rent is due on the 25th', '2026-03-25'],
    ['Paid the rent on the 25th', '2026-02-25'],
    ['Write the private invitation on Monday', '2026-03-09'],
    ['Off sick since Monday', '2026-03-02'],
    ['Besprechung ist am Dienstag, heute nur Karten', '2026-03-10'],
    ['Am Dienstag hat sie die Karten gekauft', '2026-03-03'],
    ['Ist seit Dienstag krank', '2026-03-03'],
  ])('a day without more is before one that tells of the past, and after any other: %j is %s', (text, span) =>
    expect(told(text)).toBe(span),
  )

  test.each([
    'Prefers to go in May',
    'Finished it in two days.',
    'Reviews changes on Fridays',
    'Today was long',
    'Guten morgen, alle',
    'Stands on the 5th floor',
    'Version 10/20/30 of the API',
    'March on',
    'Runs on Monday and Thursday',
    'May I ask',
    'Moved here 2.5 years ago',
    'Moved here twenty-five years ago',
    '2025年前完成',
    '三月五日前交报告',
    '以前天天跑步',
    '有三年前端经验',
  ])('%j names none', (text) => expect(told(text)).toBe(''))

  test('what is written out counts before what is said in words', () => {
    expect(told('Yesterday we set it for 2026-05-01')).toBe('2026-05-01')
  })

  test('a note without a day tells only what is written out with its year', () => {
    expect(occurredIn('Dentist next Friday', null)).toBeNull()
    expect(occurredIn('Dentist on 2026-03-13', null)).toEqual({ start: '2026-03-13', end: '2026-03-13' })
  })
})
