import type { Pair } from './pair.js'
import type { Token } from '../language/sentence.js'
import type { Vocabulary } from '../language/vocabulary.js'

/** `Usually walks`, `took a taxi`: something else was done in its place. */
export function areAlternatives({ opinion, fact, said, told, links }: Pair): boolean {
  const { vocabulary } = opinion
  const open = said.filter((at) => !links.some(({ from }) => from === at))
  const lines = new Set(open.flatMap((at) => alternatives(vocabulary, opinion.tokens[at]!)))
  return told.some((at) => alternatives(vocabulary, fact.tokens[at]!).some((line) => lines.has(line)))
}

const alternatives = (vocabulary: Vocabulary, { text, lemma }: Token): readonly number[] =>
  vocabulary.contraries(text).length ? vocabulary.contraries(text) : vocabulary.contraries(lemma)
