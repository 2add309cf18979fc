import { languageOf } from '../language/detect-language.js'
import { heeded, isCount, isIn, mayHave, meaningOf, type Outline, placeOf, signs, trait, wordAt } from './outline.js'
import type { Sketch } from './sketch.js'

/**
 * What a rule needs at the least, so that the pairs that share a word and nothing more need not be laid side by side.
 * Never false of a pair that a rule would let move a belief (a law of the suite): each line here is what the rules ask.
 */
export function maySay(opinion: Sketch, fact: Sketch): boolean {
  // The one that both have the most of has the most of both.
  const code = opinion.best === fact.best ? opinion.best : languageOf(opinion.votes, fact.votes)
  if (code < 0) return false
  return mayMove(opinion.in(code), fact.in(code))
}

/** Shares are of 65,535, each rounded up. */
const rounding = 1e-3
const half = 0.5 - rounding

/**
 * `links`, and so the share of an opinion that a fact takes up, are only found by laying out; here is a bound from above:
 * every word of the opinion counts that the fact has in any form or meaning.
 */
function mayMove(opinion: Outline, fact: Outline): boolean {
  if (isNamedIn(opinion, fact) || isNamedIn(fact, opinion)) return true
  if (opinion.words === 0) return true
  // A question or a plan: only `restated` stands before that.
  if (has(fact, trait.isAsked)) return meeting(opinion, fact).share >= 1 - rounding
  const met = meeting(opinion, fact)
  const { share, topic, ways } = met
  // Of words alone `replaced` asks for 0.6.
  const isNamed = has(fact, signs.hasName) || has(opinion, signs.hasName)
  const heed = fact.flags & (opinion.flags >> heeded) & (isNamed ? allSigns : allSigns & ~signs.isNew)
  // What compares asks for two names, what prefers for one.
  const namesToMeet = has(opinion, signs.compares) ? 2 : 1
  if ((heed & ~ofWords) !== 0 || (heed !== 0 && (met.met > 0 || opinion.names.length >= namesToMeet))) return true
  // `stateEnded`: married by the word alone, moved to another place; or with a quarter of what was so.
  const isOver = opinion.states.some((state) => fact.events.includes(state))
  if (isOver && (has(fact, trait.isMoved) || share >= leastOfEnd)) return true
  // `swapped`, and `confirmed` of `keeps poultry` and `hens`.
  if (ways & byName && has(fact, trait.isTurned)) return true
  if (ways & byKind && (opinion.words < 5 || share >= half) && mayBeKinds(opinion, fact, met)) return true
  const counts = countsOf(opinion.quantities, fact.quantities)
  // `counted`: all that is said is what was counted, or two numbers of one rate.
  if (counts > 1 || (counts >= 0 && (opinion.words < 2 || has(opinion, trait.countsAll)))) return true
  if (met.met === 0 && counts < 0) return false
  if (topic === 0 && counts < 0 && isOfLikingAlone(opinion, fact)) return share >= leastOfLiking(opinion) - rounding
  if (isToned(opinion, fact, met)) return true
  // `isSo`.
  if (has(opinion, trait.isToned) && has(fact, trait.isSaidToBe) && met.isStated && share >= leastOfSo) return true
  const isSimple = has(fact, trait.isSimple) && has(opinion, trait.isSimple) && counts < 0 && (ways & byOpposite) === 0
  if (isSimple) return share >= leastOfSimple(opinion, fact)
  return (
    isRelated(met) ||
    share >= leastOf(opinion, fact, counts) ||
    // `Limited` of a doubt.
    (has(fact, trait.isDoubtful) && topic >= 0.6 - rounding)
  )
}

/** `Keeps poultry`, `hens and ducks`; `hens` alone where that is so again and again. */
const mayBeKinds = (opinion: Outline, fact: Outline, { isStated, topic, ways }: Met): boolean =>
  (isStated || !has(opinion, trait.isLiking)) && ((ways & byKinds) !== 0 || (has(fact, trait.isOften) && topic >= half))

/**
 * Of more than three words `toned` asks for more than half, of fewer for half of what the opinion is about; and, but where
 * something changed, that it is said of something.
 */
const isToned = (opinion: Outline, fact: Outline, { share, topic }: Met): boolean =>
  has(fact, trait.isToned) &&
  has(opinion, trait.isToned) &&
  (opinion.words > 3 ? share > half : topic >= half) &&
  (has(fact, trait.isChanged) || (has(fact, trait.isPredicative) && !has(opinion, trait.isLiking)))

/** As `related` has it (related.ts). */
const isRelated = ({ share, topic, met, isStated }: Met): boolean =>
  share >= 0.6 - rounding || (isStated && share >= 0.4 - rounding) || (topic >= 0.6 - rounding && met > 1)

