import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isDay } from '../../src/model/time.js'
import { dateAskedIn } from '../../src/language/dates.js'
import { daysAsked, everyMoment, timeNamed } from '../../src/language/moments.js'

const seed = 61
/** A Wednesday. */
const today = '2025-11-19'
const dateIn = (text: string) => dateAskedIn(text, today)
const told = (span: { start: string; end: string } | null | undefined): string =>
  !span
    ? ''
    : span.start === span.end
      ? span.start
      : `${span.start === '0001-01-01' ? '' : span.start}..${span.end === '9999-12-31' ? '' : span.end}`
const asked = (question: string): string => told(daysAsked(question, today, dateIn)?.span ?? null)
const named = (text: string): string => told(timeNamed(text, today, dateIn))

describe('a question asked on Wednesday, 19 November 2025, is about', () => {
  test.each([
    // days
    ['what did I eat yesterday?', '2025-11-18'],
    ['who called last night', '2025-11-18'],
    ['what is planned for today', '2025-11-19'],
    ['the day before yesterday Ann called', '2025-11-17'],
    ['what do I have tomorrow', '2025-11-20'],
    ['what happened 3 days ago', '2025-11-16'],
    ['what did we decide three days ago', '2025-11-16'],
    ['what did we decide twenty days ago', '2025-10-30'],
    ['in the last thirty days', '2025-10-20..2025-11-19'],
    ['what was said on Monday', '2025-11-17'],
    ['what was said on Wednesday', '2025-11-19'],
    ['who came last Monday', '2025-11-17'],
    ['who came last Wednesday', '2025-11-12'],
    ['who came last Friday', '2025-11-14'],
    ['who comes next Friday', '2025-11-21'],
    ['who comes this Saturday', '2025-11-22'],
    ['what happened on March 5', '2025-03-05'],
    ['what happened on December 5', '2024-12-05'],
    ['what happened on 29 February', '2024-02-29'],
    // weeks, months, years
    ['what did I do last week', '2025-11-10..2025-11-16'],
    ['this week’s plan', '2025-11-17..2025-11-23'],
    ['what did I do the previous week', '2025-11-10..2025-11-16'],
    ['two weeks ago', '2025-11-03..2025-11-09'],
    ['in the last 3 days', '2025-11-16..2025-11-19'],
    ['over the past two weeks', '2025-11-05..2025-11-19'],
    ['in the past month', '2025-10-19..2025-11-19'],
    ['what did I read last month', '2025-10-01..2025-10-31'],
    ['a month ago', '2025-10-01..2025-10-31'],
    ['where was I last year', '2024-01-01..2024-12-31'],
    ['two years ago', '2023-01-01..2023-12-31'],
    ['last weekend', '2025-11-15..2025-11-16'],
    ['what did we do over the weekend', '2025-11-15..2025-11-16'],
    ['the weekend of Nov 8', '2025-11-08..2025-11-09'],
    ['the weekend of 2025-11-05', '2025-11-08..2025-11-09'],
    ['the week of November 4th', '2025-11-03..2025-11-09'],
    // months, seasons, quarters: past preferred
    ['where was I in May', '2025-05-01..2025-05-31'],
    ['where was i in may', '2025-05-01..2025-05-31'],
    ['what did we ship in December', '2024-12-01..2024-12-31'],
    ['in November', '2025-11-01..2025-11-30'],
    ['last March', '2025-03-01..2025-03-31'],
    ['last November', '2024-11-01..2024-11-30'],
    ['in spring 2025', '2025-03-01..2025-05-31'],
    ['summer of 2024', '2024-06-01..2024-08-31'],
    ['fall 2024', '2024-09-01..2024-11-30'],
    ['winter 2024/25', '2024-12-01..2025-02-28'],
    ['winter 2025', '2024-12-01..2025-02-28'],
    ['in the spring', '2025-03-01..2025-05-31'],
    ['last summer', '2025-06-01..2025-08-31'],
    ['Q3 2025', '2025-07-01..2025-09-30'],
    ['2025-Q3', '2025-07-01..2025-09-30'],
    ['revenue in Q4', '2025-10-01..2025-12-31'],
    ['the third quarter of 2025', '2025-07-01..2025-09-30'],
    ['last quarter', '2025-07-01..2025-09-30'],
    ['H1 2025', '2025-01-01..2025-06-30'],
    ['2025-W12', '2025-03-17..2025-03-23'],
    ['2025-W7', '2025-02-10..2025-02-16'],
    ['2020-W53', '2020-12-28..2021-01-03'],
    ['week 1 of 2026', '2025-12-29..2026-01-04'],
    ['in 2024, who left?', '2024-01-01..2024-12-31'],
    ['early 2025', '2025-01-01..2025-05-02'],
    ['at the end of October', '2025-10-22..2025-10-31'],
    ['late October 2025', '2025-10-22..2025-10-31'],
    // open and wide
    ['who has left since March?', '2025-03-01..'],
    ['since last week', '2025-11-10..'],
    ['since 2024', '2024-01-01..'],
    ['since Monday', '2025-11-17..'],
    ['what came before 2025', '..2024-12-31'],
    ['before last Monday', '..2025-11-16'],
    ['after November 3, 2025', '2025-11-04..'],
    ['until last month', '..2025-10-31'],
    ['around Nov 5', '2025-11-02..2025-11-08'],
    ['around March 2025', '2025-02-13..2025-04-16'],
    ['during October 2025', '2025-10-01..2025-10-31'],
    // ranges
    ['between March and May', '2025-03-01..2025-05-31'],
    ['from November to January', '2024-11-01..2025-01-31'],
    ['between June and August 2024', '2024-06-01..2024-08-31'],
    ['between 2022 and 2024', '2022-01-01..2024-12-31'],
    ['between 3 Nov and last Friday', '2025-11-03..2025-11-14'],
    // the first of several
    ['did I say yesterday what I said last week', '2025-11-18'],
  ])('%s → %s', (question, days) => {
    expect(asked(question)).toBe(days)
  })

  test.each([
    ['ieri cosa ho mangiato', '2025-11-18'],
    ["l'altro ieri", '2025-11-17'],
    ['cosa ho fatto la settimana scorsa', '2025-11-10..2025-11-16'],
    ['lo scorso mese', '2025-10-01..2025-10-31'],
    ["l'anno scorso", '2024-01-01..2024-12-31'],
    ['tre giorni fa', '2025-11-16'],
    ['un mese fa', '2025-10-01..2025-10-31'],
    ['negli ultimi 7 giorni', '2025-11-12..2025-11-19'],
    ['lunedì scorso', '2025-11-17'],
    ['da lunedì', '2025-11-17..'],
    ['dove ero a maggio', '2025-05-01..2025-05-31'],
    ['cosa è successo in primavera', '2025-03-01..2025-05-31'],
    ["l'estate scorsa", '2025-06-01..2025-08-31'],
    ['primavera 2024', '2024-03-01..2024-05-31'],
    ['terzo trimestre del 2025', '2025-07-01..2025-09-30'],
    ['dopo il 3 novembre 2025', '2025-11-04..'],
    ['prima di marzo', '..2025-02-28'],
    ['dal 2024', '2024-01-01..'],
    ['dal 27 ottobre al 1 novembre', '2025-10-27..2025-11-01'],
    ['quest’anno', '2025-01-01..2025-12-31'],
    ['il fine settimana scorso', '2025-11-15..2025-11-16'],
    ['昨天我吃了什么', '2025-11-18'],
    ['前天谁来了', '2025-11-17'],
    ['三天前', '2025-11-16'],
    ['十五天前', '2025-11-04'],
    ['二十天前', '2025-10-30'],
    ['上周做了什么', '2025-11-10..2025-11-16'],
    ['上周三', '2025-11-12'],
    ['上个星期天', '2025-11-16'],
    ['上周末', '2025-11-15..2025-11-16'],
    ['星期一说了什么', '2025-11-17'],
    ['上个月', '2025-10-01..2025-10-31'],
    ['去年', '2024-01-01..2024-12-31'],
    ['去年三月', '2024-03-01..2024-03-31'],
    ['去年夏天', '2024-06-01..2024-08-31'],
    ['2025年春天', '2025-03-01..2025-05-31'],
    ['２０２４年', '2024-01-01..2024-12-31'],
    ['三月份住在哪里', '2025-03-01..2025-03-31'],
    ['最近三天', '2025-11-16..2025-11-19'],
    ['两个月前', '2025-09-01..2025-09-30'],
    ['2025年第三季度', '2025-07-01..2025-09-30'],
    ['上周以来', '2025-11-10..'],
    ['2024年之前', '..2023-12-31'],
    ['11月5日左右', '2025-11-02..2025-11-08'],
    ['从3月到5月', '2025-03-01..2025-05-31'],
    ['上上周做了什么', '2025-11-03..2025-11-09'],
    ['下下周一', '2025-12-01'],
    ['网上上周发布了什么', '2025-11-10..2025-11-16'],
    ['楼下下周装修', '2025-11-24..2025-11-30'],
    ['上上个月', '2025-09-01..2025-09-30'],
    ['大前年', '2022-01-01..2022-12-31'],
    ['大后天', '2025-11-22'],
    ['后天天气怎么样', '2025-11-21'],
    ['上周三次去健身', '2025-11-10..2025-11-16'],
    ['上周三天气怎么样', '2025-11-12'],
    ['二十天前', '2025-10-30'],
    ['十五天前', '2025-11-04'],
    ['上周前端改了什么', '2025-11-10..2025-11-16'],
    ['去年后端换成了什么', '2024-01-01..2024-12-31'],
    ['昨天起床几点', '2025-11-18'],
    ['谁提到上周的会议', '2025-11-10..2025-11-16'],
    ['来自去年的邮件', '2024-01-01..2024-12-31'],
    ['预约明天', '2025-11-20'],
    ['去年3月5日去了哪里', '2024-03-05'],
    ['wer hat gestern angerufen', '2025-11-18'],
    ['was habe ich letzte Woche gekocht', '2025-11-10..2025-11-16'],
    ['wer kam vor drei Tagen', '2025-11-16'],
    ['wer kam vor zwei Wochen', '2025-11-03..2025-11-09'],
    ['wer kam letzten Sonnabend', '2025-11-15'],
    ['was war vor einem Monat', '2025-10-01..2025-10-31'],
    ['in den letzten 3 Tagen', '2025-11-16..2025-11-19'],
    ['wer kam am Freitag', '2025-11-14'],
    ['wer kommt nächsten Freitag', '2025-11-21'],
    ['seit Montag', '2025-11-17..'],
    ['vergangenen Sommer', '2025-06-01..2025-08-31'],
  ])('%s → %s', (question, days) => {
    expect(asked(question)).toBe(days)
  })

  test.each([
    'may I borrow it',
    'What may I eat?',
    'may we march on',
    'march on without me',
    'the March of Dimes',
    'April said no',
    'what does May think',
    'after May’s party',
    'who finished second',
    'the second half',
    'wait a second',
    '100 days of code',
    'the 7 days challenge',
    'a year in the life',
    'how many weeks does it take',
    'in 2000 lines of code',
    'after 1990 people left',
    'what costs 2025 euros',
    'is 2025 the answer',
    'room 2024',
    'version 2024.1',
    'the last week of the course',
    'last second shot',
    'at last',
    'in Spring Boot',
    'spring cleaning',
    'who broke a leg in the fall',
    'sun and moon',
    'question Q3',
    'week 12 of the plan',
    '2025-W54',
    'on Mondays',
    'weekday',
    'the yesterdays of my life',
    '2.5 years ago',
    '1,500 days ago',
    '2½ years ago',
    'twenty-five years ago',
    'one hundred and two days ago',
    'half a year ago',
    '2,5 anni fa',
    'Friday the cat',
    'half a year ago',
    'twenty-two days ago',
    'thirty five days ago',
    'a hundred and two days ago',
    'one hundred two days ago',
    '1.5 years ago',
    '2,5 months ago',
    '1/2 year ago',
    '½ year ago',
    '1,5 anni fa',
    '二十五天前',
    '1.5年前',
    'sei stato bravo',
    'a Marzotto',
    'il marzo',
    'la scorsa volta',
    '三个月的房租',
    '周婷嫁给谁',
    '一周三次',
    '每周一次',
    '每周三做什么',
    '一个星期三次',
    '四十五天前',
    '几十天前',
    '以前天天跑步',
    '之后天气转凉',
    '以前年轻',
    '有三年前端经验',
    '有三年后端经验',
    '这周围有什么',
    '登上月球',
    '目前',
    '天天',
    '以前',
    '每年',
    '',
  ])('%j is about no time', (question) => {
    expect(asked(question)).toBe('')
  })
})

