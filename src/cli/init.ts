import { installHooks } from '../hooks/install.js'
import { openWorkspace } from '../index.js'
import type { Command } from './command.js'
import { printHooks } from './hooks.js'
import { target } from './target.js'
import { count, shown } from './text.js'

export const init: Command = {
  name: 'init',
  positional: '',
  summary: 'Make this repository a memory: install the hooks and build the index',
  group: 'every day',
  options: {},
  examples: [
    ['memory init', 'in the repository around you; safe to repeat'],
    ['memory init --workspace notes', 'a folder of the repository'],
  ],
  async run(context) {
    const { args, open, json, print } = context
    const workspace = openWorkspace({ ...open, here: true })
    try {
      const report = await workspace.sync()
      const hooks = installHooks(workspace.repository, target)
      const { configuredHooksPath } = await import('../workspace/porcelain.js')
      const hooksPath = await configuredHooksPath(workspace.repository)
      if (args.flag('json')) {
        json({ workspace: workspace.root, ...report, hooksPath, hooks })
        return 0
      }
      const { counts } = await workspace.status()
      print(`${shown(workspace.root)} is a memory workspace.`)
      await printHooks(context, hooks, hooksPath)
      print(
        report.commit === null
          ? 'No commit yet: the first one is indexed by the hook.'
          : `The index stands for ${report.commit.slice(0, 10)}: ${count(counts.notes, 'note')}.`,
      )
      print('Next: write a log in memory/YYYY-MM-DD.md with a "## Retain" section, and commit it.')
      return 0
    } finally {
      workspace.close()
    }
  },
}
