import { quantitySigns, type Vocabulary, type Word } from './vocabulary.js'

export type QuantityKind = 'count' | 'money' | 'percent' | 'clock' | 'date' | 'minutes'

export interface Quantity {
  readonly kind: QuantityKind
  /** In its kind's unit: 2 litres are 2000. */
  readonly value: number
  /** As written: 2. */
  readonly raw: number
  readonly measured: boolean
  readonly at: number
  readonly length: number
  /** The words counted: `['monthly', 'job']` of `two monthly jobs`. */
  readonly of: readonly string[]
  readonly text: string
  /** The word before it: `is` 34. */
  readonly after: string
}

/** The quantities in a sentence: `$40`, `9:30`, `14 May`, `six hours`, `12m05s`, `two parallel jobs`. */
export function quantities(
  words: readonly string[],
  vocabulary: Vocabulary,
  known: readonly Pick<Word, 'counts'>[],
): Quantity[] {
  const out: Quantity[] = []
  for (let at = 0; at < words.length; at++) {
    const found = known[at]!.counts ? quantityAt(at, words, vocabulary) : undefined
    if (!found) continue
    out.push(found)
    at += found.length - 1
  }
  return out
}

function quantityAt(at: number, words: readonly string[], vocabulary: Vocabulary): Quantity | undefined {
  const make = (
    kind: QuantityKind,
    value: number,
    length: number,
    of: readonly string[] = [],
    raw = value,
  ): Quantity => ({
    kind,
    value: Math.round(value * 1000) / 1000,
    raw,
    measured: kind === 'minutes' || raw !== value,
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
  if (day(word) !== undefined && vocabulary.isOf('of', next) && vocabulary.month(words[at + 2] ?? '') !== undefined)
    return make('date', vocabulary.month(words[at + 2]!)! * 100 + day(word)!, 3)
  const sign = quantitySigns.get(word)
  if (sign) {
    const amount = digits(next)
    return amount === undefined ? undefined : make(sign, amount, 2)
  }
  const past = vocabulary.pastHour(words.slice(at, at + 3))
  const full = past && numeral(words[at + past.words.length] ?? '', vocabulary)
  if (past && full !== undefined) return make('clock', full + past.value / 60, past.words.length + 1)
  const clock = /^(\d{1,2})(?:([:.])([0-5]\d))?([ap]m)?$/.exec(word)
  const ofDay = /^(?:am|pm|uhr)$/.test(next)
  if (clock && (clock[2] === ':' || clock[4] || ofDay)) {
    const half = clock[4] ?? next
    const told = Number(clock[1])
    const hour = half === 'am' ? told % 12 : half === 'pm' ? (told % 12) + 12 : told
    return make('clock', hour + Number(clock[3] ?? 0) / 60, half === next && ofDay ? 2 : 1)
  }
  const span = /^(?:(\d+)h)?(?:(\d+)m(?:in)?)?(?:(\d+)s)?$/.exec(word)
  if (span && word !== '')
    return make('minutes', 60 * Number(span[1] ?? 0) + Number(span[2] ?? 0) + Number(span[3] ?? 0) / 60, 1)
  const within = /^(\d[\d.,]*)([a-z]{1,3})$/.exec(word)
  const short = within ? vocabulary.unit(within[2]!) : undefined
  if (within && (short ?? /^(?:ms|k|x)$/.test(within[2]!))) {
    const [base, times] = short ? measureOf(vocabulary, within[2]) : [within[2]!, 1]
    const amount = Number(within[1]!.replaceAll(',', ''))
    const kind = base === 'minute' ? 'minutes' : base === 'money' || base === 'percent' ? base : 'count'
    return make(kind, amount * times, 1, [base!], amount)
  }
  const some = vocabulary.partOf(words.slice(at, at + 3))
  const started = some?.value ?? numeral(word, vocabulary)
  if (started === undefined) return undefined
  const isSpelt = !some && digits(word) === undefined
  let { value, length } = spelt(started, isSpelt, words, at + (some?.words.length ?? 1), vocabulary)
  length += some?.words.length ?? 1
  const unitAt = at + length
  const [unit, factor] = measureOf(vocabulary, words[unitAt])
  // `a year and a half`, `one and a half years`.
  const half = vocabulary.andHalf(words, unitAt + (unit ? 1 : 0))
  // `twice an hour` counts no hours.
  if (some && (!unit || (some.value === 1 && half === 0))) return undefined
  if (half > 0) {
    value += 0.5
    const [late, times] = unit ? [unit, factor] : measureOf(vocabulary, words[unitAt + half])
    length += half + (late ? 1 : 0) - 1
    if (late) return measured(late, value, times)
  }
  const following = words.slice(at + length, at + length + 4)
  const behind = quantitySigns.get(following[0] ?? '')
  // `3 $5 tickets`: the sign belongs to the next number.
  if (behind && digits(following[1] ?? '') === undefined) return make(behind, value, length + 1)
  if (unit) return measured(unit, value, factor)
  if (vocabulary.isOf('at', words[at - 1] ?? '') && value <= 24 && !isNoun(words[at + length])) {
    // `At 7.30` is half past seven; `at 0.30` is no time.
    const minutes = value >= 1 ? clock?.[3] : undefined
    return make('clock', minutes === undefined ? value : Math.floor(value) + Number(minutes) / 60, length)
  }
  if (value >= 1900 && value < 2100 && length === 1) return undefined
  return make('count', value, length, counted(following))

  function isNoun(one = ''): boolean {
    return one.length > 1 && !vocabulary.isFunctionWord(one)
  }

  function measured(base: string, amount: number, times: number): Quantity {
    if (base === 'money' || base === 'percent' || base === 'clock') return make(base, amount, length + 1)
    if (base === 'minute') return make('minutes', amount * times, length + 1)
    return make(
      'count',
      amount * times,
      length + 1,
      [base, ...counted(words.slice(at + length + 1, at + length + 4))],
      amount,
    )
  }

  function counted(after: readonly string[]): readonly string[] {
    const said = after.filter((one) => one.length > 1 && (!vocabulary.isFunctionWord(one) || vocabulary.unit(one)))
    return said.map((one) => vocabulary.lemma(one)).slice(0, 3)
  }
}

function measureOf(vocabulary: Vocabulary, word = ''): readonly [unit: string | undefined, factor: number] {
  const unit = vocabulary.unit(word)
  return unit === undefined ? [undefined, 1] : (bases[unit] ?? [unit, 1])
}

/** Each unit's base, and how many of the base it is. */
const bases: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  second: ['minute', 1 / 60],
  hour: ['minute', 60],
  week: ['day', 7],
  fortnight: ['day', 14],
  year: ['month', 12],
  kilo: ['gram', 1000],
  tonne: ['gram', 1_000_000],
  litre: ['ml', 1000],
  kilometre: ['metre', 1000],
  centimetre: ['metre', 0.01],
  millimetre: ['metre', 0.001],
  kilobyte: ['megabyte', 0.001],
  gigabyte: ['megabyte', 1000],
  terabyte: ['megabyte', 1_000_000],
  kilowatt: ['watt', 1000],
}

function numeral(word: string, vocabulary: Vocabulary): number | undefined {
  return digits(word) ?? vocabulary.number(word)
}

/**
 * The value of a number such as `1,200`, `1.200` and `1.234,56`: a mark before three digits parts thousands, any other
 * mark a fraction.
 */
function digits(word: string): number | undefined {
  const found = /^([1-9]\d{0,2}(?:([.,])\d{3}(?:\2\d{3})*)|\d+)(?:(?!\2\d)[.,](\d*))?$/.exec(word)
  return found ? Number(`${found[1]!.replace(/[.,]/g, '')}.${found[3] ?? ''}`) : undefined
}

/**
 * A number with the number words behind it, and how many: `thirty` and `five` are 35, `1.5` and `million` 1,500,000.
 */
function spelt(
  started: number,
  isSpelt: boolean,
  words: readonly string[],
  start: number,
  { number }: Vocabulary,
): { value: number; length: number } {
  const isScale = isSpelt && started >= 1000
  let [whole, group, length] = isScale ? [started, 0, 0] : [0, started, 0]
  for (;;) {
    const next = number(words[start + length] ?? '')
    if (next === undefined) break
    if (next >= 1000 && group > 0) [whole, group] = [whole + group * next, 0]
    else if (next === 100 && group > 0) group *= 100
    else if (isSpelt && fits(group, next)) group += next
    else break
    length++
  }
  return { value: whole + group, length }
}

/** Whether a number word goes on with the number before it: `thirty five` is one number, `thirty fifty` two. */
const fits = (group: number, next: number): boolean =>
  next > 0 &&
  (group === 0 ? next <= 100 : next < 10 ? group >= 20 && group % 10 === 0 : next < 100 && group % 100 === 0)

const day = (word: string): number | undefined => {
  const found = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)
  return found && Number(found[1]) <= 31 ? Number(found[1]) : undefined
}

/** Whether two quantities have one value. Measured ones may differ by 3 in 100: 12m05s is 12 minutes. */
export const sameValue = (a: Quantity, b: Quantity): boolean => {
  const [one, other] = a.of.length === 0 || b.of.length === 0 ? [a.raw, b.raw] : [a.value, b.value]
  return Math.abs(one - other) <= (a.measured || b.measured ? 0.03 * Math.max(one, other) : 0)
}

/** Whether both count the same thing: euros and euros, sisters and sisters, or `is 34` and `is 41`. */
export const comparable = (a: Quantity, b: Quantity): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'count' ||
    a.of.some((word) => b.of.includes(word)) ||
    (b.of.length === 0 && a.after !== '' && a.after === b.after))
