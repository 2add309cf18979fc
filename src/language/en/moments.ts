import { spanOfDate, spanOfMonth, spanOfYear, type Day, type Span } from '../../model/time.js'
import {
  ago,
  back,
  dateNear,
  dayBy,
  isoWeek,
  joinSpans,
  lastBegun,
  lastOver,
  monthBy,
  months,
  quarter,
  quarterBy,
  season,
  weekBy,
  weekday,
  weekdayOf,
  weekdayToCome,
  weekendBy,
  yearBy,
  yearOf,
  type Unit,
} from '../calendar.js'
import { monthNames } from '../../model/months.js'
import { centuries, type Tongue } from '../moment-form.js'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const names = monthNames.en
const short = names.map((name) => name.slice(0, 3))
const seasons = ['spring', 'summer', 'autumn', 'winter']
const counts = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

const monthBeginnings = short.map((name) => name.toLowerCase())
const quarters = ['q1', 'q2', 'q3', 'q4']
const both = (name: string): string => `${name}|${name.toLowerCase()}`
/** `may` and `march` are words, `mar` and `sec` nothing. */
const sure = [...names, 'Sept', ...short]
  .filter((name) => !/^Mar|^May/.test(name))
  .map(both)
  .join('|')
const month = `(${sure}|March|Mar|May)`
const anyCase = `(${sure}|[Mm]arch|[Mm]ay|Mar)`
const count = `\\d{1,3}|${counts.join('|')}|an?|a couple of|(?:a )?few|several`
const year = '((?:19|20)\\d{2})'
/** `in 2025`, but not `in 2025 lines`, `2025-11` or `2025.1`. */
const noCount = '(?![-/.,:]?\\d)(?! (?!(?:was|is|has|does|his|its|this|as)\\b)(?:[a-z]+s|people)\\b)'
const noDate = "(?!['’]s)(?!\\.?,? ?\\d)"

const monthNumber = (text: string): number =>
  short.findIndex((name) => name.toLowerCase() === text.slice(0, 3).toLowerCase()) + 1
const seasonNumber = (text: string): number => seasons.indexOf(text.toLowerCase().replace('fall', 'autumn'))
const ordinal = (text: string): number =>
  Number(text[0]) || ['fir', 'sec', 'thi', 'fou'].indexOf(text.slice(0, 3).toLowerCase()) + 1

function countOf(text: string): number {
  const lower = text.toLowerCase()
  const vague = { a: 1, an: 1, 'a couple of': 2, 'a few': 3, few: 3, several: 4 }[lower]
  return vague ?? (Number(lower) || counts.indexOf(lower) + 1)
}

/** `last`, `this`, `next` of a week, a month, a season … */
function turned(which: string, what: string, today: Day): Span | undefined {
  const by = /^(?:last|previous)$/i.test(which) ? -1 : /^next$/i.test(which) ? 1 : 0
  const name = what.toLowerCase()
  if (name === 'week') return weekBy(today, by)
  if (name === 'weekend') return weekendBy(today, by)
  if (name === 'month') return monthBy(today, by)
  if (name === 'quarter') return quarterBy(today, by)
  if (name === 'year') return yearBy(today, by)
  if (weekdays.includes(name)) {
    const at = weekdays.indexOf(name) + 1
    return by < 0 ? weekday(today, at, false) : by > 0 ? nextWeekday(today, at) : dayBy(weekBy(today, 0).start, at - 1)
  }
  const inYear =
    seasonNumber(name) < 0
      ? (of: number) => spanOfMonth(of, monthNumber(name))
      : (of: number) => season(of, seasonNumber(name))
  if (by < 0) return lastOver(today, inYear)
  const now = lastBegun(today, inYear)
  if (by === 0) return now && now.end >= today ? now : inYear(yearOf(today))
  const coming = [0, 1].map((more) => inYear(yearOf(today) + more))
  return coming.find((span) => span !== undefined && span.start > today)
}

const nextWeekday = (today: Day, at: number): Span => {
  const { start } = weekday(today, at, true)
  return dayBy(start, 7)
}

/** Winter of a year that it has not begun in is the one that ends there. */
function seasonOf(which: number, of: number, today: Day): Span | undefined {
  const span = season(of, which)
  return which === 3 && span && span.start > today ? season(of - 1, which) : span
}

/** Words that make a season or a quarter without a year a time. */
const at =
  '(?<=\\b(?:in|since|during|before|after|until|till|around|throughout|from|early|mid|late|(?:end|start|beginning|middle) of|over)(?: the|[ -]mid)?[ -])'

