import { bestOf, votesOf, vocabulariesOf } from '../language/detect-language.js'
import { codes } from '../language/languages.js'
import { vocabularyIn } from '../language/lexicons.js'
import type { Judged } from '../model/verdict.js'
import { drawOutline } from './draw-outline.js'
import { KeptOutline, meaningOf, meaningsIn, type Outline, partsAt, wordAt } from './outline.js'
import { reading } from './reading.js'

/**
 * What can be asked of a text before it is laid beside another: in which words and meanings it may meet one (`keys`), and
 * what a rule needs at the least (may-say.ts). Reading a text takes a hundred times as long as asking its sketch, so a
 * sketch is kept with its fact, as the bytes that `bytesOf` gives.
 *
 * Words are hashed: two that are one by chance make a pair be laid out that need not be. No pair is lost by it.
 */
export interface Sketch {
  /** How much of the text is of which language, in the order of `codes`. */
  readonly votes: readonly number[]
  /** Of which it is most. */
  readonly best: number
  /** As a language reads it, by its place in `codes`. */
  in(code: number): Outline
  readonly keys: Keys
  /** The keys of all that it meets. */
  readonly met: ReadonlySet<number>
  /** Whether one of its keys is among those that another meets: of thousands of sketches most are asked this alone. */
  isMetBy(met: Pick<ReadonlySet<number>, 'has'>): boolean
}

/**
 * What a text can meet another in: its words, what they mean and what they are
 * kinds of. Texts that do not meet have nothing to do with each other, which is
 * a rule of the judge, and what spares it most pairs.
 *
 * Hashes; odd is what only another's own meets: two kinds of pet are no one thing, a cat is a pet.
 */
export type Keys = readonly number[]

/** The keys of all that a text of these keys meets. */
export const metBy = (keys: Keys): number[] => keys.flatMap((key) => (key & 1 ? [key - 1] : [key, key + 1]))

const known = new WeakMap<Judged, Sketch>()

export function sketchOf(judged: Judged): Sketch {
  let found = known.get(judged)
  if (!found) known.set(judged, (found = sketchFrom(bytesFor(judged), () => judged)))
  return found
}

/** Of one machine: its order of bytes is that of the index. */
export const bytesOf = (sketch: Sketch): Uint8Array => (sketch as Kept).bytes

/**
 * What `bytesOf` gave. Most is only read out where it is asked for: thousands of sketches are asked for their keys alone.
 *
 * @param text what it is a sketch of; asked for only where another text shows it to be in a language that it does not tell
 */
export function sketchFrom(bytes: Uint8Array, text: () => Judged): Sketch {
  return new Kept(bytes, text)
}

/*
 * As written, all of 32 bits; what can be made of the rest is not written:
 *
 *   languages with a vote << 8 | outlines
 *   each vote << 8 | language
 *   each outline: language << 24 | words of content; names << 16 | states; events << 16 | length of said; length of
 *     quantities << 16 | of others; own keys << 16 | wide keys; flags; length of idle; then the lists
 */
function bytesFor(judged: Judged): Uint8Array {
  const votes = votesOf(judged).by
  const cast = votes.flatMap((vote, code) => (vote > 0 ? [(Math.min(vote, 0x7fffff) << 8) | code] : []))
  const outlines = vocabulariesOf(judged).map((vocabulary) => drawOutline(reading(judged, vocabulary)))
  const ints = [(cast.length << 8) | outlines.length, ...cast, ...outlines.flat()]
  return new Uint8Array(Int32Array.from(ints).buffer)
}

class Kept implements Sketch {
  readonly bytes: Uint8Array
  readonly #ints: Int32Array
  readonly #text: () => Judged
  #votes: readonly number[] | undefined
  #best = -1
  /** Of each language that the text by itself may be in. */
  #outlines: readonly KeptOutline[] | undefined
  readonly #others: KeptOutline[] = []
  #keys: Keys | undefined
  #met: ReadonlySet<number> | undefined

  constructor(bytes: Uint8Array, text: () => Judged) {
    this.bytes = bytes
    this.#text = text
    // What SQLite gives need not begin where 32 bits may.
    const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
    this.#ints = new Int32Array(buffer, byteOffset, byteLength >> 2)
  }

  get votes(): readonly number[] {
    if (this.#votes) return this.#votes
    const votes = codes.map(() => 0)
    for (let at = 1; at < this.#first; at++) votes[this.#ints[at]! & 0xff] = this.#ints[at]! >>> 8
    return (this.#votes = votes)
  }

  get best(): number {
    if (this.#best < 0) this.#best = bestOf(this.votes)
    return this.#best
  }

  in(code: number): Outline {
    const isOfCode = (outline: KeptOutline): boolean => outline.code === code
    const found = this.#own.find(isOfCode) ?? this.#others.find(isOfCode)
    if (found) return found
    const read = reading(this.#text(), vocabularyIn(codes[code]!))
    const other = new KeptOutline(Int32Array.from(drawOutline(read)), 0)
    this.#others.push(other)
    return other
  }

  get #own(): readonly KeptOutline[] {
    if (this.#outlines) return this.#outlines
    const outlines: KeptOutline[] = []
    for (let at = this.#first; outlines.length < (this.#ints[0]! & 0xff); at = outlines.at(-1)!.end)
      outlines.push(new KeptOutline(this.#ints, at))
    return (this.#outlines = outlines)
  }

  get keys(): Keys {
    return (this.#keys ??= keysIn(this.#own))
  }

  get met(): ReadonlySet<number> {
    return (this.#met ??= new Set(metBy(this.keys)))
  }

  isMetBy(met: Pick<ReadonlySet<number>, 'has'>): boolean {
    const ints = this.#ints
    let at = this.#first
    for (let left = ints[0]! & 0xff; left > 0; left--) {
      const { said, others, own, wide, end } = partsAt(ints, at)
      for (let head = said; head < others;) {
        const next = head + 1 + wordAt(ints[head]!).meanings
        for (let place = head + 1; place < next; place++) if (met.has(keyOf(ints[place]!))) return true
        head = next
      }
      for (let place = own; place < wide; place++) if (met.has(ints[place]! << 1)) return true
      for (let place = wide; place < end; place++) if (met.has((ints[place]! << 1) + 1)) return true
      at = end
    }
    return false
  }

  /** Where the first outline stands. */
  get #first(): number {
    return 1 + (this.#ints[0]! >>> 8)
  }
}

/** A meaning as a key, where the text has it by no other word. */
const keyOf = (meaning: number): number =>
  ((meaning >> 3) << 1) + ((meaning & meaningOf.mask) === meaningOf.kind ? 1 : 0)

function keysIn(outlines: readonly KeptOutline[]): Keys {
  const [own, wide] = [new Set<number>(), new Set<number>()]
  for (const outline of outlines) {
    for (const meaning of meaningsIn(outline.said)) {
      const key = (meaning >> 3) << 1
      if ((meaning & meaningOf.mask) === meaningOf.kind) wide.add(key)
      else own.add(key)
    }
    for (const each of outline.own) own.add(each << 1)
    for (const each of outline.wide) wide.add(each << 1)
  }
  const keys = [...own]
  for (const key of wide) if (!own.has(key)) keys.push(key + 1)
  return keys
}
