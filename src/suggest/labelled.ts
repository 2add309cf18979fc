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
  readonly lines: readonly LogLine[]
  /** Topics that so many notes have that they name a sort of section: `Proactive work`, `Sessions`. */
  readonly recurring: ReadonlySet<string>
}

export interface LabelledDraft extends Draft {
  /** The passages that say it, by their places in the log, in order. */
  readonly of: readonly number[]
}

/** In characters; a longer text is a paragraph. */
const longest = 360
/** The fewest words of a line with a label of its own. A list's item needs more, since each says less of the whole. */
const fewestWords = 6
const fewestListed = 8
/** How many items of a list are taken: those with the most words. */
const mostListed = 4

/** The order of labels that tell one event in a row: problem or decision, then cause, then fix. */
const order: Readonly<Partial<Record<LabelKind, number>>> = { problem: 0, decision: 0, cause: 1, fix: 2 }

/**
 * The labelled lines of a log that are worth keeping, as bullets that can be understood alone: each begins with its
 * topic, from the heading above. These make a bullet: a lesson; a named person's wish; a problem with its cause or its
 * fix; a cause with its fix; a decision, with its cause where one is given. Open, done and goal lines soon no longer
 * hold.
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

/** The draft of a lesson, of a listed decision, or of a wish by somebody whom the label or heading names. */
function ofOne({ label, isOwn, rest, trail, written, of }: LabelledLine, log: LogRead, names: Names): LabelledDraft[] {
  if (label !== 'lesson' && label !== 'wish' && !(label === 'decision' && !isOwn)) return []
  const text = label === 'decision' && isRoutine(trail, log) ? undefined : asOne(rest, log.day)
  if (text === undefined || wordsCounted(text) < (isOwn ? fewestWords : fewestListed)) return []
  // A text that begins with a name says its own topic.
  const topic = names.at(text, 0) === undefined ? topicFor(trail, log) : undefined
  const made = { ...composed(topic, label === 'lesson' ? text : `${written}: ${text}`, text, names), of }
  if (label !== 'wish') return isGood(made, topic) ? [{ ...made, kind: 'world' }] : []
  // `Asked by Ruth. Found:` leads to findings, not to a wish.
  if (/[.!?。！？]\s*\p{L}/u.test(written)) return []
  const wishing = names.within([...trail, written].join('\n'))[0]
  if (wishing === undefined || isFirstPerson(text) || !isGood(made, topic)) return []
  const entities = [...new Set([names.called(wishing), ...made.entities])]
  return [{ ...made, kind: 'opinion', confidence: 0.8, entities }]
}

/** The draft of lines that tell one event: of all if that fits, else without the problem, else without the fix. */
function ofRow(row: readonly LabelledLine[], log: LogRead, names: Names): LabelledDraft[] {
  const told = row.flatMap((said) => {
    const text = asOne(said.rest, log.day)
    const isDone = said.label === 'fix' && isFixDone(said.rest.trim())
    // A fix that was not done and is no recipe is only an idea.
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

/** Whether a line is in a section that recurs: a decision there is soon outdated. */
const isRoutine = (trail: readonly string[], { recurring }: LogRead): boolean =>
  trail.some((heading) => recurring.has(topicAbove([heading]) ?? ''))

/**
 * A draft's text, its topic in front unless the body says it, and its entities.
 *
 * @param said the words of the body without its labels, which are no names
 */
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

/** Whether a draft makes a bullet: no paragraph, and with an entity or a topic. */
const isGood = ({ text, entities }: Pick<Draft, 'text' | 'entities'>, topic: string | undefined): boolean =>
  text.length <= longest && (entities.length > 0 || topic !== undefined)