/**
 * `Likes tea`, `likes coffee`: of the opinion's words only the one that likes is met. `Related` asks for 0.6 of it then, and
 * `ended` for half; `replaced` of more than two words for 0.4, and of two for what `heeds` tells.
 */
const isOfLikingAlone = (opinion: Outline, fact: Outline): boolean =>
  has(opinion, trait.isLiking) &&
  // `Likes 9 of 10 films`: `scaled` asks for half.
  fact.quantities.length === 0 &&
  ![trait.isEnd, trait.isChanged, trait.isQualified, trait.isSaidToBe].some((each) => has(fact, each))
const leastOfLiking = ({ words }: Outline): number => (words > 2 ? 0.4 : 0.6)

const leastOfSo = 0.3 - rounding
const leastOfEnd = 0.25 - rounding

const has = ({ flags }: Outline, what: number): boolean => (flags & what) !== 0
const allSigns = (1 << heeded) - 1
/** Those by which nothing moves where no word is met, but where names are compared. */
const ofWords = signs.contrary | signs.some | signs.compares

/**
 * The least share of an opinion that a fact takes up, where it need not be related: `ended` and `changedOver` ask for 0.25,
 * `limited` and `counted` for 0.3, `replaced` of more than two words for 0.4, `scaled` by numbers for 0.5.
 */
function leastOf(opinion: Outline, fact: Outline, counts: number): number {
  if (has(fact, trait.isEnd) || (has(fact, trait.isChanged) && has(opinion, trait.isStill))) return leastOfEnd
  if (counts >= 0 || has(fact, trait.isQualified)) return 0.3 - rounding
  return mayReplace(opinion, fact) ? 0.4 - rounding : fact.quantities.length > 0 ? half : 0.6 - rounding
}

/** `Replaced` asks that the fact says `now`, and that one of them has a name; or that both have, and one thing can be so. */
const mayReplace = (opinion: Outline, fact: Outline): boolean => {
  const hasName = has(fact, signs.hasName)
  return has(fact, signs.isNew) ? hasName || has(opinion, signs.hasName) : hasName && has(opinion, trait.holdsOne)
}

/** Where both say no more than their words, `replaced` asks for 0.4, and `confirmed` for 0.6. */
const leastOfSimple = (opinion: Outline, fact: Outline): number => (mayReplace(opinion, fact) ? 0.4 : 0.6) - rounding

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

const byKind = 1
const byOpposite = 2
/** By a word of the opinion that is written as a name. */
const byName = 4
/** By several words that are kinds of one of the opinion's. */
const byKinds = 8

interface Met {
  /** Of what the opinion says, and of what it is about: all but the word by which it states something. */
  readonly share: number
  readonly topic: number
  /** How many of its words. */
  readonly met: number
  /** That word is one of them. */
  readonly isStated: boolean
  /** By what else than the word itself. */
  readonly ways: number
}

/** What the fact has of the opinion's words. */
function meeting({ said }: Outline, fact: Outline): Met {
  let share = 0
  let topic = 0
  let topics = 0
  let met = 0
  let ways = 0
  let isStated = false
  for (let at = 0; at < said.length;) {
    const word = wordAt(said[at]!)
    const end = at + 1 + word.meanings
    let isMet = false
    let how = 0
    let kinds = 0
    for (at++; at < end; at++) {
      const key = said[at]!
      switch (key & meaningOf.mask) {
        case meaningOf.word:
          isMet ||= isGiven(fact, key)
          break
        case meaningOf.axis:
          if (isGiven(fact, key ^ meaningOf.opposite)) how |= byOpposite
          if (isGiven(fact, key + meaningOf.kind - meaningOf.axis)) {
            kinds += isGiven(fact, key + meaningOf.kind - meaningOf.axis + meaningOf.many) ? 2 : 1
            how |= kinds > 1 ? byKind | byKinds : byKind
          }
          isMet ||= isGiven(fact, key)
          break
        default:
          isMet ||= isGiven(fact, key - meaningOf.kind + meaningOf.axis)
      }
    }
    if (!word.isPredicate) topics += word.share
    if (!isMet && how === 0) continue
    met++
    share += word.share
    if (word.isPredicate) isStated = true
    else topic += word.share
    ways |= word.isName ? how | byName : how
  }
  return { share, topic: topics === 0 ? 0 : topic / topics, met, isStated, ways }
}

/** Most are in no place that is taken, which costs less to see than that they are in no list. */
function isGiven({ given, places }: Outline, key: number): boolean {
  const place = placeOf(key)
  return (places[place >> 5]! & (1 << (place & 31))) !== 0 && isIn(given, key)
}

/** One of them has a word for a name that only the other is about: what is said of it is another share then. */
const isNamedIn = ({ names }: Outline, other: Outline): boolean =>
  names.some((name) => !other.names.includes(name) && mayHave(other, name))
