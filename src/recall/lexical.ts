import { filterOf } from './filter.js'
import { quoted, type Rarity } from './rarity.js'
import type { Term } from './query.js'
import type { Retriever } from './retrievers.js'

/** A word that more than this share of all lines hold finds too much to help; weighing what others find, it still counts. */
const commonShare = 0.05
/** Words that are looked for at least, the rarest, however common they are. */
const fewest = 3

/** Any of the words, best BM25 first; a question is never an implicit AND. */
export const lexical: Retriever = {
  about: 'holds words of the question',
  find({ query, store, rarity }, limit) {
    const forms = telling(query.terms, rarity).flatMap((term) => [...term.forms, ...wide(term)])
    if (forms.length === 0) return []
    return store.matching(quoted(forms), filterOf(query, store), limit).map(({ key }) => key)
  },
}

function telling(terms: readonly Term[], { share }: Rarity): Term[] {
  const rarest = terms.toSorted((a, b) => share(a) - share(b))
  return rarest.filter((term, at) => at < fewest || share(term) <= commonShare)
}

/** Digits as Chinese and Japanese input methods may write them: `２０２５`. */
const wide = ({ forms }: Term): string[] =>
  forms
    .filter((form) => /\d/.test(form) && /^[\x21-\x7e]+$/.test(form))
    .map((form) => form.replace(/[\x21-\x7e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)))
