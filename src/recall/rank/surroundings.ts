import type { FactKey, OpenedSection } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { Query } from '../question/query.js'
import { ftsQuoted, type Rarity } from '../question/rarity.js'
import { memoizeWeakly } from '../../text/memoize.js'
import { wholeOf } from './overlap.js'

/** How much of a question a line's section and note hold: BM25 of each as one text, as a share of the most possible. */
export interface Surroundings {
  readonly section: (key: FactKey) => number
  readonly note: (key: FactKey) => number
}

/** BM25's k1 and b; lengths are counted in lines. */
const saturation = 1.2
const lengthShare = 0.75
/** The rarest words, of which all lines are looked up: each may be in a share of all lines. */
const mostFollowed = 16

/** Sections or notes as texts: `of` numbers the text of a line, `lengths` are the lines of each text. */
interface Texts {
  readonly of: (key: FactKey) => number
  readonly lengths: readonly number[]
}

/** @param partsOf the lines that a bullet was made of: it stands where they do, too */
export function surroundingsOf(
  { terms, isTime }: Query,
  store: Store,
  rarity: Rarity,
  partsOf: (key: FactKey) => readonly FactKey[],
): Surroundings {
  const followed = (isTime ? [] : terms)
    .filter((term, at) => terms.findIndex(({ stem }) => stem === term.stem) === at)
    .filter((term) => rarity.share(term) > 0 && rarity.isRare(term))
    .toSorted((a, b) => rarity.share(a) - rarity.share(b))
    .slice(0, mostFollowed)
  const postings = followed.map(({ forms }) => store.holding(ftsQuoted(forms)))
  const { sections, notes } = textsIn(store.sections())
  const most =
    (score: (key: FactKey) => number) =>
    (key: FactKey): number =>
      Math.max(score(key), ...partsOf(key).map(score))
  return {
    section: most(scores(postings, sections)),
    note: most(scores(postings, notes)),
  }
}

const textsIn = memoizeWeakly((rows: readonly OpenedSection[]): { sections: Texts; notes: Texts } => {
  const starts = rows.map(([first]) => first)
  const numbers = new Map<number, number>()
  const noteOf = rows.map(([, , note]) => numbers.get(note) ?? (numbers.set(note, numbers.size), numbers.size - 1))
  const lines = Array.from({ length: numbers.size }, () => 0)
  for (const [at, [, length]] of rows.entries()) lines[noteOf[at]!]! += length
  const sectionAt = (key: FactKey): number => lastUpTo(starts, key)
  return {
    sections: { of: sectionAt, lengths: rows.map(([, length]) => length) },
    notes: { of: (key) => noteOf[sectionAt(key)] ?? -1, lengths: lines },
  }
})

/** The last place of a sorted list with a value up to this one; -1 where there is none. */
function lastUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

function scores(postings: readonly (readonly FactKey[])[], { of, lengths }: Texts): (key: FactKey) => number {
  const usual = lengths.reduce((a, b) => a + b, 0) / Math.max(1, lengths.length)
  const sums = new Map<number, number>()
  const idfs: number[] = []
  for (const keys of postings) {
    const times = new Map<number, number>()
    for (const key of keys) {
      const text = of(key)
      times.set(text, (times.get(text) ?? 0) + 1)
    }
    const idf = Math.log(1 + (lengths.length - times.size + 0.5) / (times.size + 0.5))
    idfs.push(idf)
    for (const [text, count] of times) {
      const norm = 1 - lengthShare + (lengthShare * lengths[text]!) / usual
      sums.set(text, (sums.get(text) ?? 0) + (idf * count * (saturation + 1)) / (count + saturation * norm))
    }
  }
  const most = wholeOf(idfs) * (saturation + 1)
  return (key) => (most === 0 ? 0 : (sums.get(of(key)) ?? 0) / most)
}
