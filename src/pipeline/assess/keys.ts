import type { Judged } from '../../memory/verdict.js'
import { vocabularyOf } from './told-in.js'
import { reading } from './reading.js'

/**
 * What a text can meet another in: its words, what they mean and what they are
 * kinds of. Texts without a key in common have nothing to do with each other,
 * which is a rule of the judge, and what spares it most pairs.
 */
export function keysOf(judged: Judged): ReadonlySet<string> {
  let found = known.get(judged)
  if (!found) {
    found = read(judged)
    known.set(judged, found)
  }
  return found
}

const known = new WeakMap<Judged, ReadonlySet<string>>()

function read(judged: Judged): Set<string> {
  const { sentence, names } = reading(judged, vocabularyOf(judged, judged))
  const keys = new Set<string>()
  for (const { text, lemma, axes, kinds, content, states, events, tone } of sentence.tokens) {
    // A move ends where somebody lives, praise meets blame, in no common word.
    for (const state of [...states, ...events]) keys.add(`state ${state}`)
    if (tone !== 0) keys.add('a tone')
    if (!content || names.has(text)) continue
    keys.add(lemma)
    for (const axis of [...axes, ...kinds]) keys.add(axis.replace(/^-/, ''))
  }
  // Numbers of one sort may be compared whatever stands around them.
  for (const { kind } of sentence.quantities) keys.add(`a ${kind}`)
  return keys
}
