import { openWorkspace } from '../index.js'
import { hookStates, installHooks } from '../hooks/install.js'
import type { Command } from './command.js'
import { report } from './sync.js'
import { target } from './target.js'

export const rebuild: Command = {
  name: 'rebuild',
  positional: '',
  summary: 'Build the index anew from Git, e.g. after a clone; also installed as memory-rebuild',
  group: 'care',
  options: {},
  examples: [['npx --no memory-rebuild', 'in a fresh clone']],
  async run(context) {
    const workspace = openWorkspace(context.open)
    try {
      const done = await workspace.rebuild()
      const missing = hookStates(workspace.repository, target).some(
        ({ state }) => state === 'missing' || state === 'outdated',
      )
      if (missing) installHooks(workspace.repository, target)
      if (missing && !context.args.flag('json')) context.print('The hooks are installed.')
      return report(context, done)
    } finally {
      workspace.close()
    }
  },
}
