import { spanOfMonth, type Day, type Span } from '../../model/time.js'
import {
  ago,
  back,
  dayBy,
  lastOver,
  monthBy,
  season,
  weekBy,
  weekday,
  weekdayToCome,
  weekendBy,
  yearBy,
  type Unit,
} from '../calendar.js'
import { monthNames } from '../../model/months.js'
import type { Tongue } from '../moment-form.js'

const weekdays = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag']
const names = monthNames.de.map((name) => name.toLowerCase())
const seasons = ['frühling', 'sommer', 'herbst', 'winter']
const counts = 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ')
const units: Readonly<Record<string, Unit>> = { ta: 'day', wo: 'week', mo: 'month', ja: 'year' }

const count = `\\d{1,3}|eine[mnrs]?|${counts.join('|')}`
const unit = '(tag|woche|monat|jahr)(?:en?|n|s)?'
const turning = `(woche|wochenende|monat|jahr|sonnabend|${[...weekdays, ...names, ...seasons].join('|')})`

const countOf = (text: string): number => Number(text) || (text.startsWith('ein') ? 1 : counts.indexOf(text) + 1)
const unitOf = (text: string): Unit => units[text.slice(0, 2)]!
const weekdayNumber = (text: string): number => weekdays.indexOf(text.replace('sonnabend', 'samstag')) + 1

const steps: Readonly<Record<string, (today: Day, by: number) => Span | undefined>> = {
  woche: weekBy,
  wochenende: weekendBy,
  monat: monthBy,
  jahr: yearBy,
}

function turned(what: string, by: number, today: Day): Span | undefined {
  const step = steps[what]
  if (step) return step(today, by)
  const day = weekdayNumber(what)
  if (day > 0)
    return by < 0
      ? weekday(today, day, false)
      : by > 0
        ? weekdayToCome(today, day)
        : dayBy(weekBy(today, 0).start, day - 1)
  const which = names.indexOf(what)
  const inYear = (of: number): Span | undefined =>
    which < 0 ? season(of, seasons.indexOf(what)) : spanOfMonth(of, which + 1)
  return by < 0 ? lastOver(today, inYear) : undefined
}

export const germanMoments: Tongue = {
  forms: [
    { needs: ['vorgestern'], noted: true, says: 'vorgestern', read: (_, today) => dayBy(today, -2) },
    { needs: ['übermorgen'], noted: true, says: 'übermorgen', read: (_, today) => dayBy(today, 2) },
    { needs: ['gestern'], noted: true, says: 'gestern', read: (_, today) => dayBy(today, -1) },
    { needs: ['heute'], says: 'heute', read: (_, today) => dayBy(today, 0) },
    // `heute morgen` is today's, `der Morgen` a time of any day
    {
      needs: ['morgen'],
      noted: true,
      says: '(?<!\\b(?:[Gg]uten|[Aa]m|[Hh]eute|[Gg]estern|jeden|eines) )morgen',
      cased: true,
      read: (_, today) => dayBy(today, 1),
    },
    // vor drei Tagen · vor einer Woche
    {
      needs: ['vor '],
      noted: true,
      says: `vor (${count}) ${unit}`,
      read: ([, n, of], today) => ago(today, countOf(n!), unitOf(of!)),
    },
    // in zwei Wochen
    {
      needs: ['in '],
      noted: true,
      says: `in (${count}) ${unit}(?= ?(?:[.,;:!?)]|$))`,
      read: () => undefined,
      coming: ([, n, of], today) => ago(today, -countOf(n!), unitOf(of!)),
    },
    // in den letzten 3 Tagen
    {
      needs: ['letzte'],
      says: `(?:der|den|die) letzten (${count}) ${unit}`,
      read: ([, n, of], today) => back(today, countOf(n!), unitOf(of!)),
    },
    // letzte Woche · nächsten Freitag · dieses Jahr · vergangenen Sommer
    {
      needs: ['letzte', 'vorige', 'vergangene'],
      noted: true,
      says: `(?:letzte|vorige|vergangene)[mnrs]? ${turning}`,
      read: ([, what], today) => turned(what!, -1, today),
    },
    {
      needs: ['nächste', 'kommende'],
      noted: true,
      says: `(?:nächste|kommende)[mnrs]? ${turning}`,
      read: ([, what], today) => turned(what!, 1, today),
    },
    {
      needs: ['diese'],
      noted: true,
      says: `diese[mnrs]? (woche|wochenende|monat|jahr|sonnabend|${weekdays.join('|')})`,
      read: ([, what], today) => turned(what!, 0, today),
    },
    {
      needs: ['seit '],
      noted: true,
      says: `(?<=\\bseit )(${weekdays.join('|')}|sonnabend)`,
      read: ([, name], today) => weekday(today, weekdayNumber(name!), true),
    },
    // am Freitag, but not am Freitag und Montag
    {
      needs: ['am ', 'bis ', 'vor ', 'nach '],
      noted: true,
      says: `(?<=\\b(?:am|bis|vor|nach) )(${weekdays.join('|')}|sonnabend)(?! (?:und|oder) (?:am )?(?:sonnabend|${weekdays.join('|')}))`,
      read: ([, name], today) => weekday(today, weekdayNumber(name!), true),
      coming: ([, name], today) => weekdayToCome(today, weekdayNumber(name!)),
    },
  ],
  frames: [
    { before: 'seit(?: de[mr])?', makes: 'since' },
    { before: 'nach(?: de[mr])?', makes: 'after' },
    { before: 'vor(?: de[mr])?', makes: 'before' },
    { before: 'bis(?: zu[mr])?', makes: 'until' },
    { before: 'anfang(?: de[rs])?', makes: 'early' },
    { before: 'mitte(?: de[rs])?', makes: 'middle' },
    { before: 'ende(?: de[rs])?', makes: 'late' },
  ],
  to: 'und|bis',
  alone: ['am', 'im', 'in'],
  // Participles have `ge-`: `ist am Freitag` alone is to come.
  past: 'war|waren|hatte|hatten|wurde|wurden|ging|kam|sah|fuhr|[a-zäöü]{0,6}ge[a-zäöü]{2,}(?:t|en)',
  future: 'wird|werden|werde|will|soll|muss|plant|geplant|fällig',
}
