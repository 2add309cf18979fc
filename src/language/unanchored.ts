import { monthNumber } from './months.js'
import { momentNoted } from './moments.js'
import { datesWritten } from './dates.js'
import type { Day, Span } from '../model/time.js'
import { letterPattern } from '../text/letters.js'
import { whenAsked } from '../text/once.js'
import { anyOf, statedBy, wholeWords } from './statements.js'

/** No pronoun has so many characters. */
const longestPronoun = 16

/** A pattern at the start of a text in small letters. */
const begins = (pattern: string) => letterPattern(({ alone, mark }) => `^(?:${pattern})(?![${alone}${mark}])`)
const ofOther = whenAsked(() => begins(`(${anyOf('subject')})|${anyOf('possessor')}`))
const ofWriter = whenAsked(() => begins(anyOf('writer')))

export interface Pronoun {
  readonly word: string
  readonly isWriter: boolean
  /** Whether it is the subject (`she`) and no possessive (`her`). */
  readonly isSubject: boolean
}

export function pronounIn(text: string): Pronoun | undefined {
  const start = text.slice(0, longestPronoun).toLowerCase()
  const [writer] = ofWriter()(start).exec(start) ?? []
  const [other, subject] = ofOther()(start).exec(start) ?? []
  const found = writer ?? other
  if (found === undefined) return undefined
  return { word: text.slice(0, found.length), isWriter: writer !== undefined, isSubject: subject !== undefined }
}

const today = whenAsked(() => new RegExp(wholeWords(statedBy('today')), 'iu'))

/** The time that a statement names relative to its own day: `yesterday`, `next Friday`. */
export function onlyFromItsDay(text: string, day: Day): Span | undefined {
  if (datesWritten(text, day) !== null) return undefined
  return momentNoted(text, day) ?? (today().test(text) ? { start: day, end: day } : undefined)
}

/** A text with the day behind its word for today: `Sold today` → `Sold today (2026-02-13)`. */
export const withTodayDated = (text: string, day: Day): string =>
  text.includes(day) ? text : text.replace(today(), (word) => `${word} (${day})`)

/** A word whose point ends no sentence: `Dr. Weber`, `Nov. 3`, `e.g. tea`. */
const abbreviation = whenAsked(() =>
  letterPattern(({ upper, alone }) => `^(?:[${upper}][${alone}]{0,3}|[${alone}]|${anyOf('abbreviations')})\\.$`),
)

/** Whether a text ends with an abbreviation. */
function endsShort(text: string): boolean {
  if (!text.endsWith('.')) return false
  const [word] = /[^\s(]*$/.exec(text.slice(-longestShort))!
  return word.length < longestShort && abbreviation()(word).test(word)
}
/** Whether a text was cut behind the point of a day, which ends no sentence: `am 22. April`. */
const isDateSplit = (before: string, behind: string): boolean =>
  /(?<!\d)\d{1,2}\.$/.test(before.slice(-4)) && monthNumber(/^[\p{L}]{3,10}/u.exec(behind)?.[0] ?? '') > 0

/** No abbreviation has so many characters. */
const longestShort = 24

export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const part of text.split(/(?<=[.!?]["”’)]?)\s+|(?<=[。！？])|\n/u)) {
    const last = sentences.at(-1)
    if (last !== undefined && (endsShort(last) || isDateSplit(last, part)))
      sentences[sentences.length - 1] = `${last} ${part}`
    else sentences.push(part)
  }
  return sentences.map((each) => each.trim()).filter((each) => each !== '')
}

/** How many sentences of three words and more a statement has. */
export const sentencesIn = (text: string): number =>
  sentencesOf(text).filter((each) => (each.match(/[\p{L}\p{M}\d]+/gu) ?? []).length >= 3 || /\p{Lo}{6}/u.test(each))
    .length
