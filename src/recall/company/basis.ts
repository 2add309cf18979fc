import type { WordDirection } from '../../store/company.js'
import { stopWords } from '../../language/stop-words.js'
import { stemOf, wordsOf } from '../../language/words.js'
import { anyNumbers } from '../../text/any-numbers.js'
import { bytesOf } from '../../model/vector.js'

/** How many lines before and behind a line are the company of its words: a line alone is too short to tell it. */
const reach = 3
/**
 * About how many rows are made, each of a line with those around it. In more lines only every second, third, up to
 * seventh starts a row, so that each line is still in one.
 */
const mostRows = 500
/** Lines that a word has to be in: one in a single line stands beside nothing twice. */
const fewest = 2
/** The greatest share of lines that a word may be in: a more common one stands beside everything. */
const commonShare = 0.25
/** Rounds of subspace iteration; more changed no answer. */
const rounds = 2

export const termsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf)

/** A line with those around it: the places of its words in the list of terms, and the weight of each. */
interface ContextRow {
  readonly words: Uint32Array
  readonly counts: Float64Array
}

/**
 * Directions of words by latent semantic analysis (Deerwester et al. 1990): words of the same company get nearly the
 * same. They are the strongest right singular vectors of the matrix of lines by words, found by subspace iteration
 * (Halko, Martinsson and Tropp 2011). Each word's numbers are rounded to bytes. Only sums, products, roots and rounded
 * logarithms in one order go into them, so every machine makes the same of the same notes.
 *
 * @param notes the lines of each note in their order, as `termsOf` gave them
 * @param dimensions how many numbers a word gets at most
 */
export function basisFrom(notes: readonly (readonly (readonly string[])[])[], dimensions = 64): WordDirection[] {
  const lines = notes.flat()
  const heldBy = new Map<string, { held: number; last: number }>()
  for (const [at, line] of lines.entries())
    for (const term of line) {
      const word = heldBy.get(term)
      if (!word) heldBy.set(term, { held: 1, last: at })
      else if (word.last !== at) {
        word.held++
        word.last = at
      }
    }
  const terms = [...heldBy]
    .map(([term, { held }]) => [term, held] as const)
    .filter(([, held]) => held >= fewest && held <= Math.max(fewest, commonShare * lines.length))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const places = new Map(terms.map(([term], place) => [term, place]))
  const rarity = terms.map(([, held]) => thousandths(Math.log(lines.length / held)))
  const step = Math.min(2 * reach + 1, Math.ceil(lines.length / mostRows))
  const rows = notes.flatMap((note) => {
    const known = note.map((line) => line.flatMap((term) => places.get(term) ?? []))
    return Array.from({ length: Math.ceil(note.length / step) }, (_, at) =>
      rowOf(known.slice(Math.max(0, at * step - reach), at * step + reach + 1), rarity),
    )
  })
  const width = Math.min(dimensions, terms.length)
  const directions = strongest(rows, terms.length, width)
  return terms.map(([term], place) => {
    const own = Float32Array.from(directions.subarray(place * width, (place + 1) * width))
    const greatest = own.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
    return { term, weight: Math.round(1e6 * rarity[place]! * greatest), bytes: bytesOf(own) }
  })
}

/** The weight of a word said `often` times. Rounding drops the last bit, in which machines' logarithms may differ. */
const weightOf = (often: number): number => 1 + thousandths(Math.log(often))
const thousandths = (number: number): number => Math.round(1000 * number) / 1000

/** @param lines the places of each line's words */
function rowOf(lines: readonly (readonly number[])[], rarity: readonly number[]): ContextRow {
  const times = new Map<number, number>()
  for (const line of lines) for (const place of line) times.set(place, (times.get(place) ?? 0) + 1)
  const counts = Float64Array.from(times, ([place, often]) => weightOf(often) * rarity[place]!)
  const length = Math.sqrt(counts.reduce((sum, each) => sum + each * each, 0)) || 1
  return { words: Uint32Array.from(times.keys()), counts: counts.map((each) => each / length) }
}

/** The first right singular vectors, or nearly: `width` numbers for each word. */
function strongest(rows: readonly ContextRow[], words: number, width: number): Float32Array {
  const any = anyNumbers()
  let directions = new Float32Array(words * width).map(() => 2 * any() - 1)
  const along = new Float32Array(width)
  for (let round = 0; round < rounds; round++) {
    const turned = new Float32Array(words * width)
    for (const { words: held, counts } of rows) {
      along.fill(0)
      held.forEach((word, at) => add(along, 0, counts[at]!, directions, word * width, width))
      held.forEach((word, at) => add(turned, word * width, counts[at]!, along, 0, width))
    }
    directions = turned
    straighten(directions, words, width)
  }
  return directions
}

/** Adds `times` times the `count` numbers from `from` on to those from `to` on. Four at a time takes half as long. */
function add(into: Float32Array, to: number, times: number, numbers: Float32Array, from: number, count: number): void {
  let at = 0
  for (; at + 3 < count; at += 4) {
    into[to + at]! += times * numbers[from + at]!
    into[to + at + 1]! += times * numbers[from + at + 1]!
    into[to + at + 2]! += times * numbers[from + at + 2]!
    into[to + at + 3]! += times * numbers[from + at + 3]!
  }
  for (; at < count; at++) into[to + at]! += times * numbers[from + at]!
}

/**
 * Makes each direction of length 1 and at right angles to all others (modified Gram–Schmidt). Reading them is what
 * costs, so one pass takes the last direction out of those behind it and measures the next.
 */
function straighten(directions: Float32Array, words: number, width: number): void {
  let shared = new Float32Array(width)
  for (let own = 0; own < width; own++) {
    let length = 0
    for (let word = 0; word < words; word++) {
      const from = word * width
      if (own > 0) add(directions, from + own, -directions[from + own - 1]!, shared, own, width - own)
      length += directions[from + own]! ** 2
    }
    length = Math.sqrt(length) || 1
    shared = new Float32Array(width)
    for (let word = 0; word < words; word++) {
      const from = word * width
      directions[from + own]! /= length
      add(shared, own + 1, directions[from + own]!, directions, from + own + 1, width - own - 1)
    }
  }
}

export interface Direction {
  readonly weight: number
  readonly numbers: Float32Array
}

export const directionOf = ({ weight, bytes }: WordDirection): Direction => ({
  weight: weight / 127,
  numbers: Float32Array.from(bytes),
})

/**
 * The place of a text: the weighted sum of its words' directions; empty where none is known.
 *
 * @param counts how often the text says each word
 */
export function placeWords(
  counts: Iterable<readonly [term: string, often: number]>,
  known: ReadonlyMap<string, Direction>,
): Float32Array {
  let place: Float32Array | undefined
  for (const [term, often] of counts) {
    const word = known.get(term)
    if (!word) continue
    place ??= new Float32Array(word.numbers.length)
    const weight = often === 1 ? word.weight : weightOf(often) * word.weight
    add(place, 0, weight, word.numbers, 0, place.length)
  }
  return place ?? new Float32Array(0)
}
