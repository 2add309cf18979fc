import { hooksFolder } from '../hooks/hooks-folder.js'
import { hookStates, isAllOurs } from '../hooks/install.js'
import { openWorkspace, type Workspace } from '../index.js'
import type { Command, Context } from './command.js'
import { install } from './hooks.js'
import { report } from './sync.js'
import { target } from './target.js'

export const rebuild: Command = {
  name: 'rebuild',
  positional: '',
  summary: 'Build the index anew, e.g. after a clone; also as memory-rebuild',
  group: 'care',
  options: {},
  examples: [
    ['memory rebuild', 'in a fresh clone, or whenever the index is in doubt'],
    ['npx --no memory-rebuild', 'the same, where package.json names this package'],
  ],
  async run(context) {
    const workspace = openWorkspace(context.open)
    try {
      const done = await workspace.rebuild()
      const said = await hooksAfterClone(workspace.repository, context)
      if (said !== '' && !context.args.flag('json')) context.print(said)
      return report(context, done)
    } finally {
      workspace.close()
    }
  },
}

/**
 * A clone has no hooks until somebody installs them. Tracked ones are switched
 * on only where all of them are ours, byte for byte: anything else in `.husky/`
 * would run somebody's commands without being asked for.
 */
async function hooksAfterClone(repository: Workspace['repository'], context: Context): Promise<string> {
  const reports = hookStates(repository, target)
  if (reports.every(({ state }) => state === 'active' || state === 'refused')) return ''
  const theirs = reports.filter(({ state, beside }) => state === 'missing' && beside !== '')
  if (theirs.length > 0)
    return `No hook was installed: ${theirs.map(({ path }) => path).join(', ')} ${theirs.length === 1 ? 'is' : 'are'} there already. \`memory hooks install\` goes beside.`
  const tracked = hooksFolder(repository).kind === 'own' ? isAllOurs(repository) : undefined
  if (tracked === false)
    return 'No hook was installed: .husky/ holds hooks that are not ours. Read them, then run `memory hooks install`, or husky.'
  if (tracked) {
    const { activateHusky } = await import('../workspace/husky.js')
    await activateHusky(repository, context.io.environment)
  }
  await install(repository, context)
  return 'The hooks are installed.'
}
