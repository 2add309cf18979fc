import { spanOfMonth, spanOfYear, type Day } from '../../model/time.js'
import {
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
} from '../calendar.js'
import type { Calendar } from '../calendar-words.js'
import type { MomentForm } from '../moment-form.js'
import { tongueOf } from '../tongues.js'

const digits = '一二三四五六七八九十'
const weekNames = '周|星期|礼拜'
const near = '[上这本下]'
const years = '去年|前年|今年|明年|(?:19|20)\\d{2} ?年'

const stepOf = (text: string): number => ({ 上: -1, 下: 1 })[text] ?? 0
const yearNamed = (text: string, today: Day): number =>
  Number.parseInt(text, 10) || yearOf(today) + ({ 去: -1, 前: -2, 今: 0, 明: 1 }[text[0]!] ?? 0)

function forms({ any, number }: Calendar): readonly MomentForm[] {
  const dayName = any('weekday')
  return [
    { noted: true, says: '(?<![以今])后天', read: (_, today) => dayBy(today, 2) },
    // 上周三 · 这个星期天 · 下周
    {
      noted: true,
      says: `(${near})(?:个)?(?:${weekNames})(末|${dayName})?`,
      read: ([, which, day], today) =>
        day === '末'
          ? weekendBy(today, stepOf(which!))
          : day
            ? dayBy(weekBy(today, stepOf(which!)).start, number('weekday', day) - 1)
            : weekBy(today, stepOf(which!)),
    },
    {
      says: `(?:星期|礼拜|(?<![一二两三四五六七八九十\\d])周)(${dayName})`,
      read: ([, day], today) => weekday(today, number('weekday', day!), true),
    },
    { says: `(${near})(?:个)?月`, read: ([, which], today) => monthBy(today, stepOf(which!)) },
    { says: `(${near})(?:个)?季度`, read: ([, which], today) => quarterBy(today, stepOf(which!)) },
    // 2025年第三季度 · 今年三季度
    {
      says: `(${years})第?([一二三四1-4])季度`,
      read: ([, of, q], today) => quarter(yearNamed(of!, today), number('count', q!)),
    },
    {
      says: `(${years})([上下])半年`,
      read: ([, of, half], today) =>
        half === '上' ? months(yearNamed(of!, today), 1, 6) : months(yearNamed(of!, today), 7, 12),
    },
    // 去年春天 · 2025年秋
    {
      says: `(${years})的?(${any('season')})[天季]?`,
      read: ([, of, name], today) => season(yearNamed(of!, today), number('season', name!)),
    },
    {
      says: `(${any('season')})[天季]`,
      read: ([, name], today) => lastBegun(today, (of) => season(of, number('season', name!))),
    },
    // 去年三月 · 2025年11月, but not 去年三个月
    {
      says: `(${years})(\\d{1,2}|十[一二]|[${digits}]) ?月(?:份)?(?! ?\\d{1,2} ?[日号])`,
      read: ([, of, n], today) => spanOfMonth(yearNamed(of!, today), number('count', n!)),
    },
    { says: '(去|前|今|明)年', read: ([, which], today) => yearBy(today, { 去: -1, 前: -2, 今: 0 }[which!] ?? 1) },
    { says: '((?:19|20)\\d{2}) ?年(?! ?\\d{1,2} ?月)', read: ([, of]) => spanOfYear(Number(of)) },
    // 三月 · 11月, but not 3月5日
    {
      says: `(?<![\\d${digits}年第])(\\d{1,2}|十[一二]|[${digits}])月(?:份)?(?! ?\\d{1,2} ?[日号])`,
      read: ([, n], today) => lastBegun(today, (of) => spanOfMonth(of, number('count', n!))),
    },
  ]
}

export const chineseMoments = () => tongueOf('zh', forms, { isSpaceless: true })
