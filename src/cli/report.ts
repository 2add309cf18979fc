import { reportHtml } from '../index.js'
import { onWorkspace, type Command } from './command.js'
import { shown } from './text.js'

export const report: Command = {
  name: 'report',
  positional: '',
  summary: 'One page for a browser: what changed, what is believed and why, and what is open',
  group: 'look',
  options: {
    since: { type: 'string', describe: 'From when on changes are told, e.g. 2w, 2025-11 (default: 7d)' },
    to: { type: 'string', describe: 'The file, or - for stdout (default: .memory/report.html, which Git ignores)' },
    'as-of': { type: 'string', describe: 'Memory as of that commit, e.g. HEAD~3' },
    links: { type: 'string', describe: 'What stands in front of a path, to make links (default: as origin says)' },
  },
  examples: [
    ['memory report', 'the last week, in .memory/report.html'],
    ['memory report --since 30d --to month.html', 'a month, in a file of your own'],
  ],
  run: onWorkspace(async (workspace, { args, io, json, print }) => {
    const asked = { since: args.text('since'), asOf: args.text('as-of'), links: args.text('links') }
    const to = args.text('to')
    if (args.flag('json')) json(await workspace.report(asked))
    else if (to === '-') io.stdout.write(await reportHtml(await workspace.report(asked)))
    else {
      const { path, bytes, written } = await workspace.writeReport({ ...asked, to })
      print(`${shown(path)}: ${Math.ceil(bytes / 1000)} kB${written ? '' : ', as it was'}`)
    }
    return 0
  }),
}
