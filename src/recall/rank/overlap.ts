import { memoize } from '../../text/memoize.js'
import { cjkCharacter, cjkPair } from '../../text/cjk.js'
import type { FactKey } from '../../store/rows.js'
import { isAgent, type Line } from './line.js'
import type { Query, Term } from '../question/query.js'
import { stemOf, wordsOf } from '../../language/words.js'
import type { Rarity } from '../question/rarity.js'

/** BM25's k1 and b: how soon more times of a word add little, and how much a long line is held back. */
const saturation = 1.2
const lengthShare = 0.4
/** A usual number of words. Fixed, so that a score depends on the line and the question alone. */
const usualLength = 20
/** A line of more than `longLine` words is a paragraph: it weighs at least as much as its best `partLength` words. */
const longLine = 90
const partLength = 40
/** The agent speaks at length. Where its words are asked for, a line counts as no longer than this. */
const longest = 120
/** The power to which idf is raised for support: one rare word says more of a question than two common ones. */
const rareness = 1.5
/** How much a word counts that only the headings or the note's name hold: they stand above other lines too. */
const aboutAll = 0.5
/** How many words of a long message one line could hold, the rarest: no line holds all. */
const tellingWords = 6
/** How many letters two words begin with if they are near each other: `politics`, `political`. */
const nearBeginning = 5

/** How much of a question's words a line holds: 0 (nothing) to about 1 (all), or more for a message of many words. */
export interface Overlap {
  /**
   * BM25 (Robertson and Zaragoza 2009), as a share of that of a line with the rarest words, each once. A name is a word
   * like any other: a line about the named entity holds it, whatever it calls them.
   */
  readonly words: number
  /** The share of the words that the line holds, whatever its length. Names and words not in memory do not count. */
  readonly held: number
  /** Words that begin alike, where the word itself is missing. */
  readonly beginnings: number
  /** As `words`, but without names, and rare words count for more. */
  readonly asked: number
  /** As `asked`, and with words of the headings above and of the note's name, which count for less. */
  readonly covered: number
  /** Words that stand in the headings above. */
  readonly headed: number
  /** Whether it says a name of the question. */
  readonly saysName: boolean
}

/** A question's words, as lines and parts of lines are compared with them. */
export interface Overlaps {
  /** Cached by line. */
  readonly overlap: (line: Line) => Overlap
  /** How much of the question these words hold, on a scale of its own. */
  readonly held: (words: readonly string[]) => number
}

export function overlapWith(query: Query, rarity: Rarity): Overlaps {
  const { nameStems, named, weighed, asks } = query
  // A question for a time alone does not ask for its numbers.
  const all = query.isTime ? [] : query.terms
  const asked = new Set(weighed.map(({ stem }) => stem))
  const terms = all
    .filter(({ stem }, at) => all.findIndex((one) => one.stem === stem) === at)
    .map((term) => {
      const weight = rarity.idf(term)
      return {
        ...term,
        weight,
        telling: asked.has(term.stem) ? weight ** rareness : 0,
        isName: nameStems.has(term.stem),
      }
    })
  const termOf = termIn(terms)
  const whole = wholeOf(terms.map(({ weight }) => weight))
  const wholeAsked = wholeOf(terms.map(({ telling }) => telling))
  const wholeHeld = wholeOf(terms.filter((term) => rarity.share(term) > 0).map(({ telling }) => telling))
  const share = (part: number, of: number): number => (of === 0 ? 0 : part / of)
  const compared = new Map<FactKey, Overlap>()
  const compare = (line: Line): Overlap => {
    let words = 0
    let beginnings = 0
    let held = 0
    let telling = 0
    let around = 0
    let headed = 0
    let saysName = false
    const title = titleStems(line.path)
    const above = line.aboveStems()
    const isOfNamed = named.some((key) => line.owners.has(key))
    const counted = asks.has('agent') && isAgent(line) ? Math.min(line.stems.length, longest) : line.stems.length
    for (const term of terms) {
      const times = timesIn(line, term)
      const isAbove = term.stems.some((stem) => above.has(stem))
      if (isAbove) headed += term.weight
      if (times > 0) {
        held += term.telling
        telling += term.telling * saturated(times, counted)
        saysName ||= term.isName
      } else if (isAbove || term.stems.some((stem) => title.has(stem))) around += term.telling
      if (times > 0 || (term.isName && isOfNamed)) words += term.weight * saturated(Math.max(1, times), counted)
      else beginnings += term.weight * alike(line, term)
    }
    const isLong = line.stems.length > longLine && !isAgent(line)
    const part = (weightIn: WeightIn): number => (isLong ? bestPart(line, termOf, weightIn) : 0)
    const own = share(Math.max(telling, part(bySaying)), wholeAsked)
    return {
      words: share(Math.max(words, part(byIdf)), whole),
      asked: own,
      covered: own + aboutAll * share(around, wholeAsked),
      headed: share(headed, whole),
      saysName,
      held: Math.min(1, share(held, wholeHeld)),
      beginnings: share(beginnings, whole),
    }
  }
  return {
    overlap(line) {
      let overlap = compared.get(line.key)
      if (!overlap) compared.set(line.key, (overlap = compare(line)))
      return overlap
    },
    held: (words) =>
      weightOf(
        words.map((word) => termOf(stemOf(word))),
        bySaying,
      ),
  }
}

