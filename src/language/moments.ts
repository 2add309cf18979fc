import { isDay, spanOfMoment, type Day, type Span } from '../model/time.js'
import { germanMoments } from './de/moments.js'
import { chineseMoments } from './zh/moments.js'
import { englishMoments } from './en/moments.js'
import { makes, type MomentForm, type MomentList, type Tongue } from './moment-form.js'
import { italianMoments } from './it/moments.js'
import { whenAsked } from '../text/once.js'

export interface Dated {
  readonly at: number
  readonly length: number
  readonly span: Span
}

export type DateIn = (text: string, today: Day) => Dated | null

/** The most characters that are read of a question. */
const longest = 2000

/**
 * The time that a question names: written out, as `dateIn` reads it, or in words, counted from today. A time that could
 * be past or to come is past. Of several it is the first; null where there is none.
 *
 *     what did I cook last week   →  Monday to Sunday; what did I cook
 *     since March, who has left?  →  the first of March, until the end of time; , who has left?
 *     may I ask                   →  null
 */
export function daysAsked(question: string, today: Day, dateIn: DateIn): DaysAsked | null {
  const text = plain(question)
  const moment = momentFrom(text, today, dateIn)
  if (!moment) return null
  const said = text.slice(moment.at, moment.end).match(/\S*[\dA-Z]\S*/g) ?? []
  const [before, behind] = [text.slice(0, moment.at), text.slice(moment.end) + question.slice(longest)]
  const words = said.filter((word) => !byNumbers.test(word))
  return {
    span: moment.span,
    beside: `${before} ${behind}`,
    rest: [before, ...words, behind].join(' '),
    isNumbers: said.length > 0 && said.every((word) => numbers.test(word)),
    isDated: said.some((word) => /^\d/.test(word)),
  }
}

/** A day in numbers, each of which many other days have too: `2026-07-06`, `06.07.2026`. */
const byNumbers = /^\d+([-/.])\d+\1\d/
const numbers = /^\d[\dTZ:+,./;!?-]*$/

export interface DaysAsked {
  readonly span: Span
  /** The question without the time. */
  readonly beside: string
  /** The question without the time, but with those of its words that a note may write too (`Nov 27`). */
  readonly rest: string
  /** Whether the time has a number, as a day or a year has: `July 12`, `2026-07`. */
  readonly isDated: boolean
  /** Whether the time is told by its numbers alone: `2026-07`. */
  readonly isNumbers: boolean
}

/**
 * A time that stands alone, as `--since` takes it: a date, an age (`7d`), or words: `last week`, `around Nov 27`, `Q3`.
 * Undefined for anything else, and where there is more than a time.
 */
export function timeNamed(text: string, today: Day, dateIn: DateIn): Span | undefined {
  const exact = spanOfMoment(text, today)
  if (exact) return exact
  const said = plain(text).trim()
  for (const before of ['', ...wordsIn('alone').map((word) => `${word} `)]) {
    const whole = before + said
    const moment = momentFrom(whole, today, dateIn)
    if (moment && moment.end === whole.length && small().test(whole.slice(0, moment.at))) return moment.span
  }
  return undefined
}

/**
 * The time that a note names in words, counted from its own day; null where it names none, or one that is only read in
 * questions.
 *
 *     Met Ana yesterday.      →  the day before
 *     Dentist on Friday.      →  the first Friday that is not over
 *     Baked on Friday.        →  the last one
 *     Prefers to go in May.   →  null
 */
export function momentNoted(text: string, day: Day): Span | null {
  if (!mayName(text)) return null
  const said = plain(text)
  return momentWithin(said, said, day)?.span ?? null
}

/** The most times that are read of one line; a line with more is a calendar. */
const mostMoments = 12

/** Every time that a note names in words, in its order, with these words. */
export function everyMoment(text: string, day: Day): { readonly said: string; readonly span: Span }[] {
  if (!mayName(text)) return []
  const whole = plain(text)
  const found: { said: string; span: Span }[] = []
  for (let rest = whole; found.length < mostMoments;) {
    const moment = momentWithin(rest, whole, day)
    if (!moment) break
    found.push({ said: rest.slice(moment.at, moment.end), span: moment.span })
    rest = rest.slice(moment.end)
  }
  return found
}

/** @param whole the text that tells whether the time lies in the future */
function momentWithin(said: string, whole: string, day: Day): Moment | undefined {
  const moment = firstMoment(
    said,
    (form, match, tongue) => (form.coming && toCome(whole, tongue) ? form.coming : form.read)(match, day),
    { isRead: ({ noted = false }) => noted },
  )
  return moment && isDay(moment.span.start) && isDay(moment.span.end) ? moment : undefined
}

const small = whenAsked(() => new RegExp(`^(?:${anyIn('small')}|\\s)*$`, 'i'))

/**
 * Strings, one of which stands in every text that names a time; most texts of a log have none. `weekend` is left out,
 * for it contains `week`.
 */
const needed = whenAsked(() => {
  const needs = [...new Set(spaced().flatMap(({ forms }) => forms.flatMap((form) => (form.noted && form.needs) || [])))]
  return needs.filter((part) => !needs.some((other) => other !== part && part.includes(other)))
})
function mayName(text: string): boolean {
  if (/[\u4e00-\u9fff]/.test(text)) return true
  const lower = text.toLowerCase()
  return needed().some((part) => lower.includes(part))
}

