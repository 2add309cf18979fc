import type { Judged } from '../model/verdict.js'
import { type Sentence, lowered, read, wordsOf } from '../language/sentence.js'
import type { Vocabulary } from '../language/vocabulary.js'

interface Reading {
  readonly names: ReadonlySet<string>
  readonly sentence: Sentence
}

/** A fact is judged against many opinions, and read once in each language that it shares with one. */
const readings = new WeakMap<Judged, Map<Vocabulary, Reading>>()

export function reading(judged: Judged, vocabulary: Vocabulary): Reading {
  let known = readings.get(judged)
  if (!known) readings.set(judged, (known = new Map()))
  let found = known.get(vocabulary)
  if (!found) {
    const names = namesOf(judged)
    found = { names, sentence: read(judged.text, vocabulary, names) }
    known.set(vocabulary, found)
  }
  return found
}

function namesOf({ mentions }: Judged): Set<string> {
  const names = new Set<string>()
  for (const mention of mentions)
    for (const word of mention.slice(0, 100).match(wordsOf(mention)) ?? []) names.add(lowered(word))
  return names
}
