import type { Result, Shown } from '../index.js'
import { onWorkspace, type Command } from './command.js'
import { asOfCommit } from './filters.js'
import { isHeld } from '../model/fact.js'
import { writtenBy, type Writer } from '../model/writer.js'
import type { Paint } from './paint.js'
import { resultLines } from './recall.js'
import { shown } from './text.js'

export const show: Command = {
  name: 'show',
  positional: '<reference>',
  summary: 'Look up a fact by id, an entity by name, or what stands at path#L12',
  group: 'look',
  options: asOfCommit,
  examples: [
    ['memory show ^osynd3u4p0', 'a fact, with every place that states it'],
    ['memory show Peter', 'what is known of Peter, newest first'],
    ['memory show memory/2025-11-27.md#L4', 'the fact on that line'],
    ['memory show ^osynd3u4p0 --as-of HEAD~2', 'as memory had it two commits ago'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, paint }) => {
    const found = await workspace.show(args.positional[0] ?? '', { asOf: args.text('as-of') })
    if (args.flag('json')) json(forJson(found))
    else printShown(found, print, paint)
    return 0
  }),
}

type PrintedFact = Extract<Shown, { what: 'fact' }>

function forJson(found: Shown): object {
  const bare = ({ why: _why, score: _score, ...fact }: PrintedFact['fact']): object => fact
  return found.what === 'fact' ? { ...found, fact: bare(found.fact) } : { ...found, facts: found.facts.map(bare) }
}

function printShown(found: Shown, print: (line?: string) => void, paint: Paint): void {
  const line = (text: string): void => print(text)
  if (found.what === 'fact') {
    resultLines(found.fact, { paint }).forEach(line)
    print(
      `        ${found.fact.kind}, ${found.fact.origin}, ${found.fact.originClass === undefined ? '' : `origin ${found.fact.originClass}, `}${found.fact.timestamp ?? 'undated'}${found.fact.occurred ? `, about ${found.fact.occurred.start} to ${found.fact.occurred.end}` : ''}`,
    )
    const isWaiting = found.fact.origin === 'suggested'
    for (const { id, source } of found.madeOf)
      print(
        `        ${isWaiting ? 'suggested' : 'made'} from ${source === null ? `^${id}, which stands no more as it did` : `${shown(source)} ^${id}`}`,
      )
    if (isWaiting) print(`        memory suggest keep ^${found.fact.id}, or drop: no evidence until then`)
    if (isHeld(found.fact))
      print(`        memory suggest keep ^${found.fact.id}: it moves no belief and ends no fact until then`)
    writerLines(found.fact).forEach(line)
    for (const source of found.fact.sources ?? []) print(`        also ${shown(source)}`)
    ledgerLines(found.fact.evidence ?? [], found.fact.writer).forEach(line)
    whatBecameLines(found).forEach(line)
    historyLines(found.history, found.fact.writer).forEach(line)
    return
  }
  if (found.what === 'entity') {
    print(
      `${shown(found.name)}${found.type ? ` (${shown(found.type)})` : ''}${found.aliases.length > 0 ? `, also ${shown(found.aliases.join(', '))}` : ''}`,
    )
    if (found.page) print(shown(found.page))
    print()
  }
  for (const fact of found.facts) [...resultLines(fact, { paint }), ...writerLines(fact)].forEach(line)
}

/** The writer's name, unless it is printed above already: most ledgers have one writer. */
function otherThan(own: Writer | undefined, writer: Writer | undefined): string[] {
  const name = writer && writtenBy(writer)
  return name === undefined || (own && writtenBy(own) === name) ? [] : [name]
}

/** The line on a fact's writer: `        written 2025-11-27 as 4be1a07c22 by claude-code for Ada` */
const writerLines = ({ writer }: Result): string[] =>
  writer ? [`        written ${writer.day} as ${writer.commit.slice(0, 10)} by ${shown(writtenBy(writer))}`] : []

