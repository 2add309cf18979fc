import type { CueName } from '../language/language.js'
import { comparable } from '../language/quantities.js'
import type { Token } from '../language/sentence.js'
import { comparisonOf } from './comparison.js'
import { weight } from './pair.js'
import type { Reading } from './reading.js'
import { asked } from './rules/bearing.js'

/**
 * What a rule needs at the least, so that the pairs that share a word and nothing more need not be laid side by side.
 * Never false of a pair that a rule would let move a belief (a law of the suite): each line here is what the rules ask.
 *
 * `links`, and so the share of an opinion that a fact takes up, are only found by laying out; here is a bound from above:
 * every word of the opinion counts that the fact has in any form or meaning.
 */
export function maySay(stated: Reading, told: Reading): boolean {
  const [opinion, fact] = [sketchOf(stated), sketchOf(told)]
  if (opinion.about !== fact.about && (isNamedIn(stated, told) || isNamedIn(told, stated))) return true
  if (opinion.words === 0) return true
  // A question or a plan: only `restated` stands before that.
  if (fact.isAsked) return meeting(opinion, fact).share >= 1 - rounding
  if ((fact.signs & opinion.heeds) !== 0) return true
  // `stateEnded`.
  if (opinion.states.length > 0 && fact.events.some((state) => opinion.states.includes(state))) return true
  const { share, ways } = meeting(opinion, fact)
  // `swapped`, and `confirmed` of `keeps poultry` and `hens`.
  if (ways & byName && fact.isTurned) return true
  if (ways & byKind && opinion.words < 5) return true
  const counts = countsOf(stated, told)
  // `counted`: all that is said is what was counted, or two numbers of one rate.
  if (counts.some((shared) => opinion.words < 2 || opinion.countsAll || shared > 1)) return true
  const isSimple = fact.isSimple && opinion.isSimple && counts.length === 0 && (ways & byOpposite) === 0
  return share >= (isSimple ? leastOfSimple(opinion, fact, ways) : leastOf(opinion, fact)) - rounding
}

/**
 * The least share of an opinion that a fact takes up. `Toned` asks for half of what the opinion is about and one word of it,
 * which is 0.5 of 2.3 and more by `weight`, and `limited` of a doubt for 0.6 of it; `ended` and `changedOver` for 0.25,
 * `isSo` for 0.3, `related` and others for more.
 */
function leastOf(opinion: Sketch, fact: Sketch): number {
  if (fact.isToned && opinion.isToned) return 0.21
  if (fact.isDoubtful) return 0.23
  return fact.isEnd ? 0.25 : 0.3
}

/** Where both say no more than their words, `replaced` asks for 0.4, and `confirmed` for 0.6, or 0.5 of kinds. */
function leastOfSimple(opinion: Sketch, fact: Sketch, ways: number): number {
  if (fact.hasName && opinion.hasName) return 0.4
  return ways & byKind ? 0.5 : 0.6
}

/** How many words each number of the one shares with one of the other that it can be held against. */
const countsOf = (stated: Reading, told: Reading): number[] =>
  stated.sentence.quantities.flatMap((one) =>
    told.sentence.quantities.flatMap((other) =>
      comparable(one, other) ? [one.of.filter((word) => other.of.includes(word)).length] : [],
    ),
  )

