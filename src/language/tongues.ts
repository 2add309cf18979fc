import { spanOfMonth, type Day, type Span } from '../model/time.js'
import {
  ago,
  back,
  dayBy,
  lastBegun,
  lastOver,
  monthBy,
  quarterBy,
  season,
  weekBy,
  weekday,
  weekdayToCome,
  weekendBy,
  yearBy,
  yearOf,
  type Unit,
} from './calendar.js'
import { type Calendar, calendarOf } from './calendar-words.js'
import { frameKinds, type Frame, type MomentForm, type PhraseList, type Tongue } from './moment-form.js'
import { readyMoments } from './ready-moments.js'
import { eitherOf, entriesOf, pairsOf } from './sections.js'
import { once, whenAsked } from '../text/once.js'

export const steps: Readonly<Record<string, (today: Day, by: number) => Span | undefined>> = {
  week: weekBy,
  weekend: weekendBy,
  month: monthBy,
  quarter: quarterBy,
  year: yearBy,
}

interface MomentSaid {
  readonly count: number
  readonly unit: Unit
  readonly step: string | undefined
  readonly weekday: number
  /** The span of the month or season in a year. */
  readonly inYear: (year: number) => Span | undefined
}
type Groups = Readonly<Record<string, string | undefined>>
type Read = (said: MomentSaid, today: Day) => Span | undefined

/** The last, current or next span of one that recurs every year. */
export function inYears(by: -1 | 0 | 1, inYear: (year: number) => Span | undefined, today: Day): Span | undefined {
  if (by < 0) return lastOver(today, inYear)
  const now = lastBegun(today, inYear)
  if (by === 0) return now && now.end >= today ? now : inYear(yearOf(today))
  return [0, 1].map((more) => inYear(yearOf(today) + more)).find((span) => span !== undefined && span.start > today)
}

/** The last, this or the next week, weekday, month, season … */
const turned =
  (by: -1 | 0 | 1): Read =>
  ({ step, weekday: day, inYear }, today) => {
    if (step !== undefined) return steps[step]!(today, by)
    if (day > 0 && by === 0) return dayBy(weekBy(today, 0).start, day - 1)
    if (day > 0) return by < 0 ? weekday(today, day, false) : dayBy(weekday(today, day, true).start, 7)
    return inYears(by, inYear, today)
  }
const later: Read = ({ count, unit }, today) => ago(today, -count, unit)
const latestDay: Read = ({ weekday: day }, today) => weekday(today, day, true)
const firstDay: Read = ({ weekday: day }, today) => weekdayToCome(today, day)

interface PhraseMeaning {
  readonly noted?: true
  readonly read: Read
  readonly coming?: Read
}

/** What the phrases of each section mean. All but `back` are read in notes, too. */
const meanings = {
  ago: { noted: true, read: ({ count, unit }, today) => ago(today, count, unit) },
  in: { noted: true, read: () => undefined, coming: later },
  later: { noted: true, read: later },
  back: { read: ({ count, unit }, today) => back(today, count, unit) },
  last: { noted: true, read: turned(-1) },
  this: { noted: true, read: turned(0) },
  next: { noted: true, read: turned(1) },
  coming: { noted: true, read: firstDay },
  'since weekday': { noted: true, read: latestDay },
  'on weekday': { noted: true, read: latestDay, coming: firstDay },
} as const satisfies Record<PhraseList, PhraseMeaning>

const letter = 'A-Za-z0-9_\u00c0-\u024f'
const bounded = (source: string): string => `(?<![${letter}])(?:${source})(?![${letter}])`
function framePattern(side: Frame['side'], either: string, isSpaceless: boolean): RegExp {
  if (side === 'behind') return new RegExp(`^ ?(?:${either})`)
  if (isSpaceless) return new RegExp(`(?:${either}) ?$`)
  return new RegExp(`(?<![${letter}])(?:${either})(?: the)?(?<=['’]|[a-zà-ù])[ -]?$`)
}

/** How a language says times: by its `moments.txt`, and by forms of its own that are more than phrases. */
export function tongueOf(
  code: string,
  own: (calendar: Calendar) => readonly MomentForm[] = () => [],
  {
    isSpaceless = false,
    ...tenses
  }: { readonly past?: string; readonly future?: string; readonly isSpaceless?: boolean } = {},
): Tongue {
  const ready = readyMoments(code)
  const { sections } = ready
  const calendar = calendarOf(code, sections)
  const saidIn = ({
    count = '1',
    unit = '',
    step,
    weekday: day = '',
    month,
    season: name = '',
  }: Groups): MomentSaid => ({
    count: calendar.number('count', count),
    unit: calendar.named('unit', unit) as Unit,
    step: step && calendar.named('step', step),
    weekday: calendar.number('weekday', day),
    inYear: (year) =>
      month === undefined
        ? season(year, calendar.number('season', name))
        : spanOfMonth(year, calendar.number('month', month)),
  })
  const phrases = ready.phrases.map(({ list, ...phrase }): MomentForm => {
    const { read, coming, ...rest }: PhraseMeaning = meanings[list]
    return {
      ...rest,
      ...phrase,
      read: ({ groups = {} }, today) => read(saidIn(groups), today),
      ...(coming && { coming: ({ groups = {} }, today) => coming(saidIn(groups), today) }),
    }
  })
  const days = new Map(pairsOf(sections.days).map(([name, by]) => [name, Number(by)]))
  const dayForm = (words: readonly string[], noted: { readonly noted?: true } = {}): MomentForm => ({
    ...noted,
    needs: words,
    get says() {
      return eitherOf(words)
    },
    read: ([name], today) => dayBy(today, days.get(name)!),
  })
  const [others, ofToday] = [false, true].map((is) => [...days.keys()].filter((name) => (days.get(name) === 0) === is))
  return {
    forms: [dayForm(others!, { noted: true }), dayForm(ofToday!), ...phrases, ...own(calendar)],
    pattern: once(({ says }) => new RegExp(isSpaceless ? says : bounded(says), 'g')),
    frames: whenAsked(() =>
      frameKinds.flatMap((name) =>
        (['before', 'behind'] as const).flatMap((side): Frame[] => {
          const either = eitherOf(entriesOf(sections[`${side} ${name}`]))
          const pattern = whenAsked(() => framePattern(side, either, isSpaceless))
          return either === '' ? [] : [{ side, pattern, makes: name }]
        }),
      ),
    ),
    words: (list) => entriesOf(sections[list]),
    tense: once((list) => {
      const either = [...entriesOf(sections[list]), ...(tenses[list] ? [tenses[list]] : [])]
      return either.length === 0 ? undefined : new RegExp(bounded(either.join('|')))
    }),
  }
}
