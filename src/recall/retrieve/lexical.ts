import type { FactKey } from '../../store/rows.js'
import type { Retriever } from './retriever.js'
import { cjkPair } from '../../text/cjk.js'
import { ftsQuoted, type Rarity } from '../question/rarity.js'
import type { Term } from '../question/query.js'

/** Fewer rare words than this are too few to go by. */
const enoughRare = 2
/** Words that are looked for at most, the rarest: FTS5 takes time for each. */
const mostSought = 32
/** Common words of which any two together are looked for then, the rarest. */
const paired = 4

/** Any of the words, best BM25 first; a question is never an implicit AND. */
export const lexical: Retriever = {
  about: 'holds words of the question',
  find({ query, store, rarity, filter }, limit) {
    const isQuestion = query.terms.length > 1
    const terms = query.terms.flatMap((term) =>
      isQuestion && isPair(term) && rarity.share(term) === 0 ? halves(term) : [term],
    )
    const find = (match: string): FactKey[] => (match === '' ? [] : store.matching(match, filter, limit))
    const found = find(matchOf(terms, rarity))
    // `Allergies` where somebody is allergic: what begins alike is better than nothing.
    return found.length > 0 ? found : find(terms.flatMap(beginning).join(' OR '))
  },
}

/** `("rome") OR ("went" OR "go")`; where nearly all words are common, two of those that stand in one line. */
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

/** Of a question, a pair of characters that nobody wrote side by side is looked for as two; alone, it is a word that is not there. */
const isPair = ({ stem }: Pick<Term, 'stem'>): boolean => cjkPair.test(stem)
const halves = ({ stem }: Term): Term[] =>
  [...stem].map((character) => ({ stem: character, begins: true, stems: [character], forms: [`${character}*`] }))

/** Letters that a word has to have for others to begin alike, and the share of it that they begin with. */
const longWord = 6
const alike = 0.7
const beginning = ({ stem, begins }: Term): string[] =>
  begins || stem.length < longWord || isPair({ stem })
    ? []
    : [ftsQuoted([`${stem.slice(0, Math.max(5, Math.ceil(alike * stem.length)))}*`])]
