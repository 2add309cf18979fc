import { languageOf } from '../language/detect-language.js'
import {
  type Outline,
  type Sketch,
  heeded,
  isCount,
  mayHave,
  meaningOf,
  placeOf,
  signs,
  trait,
  wordAt,
} from './sketch.js'

/**
 * What a rule needs at the least, so that the pairs that share a word and nothing more need not be laid side by side.
 * Never false of a pair that a rule would let move a belief (a law of the suite): each line here is what the rules ask.
 *
 * Of a text without a word of any language nothing is known in the language of the other.
 */
export function maySay(opinion: Sketch, fact: Sketch): boolean {
  // The one that both have the most of has the most of both.
  const code = opinion.best === fact.best ? opinion.best : languageOf(opinion.votes, fact.votes)
  if (code < 0) return false
  const [stated, told] = [outlineIn(opinion, code), outlineIn(fact, code)]
  return stated === undefined || told === undefined || mayMove(stated, told)
}

const outlineIn = ({ outlines }: Sketch, code: number): Outline | undefined =>
  outlines.find((outline) => outline.code === code)

/**
 * `links`, and so the share of an opinion that a fact takes up, are only found by laying out; here is a bound from above:
 * every word of the opinion counts that the fact has in any form or meaning.
 */
function mayMove(opinion: Outline, fact: Outline): boolean {
  if (isNamedIn(opinion, fact) || isNamedIn(fact, opinion)) return true
  if (opinion.words === 0) return true
  // A question or a plan: only `restated` stands before that.
  if (has(fact, trait.isAsked)) return meeting(opinion, fact).share >= 1 - rounding
  if ((fact.flags & (opinion.flags >> heeded) & allSigns) !== 0) return true
  // `stateEnded`.
  if (opinion.states.some((state) => fact.events.includes(state))) return true
  const { share, topic, ways } = meeting(opinion, fact)
  // `swapped`, and `confirmed` of `keeps poultry` and `hens`.
  if (ways & byName && has(fact, trait.isTurned)) return true
  if (ways & byKind && opinion.words < 5) return true
  const counts = countsOf(opinion.quantities, fact.quantities)
  // `counted`: all that is said is what was counted, or two numbers of one rate.
  if (counts > 1 || (counts >= 0 && (opinion.words < 2 || has(opinion, trait.countsAll)))) return true
  if (topic === 0 && counts < 0 && isOfLikingAlone(opinion, fact)) return share >= leastOfLiking(opinion) - rounding
  const isSimple = has(fact, trait.isSimple) && has(opinion, trait.isSimple) && counts < 0 && (ways & byOpposite) === 0
  if (!isSimple) return share >= leastOf(opinion, fact) - rounding
  // `Likes tea`, `likes coffee`: by the word that praises alone, neither `toned` nor any other rule moves a belief.
  if (has(opinion, trait.isToned)) {
    if (has(fact, trait.isToned) && topic >= leastOfToned - rounding) return true
    if (has(fact, trait.isSaidToBe) && share >= leastOfSo - rounding) return true
  }
  return share >= leastOfSimple(opinion, fact, ways) - rounding
}

/**
 * `Likes tea`, `likes coffee`: of the opinion's words only the one that likes is met. `Related` asks for 0.6 of it then, and
 * `ended` for half; `replaced` of more than two words for 0.4, and of two for what `heeds` tells.
 */
const isOfLikingAlone = (opinion: Outline, fact: Outline): boolean =>
  has(opinion, trait.isLiking) && ![trait.isEnd, trait.isQualified, trait.isSaidToBe].some((each) => has(fact, each))
const leastOfLiking = ({ words }: Outline): number => (words > 2 ? 0.4 : 0.6)

/** `Toned` asks for half of what the opinion is about and one word of it, which is 0.5 of 2.3 and more by `weight`. */
const leastOfToned = 0.21
const leastOfSo = 0.3

const has = ({ flags }: Outline, what: number): boolean => (flags & what) !== 0
const allSigns = (1 << heeded) - 1

/**
 * The least share of an opinion that a fact takes up. `Limited` of a doubt asks for 0.6 of what the opinion is about; `ended`
 * and `changedOver` for 0.25, `isSo` for 0.3, `related` and others for more.
 */
function leastOf(opinion: Outline, fact: Outline): number {
  if (has(fact, trait.isToned) && has(opinion, trait.isToned)) return leastOfToned
  if (has(fact, trait.isDoubtful)) return 0.23
  return has(fact, trait.isEnd) ? 0.25 : leastOfSo
}

/** Where both say no more than their words, `replaced` asks for 0.4, and `confirmed` for 0.6, or 0.5 of kinds. */
function leastOfSimple(opinion: Outline, fact: Outline, ways: number): number {
  if (has(fact, signs.hasName) && has(opinion, signs.hasName)) return 0.4
  return ways & byKind ? 0.5 : 0.6
}

/** How many words a number of the one shares at most with one of the other that it can be held against; -1 where there are none. */
function countsOf(ours: Int32Array, theirs: Int32Array): number {
  let most = -1
  for (let one = 0; one < ours.length; one += 2 + (ours[one]! >> 4)) {
    for (let other = 0; other < theirs.length; other += 2 + (theirs[other]! >> 4)) {
      const [head, met] = [ours[one]!, theirs[other]!]
      if ((head & 15) !== (met & 15)) continue
      const words = ours.subarray(one + 2, one + 2 + (head >> 4))
      const others = theirs.subarray(other + 2, other + 2 + (met >> 4))
      const shared = words.filter((word) => others.includes(word)).length
      const isOne =
        !isCount(head) ||
        shared > 0 ||
        (others.length === 0 && ours[one + 1] !== 0 && ours[one + 1] === theirs[other + 1])
      if (isOne && shared > most) most = shared
    }
  }
  return most
}

const rounding = 1e-9

const byKind = 1
const byOpposite = 2
/** By a word of the opinion that is written as a name. */
const byName = 4

/** What the fact has of the opinion's words, of those by which it states nothing, and in which ways. */
function meeting({ said }: Outline, fact: Outline) {
  let [share, topic, ways] = [0, 0, 0]
  for (let at = 0; at < said.length;) {
    const word = wordAt(said[at]!)
    const end = at + 1 + word.meanings
    let [isMet, how] = [false, 0]
    for (at++; at < end; at++) {
      const key = said[at]!
      switch (key & meaningOf.mask) {
        case meaningOf.word:
          isMet ||= isGiven(fact, key)
          break
        case meaningOf.axis:
          if (isGiven(fact, key ^ meaningOf.opposite)) how |= byOpposite
          if (isGiven(fact, key + meaningOf.kind - meaningOf.axis)) how |= byKind
          isMet ||= isGiven(fact, key)
          break
        default:
          isMet ||= isGiven(fact, key - meaningOf.kind + meaningOf.axis)
      }
    }
    if (!isMet && how === 0) continue
    share += word.share
    if (!word.isPredicate) topic += word.share
    ways |= word.isName ? how | byName : how
  }
  return { share, topic, ways }
}

/** Most are in no place that is taken, which costs less to see than that they are in no list. */
function isGiven({ given, places }: Outline, key: number): boolean {
  const place = placeOf(key)
  return (places[place >> 5]! & (1 << (place & 31))) !== 0 && isIn(given, key)
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

/** One of them has a word for a name that only the other is about: what is said of it is another share then. */
const isNamedIn = ({ names }: Outline, { names: own, texts }: Outline): boolean =>
  names.some((name) => mayHave(texts, name) && !own.includes(name))
