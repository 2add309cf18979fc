import { MemoryError } from '../index.js'
import { usualToolBudget, withinFence } from '../mcp/fit.js'
import { followLines, quotedBrief } from '../mcp/quoted.js'
import { onWorkspace, type Command } from './command.js'
import { asOfCommit } from './filters.js'

const formats = ['md', 'json']

export const brief: Command = {
  name: 'brief',
  positional: '',
  summary: 'What an agent should know at the start, within a budget',
  group: 'every day',
  options: {
    budget: { type: 'number', describe: 'Tokens of the whole text at most, estimated (1500)' },
    since: {
      type: 'string',
      describe: 'A commit: tell beliefs that moved by what was logged since (default: in the last week of the logs)',
    },
    ...asOfCommit,
    tools: {
      type: 'boolean',
      describe: 'For an agent that has memory as tools: it names those, and what notes say is quoted as they quote it',
    },
    format: { type: 'string', describe: `${formats.join(' or ')} (default: md); json is what --json prints` },
  },
  examples: [
    ['memory brief', 'the same bytes for the same commit, on any machine'],
    ['memory brief --budget 400', 'in fewer words; the last line says what is left out'],
    ['memory brief --since HEAD~1', 'with what is believed differently since that commit'],
    ['memory brief --tools', 'what Claude Code puts before a session, by its hook'],
    ['memory brief --format json', 'for a program: sections, and the text'],
  ],
  run: onWorkspace(async (workspace, { args, json, print }) => {
    const format = args.text('format') ?? 'md'
    if (!formats.includes(format))
      throw new MemoryError('bad-argument', `--format takes ${formats.join(' or ')}, got ${format.slice(0, 40)}`)
    const isForTools = args.flag('tools')
    const budget = args.number('budget')
    const told = await workspace.brief({
      budget: isForTools ? withinFence(budget ?? usualToolBudget, followLines) : budget,
      since: args.text('since'),
      asOf: args.text('as-of'),
      calls: isForTools ? 'tools' : 'commands',
    })
    if (args.flag('json') || format === 'json') json(told)
    else print(isForTools ? quotedBrief(told.text) : told.text)
    return 0
  }),
}
