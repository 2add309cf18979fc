import type { Store } from '../store/store.js'
import type { Term } from './query.js'

/** How rare words are among all lines of this memory; each is counted once. */
export interface Rarity {
  /** Inverse document frequency, from about 0; the higher, the rarer. */
  readonly idf: (term: Pick<Term, 'stem' | 'forms'>) => number
  /** Of all lines, how many hold it: 0 to 1. */
  readonly share: (term: Pick<Term, 'stem' | 'forms'>) => number
}

export function rarityIn(store: Store): Rarity {
  const lines = store.lineCount()
  const known = new Map<string, number>()
  const found = ({ stem, forms }: Pick<Term, 'stem' | 'forms'>): number => {
    let count = known.get(stem)
    if (count === undefined) known.set(stem, (count = store.frequency(quoted(forms))))
    return count
  }
  return {
    idf: (term) => Math.log(1 + (lines - found(term) + 0.5) / (found(term) + 0.5)),
    share: (term) => found(term) / Math.max(1, lines),
  }
}

/** A term as FTS5 strings: no operator and no column can hide in one. */
export const quoted = (forms: readonly string[]): string =>
  forms.map((form) => (form.endsWith('*') ? `"${form.slice(0, -1)}"*` : `"${form}"`)).join(' OR ')
