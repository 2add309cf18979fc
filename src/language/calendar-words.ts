import { monthNames } from '../model/months.js'
import { once } from '../text/once.js'
import type { MomentList } from './moment-form.js'
import { eitherOf, entriesOf, pairsOf, type Sections } from './sections.js'

export type CalendarList = 'count' | 'unit' | 'step' | 'weekday' | 'month' | 'season' | 'ordinal'

export interface Calendar {
  readonly words: (table: CalendarList) => string[]
  /** A pattern of any of them. */
  readonly any: (table: CalendarList) => string
  /** The number that a word means; 0 for a word that no table has. */
  readonly number: (table: CalendarList, word: string) => number
  readonly named: (table: CalendarList, word: string) => string | undefined
}

export function calendarOf(code: string, sections: Sections<MomentList>): Calendar {
  const months = monthNames[code as keyof typeof monthNames] ?? []
  const tableOf = once((table: CalendarList): ReadonlyMap<string, string> =>
    table === 'month'
      ? new Map(months.map((name, at) => [name.toLowerCase(), String(at + 1)]))
      : new Map(pairsOf(sections[`${table}s`])),
  )
  const words: Calendar['words'] = (table) => [...tableOf(table).keys()]
  const either = (table: CalendarList): string => eitherOf(words(table))
  // The end of a larger number is another number: `5` of `2.5`, `five` of `twenty-five`.
  const isWhole = `(?<!${eitherOf(['\\d[.,/⁄]?', ...entriesOf(sections.larger)])})`
  return {
    words,
    any: once((table) => (table === 'count' ? `${isWhole}(?:\\d{1,3}|${either(table)})` : either(table))),
    number: (table, word) => Number(tableOf(table).get(word) ?? (Number(word) || 0)),
    named: (table, word) => tableOf(table).get(word),
  }
}