/** Stems of a note's name: `people/tom-kershaw.md` is about Tom Kershaw. Days say nothing here. */
const titleStems = memoize((path): ReadonlySet<string> => {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  return new Set(wordsOf(name).flatMap((word) => (/^\d+$/.test(word) ? [] : [stemOf(word)])))
})

/** The most weight that a text could hold of a question's words: no line holds all of a long message. */
export const wholeOf = (weights: readonly number[]): number =>
  weights
    .toSorted((a, b) => b - a)
    .slice(0, tellingWords)
    .reduce((a, b) => a + b, 0)

function timesIn({ counts }: Line, { stem, stems, begins }: Term): number {
  if (!begins) return stems.reduce((total, form) => total + (counts.get(form) ?? 0), 0)
  let times = 0
  // A lone character of Chinese may end a pair, too.
  const isPart = cjkCharacter.test(stem)
  for (const [found, count] of counts) if (isPart ? found.includes(stem) : found.startsWith(stem)) times += count
  return times
}

/** BM25's term frequency for a word that comes `times` times in a line of `length` words. */
function saturated(times: number, length: number): number {
  const norm = 1 - lengthShare + (lengthShare * length) / usualLength
  return (times * (saturation + 1)) / (times + saturation * norm)
}

interface Weighed extends Term {
  /** Its idf. */
  readonly weight: number
  /** Its weight for what is asked; 0 for a name. */
  readonly telling: number
}

type WeightIn = (term: Weighed) => number
const byIdf: WeightIn = ({ weight }) => weight
const bySaying: WeightIn = ({ telling }) => telling

/** Finds the word of the question that a stem is a form of. */
function termIn(terms: readonly Weighed[]): (stem: string) => Weighed | undefined {
  const byStem = new Map(terms.flatMap((term) => (term.begins ? [] : term.stems.map((stem) => [stem, term] as const))))
  const beginnings = terms.filter(({ begins }) => begins)
  return (stem) => byStem.get(stem) ?? beginnings.find((term) => stem.startsWith(term.stem))
}

const weightOf = (terms: readonly (Weighed | undefined)[], weightIn: WeightIn): number =>
  [...new Set(terms)].reduce((sum, term) => sum + (term ? weightIn(term) : 0), 0)

/** The most of a question that one part of a long line holds. */
function bestPart({ stems }: Line, termOf: (stem: string) => Weighed | undefined, weightIn: WeightIn): number {
  const hits = stems.flatMap((stem, at) => {
    const term = termOf(stem)
    return term ? [{ at, term }] : []
  })
  let best = 0
  let end = 0
  for (const [from, { at }] of hits.entries()) {
    while (end < hits.length && hits[end]!.at < at + partLength) end++
    const terms = hits.slice(from, end).map(({ term }) => term)
    best = Math.max(best, weightOf(terms, weightIn))
  }
  return best * saturated(1, partLength)
}

/** How much a pair of characters counts where only one of them is there. */
const halfSaid = 0.5

/** 1 where a line has a word that begins alike; for a pair of characters, `halfSaid` where it has one of them. */
function alike({ counts }: Line, { stem }: Term): number {
  if (cjkPair.test(stem)) {
    const characters = [...stem]
    for (const found of counts.keys()) if (characters.some((character) => found.includes(character))) return halfSaid
    return 0
  }
  if (stem.length < nearBeginning) return 0
  const beginning = stem.slice(0, nearBeginning)
  for (const found of counts.keys()) if (found.startsWith(beginning)) return 1
  return 0
}
