import { everyDate } from '../language/dates.js'
import { quantitySigns, type Vocabulary } from '../language/vocabulary.js'
import type { Day } from '../model/time.js'

export interface NumberSaid {
  readonly text: string
  /** The values that it may have: `1.200` is 1200 or 1.2; `$2k` is 2 or 2000. */
  readonly values: readonly number[]
  /** `minute`, `money`, `percent`, or a sign of money itself; undefined where no unit is given. */
  readonly unit: string | undefined
  readonly isSpelt: boolean
  /** The word behind it, as a lemma. */
  readonly counted: string | undefined
}

const clock = /(?<![\d.:])([01]?\d|2[0-3])(?:[:.]([0-5]\d))(?::[0-5]\d)?(?:\s?([ap])\.?m\b\.?)?(?!\d|:\d)/gi
const hourOfHalf = /(?<![\d.:])(1[0-2]|0?[1-9])\s?([ap])\.?m\b\.?/gi
const listMark = /^\s*\d{1,3}[.)]\s+/gm
/** A number in digits, but not one within a word, a hash or an address: `x402`, `b00e22` and `v2` have none. */
const numeral =
  /(?<![\p{L}\d_])([~<>≈±+]{0,2})([$€£¥]?)\s?(\d+(?:[.,'’\u00a0\u202f]\d+)*)(?:\s?(%|[A-Za-zµ°]{1,12}(?![\p{L}\d])))?/gu
const spacedThousands = /(?<=\d) (?=\d{3}(?!\d))/g

/** The times of day in a text, in 24 hours: `9:30 pm` → `21:30`, `9 pm` → `21:00`. */
export function clocksIn(text: string): string[] {
  const of = (hour: string, minute = '00', half = ''): string => {
    const twelve = Number(hour) % 12
    const full = half === '' ? Number(hour) : half.toLowerCase() === 'p' ? twelve + 12 : twelve
    return `${String(full).padStart(2, '0')}:${minute}`
  }
  return [
    ...[...text.matchAll(clock)]
      .filter(([whole]) => /:|m/i.test(whole))
      .map(([, hour, minute, half]) => of(hour!, minute, half)),
    ...[...text.matchAll(hourOfHalf)].map(([, hour, half]) => of(hour!, '00', half)),
  ]
}

/** A text without its dates and times, which have a check of their own. */
export function withoutDates(text: string, day: Day): string {
  let out = text
  for (const { at, length } of everyDate(text, day).toReversed())
    if (/\d.*\D.*\d|\p{L}{3}/su.test(text.slice(at, at + length)))
      out = `${out.slice(0, at)}${' '.repeat(length)}${out.slice(at + length)}`
  return out
    .replaceAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?(?!\d)/g, ' ')
    .replaceAll(clock, (whole) => (/:|m/i.test(whole) ? ' ' : whole))
    .replaceAll(hourOfHalf, ' ')
}

/** The numbers of a text, in digits and in words, without those of dates and times. */
export function numbersIn(text: string, day: Day, vocabulary: Vocabulary): NumberSaid[] {
  const bare = withoutDates(text.replaceAll(listMark, ''), day).replaceAll(spacedThousands, '')
  const written = [...bare.matchAll(numeral)].map(({ 0: whole, 2: sign, 3: digits, 4: behind, index }): NumberSaid => {
    const rest = bare.slice(index + whole.length)
    return {
      text: digits!,
      values: valuesOf(digits!, behind),
      unit: unitOf(sign, behind, rest, vocabulary),
      isSpelt: false,
      counted: nextWord(behind !== undefined && !/^\d*[a-z%]$/i.test(behind) ? behind : rest, vocabulary),
    }
  })
  return [...written, ...speltIn(bare, vocabulary)]
}

/** The values of a number. A mark before three digits may separate thousands; otherwise it begins a fraction. */
function valuesOf(digits: string, behind: string | undefined): number[] {
  const plain = digits.replaceAll(/['’\u00a0\u202f]/g, '')
  const marks = plain.match(/[.,]/g) ?? []
  const values = new Set<number>()
  if (marks.length === 0) values.add(Number(plain))
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(plain)) values.add(Number(plain.replaceAll(/[.,]/g, '')))
  if (marks.length === 1) values.add(Number(plain.replace(',', '.')))
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (marks.length > 1 && new Set(marks).size > 1 && /^\d{1,3}(?:[.,]\d{3})*[.,]\d+$/.test(plain))
    values.add(Number(`${plain.slice(0, last).replaceAll(/[.,]/g, '')}.${plain.slice(last + 1)}`))
  const times = behind === 'k' || behind === 'K' ? 1000 : behind === 'M' ? 1_000_000 : undefined
  const plainValues = [...values]
  return times === undefined ? plainValues : [...plainValues, ...plainValues.map((value) => value * times)]
}

function unitOf(
  sign: string | undefined,
  behind: string | undefined,
  rest: string,
  vocabulary: Vocabulary,
): string | undefined {
  if (sign) return sign
  const word = (behind ?? /^[\s-]?(%|[€$£]|[\p{L}\p{M}]+)/u.exec(rest)?.[1] ?? '').toLowerCase()
  const known = quantitySigns.get(word)
  if (known !== undefined) return known === 'money' ? word : known
  return vocabulary.unit(word)
}

const nextWord = (rest: string, vocabulary: Vocabulary): string | undefined => {
  const [, next] = /^[\s-]*([\p{L}\p{M}]{3,})/u.exec(rest) ?? []
  return next === undefined ? undefined : vocabulary.lemma(next.toLowerCase())
}

/** Numbers in words: `three reasons`. `one` is left out: it may be an article, or a person. */
function speltIn(text: string, vocabulary: Vocabulary): NumberSaid[] {
  const words = [...text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)]
  const pieces = vocabulary.spaceless
    ? words.flatMap(({ 0: run, index }) => {
        let at = index
        return vocabulary.segment(run, new Set()).map((piece) => ({ piece, end: (at += piece.length) }))
      })
    : words.map(({ 0: piece, index }) => ({ piece, end: index + piece.length }))
  return pieces.flatMap(({ piece, end }): NumberSaid[] => {
    const value = vocabulary.number(piece)
    if (value === undefined || value < 2) return []
    const rest = text.slice(end)
    return [
      {
        text: piece,
        values: [value],
        unit: unitOf(undefined, undefined, rest, vocabulary),
        isSpelt: true,
        counted: nextWord(rest, vocabulary),
      },
    ]
  })
}

const money: readonly string[] = ['$', '€', '£', '¥']
/** Whether units agree: `dollars` and `$` do, and a number without a unit agrees with any. */
const sameUnit = (a: string | undefined, b: string | undefined): boolean =>
  a === b ||
  a === undefined ||
  b === undefined ||
  (a === 'money' && money.includes(b)) ||
  (b === 'money' && money.includes(a))

export const isSameNumber = (a: NumberSaid, b: NumberSaid): boolean =>
  (a.text === b.text || a.values.some((value) => b.values.includes(value))) && sameUnit(a.unit, b.unit)

/** Numbers with several parts, as in versions and names of models. `opus-4-6` has 4.6 too. */
export const numbersWithin = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\d+(?:[._-]\d+){1,4}/g)].flatMap(([whole]) => {
      const dotted = whole.replaceAll(/[_-]/g, '.')
      return [dotted, dotted.split('.').slice(0, 2).join('.')]
    }),
  )
