import type { CueName } from '../language/language.js'
import { bestOf, votesOf, vocabulariesOf } from '../language/detect-language.js'
import { type Code, codes } from '../language/languages.js'
import { vocabularyIn } from '../language/lexicons.js'
import type { QuantityKind } from '../language/quantities.js'
import type { Sentence, Token } from '../language/sentence.js'
import type { Judged } from '../model/verdict.js'
import { wordsBefore } from '../language/phrase.js'
import { comparisonOf } from './comparison.js'
import { predicateIn, weight } from './pair.js'
import { type Reading, reading } from './reading.js'
import { isLiking } from './related.js'
import { asked } from './rules/bearing.js'

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
  /** As a language reads it; undefined of one that the text by itself is not in, where the text is not at hand. */
  in(code: number): Outline | undefined
  readonly keys: Keys
  /** The keys of all that it meets. */
  readonly met: ReadonlySet<number>
  /** Whether one of its keys is among those that another meets: of thousands of sketches most are asked this alone. */
  isMetBy(met: Pick<ReadonlySet<number>, 'has'>): boolean
}

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
 * @param text what it is a sketch of, for the languages that only another text shows it to be in
 */
export function sketchFrom(bytes: Uint8Array, text?: () => Judged): Sketch {
  return new Kept(bytes, text)
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

/** Cues by which no rule moves a belief, or none that takes up less than a simple one does (`leastOfSimple`). */
const quiet: readonly CueName[] = [
  'to',
  'from',
  'than',
  'more',
  'less',
  'prefer',
  'once',
  'still',
  'shun',
  'not',
  'no',
  'past',
]

/** A key of a word: its hash, and three bits for what it is. */
export const meaningOf = { word: 0, axis: 2, kind: 4, mask: 6, opposite: 1, many: 1 }

const kindsOfQuantity: readonly QuantityKind[] = ['count', 'money', 'percent', 'clock', 'date', 'minutes']
export const isCount = (head: number): boolean => (head & 15) === kindsOfQuantity.indexOf('count')

/** A word's share in what is said, how many meanings stand behind it, whether it is written as a name, and whether the text states by it. */
export const wordAt = (head: number) => ({
  share: (head >>> 13) / wholeShare,
  meanings: head & 0x7ff,
  isName: (head & 0x1000) !== 0,
  isPredicate: (head & 0x800) !== 0,
})
const wholeShare = 0xffff

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
  const outlines = vocabulariesOf(judged).map((vocabulary) => drawn(reading(judged, vocabulary)))
  const ints = [(cast.length << 8) | outlines.length, ...cast, ...outlines.flat()]
  return new Uint8Array(Int32Array.from(ints).buffer)
}

