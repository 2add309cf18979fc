import type { Vocabulary } from './vocabulary.js'

export type QuantityKind = 'count' | 'money' | 'percent' | 'clock' | 'date' | 'minutes'

export interface Quantity {
  readonly kind: QuantityKind
  readonly value: number
  readonly at: number
  readonly length: number
  /** The words counted: `['monthly', 'job']` of `two monthly jobs`. */
  readonly of: readonly string[]
  readonly text: string
  /** The word before it: `is` 34. */
  readonly after: string
}

/** What the numbers of a sentence say: `$40`, `9:30`, `14 May`, `six hours`, `12m05s`, `two parallel jobs`. */
export function quantities(words: readonly string[], vocabulary: Vocabulary): Quantity[] {
  const out: Quantity[] = []
  for (let at = 0; at < words.length; at++) {
    const found = quantityAt(at, words, vocabulary)
    if (!found) continue
    out.push(found)
    at += found.length - 1
  }
  return out
}

function quantityAt(at: number, words: readonly string[], vocabulary: Vocabulary): Quantity | undefined {
  const make = (kind: QuantityKind, value: number, length: number, of: readonly string[] = []): Quantity => ({
    kind,
    value: Math.round(value * 1000) / 1000,
    at,
    length,
    of,
    text: words.slice(at, at + length).join(' '),
    after: words[at - 1] ?? '',
  })
  const word = words[at]!
  const next = words[at + 1] ?? ''
  const month = vocabulary.month(word)
  if (month !== undefined && day(next) !== undefined) return make('date', month * 100 + day(next)!, 2)
  if (day(word) !== undefined && vocabulary.month(next) !== undefined)
    return make('date', vocabulary.month(next)! * 100 + day(word)!, 2)
  if (day(word) !== undefined && next === 'of' && vocabulary.month(words[at + 2] ?? '') !== undefined)
    return make('date', vocabulary.month(words[at + 2]!)! * 100 + day(word)!, 3)
  if (word === '$' || word === '\u20ac' || word === '\u00a3') {
    const amount = digits(next)
    return amount === undefined ? undefined : make('money', amount, 2)
  }
  if (word === 'half' && next === 'past') {
    const hour = numeral(words[at + 2] ?? '', vocabulary)
    return hour === undefined ? undefined : make('clock', hour + 0.5, 3)
  }
  const clock = /^(\d{1,2})(?::(\d\d))?([ap]m)?$/.exec(word)
  if (clock && (clock[2] || clock[3] || next === 'am' || next === 'pm' || next === "o'clock" || next === 'uhr')) {
    const half = clock[3] ?? next
    const hour = (Number(clock[1]) % 12) + (half === 'pm' || (half !== 'am' && Number(clock[1]) > 11) ? 12 : 0)
    return make('clock', hour + Number(clock[2] ?? 0) / 60, half === next && /^(?:am|pm|uhr)$/.test(next) ? 2 : 1)
  }
  const span = /^(?:(\d+)h)?(?:(\d+)m(?:in)?)?(?:(\d+)s)?$/.exec(word)
  if (span && word !== '')
    return make('minutes', 60 * Number(span[1] ?? 0) + Number(span[2] ?? 0) + Number(span[3] ?? 0) / 60, 1)
  const unitWithin = /^(\d[\d.,]*)(ms|mb|gb|tb|kb|kg|km|k|x)$/.exec(word)
  if (unitWithin) return make('count', Number(unitWithin[1]!.replaceAll(',', '')), 1, [unitWithin[2]!])
  let value = numeral(word, vocabulary)
  if (value === undefined) return undefined
  let length = 1
  for (const scale of [next, words[at + 2] ?? '']) {
    const factor = vocabulary.number(scale)
    if (factor === undefined || factor < 100) break
    value *= factor
    length++
  }
  const following = words.slice(at + length, at + length + 4)
  const unit = vocabulary.unit(following[0] ?? '')
  if (following[0] === '%' || unit === 'percent') return make('percent', value, length + 1)
  if (unit === 'money') return make('money', value, length + 1)
  if (unit === 'second') return make('minutes', value / 60, length + 1)
  if (unit === 'minute') return make('minutes', value, length + 1)
  if (unit === 'hour') return make('minutes', value * 60, length + 1)
  if (unit === 'clock') return make('clock', value, length + 1)
  if (value >= 1900 && value < 2100 && length === 1) return undefined
  const of = following
    .filter((one) => one.length > 1 && (!vocabulary.isFunctionWord(one) || vocabulary.unit(one)))
    .map((one) => vocabulary.unit(one) ?? vocabulary.lemma(one))
  return make('count', value, length, of.slice(0, 3))
}

function numeral(word: string, vocabulary: Vocabulary): number | undefined {
  return digits(word) ?? vocabulary.number(word)
}

function digits(word: string): number | undefined {
  if (!/^\d[\d.,]*$/.test(word)) return undefined
  const value = Number(/^\d{1,3}(?:[.,]\d{3})+$/.test(word) ? word.replace(/[.,]/g, '') : word.replace(',', '.'))
  return Number.isFinite(value) ? value : undefined
}

const day = (word: string): number | undefined => {
  const found = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)
  return found && Number(found[1]) <= 31 ? Number(found[1]) : undefined
}

/** A duration that was measured differs in its last digit: 12m05s is 12 minutes. */
export const sameValue = (a: Quantity, b: Quantity): boolean =>
  Math.abs(a.value - b.value) <= (a.kind === 'minutes' ? 0.03 * Math.max(a.value, b.value) : 0)

/** Both count the same thing: euros and euros, sisters and sisters, or `is 34` and `is 41`. */
export const comparable = (a: Quantity, b: Quantity): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'count' ||
    a.of.some((word) => b.of.includes(word)) ||
    (b.of.length === 0 && a.after !== '' && a.after === b.after))