/**
 *             replaced by ^m2f9a2c1x7 on 2025-12-01: Moved to Wels  memory/2025-12-01.md#L2  (state: lives → moved)
 *             against ^m2f9a2c1x7: 0.70  Never boards a plane
 *             retired at bank/world.md#L31: he moved
 */
function whatBecameLines({ replacedBy, retiredBy, against }: PrintedFact): string[] {
  const cues = replacedBy?.cues ? `  (${replacedBy.cues.join('; ')})` : ''
  const on = replacedBy?.timestamp ? ` on ${replacedBy.timestamp}` : ''
  return [
    ...(replacedBy
      ? [`        replaced by ^${replacedBy.id}${on}: ${shown(`${replacedBy.content}  ${replacedBy.source}${cues}`)}`]
      : []),
    ...against.map(
      ({ id, content, confidence = 0 }) => `        against ^${id}: ${confidence.toFixed(2)}  ${shown(content)}`,
    ),
    ...(retiredBy
      ? [`        retired at ${shown(retiredBy.source + (retiredBy.why ? `: ${retiredBy.why}` : ''))}`]
      : []),
  ]
}

/**
 *             changed on its page by
 *             4be1a07c22  2025-11-30  0.81 → 0.65  reflect 2025-11-30
 *             9f3ab2107c  2025-11-28         0.81  pages  (claude-code for Ada)
 */
function historyLines(history: PrintedFact['history'], own: Writer | undefined): string[] {
  if (history === null || (history.commits.length === 0 && history.ends === null)) return []
  const number = (confidence: number | null): string => confidence?.toFixed(2) ?? 'gone'
  const changed = ({ before, after, reworded }: (typeof history.commits)[number]): string =>
    before === null
      ? number(after)
      : before === after && reworded
        ? 'other words'
        : `${number(before)} → ${number(after)}`
  return [
    '        changed on its page by',
    ...history.commits.map((change) => {
      const { commit, day, subject } = change
      const by = otherThan(own, change).map((name) => `  (${shown(name)})`)
      return `        ${commit.slice(0, 10)}  ${day}  ${changed(change).padStart(11)}  ${shown(subject)}${by.join('')}`
    }),
    ...(history.ends === null ? [] : [`        (${history.ends})`]),
  ]
}

/**
 *             2025-11-27  states       0.80  memory/2025-11-27.md#L3
 *             2025-11-29  contradicts  0.64  memory/2025-11-29.md#L8  (negation: never; by claude-code for Ada)
 *             2025-12-02  weakens      0.58  memory/2025-12-02.md#L2  (said at bank/evidence.md#L7 by Ada: one cup)
 */
export function ledgerLines(evidence: NonNullable<Result['evidence']>, own?: Writer): string[] {
  const width = Math.max(0, ...evidence.map(({ effect }) => effect.length))
  return evidence.map(({ timestamp, effect, confidence, source, cues = [], said, ignored, broughtBy, writer }) => {
    const byHand = effect === 'anchors' || effect === 'reworded' ? ['counts from the day that its line had'] : []
    const committed = broughtBy
      ? [`committed ${broughtBy.day} as ${broughtBy.commit.slice(0, 10)} by ${writtenBy(broughtBy)}`]
      : []
    const line =
      said &&
      `said at ${said.source}${said.writer ? ` by ${writtenBy(said.writer)}` : ''}${said.why === null ? '' : `: ${said.why}`}`
    const by = otherThan(own, writer).map((name) => `by ${name}`)
    const told = [...(ignored ? ['moved nothing'] : []), ...(line ? [line] : cues), ...by, ...committed, ...byHand]
    return `        ${(timestamp ?? 'undated').padEnd(10)}  ${effect.padEnd(width)}  ${confidence.toFixed(2)}  ${shown(source)}${told.length > 0 ? `  (${shown(told.join('; '))})` : ''}`
  })
}
