import type { FactKey } from '../../store/rows.js'
import type { Retriever } from './retriever.js'
import { cjkPair } from '../../text/cjk.js'
import { ftsQuoted, type Rarity } from '../question/rarity.js'
import type { Term } from '../question/query.js'

/** Fewer rare words than this are too few to go by. */
const enoughRare = 2
/** How many words are looked for at most, the rarest: FTS5 takes time for each. */
const mostSought = 32
/** Where rare words are too few, lines with any two of so many common words (the rarest of them) are looked for. */
const paired = 4

/** Lines that hold any word of the question, best BM25 first; none has to hold them all. */
export const lexical: Retriever = {
  about: 'holds words of the question',
  find({ query, store, rarity, filter }, limit) {
    const isQuestion = query.terms.length > 1
    const terms = query.terms.flatMap((term) =>
      isQuestion && isPair(term) && rarity.share(term) === 0 ? halves(term) : [term],
    )
    const find = (match: string): FactKey[] => (match === '' ? [] : store.matching(match, filter, limit))
    const found = find(matchOf(terms, rarity))
    // `Allergies` finds a line that says `allergic`: words that begin alike are better than nothing.
    return found.length > 0 ? found : find(terms.flatMap(beginning).join(' OR '))
  },
}

/** An FTS5 query: `("rome") OR ("went" OR "go")`; where nearly all terms are common, with pairs: `(… AND …)`. */
function matchOf(terms: readonly Term[], { isRare, share }: Rarity): string {
  const counted = terms.map((term) => ({
    match: `(${ftsQuoted(term.forms)})`,
    share: share(term),
    isRare: isRare(term),
  }))
  const rare = counted
    .filter((one) => one.isRare)
    .toSorted((a, b) => (a.share || 1) - (b.share || 1))
    .slice(0, mostSought)
    .map(({ match }) => match)
  const common = counted.filter((one) => !one.isRare).toSorted((a, b) => a.share - b.share)
  if (rare.length >= enoughRare || common.length === 0) return rare.join(' OR ')
  if (rare.length === 0 && common.length === 1) return common[0]!.match
  const few = common.slice(0, paired).map(({ match }) => match)
  const pairs = few.flatMap((left, at) => few.slice(at + 1).map((right) => `(${left} AND ${right})`))
  return [...rare, ...pairs].join(' OR ')
}

/**
 * Whether a term is a pair of Chinese characters. Among other terms, a pair that no line holds is looked for as its two
 * characters; alone, it is a word that memory lacks.
 */
const isPair = ({ stem }: Pick<Term, 'stem'>): boolean => cjkPair.test(stem)
const halves = ({ stem }: Term): Term[] =>
  [...stem].map((character) => ({ stem: character, begins: true, stems: [character], forms: [`${character}*`] }))

/** Letters that a word needs for its beginning to be looked for, and the share of it that is this beginning. */
const longWord = 6
const alike = 0.7
const beginning = ({ stem, begins }: Term): string[] =>
  begins || stem.length < longWord || isPair({ stem })
    ? []
    : [ftsQuoted([`${stem.slice(0, Math.max(5, Math.ceil(alike * stem.length)))}*`])]