export const englishMoments: Tongue = {
  forms: [
    {
      needs: ['before yesterday'],
      noted: true,
      says: 'the day before yesterday',
      read: (_, today) => dayBy(today, -2),
    },
    { needs: ['after tomorrow'], noted: true, says: 'the day after tomorrow', read: (_, today) => dayBy(today, 2) },
    {
      needs: ['yesterday', 'last night'],
      noted: true,
      says: 'yesterday|last night',
      read: (_, today) => dayBy(today, -1),
    },
    {
      needs: ['today', 'tonight', 'this '],
      says: 'today|tonight|this (?:morning|afternoon|evening)',
      read: (_, today) => dayBy(today, 0),
    },
    { needs: ['tomorrow'], noted: true, says: 'tomorrow', read: (_, today) => dayBy(today, 1) },
    // 3 days ago · two weeks ago · a month ago
    {
      needs: [' ago', ' back'],
      noted: true,
      says: `(${count}) (day|week|month|year)s? (?:ago|back)`,
      read: ([, n, unit], today) => ago(today, countOf(n!), unit!.toLowerCase() as Unit),
    },
    // in two weeks · in 10 days
    {
      needs: ['in '],
      noted: true,
      says: `in (${count}) (day|week|month|year)s?(?= ?(?:[.,;:!?)]|$))`,
      // `Finished it in two days` says how long it took.
      read: () => undefined,
      coming: ([, n, unit], today) => ago(today, -countOf(n!), unit!.toLowerCase() as Unit),
    },
    // the last 30 days · past two weeks
    {
      needs: ['last ', 'past ', 'previous '],
      says: `(?:last|past|previous) (${count}) (day|week|month|year)s?`,
      read: ([, n, unit], today) => back(today, countOf(n!), unit!.toLowerCase() as Unit),
    },
    {
      needs: ['past '],
      says: 'past (day|week|month|year)(?! of\\b)',
      read: ([, unit], today) => back(today, 1, unit!.toLowerCase() as Unit),
    },
    // last week · this quarter · next year · last Monday · last summer · last May
    {
      needs: ['last ', 'previous ', 'this ', 'next '],
      noted: true,
      says: `(last|previous|this|next) (week|weekend|month|quarter|year|${weekdays.join('|')}|${seasons.join('|')}|fall)(?! of\\b)`,
      read: ([, which, what], today) => turned(which!, what!, today),
    },
    {
      needs: ['last ', 'this ', 'next '],
      noted: true,
      says: `([Ll]ast|[Tt]his|[Nn]ext) ${month}${noDate}`,
      cased: true,
      read: ([, which, what], today) => turned(which!, what!, today),
    },
    {
      needs: ['weekend'],
      says: '(?<=\\bover |\\bat )the weekend',
      read: (_, today) => weekendBy(today, weekdayOf(today) > 5 ? 0 : -1),
    },
    {
      needs: ['day'],
      noted: true,
      says: `(?<=\\bsince )(${weekdays.join('|')})`,
      read: ([, name], today) => weekday(today, weekdays.indexOf(name!.toLowerCase()) + 1, true),
    },
    // on Friday, but not on Friday and Monday
    {
      needs: ['day'],
      noted: true,
      says: `(?<=\\b(?:on|before|after|until|till|from|by) )(${weekdays.join('|')})(?! (?:and|or) (?:on )?(?:${weekdays.join('|')}))`,
      read: ([, name], today) => weekday(today, weekdays.indexOf(name!.toLowerCase()) + 1, true),
      coming: ([, name], today) => weekdayToCome(today, weekdays.indexOf(name!.toLowerCase()) + 1),
    },
    // on the 25th, but not of a month
    {
      needs: ['1st', '2nd', '3rd', '0th', '1th', '2th', '3th', '4th', '5th', '6th', '7th', '8th', '9th'],
      noted: true,
      says: '(?<=\\b(?:on|since|before|after|until|till|from|by) )the (\\d{1,2})(?:st|nd|rd|th)(?! [a-z])',
      read: ([, date], today) => dateNear(today, Number(date), -1),
      coming: ([, date], today) => dateNear(today, Number(date), 1),
    },
    // spring 2025 · fall of 2024 · winter 2024/25
    {
      needs: [...seasons, 'fall'],
      noted: true,
      says: `(${seasons.join('|')}|fall)(?: of|,)? ${year}(?:[/–-]\\d{2,4})?`,
      read: ([all, name, of], today) =>
        /\d[/–-]\d/.test(all!)
          ? season(Number(of), seasonNumber(name!))
          : seasonOf(seasonNumber(name!), Number(of), today),
    },
    // `in spring`; Spring is a framework
    {
      needs: seasons,
      says: `${at}(${seasons.join('|')})(?! (?:boot|mvc|cleaning))`,
      cased: true,
      read: ([, name], today) => lastBegun(today, (of) => season(of, seasonNumber(name!))),
    },
    // Q3 2025 · 2025-Q3 · the third quarter of 2025 · in Q3
    {
      needs: quarters,
      noted: true,
      says: `q([1-4])(?:[ ,/-]|, | of )?${year}`,
      read: ([, q, of]) => quarter(Number(of), Number(q)),
    },
    {
      needs: quarters,
      noted: true,
      says: `${year}[ -/]?q([1-4])`,
      read: ([, of, q]) => quarter(Number(of), Number(q)),
    },
    {
      needs: ['quarter'],
      noted: true,
      says: `(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: of|,)? ${year}`,
      read: ([, q, of]) => quarter(Number(of), ordinal(q!)),
    },
    {
      needs: quarters,
      says: `${at}Q([1-4])`,
      cased: true,
      read: ([, q], today) => lastBegun(today, (of) => quarter(of, Number(q))),
    },
    // H1 2025 · the second half of 2025
    {
      needs: ['h1', 'h2', 'half'],
      noted: true,
      says: `(?:h([12])|(first|second|1st|2nd) half)(?: of)? ${year}`,
      read: ([, h, words, of]) =>
        Number(h ?? ordinal(words!)) === 1 ? months(Number(of), 1, 6) : months(Number(of), 7, 12),
    },
    // 2025-11-27T10:00 · 2025-11-27T10:00:05.250+02:00: to a note a stamp, to a question that day
    {
      needs: centuries,
      says: '(?<![-/.\\d])(\\d{4}-\\d{2}-\\d{2})t\\d{2}:?\\d{2}(?::?\\d{2}(?:[.,]\\d{1,9})?)?(?:z|[+-]\\d{2}:?(?:\\d{2})?)?',
      read: ([, day]) => spanOfDate(day!),
    },
    // 2025-11 · 2025/11: only a question means a month by it, a note may number anything so
    {
      needs: centuries,
      says: '(?<![-/.\\d])((?:19|20)\\d{2})[-/](0[1-9]|1[0-2])(?![-/.]?\\d)',
      read: ([, of, which]) => months(Number(of), Number(which), Number(which)),
    },
    // 2025-W12 · week 12 of 2025
    {
      needs: ['w0', 'w1', 'w2', 'w3', 'w4', 'w5'],
      says: `${year}-?w(\\d{1,2})`,
      read: ([, of, week]) => isoWeek(Number(of), Number(week)),
    },
    {
      needs: ['week '],
      noted: true,
      says: `week (\\d{1,2})(?: of|,)? ${year}`,
      read: ([, week, of]) => isoWeek(Number(of), Number(week)),
    },
    // between March and May 2025 · from June to August
    {
      needs: ['between', 'from'],
      says: `(?<=\\b(?:[Bb]etween|[Ff]rom) )${anyCase} (?:and|to|until|till|through) ${anyCase}(?:,? ${year})?(?! ?\\d)`,
      cased: true,
      read: ([, from, until, of], today) => {
        const [first, last] = [monthNumber(from!), monthNumber(until!)]
        const over = last < first ? 12 : 0
        const inYear = (end: number): Span | undefined => months(over ? end - 1 : end, first, last + over)
        return of ? inYear(Number(of)) : lastBegun(today, inYear)
      },
    },
    {
      needs: ['between', 'from'],
      says: `(?<=\\b(?:between|from) )${year} (?:and|to|until|till|through) ${year}${noCount}`,
      read: ([, from, until]) => joinSpans(spanOfYear(Number(from)), spanOfYear(Number(until))),
    },
    // in May · since March; `may I` and `march on` are no months
    {
      needs: monthBeginnings,
      says: `(?<=\\b(?:[Ii]n|[Ss]ince|[Dd]uring) )${anyCase}${noDate}`,
      cased: true,
      read: ([, name], today) => lastBegun(today, (of) => spanOfMonth(of, monthNumber(name!))),
    },
    {
      needs: monthBeginnings,
      says: `(?<=\\b(?:[Bb]efore|[Aa]fter|[Uu]ntil|[Tt]ill|[Aa]round|[Tt]hroughout|[Ff]rom|[Ee]arly|[Mm]id|[Ll]ate|[Ee]nd of|[Ss]tart of|[Bb]eginning of|[Mm]iddle of|[Mm]onth of)(?: in)?[ -])${month}${noDate}`,
      cased: true,
      read: ([, name], today) => lastBegun(today, (of) => spanOfMonth(of, monthNumber(name!))),
    },
    // before 2025 · late 2024: the word makes it a year
    {
      needs: centuries,
      says: `(?<=\\b(?:in|since|during|from|until|till|by|before|after|around|circa|throughout|early|mid|late|end of|start of|beginning of|middle of|year)(?: in)?[ -])${year}${noCount}`,
      read: ([, of]) => spanOfYear(Number(of)),
    },
  ],
  frames: [
    { before: '(?:the )?weekend of', makes: 'weekend' },
    { before: '(?:the )?week of', makes: 'week' },
    { before: 'since|starting(?: in| on)?', makes: 'since' },
    { before: 'after|later than|following', makes: 'after' },
    { before: 'before|prior to|earlier than', makes: 'before' },
    { before: 'until|till|up to|by', makes: 'until' },
    { before: 'around|about|circa|near', makes: 'around' },
    { before: 'early(?: in)?|(?:beginning|start) of', makes: 'early' },
    { before: 'mid|middle of', makes: 'middle' },
    { before: 'late(?: in)?|end of', makes: 'late' },
  ],
  to: 'and|to|until|till|through|–|—|-',
  alone: ['in', 'on'],
  past: 'was|were|had|did|went|came|got|met|saw|took|made|left|bought|sold|said|told|found|gave|ate|ran|sent|paid|lost|won|built|wrote|began|broke|[a-z]{2,}[a-df-z]ed',
  future:
    "will|[a-z]+['’]ll|going to|is to|are to|plans?|planned|due|booked|scheduled|needs?|must|should|starts?|begins?",
}
