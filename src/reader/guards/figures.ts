import { everyDate } from '../../language/dates.js'
import { everyMoment } from '../../language/moments.js'
import { monthNumber } from '../../language/months.js'
import type { Span } from '../../model/time.js'
import { literalForm } from '../plainly.js'
import { clocksIn, isSameNumber, numbersWithin, type NumberSaid } from '../numbers.js'
import { listSizes, numbersSaid } from './citation.js'
import type { Guard, GuardedAnswer } from './guard.js'

/** Refuses a number that the lines do not have, in some form and with the same unit. */
export const numbersStand: Guard = (of) => {
  const { evidence, evidenceNumbers } = of
  const within = numbersWithin(evidence.said)
  const sizes = listSizes(of)
  const year = Number(evidence.day.slice(0, 4))
  const isCounted = ({ values, counted }: NumberSaid): boolean =>
    values.some((value) => sizes.has(value)) &&
    !evidenceNumbers.some((other) => counted !== undefined && other.counted === counted)
  const said = numbersSaid(of)
  const miscounted = said.find(
    (number) =>
      number.counted !== undefined &&
      evidenceNumbers.some(({ counted }) => counted === number.counted) &&
      !evidenceNumbers.some((each) => each.counted === number.counted && isSameNumber(number, each)),
  )
  if (miscounted !== undefined && !within.has(miscounted.text))
    return `${miscounted.text} is not how many its lines count`
  const lost = said.find(
    (number) =>
      !evidenceNumbers.some((other) => isSameNumber(number, other)) &&
      !within.has(number.text) &&
      !number.values.includes(year) &&
      !isCounted(number),
  )
  if (lost !== undefined) {
    const isOther = evidenceNumbers.some(({ values }) => values.some((value) => lost.values.includes(value)))
    return isOther
      ? `${lost.text} is of another unit in its lines`
      : `${lost.text} does not stand in its lines or their headings`
  }
  const rate = ratesIn(of).find((unit) => !unitsOf(of).has(unit) && !isShortened(unit, evidence.said))
  return rate === undefined ? undefined : `no line says it by the ${rate}`
}

/** The units of rates: `$1 a year`, `per hour`. */
function ratesIn({ bare, evidence }: GuardedAnswer): string[] {
  const { vocabulary } = evidence
  return [...bare.toLowerCase().matchAll(/(?:\/|(?<=(\p{L}+))\s)(\p{L}+)/gu)].flatMap(
    ({ 0: whole, 1: before = '', 2: word }) => {
      const unit = vocabulary.unit(word!)
      const isRate = whole.startsWith('/') || vocabulary.isOf('determiner', before) || before === 'per'
      return unit !== undefined && isRate && timeUnits.has(unit) ? [unit] : []
    },
  )
}
const timeUnits: ReadonlySet<string> = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year'])

const unitsOf = ({ evidence }: GuardedAnswer): ReadonlySet<string> =>
  new Set((evidence.said.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => evidence.vocabulary.unit(word) ?? []))

/** Whether a text has a unit in short form, as in `$9/mo`, `40/hr`: its first letter and others of it in order. */
const isShortened = (unit: string, said: string): boolean =>
  [...said.toLowerCase().matchAll(/\/\s?(\p{L}{1,4})(?!\p{L})/gu)].some(([, short]) =>
    new RegExp(`^${[...short!].join('.*')}`, 'u').test(unit),
  )

interface TimeSaid {
  readonly said: string
  readonly span: Span
}

const timesIn = (text: string, day: string): TimeSaid[] =>
  text
    .split('\n')
    .flatMap((line) => [
      ...everyDate(line, day).map(({ at, length, span }) => ({ said: line.slice(at, at + length), span })),
      ...everyMoment(line, day),
    ])

/** Refuses a date, time of day or month that the lines do not have, read as of the day of their log. */
export const datesStand: Guard = (of) => {
  const { evidence, bare, literal: said } = of
  const { day } = evidence
  const told = timesIn(evidence.said, day)
  const ofLines = timesIn(evidence.lines.map(({ text }) => text).join('\n'), day)
  const isOfItsDay = ({ start, end }: Span): boolean =>
    start <= day &&
    day <= end &&
    (ofLines.length === 0 || ofLines.some(({ span }) => span.start <= day && day <= span.end))
  // A log's title names its day, but what a line tells of another date did not happen on it.
  const isNotOfItsDay = ({ start, end }: Span): boolean => start === day && end === day && !isOfItsDay({ start, end })
  const isTold = ({ said: words, span }: TimeSaid): boolean =>
    !isNotOfItsDay(span) &&
    (said.includes(literalForm(words)) ||
      isOfItsDay(span) ||
      told.some(
        (other) =>
          (span.start <= other.span.start && other.span.end <= span.end) ||
          (!/\d{4}/.test(words) && isSameDate(span, other.span)),
      ))
  const lost = timesIn(bare, day).find((time) => !isTold(time))
  if (lost !== undefined) return `${lost.said} is no date of its lines, which are of ${day}`
  const clocks = new Set([...clocksIn(evidence.said), ...clocksIn(evidence.path)])
  const hour = clocksIn(bare).find((each) => !clocks.has(each))
  if (hour !== undefined) return `${hour} is no time of its lines`
  const month = monthsIn(bare).find(
    (number) =>
      !monthsIn(evidence.said).includes(number) &&
      !told.some(({ span }) => Number(span.start.slice(5, 7)) <= number && number <= Number(span.end.slice(5, 7))) &&
      Number(day.slice(5, 7)) !== number,
  )
  return month === undefined ? undefined : 'it names a month that its lines do not'
}

const isSameDate = (a: Span, b: Span): boolean =>
  a.start.slice(5) === b.start.slice(5) && a.end.slice(5) === b.end.slice(5)

const monthsIn = (text: string): number[] =>
  (text.match(/(?<![\p{L}\d])\p{Lu}\p{Ll}{2,9}(?!\p{L})/gu) ?? []).map(monthNumber).filter((number) => number > 0)
