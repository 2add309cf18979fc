import { byPrecedence, type PlacedAssertion, type Wording } from './assertion.js'
import type { Fact, FactId } from './fact.js'

/** An assertion with the fact that it was found to speak about; null where nothing is meant. */
export interface ResolvedAssertion extends PlacedAssertion {
  readonly target: FactId | null
}

/** What a person decided about how a fact is told. */
export interface Telling {
  readonly words: readonly (PlacedAssertion & { readonly assertion: Wording })[]
  readonly retired: boolean
}

/** Facts that are told otherwise than the logs state them. */
export function tellingsOf(resolved: readonly ResolvedAssertion[]): Map<FactId, Telling> {
  const found = new Map<FactId, Telling>()
  for (const { target, page, line, assertion } of resolved) {
    if (target === null || (assertion.what !== 'wording' && assertion.what !== 'retired')) continue
    const { words, retired } = found.get(target) ?? { words: [], retired: false }
    found.set(target, {
      words: assertion.what === 'wording' ? [...words, { page, line, assertion }] : words,
      retired: retired || assertion.what === 'retired',
    })
  }
  return found
}

/** A fact in a person's words, where there are any. */
export function told<F extends Fact>(fact: F, words: Telling['words'] = []): F {
  const last = words.toSorted(byPrecedence).at(-1)
  if (!last) return fact
  const { kind, text, mentions, leading, until } = last.assertion.said
  return { ...fact, kind, text, mentions, leading, until }
}
