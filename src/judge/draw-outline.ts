import type { CueName } from '../language/language.js'
import { type Code, codes } from '../language/languages.js'
import type { Sentence, Token } from '../language/sentence.js'
import { wordsBefore } from '../language/phrase.js'
import { comparisonOf } from './comparison.js'
import { halfOf, hash, heeded, kindsOfQuantity, meaningOf, signs, trait, wholeShare } from './outline.js'
import { predicateIn, weight } from './pair.js'
import type { Reading } from './reading.js'
import { isLiking } from './related.js'
import { asked } from './rules/bearing.js'

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

/** A reading as the numbers that an `Outline` is read out of (sketch.ts has their order). */
export function drawOutline(read: Reading): number[] {
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

function twoAndTwo(halves: readonly number[]): number[] {
  const ints: number[] = []
  for (let at = 0; at < halves.length; at += 2) ints.push((halves[at]! << 16) | (halves[at + 1] ?? halves[at]!))
  return ints
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
