import { asksFor } from '../../language/asking.js'
import { isFirstPerson } from '../../language/first-person.js'
import type { LabelKind } from '../../model/label.js'

/** The labels that answer each kind of question: `Root cause: …` where it asks why. */
export const labelsThatAnswer = {
  why: ['cause', 'problem'],
  lesson: ['lesson'],
  decision: ['decision'],
  open: ['open'],
  how: ['how', 'fix'],
  status: ['status'],
} as const satisfies Readonly<Record<string, readonly LabelKind[]>>

export const labelAsks = Object.keys(labelsThatAnswer) as readonly (keyof typeof labelsThatAnswer)[]

/**
 * The kinds of answer that a question's own words may ask for (`asks.txt` of each language). A kind switches features
 * on: it raises or lowers a line, it never hides one.
 *
 * - `doing`: the asker wants something done or explained, so their preferences bear on it whatever the words
 * - `rule`: the asker is about to do something, or asks whether to, so standing rules bear on it
 * - `agent`: what the agent said, `what did you recommend …`
 * - `opinion`: what somebody prefers or believes
 * - `past`: how things were, perhaps no longer; facts that are over keep their place
 * - `present`: how it is now, the newest of several
 * - `what`: what somebody or something is
 * - `list`: several things, which a line may introduce
 * - those of `labelsThatAnswer`: lines with these labels answer it
 */
export const wordedKinds = [
  'doing',
  'rule',
  'agent',
  'opinion',
  'past',
  'present',
  'what',
  'list',
  ...labelAsks,
] as const
/** One of these kinds, or `self`: the asker speaks of themselves. */
export type AskedKind = (typeof wordedKinds)[number] | 'self'

export function askedIn(question: string): ReadonlySet<AskedKind> {
  const text = question.toLowerCase().replaceAll('’', "'")
  const asked = new Set<AskedKind>(wordedKinds.filter((kind) => asksFor(kind)(text)))
  // People write a question in small letters, `what did i like`.
  if (/\bi\b/.test(text) || isFirstPerson(question)) asked.add('self')
  return asked
}