/** Whether a text is about the future, in one language: it has a word of the future, or none of the past. */
function toCome(text: string, { tense }: Tongue): boolean {
  const lower = lowered(text)
  return (tense('future')?.test(lower) ?? false) || !(tense('past')?.test(lower) ?? false)
}

const plain = (text: string): string =>
  text
    .slice(0, longest)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/\b([Mm]id)-(?=[A-Z])/g, '$1 ')

/** A text in lower case, and as long as it was: `İ` would become two characters. */
const lowered = (text: string): string => {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

interface Moment {
  readonly at: number
  readonly end: number
  readonly span: Span
}

const spaced = whenAsked(() => [englishMoments(), italianMoments(), germanMoments()])
const chinese = whenAsked(chineseMoments)
const tongues = whenAsked((): readonly Tongue[] => [...spaced(), chinese()])
const wordsIn = (list: MomentList, of: readonly Tongue[] = tongues()): string[] =>
  of.flatMap(({ words }) => words(list))
const anyIn = (list: MomentList, of?: readonly Tongue[]): string => wordsIn(list, of).join('|')

/** The first time that a text names, as changed by the words beside it. */
function momentFrom(text: string, today: Day, dateIn: DateIn): Moment | undefined {
  const first = bare(text, today, dateIn)
  if (!first) return undefined
  const moment = rangeEnd(text, first, today, dateIn) ?? framed(text, first)
  // Near the first or the last possible day a span may reach beyond it.
  return isDay(moment.span.start) && isDay(moment.span.end) ? moment : undefined
}

/** The range between a time and a second one right behind the word for `to`: `between Nov 27 and last week`. */
function rangeEnd(text: string, first: Moment, today: Day, dateIn: DateIn): Moment | undefined {
  const before = opening().exec(text.slice(0, first.at))
  const between = before && toForm().exec(text.slice(first.end))
  if (!between) return undefined
  const from = first.end + between[0].length
  const second = bare(text.slice(from), today, dateIn)
  return second && second.at === 0 && second.span.end >= first.span.start
    ? { at: before.index, end: from + second.end, span: { start: first.span.start, end: second.span.end } }
    : undefined
}

const opening = whenAsked(
  () => new RegExp(`\\b(?:${anyIn('between', spaced())}) $|(?:${anyIn('between', [chinese()])})$`, 'i'),
)
const toForm = whenAsked(() => new RegExp(`^ ?(?:${anyIn('to')}) ?(?:(?:${anyIn('articles')}) |l['’])?`, 'i'))

/** The time that begins first in a text; of several that begin there the longest. */
const bare = (text: string, today: Day, dateIn: DateIn): Moment | undefined =>
  firstMoment(text, (form, match) => form.read(match, today), { best: written(text, today, dateIn) })

interface FirstMoment {
  /** A time that is found already. */
  readonly best?: Moment | undefined
  readonly isRead?: (form: MomentForm) => boolean
}

function firstMoment(
  text: string,
  read: (form: MomentForm, match: RegExpExecArray, tongue: Tongue) => Span | undefined,
  { best, isRead = () => true }: FirstMoment,
): Moment | undefined {
  const cjk = /[\u4e00-\u9fff]/.test(text)
  const lower = lowered(text)
  for (const tongue of cjk ? tongues() : spaced())
    for (const form of tongue.forms) {
      if (!isRead(form) || (form.needs && !form.needs.some((part) => lower.includes(part)))) continue
      const pattern = tongue.pattern(form)
      pattern.lastIndex = 0
      for (
        let match = pattern.exec(form.cased ? text : lower);
        match;
        match = pattern.exec(form.cased ? text : lower)
      ) {
        const [at, end] = [match.index, match.index + match[0].length]
        if (best && (at > best.at || (at === best.at && end <= best.end))) break
        const span = read(form, match, tongue)
        if (span) best = { at, end, span }
      }
    }
  return best
}

const yearWord = whenAsked(() => new RegExp(`^(?:${anyIn('yearWords')}) `, 'i'))

/** The first date that a text writes out, without the word that makes it one: `2019` of `since 2019`. */
function written(text: string, today: Day, dateIn: DateIn): Moment | undefined {
  const date = dateIn(text, today)
  if (!date) return undefined
  const end = date.at + date.length
  const word = yearWord().exec(text.slice(date.at, end))
  return { at: date.at + (word ? word[0].length : 0), end, span: date.span }
}

/**
 * Marks within a range that has an end. `Since` before such a range does not open it: `dal 27 novembre al 1 dicembre`.
 */
const ends = whenAsked(() => new RegExp(`[–—~至到]|\\.\\.| (?:${anyIn('rangeEnds')}) `))

function framed(text: string, { at, end, span }: Moment): Moment {
  let moment = { at, end, span }
  // `since early 2025`, `the end of last month`: the nearest word first.
  for (let more = 0; more < 2; more++) {
    const [left, right] = [lowered(text.slice(0, moment.at)), text.slice(moment.end)]
    const said = text.slice(at, end)
    for (const frame of tongues().flatMap(({ frames }) => frames())) {
      if (frame.makes === 'since' && ends().test(said)) continue
      const isBefore = frame.side === 'before'
      const match = frame.pattern().exec(isBefore ? left.slice(-40) : right)
      if (!match) continue
      const length = match[0].length
      moment = {
        at: isBefore ? moment.at - length : moment.at,
        end: isBefore ? moment.end : moment.end + length,
        span: makes[frame.makes](moment.span),
      }
      break
    }
  }
  return moment
}
