import { describe, expect, test } from '@jest/globals'
import { dayOfPath, logNamesMeant, spanOfPath } from '../../src/model/note.js'

describe('a log that is named as people name them has its day', () => {
  test.each([
    ['2026-02-09 Thursday', '2026-02-09'],
    ['2026-02-09_standup', '2026-02-09'],
    ['2026-02-09notes', '2026-02-09'],
    ['2026_02_10', '2026-02-10'],
    ['2026.02.09', '2026-02-09'],
    ['2026-2-5', '2026-02-05'],
    ['20260206', '2026-02-06'],
    ['202602091030 an idea', '2026-02-09'],
    ['2026-02-07T10', '2026-02-07'],
    ['2026-02-07T10-30-05Z', '2026-02-07'],
    ['Daily 2026-02-08', '2026-02-08'],
    ['log-20260208', '2026-02-08'],
    ['daily20260208', '2026-02-08'],
    ['2026/02/12', '2026-02-12'],
    ['2026/02/12 Thursday', '2026-02-12'],
    ['2026/02 February/12', '2026-02-12'],
    ['2026/February/12', '2026-02-12'],
    ['2026-02/12', '2026-02-12'],
    ['2026/02-12', '2026-02-12'],
    ['2026/02/12/standup', '2026-02-12'],
    ['2026-02-12/standup', '2026-02-12'],
    ['2026-02-12/2026-02-13', '2026-02-13'],
    ['February 9th, 2026', '2026-02-09'],
    ['Monday, February 9, 2026', '2026-02-09'],
    ['9 Feb 2026', '2026-02-09'],
    ['9. Februar 2026', '2026-02-09'],
    ['9 févr 2026', '2026-02-09'],
    ['Sept 3, 2026', '2026-09-03'],
    ['12 Dez. 2026', '2026-12-12'],
    ['9 de febrero de 2026', '2026-02-09'],
    ['2026-Feb-09', '2026-02-09'],
    ['2026年2月9日 星期一', '2026-02-09'],
    ['２０２６-０２-０９', '2026-02-09'],
    ['3 Mart 2025 Pazartesi', '2025-03-03'],
    ['13-02-2026', '2026-02-13'],
    ['02-13-2026', '2026-02-13'],
    ['25.12.2025', '2025-12-25'],
    ['2026-W07-3', '2026-02-11'],
    ['2026-02-09 after 2026-02-01', '2026-02-09'],
    ['1º marzo 2026', '2026-03-01'],
    ['1.º de março de 2026', '2026-03-01'],
    ['room 12-9 Feb 2026', '2026-02-09'],
  ])('memory/%s.md is of %s', (name, day) => {
    expect(dayOfPath(`memory/${name}.md`)).toBe(day)
  })
})

describe('a note of a week, a month or a year is of that time, and of no day', () => {
  test.each([
    ['2026-W07', '2026-02-09', '2026-02-15'],
    ['Weekly 2026-W01', '2025-12-29', '2026-01-04'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2026-02 review', '2026-02-01', '2026-02-28'],
    ['February 2026', '2026-02-01', '2026-02-28'],
    ['2026年2月', '2026-02-01', '2026-02-28'],
    ['2026/02', '2026-02-01', '2026-02-28'],
    ['2025/KW 09', '2025-02-24', '2025-03-02'],
    ['2026-02-09 to 2026-02-15', '2026-02-09', '2026-02-15'],
    ['2026-Q1-goals', '2026-01-01', '2026-03-31'],
    ['2026', '2026-01-01', '2026-12-31'],
    ['week of 2026-02-09 to 2026-02-15', '2026-02-09', '2026-02-15'],
    ['9-13 Feb 2026', '2026-02-09', '2026-02-13'],
    ['Woche vom 9. bis 13. Februar 2026', '2026-02-09', '2026-02-13'],
    ['9 al 13 de febrero de 2026', '2026-02-09', '2026-02-13'],
    ['27 Feb – 3 Mar 2026', '2026-02-27', '2026-03-03'],
    ['30 Dec - 2 Jan 2026', '2025-12-30', '2026-01-02'],
    ['9.2. - 13.2.2026', '2026-02-09', '2026-02-13'],
    ['09.-13.02.2026', '2026-02-09', '2026-02-13'],
    ['9 Feb 2026 - 13 Feb 2026', '2026-02-09', '2026-02-13'],
  ])('memory/%s.md is of %s to %s', (name, start, end) => {
    expect(spanOfPath(`memory/${name}.md`)).toEqual({ start, end })
    expect(dayOfPath(`memory/${name}.md`)).toBeNull()
  })
})

describe('a number in a name that is no date dates nothing', () => {
  test.each([
    'ideas-101',
    'v2026.02.08',
    'invoice-20231145',
    '1234567890',
    '2025-2026 plan',
    '2026-W54',
    'projects/2026/ideas',
    'projects/2026/02/45',
    'projects/2026/13/30',
    'projects/2026/1/3-ideas',
    'call of 2026-02-30',
    'room 12-2026',
    '1-2-3',
    'March',
    'May flowers',
    'chapter 14',
    'Reading list 2026',
    'Wish list 9 2026',
    'Data set 2026',
    'Two weeks ago 2026',
    'Feb 9-13 2026',
  ])('memory/%s.md', (name) => {
    expect(spanOfPath(`memory/${name}.md`)).toBeUndefined()
    expect(logNamesMeant(`memory/${name}.md`)).toBeUndefined()
  })
})

describe('a name whose date only a person can read is asked about', () => {
  test.each([
    ['02-11-2026', ['memory/2026-11-02.md', 'memory/2026-02-11.md']],
    ['02-11-2026-standup', ['memory/2026-11-02-standup.md', 'memory/2026-02-11-standup.md']],
    ['a/3.4.2026 standup', ['memory/a/2026-04-03 standup.md', 'memory/a/2026-03-04 standup.md']],
    ['2026-02-30', []],
    ['20260230', []],
    ['2026/02/30', []],
    ['2026-06/31 standup', []],
    ['March 14', []],
    ['14. März', []],
    ['01-02-03', []],
  ])('memory/%s.md', (name, meant) => {
    expect(logNamesMeant(`memory/${name}.md`)).toEqual(meant)
    expect(dayOfPath(`memory/${name}.md`)).toBeNull()
  })
})
