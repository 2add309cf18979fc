import { isDay, nameOfSpan, type Day, type Span } from '../../model/time.js'
import { joinedIn } from '../../language/joined.js'
import { noStatement } from '../../language/no-statement.js'
import { hiddenIn } from '../../text/hiding.js'
import { startOf } from '../../text/start-of.js'
import { onlyFromItsDay, pronounIn, sentencesIn, type Pronoun } from '../../language/unanchored.js'
import type { ReadEntry } from './retain-entries.js'

/** A statement of more characters is a paragraph, which fills answers, pages and the messages of commits. */
const longest = 400

/**
 * Why a statement is no good bullet: nobody would find it, or understand it alone. Empty where it is a good one. Each
 * reason says what would be right.
 */
export async function faultsOf(entry: ReadEntry, today: Day): Promise<string[]> {
  const { text, mentions, leading, kind, day, suggested, from } = entry
  // A suggestion can get a name when it is kept, and a bullet made of lines stands beside them. An opinion always needs
  // a name.
  const needsName = (suggested.length === 0 && from.length === 0) || kind === 'opinion'
  const pronoun = pronounIn(text)
  const moment = day === undefined ? onlyFromItsDay(text, today) : undefined
  const sentences = sentencesIn(text)
  const isLost = pronoun !== undefined && !(pronoun.isWriter && kind === 'experience')
  const nothing = noStatement(text)
  const { credentialsIn } = await import('../secrets/credentials.js')
  const [secret] = [text, ...mentions].flatMap((each) => credentialsIn('memory/log.md', each))
  const { length } = [...text]
  const hidden = hiddenIn(text) ?? mentions.map(hiddenIn).find((each) => each !== undefined)
  const joined = length > longest || sentences > 1 ? undefined : joinedIn(text)
  return [
    ...(mentions.length === 0 && needsName
      ? ['it is about nobody: give an entity, a person or thing that it is about']
      : []),
    ...(nothing === undefined ? [] : [nothing]),
    ...(isLost ? [`it begins with ${pronoun.word}: ${meantBy(pronoun, text, leading)}`] : []),
    ...(moment
      ? [`it says a time that only its own day tells: write ${dateOf(moment)}, or give the day it is noted on`]
      : []),
    ...(day !== undefined && day > today
      ? [`it is noted on ${day}, which is still to come: note it today, and write that day into the words`]
      : []),
    ...(length > longest ? [`it has ${length} characters: say it in ${longest}, and leave the rest to the log`] : []),
    ...(sentences > 1 ? [`it says ${sentences} things: write each as a bullet of its own`] : []),
    ...(joined ? [`it says 2 things, ${joined.map(named).join(' and ')}: write each as a bullet of its own`] : []),
    ...(hidden ? [`it holds ${hidden}, which nobody sees: leave it out`] : []),
    ...(secret ? [`it holds what looks like a credential (${secret.kind}): keep that out of memory`] : []),
  ]
}

/**
 * What to write in place of a pronoun. One that means the bullet's entity is left out:
 *
 *     He now lives in Paris → Now lives in Paris
 */
function meantBy({ word, isSubject }: Pronoun, text: string, leading: number): string {
  const rest = text.slice(word.length).trimStart()
  if (leading !== 1 || !isSubject || rest === '') return 'name whom it means'
  return `name whom it means, or where its entity is meant leave it out, “${rest[0]!.toUpperCase()}${rest.slice(1, 80)}”`
}

/** `2025-11`, `2025-11-27`, `2025-11-24 to 2025-11-30` */
function dateOf(span: Span): string {
  const name = nameOfSpan(span)
  return isDay(name) && span.end !== span.start ? `${name} to ${span.end}` : name
}

const named = (text: string): string => `“${text.length > 40 ? `${startOf(text, 40).trimEnd()}…` : text}”`
