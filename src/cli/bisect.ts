import { MemoryError } from '../index.js'
import { onWorkspace, type Args, type Command } from './command.js'
import { stepLines, toldLines } from './blame.js'
import { count } from './text.js'

export const bisect: Command = {
  name: 'bisect',
  positional: '<reference>',
  summary: 'The first commit from which on something is so of a belief or a fact',
  group: 'look',
  options: {
    below: { type: 'string', describe: 'It is believed with less than this, 0 to 1' },
    above: { type: 'string', describe: 'It is believed with this or more' },
    over: { type: 'boolean', describe: 'It has ended, or another took its place' },
    retired: { type: 'boolean', describe: 'Somebody said no to it' },
    gone: { type: 'boolean', describe: 'No note says it' },
  },
  examples: [
    ['memory bisect ^osynd3u4p0 --below 0.5', 'since which commit it is rather not believed'],
    ['memory bisect ^i2ue4x58u4 --over', 'since which commit it is over'],
  ],
  run: onWorkspace(async (workspace, { args, json, print, note, paint }) => {
    const found = await workspace.bisect(args.positional[0] ?? '', {
      below: shareOf(args, 'below'),
      above: shareOf(args, 'above'),
      over: args.flag('over'),
      retired: args.flag('retired'),
      gone: args.flag('gone'),
    })
    const { first, last, commits, ends } = found
    if (args.flag('json')) {
      json(found)
      return first ? 0 : 1
    }
    for (const line of toldLines(found)) print(line)
    for (const line of first ? stepLines(first, paint) : []) print(line)
    if (!first) {
      note(
        `memory: it is not so at HEAD${last ? ', and was so last at' : `, and was at none of ${count(commits, 'commit')}`}`,
      )
      for (const line of last ? stepLines(last, paint) : []) print(line)
    }
    if (ends !== null) print(paint.faint(`(${ends})`))
    return first ? 0 : 1
  }),
}

function shareOf(args: Args, name: 'below' | 'above'): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const share = Number(text)
  if (text.trim() !== '' && share >= 0 && share <= 1) return share
  throw new MemoryError('bad-argument', `--${name} takes a number from 0 to 1, as in 0.5, got ${text.slice(0, 40)}`)
}
