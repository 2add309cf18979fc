import type { Judged, Verdict } from '../../memory/verdict.js'
import { vocabularyOf } from './languages.js'
import { layOut } from './pair.js'
import { asked, longAgo, restated, swapped } from './rules/bearing.js'
import { changedOver, ended, replaced } from './rules/change.js'
import { excepted, limited, occasional } from './rules/limit.js'
import { counted, scaled } from './rules/number.js'
import { compared, confirmed, opposed, toned, waved } from './rules/polarity.js'
import { type Sentence, read, wordsOf } from './sentence.js'
import { type Rule, verdictOf } from './verdict.js'
import type { Vocabulary } from './vocabulary.js'

/**
 * What a fact does to an opinion that shares an entity with it.
 *
 * A pure function of the two texts: no corpus statistics, no model, no clock,
 * so that no unrelated commit and no other machine moves a belief (DESIGN 8).
 */
export function assess(opinion: Judged, fact: Judged): Verdict {
  const vocabulary = vocabularyOf(opinion.text, fact.text)
  const [said, told] = [reading(opinion, vocabulary), reading(fact, vocabulary)]
  const pair = layOut(said.sentence, told.sentence, union(said.names, told.names))
  for (const rule of rules) {
    const verdict = rule(pair)
    if (verdict) return verdict
  }
  return verdictOf(pair, 'unrelated', [])
}

const rules: readonly Rule[] = [
  restated,
  asked,
  longAgo,
  compared,
  swapped,
  waved,
  ended,
  changedOver,
  occasional,
  excepted,
  scaled,
  counted,
  limited,
  opposed,
  replaced,
  toned,
  confirmed,
]

interface Reading {
  readonly text: string
  readonly vocabulary: Vocabulary
  readonly names: ReadonlySet<string>
  readonly sentence: Sentence
}

/** A fact is judged against many opinions, and read once. */
const readings = new WeakMap<Judged, Reading>()

function reading(judged: Judged, vocabulary: Vocabulary): Reading {
  const known = readings.get(judged)
  if (known && known.vocabulary === vocabulary && known.text === judged.text) return known
  const names = namesOf(judged)
  const fresh = { text: judged.text, vocabulary, names, sentence: read(judged.text, vocabulary, names) }
  readings.set(judged, fresh)
  return fresh
}

function namesOf({ mentions }: Judged): Set<string> {
  const names = new Set<string>()
  for (const mention of mentions)
    for (const word of mention.slice(0, 100).match(wordsOf(mention)) ?? []) names.add(word.toLowerCase())
  return names
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return [...b].every((name) => a.has(name)) ? a : new Set([...a, ...b])
}
