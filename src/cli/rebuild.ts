import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hooksFolder } from '../hooks/hooks-folder.js'
import { inHuskysWay, othersInHusky } from '../hooks/husky-folder.js'
import { hookStates } from '../hooks/install.js'
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
    // By default V8 lets the heap grow to four times the live memory before it collects. At most 40 % growth costs 5 %
    // more time and saves two fifths of the memory at ten years of logs.
    process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=40')
    const workspace = openWorkspace({ ...context.open, make: true })
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
 * Install the hooks of a clone, which has none until somebody does. They go into its Git folder, which no pull changes.
 * A tracked `.husky/` stays off until a person starts husky: files that a later pull brings there would be run too.
 */
async function hooksAfterClone(repository: Workspace['repository'], context: Context): Promise<string> {
  const reports = hookStates(repository, target)
  if (reports.every(({ state }) => state === 'active' || state === 'refused')) return ''
  if (reports.some(({ state }) => state === 'asleep'))
    return 'No hook runs yet: husky was not run in this working tree. `memory hooks install` runs it.'
  const theirs = reports.filter(({ state, beside }) => state === 'missing' && beside !== '')
  if (theirs.length > 0)
    return `No hook was installed: ${theirs.map(({ path }) => path).join(', ')} ${theirs.length === 1 ? 'is' : 'are'} there already. \`memory hooks install\` goes beside.`
  await install(repository, context)
  return `The hooks are installed.${leftOff(repository)}`
}

/** A line on a tracked `.husky/` that nobody switched on here. */
function leftOff(repository: Workspace['repository']): string {
  if (hooksFolder(repository).kind !== 'own' || !existsSync(join(repository.top, '.husky'))) return ''
  const more = inHuskysWay(repository) !== '' || othersInHusky(repository).length > 0
  return ` .husky/ came with the clone and stays off: ${more ? 'it holds more than hooks of ours, so read it before you run husky' : 'these do the same'}.`
}
