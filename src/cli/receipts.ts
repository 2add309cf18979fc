import { MemoryError, type Receipts } from '../index.js'
import { onWorkspace, type Command } from './command.js'
import { count, shown } from './text.js'

/** The most uncited lines that are printed; `--json` has all. */
const most = 20

export const receipts: Command = {
  name: 'receipts',
  positional: '[action]',
  summary: 'What sessions were given and cited back, where this clone notes it: on, off',
  group: 'care',
  options: { since: { type: 'string', describe: 'Nothing of earlier days: 2025-11-27, 7d (30d)' } },
  examples: [
    ['memory receipts on', 'note it from now on, in this clone alone: ids and tokens, no word'],
    ['memory receipts --since 7d', 'tokens a day, what was never cited, how often nothing was found'],
    ['memory receipts off', 'no longer, and drop what was noted'],
  ],
  run: onWorkspace(async (workspace, { args, json, print }) => {
    const [action, ...more] = args.positional
    if (more.length > 0 || !['on', 'off', undefined].includes(action))
      throw new MemoryError(
        'bad-argument',
        `receipts takes on or off, got ${shown(args.positional.join(' ')).slice(0, 60)}`,
      )
    const keep = action === undefined ? undefined : action === 'on'
    const found = await workspace.receipts({ since: args.text('since'), keep })
    if (args.flag('json')) json(found)
    else for (const line of told(found, keep)) print(line)
    return 0
  }),
}

function told({ on, since, days, sessions, given, cited, never }: Receipts, keep: boolean | undefined): string[] {
  if (keep === false) return ['Nothing is noted any more, and what was is gone.']
  const state = on
    ? 'This clone notes what sessions are given: ids and tokens, no word of it.'
    : 'Nothing is noted in this clone: memory receipts on'
  if (keep === true || days.length === 0) return [state, ...(keep || !on ? [] : [`Nothing was given since ${since}.`])]
  const left = never.length - most
  return [
    ...days.map(
      ({ day, briefs, recalls, none, tokens }) =>
        `${day}  ${String(tokens).padStart(7)} tokens  ${count(briefs, 'brief')}, ${count(recalls, 'recall')}${none > 0 ? `, ${none} found nothing` : ''}`,
    ),
    '',
    `Since ${since} ${count(given, 'line')} ${given === 1 ? 'was' : 'were'} given${sessions > 0 ? ` in ${count(sessions, 'session')}` : ''}, ${cited} cited back.`,
    ...(never.length > 0 ? ['Never cited:'] : []),
    ...never
      .slice(0, most)
      .map(
        ({ id, times, source, content }) =>
          `  ${String(times).padStart(4)}×  ${shown(source)}  ^${id}  ${shown(content)}`,
      ),
    ...(left > 0 ? [`  and ${left} more: --json has them`] : []),
    ...(on ? [] : ['', state]),
  ]
}
