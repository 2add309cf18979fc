import { asksFor } from '../../language/asking.js'
import { isFirstPerson } from '../../language/first-person.js'
import type { LabelKind } from '../../model/label.js'

/** Labels that answer: `Root cause: …` where it is asked why. */
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
 * What kind of answer a question may want, by its own words (`asks.txt` of each language). A kind is a feature's switch: it
 * raises or lowers, it never hides.
 *
 * - `doing`: the asker wants something done or explained, so what they prefer bears on it whatever the words
 * - `rule`: the asker is about to do something, or asks whether to, so what is to be done from now on bears on it
 * - `agent`: what the agent said, `what did you recommend …`
 * - `opinion`: what somebody prefers or believes
 * - `past`: what was so, and perhaps is no more; what is over keeps its place
 * - `present`: how it is now, the newest of several
 * - `what`: what somebody or something is
 * - `list`: several things, which a line may introduce
 * - those of `labelsThatAnswer`: what is labelled so answers it
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
/** And `self`: the asker speaks of themselves. */
export type AskedKind = (typeof wordedKinds)[number] | 'self'

export function askedIn(question: string): ReadonlySet<AskedKind> {
  const text = question.toLowerCase().replaceAll('’', "'")
  const asked = new Set<AskedKind>(wordedKinds.filter((kind) => asksFor(kind)(text)))
  // People write a question in small letters, `what did i like`.
  if (/\bi\b/.test(text) || isFirstPerson(question)) asked.add('self')
  return asked
}
