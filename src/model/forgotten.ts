import { isAboutPair, type Assertion } from './assertion.js'
import type { FactId } from './fact.js'

/**
 * The tombstones of `memory/.forgotten.md`: the facts that `memory forget` removed. An id is a hash of the words, so
 * the file names a line without repeating it. It merges as logs do, with both sides' lines, so the tombstones of two
 * clones all stay.
 *
 *     - ^k3f9a2c1x7
 */
const tombstone = /^[-*+] \^([0-9a-z]{10})[ \t]*\r?$/gm

const heading = `# Forgotten

Each line is the id of a fact that was taken out by \`memory forget\`: a fingerprint of its words, never the words. A merge
may bring the words back into a log; as long as their id stands here, nothing tells them.

`

/** The forgotten ids in the file, sorted, each once. All else in the file is ignored, the marks of a conflict too. */
export const forgottenIn = (text: string): FactId[] =>
  [...new Set([...text.matchAll(tombstone)].map(([, id]) => id!))].toSorted()

/** The forgotten ids in a tree's settings, as the index keeps them in JSON; none where there are no settings. */
export const forgottenBy = (settings = '{}'): ReadonlySet<FactId> =>
  new Set((JSON.parse(settings) as { readonly forgotten?: readonly FactId[] }).forgotten)

/** The file with one tombstone more; as it was where it holds that one. */
export function withForgotten(text: string, id: FactId): string {
  if (forgottenIn(text).includes(id)) return text
  const before = text.trim() === '' ? heading : text.endsWith('\n') ? text : `${text}\n`
  return `${before}- ^${id}\n`
}

export const factsNamed = (assertion: Assertion): readonly FactId[] =>
  isAboutPair(assertion) ? [assertion.fact, assertion.opinion] : [assertion.of]
