import type { Assertion } from './assertion.js'
import type { FactId } from './fact.js'
import { forgottenPath, type Note, type Problem } from './note.js'

/**
 * Facts that `memory forget` removed: the tombstones of `memory/.forgotten.md`.
 * An id is a hash of the words, so the file says which line is meant without
 * saying it; and logs merge by union, so two clones' tombstones both stay.
 *
 *     - ^k3f9a2c1x7
 */
const tombstone = /^[-*+] \^([0-9a-z]{10})[ \t]*\r?$/gm

const heading = `# Forgotten

Each line is the id of a fact that was taken out by \`memory forget\`: a fingerprint of its words, never the words. A merge
may bring the words back into a log; as long as their id stands here, nothing tells them.

`

/** Sorted, each once. Whatever else stands in the file says nothing, the marks of a conflict too. */
export const forgottenIn = (text: string): FactId[] =>
  [...new Set([...text.matchAll(tombstone)].map(([, id]) => id!))].toSorted()

/** The file with one tombstone more; as it was where it holds that one. */
export function withForgotten(text: string, id: FactId): string {
  if (forgottenIn(text).includes(id)) return text
  const before = text.trim() === '' ? heading : text.endsWith('\n') ? text : `${text}\n`
  return `${before}- ^${id}\n`
}

/** The facts that a person's word in a page is about. */
export const factsNamed = (assertion: Assertion): readonly FactId[] =>
  assertion.what === 'rejected' ? [assertion.fact, assertion.opinion] : [assertion.of]

/** A note without what was forgotten; each line that came back is told of, by its id alone. */
export function withoutForgotten(note: Note, forgotten: ReadonlySet<FactId>): Note {
  if (forgotten.size === 0) return note
  const back = [
    ...note.facts.flatMap(({ id, source }) => (forgotten.has(id) ? [{ id, ...source }] : [])),
    ...note.assertions.flatMap(({ line, assertion }) => {
      const id = factsNamed(assertion).find((named) => forgotten.has(named))
      return id === undefined ? [] : [{ id, first: line, last: line }]
    }),
  ]
  if (back.length === 0) return note
  return {
    ...note,
    facts: note.facts.filter(({ id }) => !forgotten.has(id)),
    assertions: note.assertions.filter(({ assertion }) => !factsNamed(assertion).some((id) => forgotten.has(id))),
    problems: [
      // Their messages quote what was found.
      ...note.problems.filter(({ line }) => !back.some(({ first, last }) => first <= line && line <= last)),
      ...back.map(({ id, first }): Problem => ({
        path: note.path,
        line: first,
        message: `not indexed: ^${id} was forgotten (${forgottenPath}), and the line is back`,
        hint: `memory forget ^${id} takes it out again`,
        kind: 'forgotten',
      })),
    ],
  }
}
