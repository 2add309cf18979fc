import { spanOfMonth, spanOfYear, type Day, type Span } from '../../model/time.js'
import {
  ago,
  back,
  dayBy,
  lastBegun,
  monthBy,
  months,
  quarter,
  quarterBy,
  season,
  weekBy,
  weekday,
  weekendBy,
  yearBy,
  yearOf,
  type Unit,
} from '../calendar.js'
import type { Tongue } from '../moment-form.js'

const digits = '一二三四五六七八九十'
const count = `\\d{1,3}|十[一二]|[${digits}两几]`
const weekNames = '周|星期|礼拜'
const dayName = '[一二三四五六日天]'
const near = '[上这本下]'
const years = '去年|前年|今年|明年|(?:19|20)\\d{2} ?年'

function countOf(text: string): number {
  if (text === '两') return 2
  if (text === '几') return 3
  if (text.length === 2 && text[0] === '十') return 10 + countOf(text[1]!)
  return Number(text) || digits.indexOf(text) + 1
}

const units: Readonly<Record<string, Unit>> = {
  天: 'day',
  日: 'day',
  周: 'week',
  星: 'week',
  礼: 'week',
  月: 'month',
  年: 'year',
}
const unitOf = (text: string): Unit => units[text.replace(/^个/, '')[0]!]!
const stepOf = (text: string): number => ({ 上: -1, 下: 1 })[text] ?? 0
const dayNumber = (text: string): number => '一二三四五六'.indexOf(text) + 1 || 7
const yearNamed = (text: string, today: Day): number =>
  Number.parseInt(text, 10) || yearOf(today) + ({ 去: -1, 前: -2, 今: 0, 明: 1 }[text[0]!] ?? 0)
const seasonIn =
  (text: string) =>
  (of: number): Span | undefined =>
    season(of, '春夏秋冬'.indexOf(text))

const inWeek = (today: Day, by: number, day: string): Span => dayBy(weekBy(today, by).start, dayNumber(day) - 1)

export const chineseMoments: Tongue = {
  forms: [
    { noted: true, says: '大前天', read: (_, today) => dayBy(today, -3) },
    { noted: true, says: '前天', read: (_, today) => dayBy(today, -2) },
    { noted: true, says: '昨[天日晚]', read: (_, today) => dayBy(today, -1) },
    { says: '今[天日早晚]', read: (_, today) => dayBy(today, 0) },
    { noted: true, says: '明[天日]', read: (_, today) => dayBy(today, 1) },
    { noted: true, says: '(?<![以今])后天', read: (_, today) => dayBy(today, 2) },
    // 三天前 · 两个星期以前 · 3个月前
    {
      noted: true,
      says: `(${count}) ?(天|日|周|个?(?:星期|礼拜)|个月|年)(?:以前|之前|前)`,
      read: ([, n, unit], today) => ago(today, countOf(n!), unitOf(unit!)),
    },
    // 三天后 · 两个星期之后
    {
      noted: true,
      says: `(${count}) ?(天|日|周|个?(?:星期|礼拜)|个月|年)(?:以后|之后|后)`,
      read: ([, n, unit], today) => ago(today, -countOf(n!), unitOf(unit!)),
    },
    // 最近三天 · 过去两周 · 近3个月
    {
      says: `(?:最近|过去|近)(?:的)?(${count}) ?(天|日|周|个?(?:星期|礼拜)|个月|年)`,
      read: ([, n, unit], today) => back(today, countOf(n!), unitOf(unit!)),
    },
    // 上周三 · 这个星期天 · 下周
    {
      noted: true,
      says: `(${near})(?:个)?(?:${weekNames})(末|${dayName})?`,
      read: ([, which, day], today) =>
        day === '末'
          ? weekendBy(today, stepOf(which!))
          : day
            ? inWeek(today, stepOf(which!), day)
            : weekBy(today, stepOf(which!)),
    },
    {
      says: `(?:星期|礼拜|(?<![一二两三四五六七八九十\\d])周)(${dayName})`,
      read: ([, day], today) => weekday(today, dayNumber(day!), true),
    },
    { says: `(${near})(?:个)?月`, read: ([, which], today) => monthBy(today, stepOf(which!)) },
    { says: `(${near})(?:个)?季度`, read: ([, which], today) => quarterBy(today, stepOf(which!)) },
    // 2025年第三季度 · 今年三季度
    {
      says: `(${years})第?([一二三四1-4])季度`,
      read: ([, of, q], today) => quarter(yearNamed(of!, today), countOf(q!)),
    },
    {
      says: `(${years})([上下])半年`,
      read: ([, of, half], today) =>
        half === '上' ? months(yearNamed(of!, today), 1, 6) : months(yearNamed(of!, today), 7, 12),
    },
    // 去年春天 · 2025年秋
    { says: `(${years})的?([春夏秋冬])[天季]?`, read: ([, of, name], today) => seasonIn(name!)(yearNamed(of!, today)) },
    { says: '([春夏秋冬])[天季]', read: ([, name], today) => lastBegun(today, seasonIn(name!)) },
    // 去年三月 · 2025年11月, but not 去年三个月
    {
      says: `(${years})(\\d{1,2}|十[一二]|[${digits}]) ?月(?:份)?(?! ?\\d{1,2} ?[日号])`,
      read: ([, of, n], today) => spanOfMonth(yearNamed(of!, today), countOf(n!)),
    },
    { says: '(去|前|今|明)年', read: ([, which], today) => yearBy(today, { 去: -1, 前: -2, 今: 0 }[which!] ?? 1) },
    { says: '((?:19|20)\\d{2}) ?年(?! ?\\d{1,2} ?月)', read: ([, of]) => spanOfYear(Number(of)) },
    // 三月 · 11月, but not 3月5日
    {
      says: `(?<![\\d${digits}年第])(\\d{1,2}|十[一二]|[${digits}])月(?:份)?(?! ?\\d{1,2} ?[日号])`,
      read: ([, n], today) => lastBegun(today, (of) => spanOfMonth(of, countOf(n!))),
    },
  ],
  frames: [
    { before: '自从?|打从', makes: 'since' },
    { behind: '以来|起', makes: 'since' },
    { behind: '之后|以后|后(?![来悔面台果])', makes: 'after' },
    { behind: `之前|以前|前(?![${digits}\\d几后])`, makes: 'before' },
    { before: '直?到|截至|截止到?', makes: 'until' },
    { before: '大约|大概|约', makes: 'around' },
    { behind: '左右|前后', makes: 'around' },
    { behind: '[年月]?初', makes: 'early' },
    { behind: '中旬', makes: 'middle' },
    { behind: '[年月]?底|[年月]末', makes: 'late' },
  ],
  to: '到|至|和|—|–|-|~',
  alone: [],
}
