import type { Blame, BlameState, BlameStep } from '../index.js'
import { kinds } from '../model/kind.js'
import { writtenBy } from '../model/writer.js'
import { onWorkspace, type Command } from './command.js'
import type { Paint } from './paint.js'
import { shown } from './text.js'

export const blame: Command = {
  name: 'blame',
  positional: '<reference>',
  summary: 'Since which commits something is believed, who made them, and which lines did it',
  group: 'look',
  options: {},
  examples: [
    ['memory blame ^osynd3u4p0', 'every commit that moved it, oldest first'],
    ['memory blame memory/2025-11-27.md#L4', 'what stands on that line'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, paint }) => {
    const found = await workspace.blame(args.positional[0] ?? '')
    if (args.flag('json')) json(found)
    else {
      for (const line of toldLines(found)) print(line)
      for (const step of found.steps) for (const line of stepLines(step, paint)) print(line)
      if (found.ends !== null) print(paint.faint(`(${found.ends})`))
    }
    return 0
  }),
}

const indent = ' '.repeat(8)

/** The lines of a fact: `O 0.44  Likes mint tea. — Peter`, and below it the location. */
export function toldLines({ id, kind, content, entities, source, now }: Omit<Blame, 'steps'>): string[] {
  const letter = kinds[kind].letter
  const number = now?.confidence === null || now === null ? '' : ` ${now.confidence.toFixed(2)}`
  const about = entities.length > 0 ? ` — ${entities.join(', ')}` : ''
  const became = now === null ? '  (gone)' : `${endOf(now)}${now.retired ? '  (retired)' : ''}`
  return [`${`${letter}${number}`.padEnd(6)}  ${shown(content + about)}`, `${indent}${shown(source)}  ^${id}${became}`]
}

const endOf = ({ until }: BlameState): string => (until === null ? '' : `  (until ${until})`)

/**
 *     290bb23102  2025-12-03  0.55 → 0.44  two  (Mallory, pull request 12)
 *             2025-12-03  contradicts  0.44  memory/2025-12-03.md#L3
 */
export function stepLines(step: BlameStep, paint: Paint): string[] {
  const { commit, day, before, after, subject, because, withoutThese, merge, pullRequest } = step
  const by = [
    writtenBy(step),
    ...(pullRequest === undefined ? [] : [`pull request ${pullRequest}`]),
    ...(merge ? [`by merge ${merge.commit.slice(0, 10)}`] : []),
  ]
  return [
    `${paint.strong(commit.slice(0, 10))}  ${day}  ${changeOf(before, after).padStart(11)}  ${shown(subject)}  (${shown(by.join(', '))})`,
    ...because.map(
      ({ timestamp, effect, confidence, source }) =>
        `${indent}${withoutThese ? 'without ' : ''}${[timestamp ?? 'undated', effect, confidence?.toFixed(2), shown(source)].filter(Boolean).join('  ')}`,
    ),
  ]
}

/** How a step changes a fact: `0.55 → 0.44`, `0.80`, `gone`, `over`, `retired`. */
function changeOf(before: BlameState | null, after: BlameState | null): string {
  if (after === null) return before === null ? '' : 'gone'
  if (after.retired !== (before?.retired ?? false)) return after.retired ? 'retired' : 'told again'
  if ((after.until === null) !== ((before?.until ?? null) === null)) return after.until === null ? 'so again' : 'over'
  const [from, to] = [before?.confidence, after.confidence].map((number) => number?.toFixed(2))
  if (to === undefined) return before === null ? 'new' : ''
  return from === undefined || from === to ? to : `${from} → ${to}`
}
