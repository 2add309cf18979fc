import type { Store } from '../../store/store.js'
import { stemOf, wordsOf } from '../../language/words.js'
import type { Query, Term } from './query.js'

/** How rare words are among all lines of this memory. Each word is counted once. */
export interface Rarity {
  /** Inverse document frequency, from about 0; the higher, the rarer. */
  readonly idf: (term: Pick<Term, 'stem' | 'forms'>) => number
  /** 0 to 1: the rarity of a word in so many lines, as a share of that of a word in one line. */
  readonly rareness: (count: number) => number
  readonly lines: number
  /** Whether few enough lines hold the word that finding them helps; a word that no line holds is rare too. */
  readonly isRare: (term: Pick<Term, 'stem' | 'forms'>) => boolean
  /** The share of all lines that hold the word: 0 to 1. */
  readonly share: (term: Pick<Term, 'stem' | 'forms'>) => number
}

/** The share of lines at which counting stops: telling more common words apart is not worth the time. */
const countedShare = 0.25
/**
 * A word in more than this share of all lines, and in more than `commonLines`, finds too much to help. It still counts
 * when lines that other words found are weighed.
 */
const commonShare = 0.05
const commonLines = 1000
/** Memory of fewer lines counts as one of so many: rarity cannot be told from less. */
const fewestLines = 50
/** How many words' counts are kept between questions; when there are as many, all are dropped. */
const mostKnown = 20_000

export function rarityIn(store: Store): Rarity {
  const lines = store.lineCount()
  const most = Math.ceil(lines * countedShare)
  const known = store.counted()
  const found = ({ forms }: Pick<Term, 'stem' | 'forms'>): number => {
    const match = ftsQuoted(forms)
    let count = known.get(match)
    if (count === undefined) {
      if (known.size >= mostKnown) known.clear()
      known.set(match, (count = store.frequency(match, most)))
    }
    return count
  }
  const among = Math.max(lines, fewestLines)
  const idfOf = (count: number): number => Math.log(1 + (among - count + 0.5) / (count + 0.5))
  return {
    lines,
    idf: (term) => idfOf(found(term)),
    rareness: (count) => idfOf(Math.max(1, count)) / idfOf(1),
    share: (term) => found(term) / Math.max(1, lines),
    isRare: (term) => found(term) <= Math.max(commonShare * lines, commonLines),
  }
}

/** How many lines hold the most common word of the question's names, as the question or the entity spells it. */
export function linesOfNames({ terms, nameStems, spelt }: Query, rarity: Rarity): number {
  const called = spelt.flatMap(wordsOf).map((word) => ({ stem: stemOf(word), forms: [word] }))
  const written = terms.filter(({ stem }) => nameStems.has(stem))
  return Math.max(0, ...[...written, ...called].map((term) => rarity.share(term) * rarity.lines))
}

/** The forms as quoted FTS5 strings, in which no operator or column can hide. */
export const ftsQuoted = (forms: readonly string[]): string =>
  forms.map((form) => (form.endsWith('*') ? `"${form.slice(0, -1)}"*` : `"${form}"`)).join(' OR ')
