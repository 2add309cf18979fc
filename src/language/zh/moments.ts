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
import { yearsByName } from '../dates.js'
import type { MomentForm } from '../moment-form.js'
import { tongueOf } from '../tongues.js'

const digits = '一二三四五六七八九十'
/** Not where 天 counts days or says every day (三天, 天天); 天气 is the weather. */
const noDays = '(?!天(?!气))'
/** Not where a number counts something: 三次. */
const noCount = `(?![次个位件场遍])${noDays}`
const weekNames = '周|星期|礼拜'
/** 上上 and 下下, but not where the first of them ends another word: 网上, 楼下. */
const near = '(?<![早晚楼网路身桌手线地乡树脚山])(?:上{2,3}|下{2,3})|[上下这本]'
const yearsBy = '(?:大前|去|今|明|(?<![以之目])前)年(?![龄轻纪])'
const years = `${yearsBy}|(?:19|20)\\d{2} ?年`

/** One back for each 上, one on for each 下. */
const stepOf = (text: string): number => text.length * ({ 上: -1, 下: 1 }[text[0]!] ?? 0)
const yearNamed = (text: string, today: Day): number =>
  Number.parseInt(text, 10) || yearOf(today) + (yearsByName[text[0]!] ?? 0)

function forms({ any, number }: Calendar): readonly MomentForm[] {
  const dayName = any('weekday')
  return [
    // 后天, but not 以后天天 or 雨后天晴
    { noted: true, says: `(?<![以之此今雨])后天${noDays}`, read: (_, today) => dayBy(today, 2) },
    { noted: true, says: `(?<![以之此目])前天${noDays}`, read: (_, today) => dayBy(today, -2) },
    // 上周三 · 这个星期天 · 下下周, but 上周三次 is a week, and 这周围 none
    {
      noted: true,
      says: `(${near})(?:个)?(?:${weekNames})(?!围|期(?!末|中))(末|(?:${dayName})${noCount})?`,
      read: ([, which, day], today) =>
        day === '末'
          ? weekendBy(today, stepOf(which!))
          : day
            ? dayBy(weekBy(today, stepOf(which!)).start, number('weekday', day) - 1)
            : weekBy(today, stepOf(which!)),
    },
    // 星期三 · 周三, but not 每周三次
    {
      says: `(?<![一二两三四五六七八九十几\\d个每逢隔])(?:${weekNames})(${dayName})(?!次)`,
      read: ([, day], today) => weekday(today, number('weekday', day!), true),
    },
    { says: `(${near})(?:个)?月(?![球亮饼])`, read: ([, which], today) => monthBy(today, stepOf(which!)) },
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
    { says: yearsBy, read: ([name], today) => yearBy(today, yearsByName[name![0]!]!) },
    { says: '((?:19|20)\\d{2}) ?年(?! ?\\d{1,2} ?月)', read: ([, of]) => spanOfYear(Number(of)) },
    // 三月 · 11月, but not 3月5日
    {
      says: `(?<![\\d${digits}年第])(\\d{1,2}|十[一二]|[${digits}])月(?:份)?(?! ?\\d{1,2} ?[日号])`,
      read: ([, n], today) => lastBegun(today, (of) => spanOfMonth(of, number('count', n!))),
    },
  ]
}

export const chineseMoments = () => tongueOf('zh', forms, { isSpaceless: true })