describe('a time that stands alone, as --since, --until and --on take it', () => {
  test.each([
    ['2025-11', '2025-11-01..2025-11-30'],
    ['7d', '2025-11-12'],
    ['last week', '2025-11-10..2025-11-16'],
    ['Last  Week', '2025-11-10..2025-11-16'],
    ['the last 3 days', '2025-11-16..2025-11-19'],
    ['yesterday', '2025-11-18'],
    ['Monday', '2025-11-17'],
    ['on Monday', '2025-11-17'],
    ['May', '2025-05-01..2025-05-31'],
    ['march', '2025-03-01..2025-03-31'],
    ['spring', '2025-03-01..2025-05-31'],
    ['Q3', '2025-07-01..2025-09-30'],
    ['Nov 2025', '2025-11-01..2025-11-30'],
    ['around Nov 5', '2025-11-02..2025-11-08'],
    ['Nov 3 – Nov 5, 2025', '2025-11-03..2025-11-05'],
    ['the weekend of Nov 8', '2025-11-08..2025-11-09'],
    ['2025-W12', '2025-03-17..2025-03-23'],
    ['in 2024', '2024-01-01..2024-12-31'],
    ['since May', '2025-05-01..'],
    ['la settimana scorsa', '2025-11-10..2025-11-16'],
    ['marzo', '2025-03-01..2025-03-31'],
    ['上周', '2025-11-10..2025-11-16'],
    ['去年夏天', '2024-06-01..2024-08-31'],
    ['am Freitag', '2025-11-14'],
    ['letzte Woche', '2025-11-10..2025-11-16'],
    ['die letzten 3 Tage', '2025-11-16..2025-11-19'],
  ])('%s → %s', (text, days) => {
    expect(named(text)).toBe(days)
  })

  test.each([
    'soon',
    'last',
    'last week or so',
    'May Day parade',
    '12',
    '7',
    'the 7',
    'Nov 31',
    '2025-13',
    'W12',
    'in',
    'next',
    '',
  ])('%j is refused, not guessed', (text) => {
    expect(named(text)).toBe('')
  })
})