function drawn(read: Reading): number[] {
  const { sentence, names } = read
  const { tokens, cues, quantities, vocabulary } = sentence
  const isCued = (...any: readonly CueName[]): boolean => cues.some(({ name }) => any.includes(name))
  const content = tokens.filter((token) => token.content)
  const said = content.filter(({ text }) => !names.has(text))
  const all = said.reduce((sum, token) => sum + weight(token, sentence), 0)
  const first = tokens.findIndex((token) => token.content || names.has(token.text))
  const isToned = tokens.some(({ tone }) => tone !== 0)
  const hasName = tokens.some(({ name }) => name)
  const compares = comparisonOf(sentence, names) !== undefined
  const is = (lemmas: 'prefer' | 'choose'): boolean => tokens.some(({ lemma }) => vocabulary.isOf(lemmas, lemma))
  // `Occasional`, and the tone of a sentence that is all praise.
  const heedsOnce = isCued('habit', 'most', 'few') || said.filter(({ tone }) => tone === 0).length < 2
  const few = said.length <= 2
  const has = signBits({
    contrary: isCued('contrary'),
    once: isCued('once'),
    some: isCued('some'),
    compares,
    chooses: is('choose'),
    isNew: isCued('now', 'changed'),
    hasName,
  })
  // `Waved`; `occasional`; `scaled`; `compared`; `replaced`, by the small words around.
  const heeds = signBits({
    contrary: true,
    once: heedsOnce,
    some: isCued('every'),
    compares: compares || is('prefer'),
    chooses: compares,
    isNew: few,
    // By itself it moves nothing.
    hasName: false,
  })
  const be = tokens.findIndex(({ text }) => vocabulary.isOf('is', text) || vocabulary.isOf('be', text))
  const stated = predicateIn(sentence, names)
  const predicate = stated === undefined ? undefined : tokens[stated]
  const flags = traitBits({
    countsAll: quantities.some(({ of }) => said.every(({ lemma }) => of.includes(lemma))),
    isTurned:
      first >= 0 && !names.has(tokens[first]!.text) && tokens.some(({ text }, at) => at > first && names.has(text)),
    isAsked: asked({ fact: sentence, names }) !== undefined,
    isToned,
    isDoubtful: isCued('hedge', 'rumour'),
    isEnd:
      isCued('ceased') ||
      (isCued('changed', 'adjusted') && (isCued('from', 'instead', 'to') || !vocabulary.from || !vocabulary.headLast)),
    isChanged: isCued('changed', 'adjusted'),
    isStill: isCued('still'),
    holdsOne: be >= 0 && tokens.some(({ name }, at) => name && at > be) && !isCued('prefer') && !said.some(isLiking),
    isPredicative: tokens.some((_, at) => mayBePredicate(read, at)),
    isSimple:
      cues.every(({ name }) => quiet.includes(name)) && quantities.length < 2 && !tokens.some(({ negated }) => negated),
    isLiking: isLiking(predicate),
    isQualified: isCued('temporary', 'cause', 'rumour', 'confirmed'),
    isMoved: tokens.some(
      ({ events: ends, decisive, moves }, at) => ends.length > 0 && (decisive || (moves && namesPlace(sentence, at))),
    ),
    isOften: isCued('every', 'often', 'most', 'still'),
    isSaidToBe: tokens.some(({ text }, at) => vocabulary.isOf('is', text) && names.has(tokens[at - 1]?.text ?? '')),
  })
  const spoken = new Set(tokens.flatMap(({ content: says, text }) => (says ? [] : [halfOf(hash(text))])))
  const idle = twoAndTwo([...spoken])
  const meanings = content.map((token) => [token, meaningsOf(token)] as const)
  const saying = meanings.flatMap(([token, list]) => {
    if (names.has(token.text)) return []
    // Rounded up: a share that is too small would lose a pair.
    const share = Math.ceil((weight(token, sentence) / all) * wholeShare)
    return [(share << 13) | (token.name ? 0x1000 : 0) | (token === predicate ? 0x800 : 0) | list.length, ...list]
  })
  const others = new Set([
    ...meanings.flatMap(([token, list]) => (names.has(token.text) ? list : [])),
    ...kindsOfMany(content),
  ])
  const { own, wide } = elseMet(read)
  const called = [...names].map(hash).toSorted((a, b) => a - b)
  const states = said.slice(0, 2).flatMap((token) => token.states)
  const events = tokens.flatMap((token) => token.events)
  const counted = quantities.flatMap(({ kind, after, of }) => [
    (of.length << 4) | kindsOfQuantity.indexOf(kind),
    after === '' ? 0 : hash(after),
    ...of.map(hash),
  ])
  return [
    (codes.indexOf(vocabulary.code as Code) << 24) | said.length,
    (called.length << 16) | states.length,
    (events.length << 16) | saying.length,
    (counted.length << 16) | others.size,
    (own.size << 16) | wide.size,
    has | (heeds << heeded) | flags,
    idle.length,
    ...called,
    ...states,
    ...events,
    ...counted,
    ...idle,
    ...saying,
    ...others,
    ...[...own].map(hash),
    ...[...wide].map(hash),
  ]
}

/** `Moved to Antwerp`, `moved away`: as `stateEnded` asks (rules/change.ts), whoever it is about. */
const namesPlace = ({ tokens, vocabulary }: Sentence, at: number): boolean =>
  tokens.slice(at + 1, at + 6).some(({ text, name }, offset) => name || (offset === 0 && vocabulary.isOf('away', text)))

/** As `toned` asks of a word of praise or blame (rules/polarity.ts), whatever the fact is laid beside. */
function mayBePredicate({ sentence: { tokens, vocabulary }, names }: Reading, at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at]!, tokens[at + 1]]
  if (token.tone === 0 || next?.content || before === undefined || vocabulary.ends('adverb', token.text)) return false
  return before.content || names.has(before.text) || vocabulary.isOf('be', before.text)
}

/** What several words are kinds of: `hens`, `ducks`. */
function kindsOfMany(tokens: readonly Token[]): number[] {
  const [one, many] = [new Set<string>(), new Set<string>()]
  for (const { kinds } of tokens)
    for (const kind of new Set(kinds)) {
      if (one.has(kind)) many.add(kind)
      one.add(kind)
    }
  return [...many].map((kind) => (hash(kind) << 3) | meaningOf.kind | meaningOf.many)
}

