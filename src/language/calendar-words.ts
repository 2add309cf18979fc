import { monthNames } from '../model/months.js'
import { once } from '../text/once.js'
import type { MomentList } from './moment-form.js'
import { eitherOf, pairsOf, type Sections } from './sections.js'

export type CalendarList = 'count' | 'unit' | 'step' | 'weekday' | 'month' | 'season' | 'ordinal'

export interface Calendar {
  readonly words: (table: CalendarList) => string[]
  /** A pattern of any of them. */
  readonly any: (table: CalendarList) => string
  /** The number that a word means; 0 for a word that no table has. */
  readonly number: (table: CalendarList, word: string) => number
  readonly named: (table: CalendarList, word: string) => string | undefined
}

/** A number, but not the end of another: `1.5`, `1/2`, `二十五`. */
const alone = '(?<![\\d一二两三四五六七八九十百千几]|\\d[.,/\u2044])'

export function calendarOf(code: string, sections: Sections<MomentList>): Calendar {
  const months = monthNames[code as keyof typeof monthNames] ?? []
  const tableOf = once((table: CalendarList): ReadonlyMap<string, string> =>
    table === 'month'
      ? new Map(months.map((name, at) => [name.toLowerCase(), String(at + 1)]))
      : new Map(pairsOf(sections[`${table}s`])),
  )
  const words: Calendar['words'] = (table) => [...tableOf(table).keys()]
  return {
    words,
    any: once((table) =>
      table === 'count' ? `${alone}(?:\\d{1,3}|${eitherOf(words(table))})` : eitherOf(words(table)),
    ),
    number: (table, word) => Number(tableOf(table).get(word) ?? (Number(word) || 0)),
    named: (table, word) => tableOf(table).get(word),
  }
}