test('a long question keeps the words behind what is read of it', () => {
  const long = daysAsked(`what did I cook last week ${'and so on '.repeat(300)}with saffron`, today, dateIn)!
  expect(told(long.span)).toBe('2025-11-10..2025-11-16')
  expect(long.rest).toMatch(/^what did I cook .* with saffron$/s)
})

describe('whatever is asked', () => {
  const word = fc.constantFrom(
    ...'since before around between and to from last next this the of weekend week month May march 2025 Nov 5 27 Q3 ago 3 999 days years 上 周 三 月 前 年 9999 da fino a scorsa settimana giorni fa -W53 0001'.split(
      ' ',
    ),
  )
  test('every time is a span of real days, or none', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.constantFrom(' ', ''), (words, between) => {
        const span = daysAsked(words.join(between), today, dateIn)?.span ?? null
        if (span) expect([words, isDay(span.start) && isDay(span.end)]).toEqual([words, true])
      }),
      { seed, numRuns: 5000 },
    )
  })
})

test('every time that a note names in words is found, with the words', () => {
  expect(
    everyMoment('Baked yesterday, and met Ana two days ago.', today).map(({ said, span }) => [said, told(span)]),
  ).toEqual([
    ['yesterday', '2025-11-18'],
    ['two days ago', '2025-11-17'],
  ])
  expect(everyMoment('Nothing of the kind.', today)).toEqual([])
})
