import type { Store } from '../../store/store.js'
import { stemOf, wordsOf } from '../../language/words.js'
import type { Query, Term } from './query.js'

/** How rare words are among all lines of this memory; each is counted once. */
export interface Rarity {
  /** Inverse document frequency, from about 0; the higher, the rarer. */
  readonly idf: (term: Pick<Term, 'stem' | 'forms'>) => number
  /** 0 to 1: that of what so many lines hold, as a share of that of what one holds. */
  readonly rareness: (count: number) => number
  /** Lines in all. */
  readonly lines: number
  /** Whether so few lines hold it that to find them says something of where one stands; a word that none holds is rare too. */
  readonly isRare: (term: Pick<Term, 'stem' | 'forms'>) => boolean
  /** Of all lines, how many hold it: 0 to 1. */
  readonly share: (term: Pick<Term, 'stem' | 'forms'>) => number
}

/** Words that more than this share of the lines hold are all as common: counting further would take longer than it tells. */
const countedShare = 0.25
/** A word in more than this share of all lines, and in more than so many, finds too much to help; weighing what others find, it still counts. */
const commonShare = 0.05
const commonLines = 1000
/** Of fewer lines than this what is rare cannot be told: a word that one of them holds is as rare as in so many. */
const fewestLines = 50
/** Words whose counts are kept between questions; more are forgotten all at once. */
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

/** The most lines that a word of the question's names stands in, as it is written there or as the entity is called. */
export function linesOfNames({ terms, nameStems, spelt }: Query, rarity: Rarity): number {
  const called = spelt.flatMap(wordsOf).map((word) => ({ stem: stemOf(word), forms: [word] }))
  const written = terms.filter(({ stem }) => nameStems.has(stem))
  return Math.max(0, ...[...written, ...called].map((term) => rarity.share(term) * rarity.lines))
}

/** A term as FTS5 strings: no operator and no column can hide in one. */
export const ftsQuoted = (forms: readonly string[]): string =>
  forms.map((form) => (form.endsWith('*') ? `"${form.slice(0, -1)}"*` : `"${form}"`)).join(' OR ')
