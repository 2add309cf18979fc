import type { Judged } from '../../memory/verdict.js'
import { vocabulariesOf } from './told-in.js'
import { wordsBefore } from './phrase.js'
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
  const keys = new Set<string>()
  for (const vocabulary of vocabulariesOf(judged)) readInto(keys, reading(judged, vocabulary))
  return keys
}

function readInto(keys: Set<string>, { sentence, names }: ReturnType<typeof reading>): void {
  for (const [at, { text, lemma, axes, kinds, content, states, events, tone, name }] of sentence.tokens.entries()) {
    // A move ends where somebody lives, praise meets blame, in no common word.
    for (const state of [...states, ...events]) keys.add(`state ${state}`)
    if (tone !== 0) keys.add('a tone')
    if (!content || names.has(text)) continue
    keys.add(lemma)
    // `Made in Portugal` and `made in Taiwan` share a place for a name.
    if (name)
      keys.add(
        `after ${wordsBefore(sentence, at, names)
          .slice(0, 2)
          .map((word) => word.lemma)}`,
      )
    for (const axis of [...axes, ...kinds]) keys.add(axis.replace(/^-/, ''))
  }
  // Numbers of one sort may be compared whatever stands around them.
  for (const { kind } of sentence.quantities) keys.add(`a ${kind}`)
}
