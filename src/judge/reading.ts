import type { Judged } from '../model/verdict.js'
import { type Sentence, lowerCase, read, wordPattern } from '../language/sentence.js'
import type { Vocabulary } from '../language/vocabulary.js'

/** A text as one language reads it. */
export interface Reading {
  readonly names: ReadonlySet<string>
  readonly sentence: Sentence
}

/** What was read of each text, by language: a fact is judged against many opinions, and read once in each language. */
const readings = new WeakMap<Judged, Map<Vocabulary, Reading>>()

export function reading(judged: Judged, vocabulary: Vocabulary): Reading {
  let known = readings.get(judged)
  if (!known) readings.set(judged, (known = new Map()))
  let found = known.get(vocabulary)
  if (!found) {
    const names = namesOf(judged, vocabulary)
    found = { names, sentence: read(judged.text, vocabulary, names) }
    known.set(vocabulary, found)
  }
  return found
}

const wordsIn = (name: string): string[] => (name.match(wordPattern(name)) ?? []).map(lowerCase)

/** The words in a text's mentions, without articles: `@the-annex` is called annex. */
function namesOf({ mentions }: Judged, { isOf }: Vocabulary): Set<string> {
  const names = new Set<string>()
  for (const mention of mentions) {
    const words = wordsIn(mention.slice(0, 100).normalize('NFC'))
    for (const word of words) if (words.length === 1 || !isOf('determiner', word)) names.add(word)
  }
  return names
}
