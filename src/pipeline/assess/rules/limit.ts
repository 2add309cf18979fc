import type { Verdict } from '../../../memory/verdict.js'
import { type Pair, cued } from '../pair.js'
import { related } from '../related.js'
import { scaleOf } from '../scale.js'
import type { Token } from '../sentence.js'
import type { Vocabulary } from '../vocabulary.js'
import { shared, verdictOf } from '../verdict.js'

/** One occasion against a habit. */
export function occasional(pair: Pair): Verdict | undefined {
  const { opinion, fact, links, predicateLink } = pair
  const once = cued(fact, 'once')
  if (!once || scaleOf(fact)?.value === 1) return undefined
  const habit = cued(opinion, 'habit') ?? cued(opinion, 'most')
  if (habit && (links.some(({ sign }) => sign < 0) || instead(pair)))
    return verdictOf(pair, 'weakens', [`once: ${once.words}`, `habit: ${habit.words}`, ...shared(pair)])
  const rare = cued(opinion, 'few')
  if (rare && predicateLink && predicateLink.sign > 0)
    return verdictOf(pair, 'weakens', [`once: ${once.words}`, `seldom: ${rare.words}`, ...shared(pair)])
  return undefined
}

export function excepted(pair: Pair): Verdict | undefined {
  const cue = cued(pair.fact, 'exception')
  if (!cue || !related(pair, 0.1) || cued(pair.opinion, 'exception')) return undefined
  return verdictOf(pair, 'weakens', [`exception: ${cue.words}`, ...shared(pair)])
}

export function limited(pair: Pair): Verdict | undefined {
  const { fact, opinion } = pair
  const away = cued(fact, 'temporary')
  if (away && pair.coverage >= 0.3 && instead(pair))
    return verdictOf(pair, 'weakens', [`temporary: ${away.words}`, ...shared(pair)])
  if (!related(pair)) return undefined
  const guessed = cued(opinion, 'rumour') ?? cued(opinion, 'hedge')
  if (guessed && (cued(fact, 'confirmed') || pair.predicateLink?.sign === 1) && pair.coverage >= 0.5) {
    const contradicted = pair.predicateLink?.sign === -1
    if (!contradicted)
      return verdictOf(pair, 'reinforces', [`confirmed: ${cued(fact, 'confirmed')?.words ?? ''}`, ...shared(pair)])
  }
  for (const name of ['temporary', 'rumour', 'hedge'] as const) {
    const cue = cued(fact, name)
    if (cue && !cued(opinion, name)) return verdictOf(pair, 'weakens', [`${name}: ${cue.words}`, ...shared(pair)])
  }
  return undefined
}

/** `Usually walks`, `took a taxi`: something else was done in its place. */
function instead({ opinion, fact, said, told, links }: Pair): boolean {
  const { vocabulary } = opinion
  const open = said.filter((at) => !links.some(({ from }) => from === at))
  const lines = new Set(open.flatMap((at) => alternatives(vocabulary, opinion.tokens[at]!)))
  return told.some((at) => alternatives(vocabulary, fact.tokens[at]!).some((line) => lines.has(line)))
}

const alternatives = (vocabulary: Vocabulary, { text, lemma }: Token): readonly number[] =>
  vocabulary.contraries(text).length ? vocabulary.contraries(text) : vocabulary.contraries(lemma)
