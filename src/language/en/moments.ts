import { monthNames } from '../../model/months.js'
import { spanOfDate, spanOfMonth, spanOfYear, type Day, type Span } from '../../model/time.js'
import { dateNear, isoWeek, joinSpans, lastBegun, months, quarter, season, weekdayOf, weekendBy } from '../calendar.js'
import type { Calendar } from '../calendar-words.js'
import { centuries, type MomentForm } from '../moment-form.js'
import { inYears, tongueOf } from '../tongues.js'

const names = monthNames.en
const short = names.map((name) => name.slice(0, 3))
const monthBeginnings = short.map((name) => name.toLowerCase())
const quarters = ['q1', 'q2', 'q3', 'q4']
const both = (name: string): string => `${name}|${name.toLowerCase()}`
/** Names of months that are no other words in small letters: without `may`, `march` and `mar`. */
const sure = [...names, 'Sept', ...short]
  .filter((name) => !/^Mar|^May/.test(name))
  .map(both)
  .join('|')
const month = `(${sure}|March|Mar|May)`
const anyCase = `(${sure}|[Mm]arch|[Mm]ay|Mar)`
const year = '((?:19|20)\\d{2})'
/** `in 2025`, but not `in 2025 lines`, `2025-11` or `2025.1`. */
const noCount = '(?![-/.,:]?\\d)(?! (?!(?:was|is|has|does|his|its|this|as)\\b)(?:[a-z]+s|people)\\b)'
const noDate = "(?!['’]s)(?!\\.?,? ?\\d)"

const monthNumber = (text: string): number =>
  short.findIndex((name) => name.toLowerCase() === text.slice(0, 3).toLowerCase()) + 1

const by: Readonly<Record<string, -1 | 0 | 1>> = { last: -1, this: 0, next: 1 }

/** A season of a year. A winter that has not yet begun in that year is the one that ends in it. */
function seasonOf(which: number, of: number, today: Day): Span | undefined {
  const span = season(of, which)
  return which === 3 && span && span.start > today ? season(of - 1, which) : span
}

/** Words before a season or a quarter that make it a time, even without a year. */
const at =
  '(?<=\\b(?:in|since|during|before|after|until|till|around|throughout|from|early|mid|late|(?:end|start|beginning|middle) of|over)(?: the|[ -]mid)?[ -])'

function forms({ any, number, words }: Calendar): readonly MomentForm[] {
  const seasons = words('season')
  return [
    {
      needs: ['last ', 'this ', 'next '],
      noted: true,
      says: `([Ll]ast|[Tt]his|[Nn]ext) ${month}${noDate}`,
      cased: true,
      read: ([, which, name], today) =>
        inYears(by[which!.toLowerCase()]!, (of) => spanOfMonth(of, monthNumber(name!)), today),
    },
    {
      needs: ['weekend'],
      says: '(?<=\\bover |\\bat )the weekend',
      read: (_, today) => weekendBy(today, weekdayOf(today) > 5 ? 0 : -1),
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
      needs: seasons,
      noted: true,
      says: `(${any('season')})(?: of|,)? ${year}(?:[/–-]\\d{2,4})?`,
      read: ([all, name, of], today) =>
        /\d[/–-]\d/.test(all!)
          ? season(Number(of), number('season', name!))
          : seasonOf(number('season', name!), Number(of), today),
    },
    // `in spring`; Spring is a framework, and a fall an accident
    {
      needs: seasons,
      says: `${at}(?!fall)(${any('season')})(?! (?:boot|mvc|cleaning))`,
      cased: true,
      read: ([, name], today) => lastBegun(today, (of) => season(of, number('season', name!))),
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
      says: `(${any('ordinal')}) quarter(?: of|,)? ${year}`,
      read: ([, q, of]) => quarter(Number(of), number('ordinal', q!)),
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
      read: ([, h, which, of]) =>
        Number(h ?? number('ordinal', which!)) === 1 ? months(Number(of), 1, 6) : months(Number(of), 7, 12),
    },
    // 2025-11-27T10:00 · 2025-11-27T10:00:05.250+02:00: in a note a timestamp, in a question that day
    {
      needs: centuries,
      says: '(?<![-/.\\d])(\\d{4}-\\d{2}-\\d{2})t\\d{2}:?\\d{2}(?::?\\d{2}(?:[.,]\\d{1,9})?)?(?:z|[+-]\\d{2}:?(?:\\d{2})?)?',
      read: ([, day]) => spanOfDate(day!),
    },
    // 2025-11 · 2025/11: a month only in a question; in a note it may number anything
    {
      needs: centuries,
      says: '(?<![-/.\\d])((?:19|20)\\d{2})[-/](0[1-9]|1[0-2])(?![-/.]?\\d)',
      read: ([, of, which]) => months(Number(of), Number(which), Number(which)),
    },
    // 2025-W12 · week 12 of 2025
    {
      needs: ['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8', 'w9'],
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
  ]
}

export const englishMoments = () => tongueOf('en', forms, { past: '[a-z]{2,}[a-df-z]ed', future: "[a-z]+['’]ll" })
