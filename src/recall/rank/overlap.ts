import { memoize } from '../../text/memoize.js'
import { cjkPair } from '../../text/cjk.js'
import type { FactKey } from '../../store/rows.js'
import { isAgent, type Line } from './line.js'
import type { Query, Term } from '../question/query.js'
import { stemOf, wordsOf } from '../../language/words.js'
import type { Rarity } from '../question/rarity.js'

/** How often a word may stand in a line before more of it says little, and how much a long line is held back: BM25's k1 and b. */
const saturation = 1.2
const lengthShare = 0.4
/** Words of a line that is neither long nor short. Fixed, so that a score is a matter of the line and the question alone. */
const usualLength = 20
/** A line of more words than this is a paragraph, and weighed by the part of so many words that holds the most. */
const longLine = 90
const partLength = 40
/** What the agent said is a speech; where it is asked for, one of more words than this is held back no further. */
const longest = 120
/** A rare word says more of what a question is about than its idf: two common ones are no match for it. */
const rareness = 1.5
/** A heading and the name of a note are about other lines too, so a word that only they have says less of one. */
const aboutAll = 0.5
/** Of a message of many words no line holds all; its rarest so many are what one could hold. */
const tellingWords = 6
/** Letters that two words begin with where one is said to be near the other: `politics`, `political`. */
const nearBeginning = 5

/** What of a question's words stands in a line; each from 0 (nothing) to about 1 (all of it), more where a message has many words. */
export interface Overlap {
  /** BM25 (Robertson and Zaragoza 2009), as a share of what a line with the rarest words, each once, would have. */
  readonly words: number
  /** Of those that memory holds at all, the share that stands there, however long the line is. */
  readonly held: number
  /** Words that begin alike, where the word itself is missing. */
  readonly beginnings: number
  /** Words of the headings above. */
  readonly headings: number
  /** Words of it, of the headings above, or of the name of its note: all that it can be found by. */
  readonly covered: number
  /** A name of the question: the rarer it is, the more that says. */
  readonly name: number
}

/** A question's words, as lines and parts of lines are compared with them. */
export interface Overlaps {
  /** Each line once. */
  readonly overlap: (line: Line) => Overlap
  /** How much of a question words hold; any scale. */
  readonly held: (words: readonly string[]) => number
}

export function overlapWith({ terms: all, nameStems, weighed, asks }: Query, rarity: Rarity): Overlaps {
  const terms = weighed.map((term) => ({ ...term, weight: rarity.idf(term) ** rareness }))
  const termOf = termIn(terms)
  const whole = wholeOf(terms)
  const written = wholeOf(terms.filter((term) => rarity.share(term) > 0))
  const names = all
    .filter(({ stem }) => nameStems.has(stem))
    .map((term) => ({ ...term, rarity: rarity.idf(term) / rarity.mostIdf }))
  const share = (part: number): number => (whole === 0 ? 0 : part / whole)
  const compared = new Map<FactKey, Overlap>()
  const compare = (line: Line): Overlap => {
    let words = 0
    let held = 0
    let beginnings = 0
    let headings = 0
    let around = 0
    const title = titleStems(line.path)
    const above = line.aboveStems()
    const counted = asks.has('agent') && isAgent(line) ? Math.min(line.stems.length, longest) : line.stems.length
    for (const term of terms) {
      const times = timesIn(line, term)
      if (times > 0) {
        words += term.weight * saturated(times, counted)
        held += term.weight
      } else beginnings += term.weight * alike(line, term)
      const isAbove = term.stems.some((stem) => above.has(stem))
      if (isAbove) headings += term.weight
      if (times === 0 && (isAbove || term.stems.some((stem) => title.has(stem)))) around += term.weight
    }
    const part = line.stems.length > longLine && !isAgent(line) ? bestPart(line, termOf) : 0
    const own = Math.max(share(words), share(part))
    return {
      words: own,
      covered: own + aboutAll * share(around),
      name: Math.max(0, ...names.filter((term) => timesIn(line, term) > 0).map((term) => term.rarity)),
      held: written === 0 ? 0 : Math.min(1, held / written),
      beginnings: share(beginnings),
      headings: share(headings),
    }
  }
  return {
    overlap(line) {
      let overlap = compared.get(line.key)
      if (!overlap) compared.set(line.key, (overlap = compare(line)))
      return overlap
    },
    held: (words) => weightOf(words.map((word) => termOf(stemOf(word)))),
  }
}

/** `people/tom-kershaw.md` is about Tom Kershaw; days say nothing here. */
const titleStems = memoize((path): ReadonlySet<string> => {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  return new Set(wordsOf(name).flatMap((word) => (/^\d+$/.test(word) ? [] : [stemOf(word)])))
})

const wholeOf = (terms: readonly { readonly weight: number }[]): number =>
  terms
    .map(({ weight }) => weight)
    .toSorted((a, b) => b - a)
    .slice(0, tellingWords)
    .reduce((a, b) => a + b, 0)

function timesIn({ counts }: Line, { stem, stems, begins }: Term): number {
  if (!begins) return stems.reduce((total, form) => total + (counts.get(form) ?? 0), 0)
  let times = 0
  for (const [found, count] of counts) if (found.startsWith(stem)) times += count
  return times
}

/** What a word counts that stands so often in a line of so many words: BM25's term frequency. */
function saturated(times: number, length: number): number {
  const norm = 1 - lengthShare + (lengthShare * length) / usualLength
  return (times * (saturation + 1)) / (times + saturation * norm)
}

interface Weighed extends Term {
  readonly weight: number
}

/** Which word of the question a stem is a form of. */
function termIn(terms: readonly Weighed[]): (stem: string) => Weighed | undefined {
  const byStem = new Map(terms.flatMap((term) => (term.begins ? [] : term.stems.map((stem) => [stem, term] as const))))
  const beginnings = terms.filter(({ begins }) => begins)
  return (stem) => byStem.get(stem) ?? beginnings.find((term) => stem.startsWith(term.stem))
}

/** Each once. */
const weightOf = (terms: readonly (Weighed | undefined)[]): number =>
  [...new Set(terms)].reduce((sum, term) => sum + (term?.weight ?? 0), 0)

/** The most that a part of a long line holds of a question. */
function bestPart({ stems }: Line, termOf: (stem: string) => Weighed | undefined): number {
  const hits = stems.flatMap((stem, at) => {
    const term = termOf(stem)
    return term ? [{ at, term }] : []
  })
  let best = 0
  let end = 0
  for (const [from, { at }] of hits.entries()) {
    while (end < hits.length && hits[end]!.at < at + partLength) end++
    best = Math.max(best, weightOf(hits.slice(from, end).map(({ term }) => term)))
  }
  return best * saturated(1, partLength)
}

/** The share of a pair of characters that one of them says. */
const halfSaid = 0.5

/** 0 to 1: whether a word begins as this one does; of a pair of characters, whether one of them is there. */
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
