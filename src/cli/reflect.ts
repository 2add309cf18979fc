import { openWorkspace } from '../index.js'
import type { Command } from './command.js'
import { count, shown } from './text.js'

export const reflect: Command = {
  name: 'reflect',
  positional: '',
  summary: 'Write the pages of bank/ in the working tree, as the hooks do; git diff bank/ shows what changed',
  group: 'every day',
  options: {},
  examples: [['memory reflect && git diff bank/', 'write all pages, then review']],
  async run({ args, open, json, print }) {
    const workspace = openWorkspace(open)
    try {
      const report = await workspace.reflect('all')
      if (args.flag('json')) json(report)
      else {
        for (const path of report.written) print(`wrote    ${shown(path)}`)
        for (const path of report.removed) print(`removed  ${shown(path)}`)
        for (const path of report.damaged)
          print(`left     ${shown(path)}: its memory:begin and memory:end markers are missing or doubled`)
        if (report.refused) print(`Nothing written: ${report.refused}.`)
        else if (report.written.length + report.removed.length === 0)
          print(report.damaged.length === 0 ? 'Every page is as the logs say.' : 'Every other page is as the logs say.')
        else
          print(
            `${count(report.written.length + report.removed.length, 'page')} changed; git diff bank/ shows what, git add bank/ && git commit lands it.`,
          )
      }
      return report.refused || report.damaged.length > 0 ? 1 : 0
    } finally {
      workspace.close()
    }
  },
}
