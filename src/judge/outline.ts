import type { QuantityKind } from '../language/quantities.js'

/** One text, as one language reads it. */
export interface Outline {
  readonly code: number
  /** Words of content, without the names of whom or what it is about. */
  readonly words: number
  readonly flags: number
  /** Of whom or what it is about, in order. */
  readonly names: Int32Array
  readonly states: Int32Array
  readonly events: Int32Array
  /** Of each number: its kind and how many words it counts, the word before it, the words. */
  readonly quantities: Int32Array
  /** Of each word of content: its share, and its meanings, as in `wordAt`. */
  readonly said: Int32Array
  /** Its words that are no content, half of each hash, two and two. */
  readonly idle: Int32Array
  /** What its words give others to meet, in order, and in which of 2048 places one of them is. */
  readonly given: Int32Array
  readonly places: Int32Array
}

/** What a text says, by bits, and what of that moves an opinion without any share of it. */
export const signs = { contrary: 1, once: 2, some: 4, compares: 8, chooses: 16, isNew: 32, hasName: 64 }
/** Behind the signs of the text, and those that it heeds as an opinion. */
export const heeded = 7
const traits = 2 * heeded
export const trait = {
  /** Its words are all counted by one number. */
  countsAll: 1 << traits,
  /** Begins with another word of content than a name of what it is about, which comes later. */
  isTurned: 2 << traits,
  isAsked: 4 << traits,
  /** Has a word of praise or blame. */
  isToned: 8 << traits,
  isDoubtful: 16 << traits,
  /** Tells of an end, or of a change from one thing to another. */
  isEnd: 32 << traits,
  /** Says no more than its words, and what praises or blames. */
  isSimple: 64 << traits,
  /** Says of whom or what it is about that it is so: `Sparrow is quick`. */
  isSaidToBe: 128 << traits,
  /** States that something is liked, or wished. */
  isLiking: 256 << traits,
  /** Tells of a time, a cause or a rumour, or confirms one: what heeds that heeds less of the words. */
  isQualified: 512 << traits,
  /** Tells of an event that ends a state by itself, or by the place that one moved to. */
  isMoved: 1024 << traits,
  /** Tells of what is so again and again. */
  isOften: 2048 << traits,
  /** Tells of a change. */
  isChanged: 4096 << traits,
  /** Says that something is still so. */
  isStill: 8192 << traits,
  /** Has a word of praise or blame behind a name, a form of `be` or a word that may be what it is said of. */
  isPredicative: 16_384 << traits,
  /** Tells by a form of `be` what somebody is or where, by name, as it can be of one alone. */
  holdsOne: 32_768 << traits,
}

/** A key of a word: its hash, and three bits for what it is. */
export const meaningOf = { word: 0, axis: 2, kind: 4, mask: 6, opposite: 1, many: 1 }

export const kindsOfQuantity: readonly QuantityKind[] = ['count', 'money', 'percent', 'clock', 'date', 'minutes']
export const isCount = (head: number): boolean => (head & 15) === kindsOfQuantity.indexOf('count')

/** A word's share in what is said, how many meanings stand behind it, whether it is written as a name, and whether the text states by it. */
export const wordAt = (head: number) => ({
  share: (head >>> 13) / wholeShare,
  meanings: head & 0x7ff,
  isName: (head & 0x1000) !== 0,
  isPredicate: (head & 0x800) !== 0,
})
export const wholeShare = 0xffff

export const halfOf = (text: number): number => text >>> 12

/** Whether a word of the text is this one, of content or not. Of one in some thousands it is said by chance. */
export function mayHave({ given, idle }: Outline, text: number): boolean {
  if (isIn(given, (text << 3) | meaningOf.word)) return true
  const half = halfOf(text)
  return idle.some((two) => (two & 0xffff) === half || two >>> 16 === half)
}

/** Where the lists of an outline begin, in their order. */
export function partsAt(ints: Int32Array, at: number) {
  const [few, told, many, met] = [ints[at + 1]!, ints[at + 2]!, ints[at + 3]!, ints[at + 4]!]
  const names = at + 7
  const states = names + (few >>> 16)
  const events = states + (few & 0xffff)
  const quantities = events + (told >>> 16)
  const idle = quantities + (many >>> 16)
  const said = idle + ints[at + 6]!
  const others = said + (told & 0xffff)
  const own = others + (many & 0xffff)
  const wide = own + (met >>> 16)
  return { names, states, events, quantities, idle, said, others, own, wide, end: wide + (met & 0xffff) }
}

/** Most outlines have no states, events or numbers, and an array is a hundred bytes. */
const none = new Int32Array(0)

export class KeptOutline implements Outline {
  readonly code: number
  readonly words: number
  readonly flags: number
  readonly names: Int32Array
  readonly states: Int32Array
  readonly events: Int32Array
  readonly quantities: Int32Array
  readonly idle: Int32Array
  readonly said: Int32Array
  readonly others: Int32Array
  readonly own: Int32Array
  readonly wide: Int32Array
  readonly end: number
  #given: Int32Array | undefined
  #places: Int32Array | undefined

  constructor(ints: Int32Array, at: number) {
    const { names, states, events, quantities, idle, said, others, own, wide, end } = partsAt(ints, at)
    const part = (from: number, to: number): Int32Array => (from === to ? none : ints.subarray(from, to))
    this.code = ints[at]! >>> 24
    this.words = ints[at]! & 0xffffff
    this.flags = ints[at + 5]!
    this.names = part(names, states)
    this.states = part(states, events)
    this.events = part(events, quantities)
    this.quantities = part(quantities, idle)
    this.idle = part(idle, said)
    this.said = part(said, others)
    this.others = part(others, own)
    this.own = part(own, wide)
    this.wide = part(wide, end)
    this.end = end
  }

  get given(): Int32Array {
    return (this.#given ??= Int32Array.from([...this.others, ...meaningsIn(this.said)]).toSorted())
  }

  get places(): Int32Array {
    return (this.#places ??= placesOf(this.given))
  }
}

/** The meanings of all words, without what stands before those of each. */
export function meaningsIn(said: Int32Array): number[] {
  const all: number[] = []
  for (let at = 0; at < said.length;) {
    const end = at + 1 + wordAt(said[at]!).meanings
    for (at++; at < end; at++) all.push(said[at]!)
  }
  return all
}

export function isIn(sorted: Int32Array, key: number): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return sorted[low] === key
}

export const placeOf = (key: number): number => (key ^ (key >>> 11)) & 2047

function placesOf(keys: Int32Array): Int32Array {
  const places = new Int32Array(64)
  for (const key of keys) {
    const place = placeOf(key)
    places[place >> 5]! |= 1 << (place & 31)
  }
  return places
}

/** FNV-1a, of UTF-16 code units; 28 bits, so that three more fit beside it into what engines keep without a box. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 4
}
