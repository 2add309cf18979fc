import type { Judged } from '../../memory/verdict.js'
import { type Sentence, read, wordsOf } from './sentence.js'
import type { Vocabulary } from './vocabulary.js'

interface Reading {
  readonly text: string
  readonly vocabulary: Vocabulary
  readonly names: ReadonlySet<string>
  readonly sentence: Sentence
}

/** A fact is judged against many opinions, and read once. */
const readings = new WeakMap<Judged, Reading>()

export function reading(judged: Judged, vocabulary: Vocabulary): Reading {
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