/** Cues by which no rule moves a belief, or none that takes up less than `leastOfSimple`. */
const idle: readonly CueName[] = [
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

const rounding = 1e-9

/** What a fact may have that needs no share of an opinion, where the opinion heeds it. */
const signs = { contrary: 1, once: 2, some: 4, compares: 8, chooses: 16, isNew: 32, hasName: 64 }

/** One word of the opinion, as what it can be met in: hashes, of which two that are one by chance cost time and lose nothing. */
interface Asked {
  /** The share of the word in what the opinion says. */
  readonly share: number
  readonly isName: boolean
  /** In one piece, for there are many: of its opposites, then of what is a kind of it, then of itself. */
  readonly keys: Int32Array
  readonly opposites: number
  readonly kinds: number
}

interface Sketch {
  /** The names of whom or what it is about. */
  readonly about: string
  /** Words of content, without those. */
  readonly words: number
  readonly asked: readonly Asked[]
  /** What its own words give others to meet, in order, and in which of 2048 places one of them is. */
  readonly given: Int32Array
  readonly places: Int32Array
  readonly signs: number
  readonly heeds: number
  readonly states: readonly number[]
  readonly events: readonly number[]
  readonly hasName: boolean
  /** Its words are all counted by one number. */
  readonly countsAll: boolean
  /** Begins with another word of content than a name of what it is about, which comes later. */
  readonly isTurned: boolean
  readonly isAsked: boolean
  /** Has a word of praise or blame. */
  readonly isToned: boolean
  readonly isDoubtful: boolean
  /** Tells of an end or a change. */
  readonly isEnd: boolean
  /** Says no more than its words. */
  readonly isSimple: boolean
}

/** A fact is laid beside many opinions, and an opinion beside many facts. */
const sketches = new WeakMap<Reading, Sketch>()

function sketchOf(reading: Reading): Sketch {
  let found = sketches.get(reading)
  if (!found) sketches.set(reading, (found = sketch(reading)))
  return found
}

function sketch({ sentence, names }: Reading): Sketch {
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
  const given = hashes(content.flatMap(givenBy)).toSorted()
  return {
    about: [...names].toSorted().join(' '),
    words: said.length,
    asked: said.map((token) => askedOf(token, weight(token, sentence) / all)),
    given,
    places: placesOf(given),
    signs: bits({
      contrary: isCued('contrary'),
      once: isCued('once'),
      some: isCued('some'),
      compares,
      chooses: is('choose'),
      isNew: isCued('now', 'changed'),
      hasName,
    }),
    // `Waved`; `occasional`; `scaled`; `compared`; `replaced`, by the small words around.
    heeds: bits({
      contrary: true,
      once: heedsOnce,
      some: isCued('every'),
      compares: compares || is('prefer'),
      chooses: compares,
      isNew: few,
      hasName: few && hasName,
    }),
    states: said.slice(0, 2).flatMap(({ states }) => states),
    events: tokens.flatMap(({ events }) => events),
    hasName,
    countsAll: quantities.some(({ of }) => said.every(({ lemma }) => of.includes(lemma))),
    isTurned:
      first >= 0 && !names.has(tokens[first]!.text) && tokens.some(({ text }, at) => at > first && names.has(text)),
    isAsked: asked({ fact: sentence, names }) !== undefined,
    isToned,
    isDoubtful: isCued('hedge', 'rumour'),
    isEnd: isCued('ceased', 'changed', 'adjusted'),
    isSimple:
      cues.every(({ name }) => idle.includes(name)) &&
      quantities.length < 2 &&
      !isToned &&
      !tokens.some(({ negated }) => negated),
  }
}

const bits = (has: Readonly<Record<keyof typeof signs, boolean>>): number =>
  Object.entries(signs).reduce((sum, [name, bit]) => (has[name as keyof typeof signs] ? sum | bit : sum), 0)

function askedOf({ lemma, text, axes, kinds, name }: Token, share: number): Asked {
  const opposites = axes.map((axis) => (axis.startsWith('-') ? axis.slice(1) : `-${axis}`))
  const wider = axes.map((axis) => `>${axis}`)
  const keys = [...opposites, ...wider, `=${lemma}`, `=${text}`, ...axes, ...kinds]
  return {
    share,
    isName: name,
    keys: Int32Array.from(keys, hash),
    opposites: opposites.length,
    kinds: wider.length,
  }
}

/** As `placesIn` of a pair has them. */
const givenBy = ({ lemma, text, axes, kinds }: Token): string[] => [
  `=${lemma}`,
  `=${text}`,
  ...axes,
  ...kinds.map((kind) => `>${kind}`),
]

const byKind = 1
const byOpposite = 2
/** By a word of the opinion that is written as a name. */
const byName = 4

/** What the fact has of the opinion's words, and in which ways. */
function meeting(opinion: Sketch, fact: Sketch): { readonly share: number; readonly ways: number } {
  let [share, ways] = [0, 0]
  for (const { share: part, isName, keys, opposites, kinds } of opinion.asked) {
    const behind = opposites + kinds
    const how =
      (isGiven(keys, 0, opposites, fact) ? byOpposite : 0) | (isGiven(keys, opposites, behind, fact) ? byKind : 0)
    if (how === 0 && !isGiven(keys, behind, keys.length, fact)) continue
    share += part
    ways |= isName ? how | byName : how
  }
  return { share, ways }
}

function isGiven(keys: Int32Array, start: number, end: number, { given, places }: Sketch): boolean {
  for (let at = start; at < end; at++) {
    const key = keys[at]!
    // Most keys are in no place that is taken, which costs less to see than that they are in no list.
    if ((places[(key >> 5) & 63]! & (1 << (key & 31))) !== 0 && isIn(given, key)) return true
  }
  return false
}

function isIn(sorted: Int32Array, key: number): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return sorted[low] === key
}

function placesOf(keys: Int32Array): Int32Array {
  const places = new Int32Array(64)
  for (const key of keys) places[(key >> 5) & 63]! |= 1 << (key & 31)
  return places
}

/** One of them has a word for a name that only the other is about: what is said of it is another share then. */
const isNamedIn = ({ names }: Reading, { names: own, sentence }: Reading): boolean =>
  [...names].some((name) => !own.has(name) && sentence.tokens.some(({ text }) => text === name))

const hashes = (texts: readonly string[]): Int32Array => Int32Array.from(new Set(texts), hash)

/** FNV-1a, of UTF-16 code units; 31 bits, which engines keep without a box. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >> 1
}