/** More than WordNet has of any word; with as many words as are read, what 16 bits count. */
const mostMeanings = 100

function meaningsOf({ lemma, text, axes, kinds }: Token): number[] {
  const signed = (axis: string): number =>
    axis.startsWith('-')
      ? (hash(axis.slice(1)) << 3) | meaningOf.axis | meaningOf.opposite
      : (hash(axis) << 3) | meaningOf.axis
  const list = [
    (hash(lemma) << 3) | meaningOf.word,
    (hash(text) << 3) | meaningOf.word,
    ...axes.map(signed),
    ...kinds.map((kind) => (hash(kind) << 3) | meaningOf.kind),
  ]
  return [...new Set(list)].slice(0, mostMeanings)
}

/** Of each text some thirty are asked for: their names are listed once. */
function bitsOf<K extends string>(of: Readonly<Record<K, number>>): (has: Readonly<Record<K, boolean>>) => number {
  const names = Object.keys(of) as K[]
  return (has) => names.reduce((sum, name) => (has[name] ? sum | of[name] : sum), 0)
}
const signBits = bitsOf(signs)
const traitBits = bitsOf(trait)

const halfOf = (text: number): number => text >>> 12

function twoAndTwo(halves: readonly number[]): number[] {
  const ints: number[] = []
  for (let at = 0; at < halves.length; at += 2) ints.push((halves[at]! << 16) | (halves[at + 1] ?? halves[at]!))
  return ints
}

/** Whether a word of the text is this one, of content or not. Of one in some thousands it is said by chance. */
export function mayHave({ given, idle }: Outline, text: number): boolean {
  if (isIn(given, (text << 3) | meaningOf.word)) return true
  const half = halfOf(text)
  return idle.some((two) => (two & 0xffff) === half || two >>> 16 === half)
}

/** What a text meets others in beside its words; `wide` is what its own are not, but what others' own may be. */
function elseMet({ sentence, names }: Reading): {
  readonly own: ReadonlySet<string>
  readonly wide: ReadonlySet<string>
} {
  const [own, wide] = [new Set<string>(), new Set<string>()]
  const { tokens, quantities } = sentence
  const content = tokens.filter((token) => token.content && !names.has(token.text))
  for (const [at, token] of tokens.entries()) {
    // A move ends where somebody lives, in no common word.
    for (const state of token.states) own.add(`state ${state}`)
    for (const state of token.events) wide.add(`state ${state}`)
    // `Made in Portugal` and `made in Taiwan` share a place for a name.
    if (token.content && !names.has(token.text) && token.name)
      own.add(
        `after ${wordsBefore(sentence, at, names)
          .slice(0, 2)
          .map((word) => word.lemma)}`,
      )
  }
  // Praise meets blame, and a number one of its sort, whatever stands around them: where nothing stands around one of them.
  if (tokens.some(({ tone }) => tone !== 0)) (content.every(({ tone }) => tone !== 0) ? own : wide).add('a tone')
  const counted = new Set(quantities.flatMap(({ of }) => of))
  const bare = content.length < 2 || content.every(({ lemma }) => counted.has(lemma))
  for (const { kind } of quantities) (bare ? own : wide).add(`a ${kind}`)
  return { own, wide }
}

class Kept implements Sketch {
  readonly bytes: Uint8Array
  readonly #ints: Int32Array
  readonly #text: (() => Judged) | undefined
  #votes: readonly number[] | undefined
  #best = -1
  /** Of each language that the text by itself may be in. */
  #outlines: readonly KeptOutline[] | undefined
  readonly #others: KeptOutline[] = []
  #keys: Keys | undefined
  #met: ReadonlySet<number> | undefined

  constructor(bytes: Uint8Array, text?: () => Judged) {
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

  in(code: number): Outline | undefined {
    const isOfCode = (outline: KeptOutline): boolean => outline.code === code
    const found = this.#own.find(isOfCode) ?? this.#others.find(isOfCode)
    if (found || !this.#text) return found
    const read = reading(this.#text(), vocabularyIn(codes[code]!))
    const other = new KeptOutline(Int32Array.from(drawn(read)), 0)
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

/** Where the lists of an outline begin, in their order. */
function partsAt(ints: Int32Array, at: number) {
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

class KeptOutline implements Outline {
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
function meaningsIn(said: Int32Array): number[] {
  const all: number[] = []
  for (let at = 0; at < said.length;) {
    const end = at + 1 + wordAt(said[at]!).meanings
    for (at++; at < end; at++) all.push(said[at]!)
  }
  return all
}

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
