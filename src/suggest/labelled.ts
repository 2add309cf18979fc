import { isFirstPerson } from '../language/first-person.js'
import type { LabelKind } from '../model/label.js'
import type { Day } from '../model/time.js'
import type { Draft, Names } from './drafts.js'
import { asOne, isRecipe, isFixDone, wordsCounted } from './one-statement.js'
import { isSameTrail, labelledIn, type LogLine, type LabelledLine } from './labelled-lines.js'
import { entitiesOf, says } from './subject.js'
import { topicAbove, topicOfPath } from '../narrative/topic.js'

export interface LogRead {
  readonly path: string
  readonly day: Day
  /** Its passages, in order. */
  readonly lines: readonly LogLine[]
  /** Topics of so many notes that they name a sort of section: `Proactive work`, `Sessions`. */
  readonly recurring: ReadonlySet<string>
}

export interface LabelledDraft extends Draft {
  /** Which passages say it, by their places in the log, in order. */
  readonly of: readonly number[]
}

/** In characters; what is longer is a paragraph. */
const longest = 360
/** Words of what stands alone behind its label; in a list, where each says less of the whole, more. */
const fewestWords = 6
const fewestListed = 8
/** Of a list the items that say most. */
const mostListed = 4

/** What happened in a row: what was wrong, or what was decided; why; how it was mended. */
const order: Readonly<Partial<Record<LabelKind, number>>> = { problem: 0, decision: 0, cause: 1, fix: 2 }

/**
 * What the labelled lines of a log say that is worth keeping, each as a bullet that is understood alone: before it stands
 * what it is about, from the heading above. A lesson is a bullet by itself; a problem with its cause, or with how it was
 * mended, is one; a decision with its reason is. What is open, done or a goal is of the hour.
 *
 *     ## 14:10 Shipping labels
 *     - **Problem:** twenty came out blank           →   Shipping labels: Problem: twenty came out blank; Cause: the roll was in
 *     - **Cause:** the roll was in upside down           upside down
 */
export function draftsOfLabels(log: LogRead, names: Names): LabelledDraft[] {
  const drafts: LabelledDraft[] = []
  const lists = new Map<string, LabelledDraft[]>()
  let row: LabelledLine[] = []
  const close = (): void => {
    drafts.push(...ofRow(row, log, names))
    row = []
  }
  for (const said of labelledIn(log.lines)) {
    const place = order[said.label]
    const last = row.at(-1)
    if (place === undefined || !said.isOwn) {
      const made = ofOne(said, log, names)
      const list = JSON.stringify([said.trail, said.written])
      if (said.isOwn) drafts.push(...made)
      else lists.set(list, [...(lists.get(list) ?? []), ...made])
      continue
    }
    if (last !== undefined && (place <= order[last.label]! || !isSameTrail(last.trail, said.trail))) close()
    row.push(said)
  }
  close()
  for (const list of lists.values())
    drafts.push(...list.toSorted((a, b) => wordsCounted(b.text) - wordsCounted(a.text)).slice(0, mostListed))
  return drafts.toSorted((a, b) => a.of[0]! - b.of[0]!)
}

/** A lesson, a decision that is one of a list, or a wish of somebody whom its label or a heading names. */
function ofOne({ label, isOwn, rest, trail, written, of }: LabelledLine, log: LogRead, names: Names): LabelledDraft[] {
  if (label !== 'lesson' && label !== 'wish' && !(label === 'decision' && !isOwn)) return []
  const text = label === 'decision' && isRoutine(trail, log) ? undefined : asOne(rest, log.day)
  if (text === undefined || wordsCounted(text) < (isOwn ? fewestWords : fewestListed)) return []
  // What begins with a name says itself what it is about.
  const topic = names.at(text, 0) === undefined ? topicFor(trail, log) : undefined
  const made = { ...composed(topic, label === 'lesson' ? text : `${written}: ${text}`, text, names), of }
  if (label !== 'wish') return isGood(made, topic) ? [{ ...made, kind: 'world' }] : []
  // `Asked by Ruth. Found:` leads to what was found.
  if (/[.!?。！？]\s*\p{L}/u.test(written)) return []
  const wishing = names.within([...trail, written].join('\n'))[0]
  if (wishing === undefined || isFirstPerson(text) || !isGood(made, topic)) return []
  const entities = [...new Set([names.called(wishing), ...made.entities])]
  return [{ ...made, kind: 'opinion', confidence: 0.8, entities }]
}

/** Of what happened in a row as much as is one bullet: without how it was mended, or without what the topic says. */
function ofRow(row: readonly LabelledLine[], log: LogRead, names: Names): LabelledDraft[] {
  const told = row.flatMap((said) => {
    const text = asOne(said.rest, log.day)
    const isDone = said.label === 'fix' && isFixDone(said.rest.trim())
    // What would only help is no part of it.
    if (text === undefined || (said.label === 'fix' && !isDone && !isRecipe(text))) return []
    return [{ ...said, text, isDone }]
  })
  const topic = topicFor(row[0]?.trail ?? [], log)
  const without = (label: LabelKind) => told.filter((said) => said.label !== label)
  for (const parts of [told, without('problem'), without('fix')]) {
    const has = (label: LabelKind): boolean => parts.some((said) => said.label === label)
    const isWhole =
      (has('decision') && !isRoutine(row[0]!.trail, log)) ||
      (has('problem') && (has('cause') || has('fix'))) ||
      (has('cause') && has('fix'))
    const body = parts.map(({ written, text }) => `${written}: ${text}`).join('; ')
    const said = parts.map(({ text }) => text).join('\n')
    const made = composed(topic, body, said, names)
    if (!isWhole || !isGood(made, topic) || wordsCounted(said) < fewestWords) continue
    const of = [...new Set(parts.flatMap((part) => part.of))].toSorted((a, b) => a - b)
    return [{ ...made, kind: parts.some(({ isDone }) => isDone) ? 'experience' : 'world', of }]
  }
  return []
}

const topicFor = (trail: readonly string[], { path, recurring }: LogRead): string | undefined =>
  topicAbove(trail.filter((heading) => !recurring.has(topicAbove([heading]) ?? ''))) ?? topicOfPath(path)

/** Whether a line stands in a section that comes again and again: what is decided there is of its hour. */
const isRoutine = (trail: readonly string[], { recurring }: LogRead): boolean =>
  trail.some((heading) => recurring.has(topicAbove([heading]) ?? ''))

/** @param said the words of a body without its labels, which are no names */
function composed(
  topic: string | undefined,
  body: string,
  said: string,
  names: Names,
): Pick<Draft, 'text' | 'entities'> {
  const above = topic === undefined || says(body, topic) ? undefined : topic
  return {
    text: above === undefined ? body : `${above}: ${body}`,
    entities: entitiesOf(above === undefined ? said : `${above}\n${said}`, topic, names),
  }
}

/** Whether a draft is a bullet: no paragraph, and about something that it names, or that stands before it. */
const isGood = ({ text, entities }: Pick<Draft, 'text' | 'entities'>, topic: string | undefined): boolean =>
  text.length <= longest && (entities.length > 0 || topic !== undefined)
