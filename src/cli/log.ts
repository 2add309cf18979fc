import type { BeliefChange, BeliefsAnswer, LogAnswer, Workspace } from '../index.js'
import { onWorkspace, type Command, type Context } from './command.js'
import { askedLines, filterOptions, optionsOf } from './filters.js'
import type { Paint } from './paint.js'
import { resultLines } from './recall.js'
import { ledgerLines } from './show.js'
import { count, shown } from './text.js'

export const log: Command = {
  name: 'log',
  positional: '',
  summary: 'What happened, day by day, or what is believed differently since',
  group: 'look',
  options: {
    beliefs: { type: 'boolean', describe: 'Beliefs that moved, began or ended in that time, with what did it' },
    k: { type: 'number', describe: 'Facts or beliefs at most, the latest or most changed (default: 50)' },
    ...filterOptions,
  },
  examples: [
    ['memory log', 'the latest 50 facts, oldest first'],
    ['memory log --entity Peter --on 2025-11', 'a month of one name'],
    ['memory log --beliefs --since 7d', 'what is believed differently than a week ago'],
    ['memory log --since 30d --budget 2000 --json', 'for a program'],
  ],
  run: onWorkspace(async (workspace, context) => {
    await (context.args.flag('beliefs') ? tellBeliefs : tellFacts)(workspace, context)
    return 0
  }),
}

async function tellFacts(workspace: Workspace, { args, json, print, note, paint, width }: Context): Promise<void> {
  const answer = await workspace.log(optionsOf(args))
  for (const notice of answer.notices) note(`memory: ${shown(notice)}`)
  if (args.flag('json')) {
    json({ ...answer, results: answer.results.map(({ why: _why, score: _score, ...event }) => event) })
    return
  }
  for (const line of factLines(answer, { paint, width })) print(line)
}

function factLines(answer: LogAnswer, shape: { readonly paint: Paint; readonly width: number | undefined }): string[] {
  const { paint } = shape
  const { results } = answer
  const lines = askedLines(answer).map(paint.faint)
  if (results.length === 0) lines.push('Nothing found.')
  results.forEach((event, at) => {
    if (event.when !== results[at - 1]?.when || at === 0)
      lines.push(...(lines.length > 0 ? [''] : []), paint.strong(event.when ?? 'undated'))
    const { occurred, replacedBy } = event
    const more = [
      occurred && occurred.start === event.when && occurred.end > occurred.start ? `to ${occurred.end}` : '',
      replacedBy ? `then ^${replacedBy.id}` : '',
    ]
    lines.push(...resultLines(event, shape, more))
  })
  return lines
}

async function tellBeliefs(workspace: Workspace, { args, json, print, note, paint }: Context): Promise<void> {
  const answer = await workspace.beliefs(optionsOf(args))
  for (const notice of answer.notices) note(`memory: ${shown(notice)}`)
  if (args.flag('json')) json(answer)
  else for (const line of beliefLines(answer, paint)) print(line)
}

function beliefLines(answer: BeliefsAnswer, paint: Paint): string[] {
  const { changes } = answer
  const lines = askedLines(answer).map(paint.faint)
  if (changes.length === 0) lines.push('No belief changed.')
  changes.forEach((each, at) => {
    if (each.change !== changes[at - 1]?.change)
      lines.push(...(lines.length > 0 ? [''] : []), paint.strong(each.change))
    lines.push(...changeLines(each, paint))
  })
  return lines
}

/**
 *     O 0.81 → 0.65  Prefers tea. — Peter
 *             ^k3f9a2c1x7
 *             2025-11-29  contradicts  0.65  memory/2025-11-29.md#L8  (negation: never)
 */
function changeLines(changed: BeliefChange, paint: Paint): string[] {
  const { id, content, entities, before, after, until, pinned, steps, earlier } = changed
  const path = `${before === null ? '' : `${before.toFixed(2)} → `}${after.toFixed(2)}`
  const about = entities.length > 0 ? ` — ${entities.join(', ')}` : ''
  const marks = [until ? `until ${until}` : '', pinned ? 'pinned' : ''].filter((mark) => mark !== '').join(', ')
  return [
    `${paint.strong(`O ${path}`)}  ${shown(content)}${paint.strong(shown(about))}`,
    `        ${paint.faint(`^${id}`)}${marks ? `  ${paint.warn(`(${marks})`)}` : ''}`,
    ...(earlier > 0 ? [`        ${count(earlier, 'earlier step')}: memory show ^${id}`] : []),
    ...ledgerLines(steps),
  ]
}
