import { hookStates, installHooks, uninstallHooks, type HookReport, type HookState } from '../hooks/install.js'
import { MemoryError, openWorkspace } from '../index.js'
import type { Command, Context } from './command.js'
import { target } from './target.js'
import { shown } from './text.js'

const actions = ['install', 'uninstall', 'status'] as const

export const hooks: Command = {
  name: 'hooks',
  positional: '<action>',
  summary: 'Install, remove or check the Git hooks: install, uninstall, status',
  group: 'care',
  options: {},
  examples: [
    ['memory hooks install', 'write the hooks where nothing of anybody else stands'],
    ['memory hooks uninstall', 'remove ours and nothing else'],
  ],
  async run(context) {
    const action = context.args.positional[0]
    if (!actions.some((name) => name === action))
      throw new MemoryError('bad-argument', `hooks takes ${actions.join(', ')}, got ${action ?? 'nothing'}`)
    const { repository } = openWorkspace({ ...context.open, here: true })
    const reports =
      action === 'install'
        ? installHooks(repository, target)
        : action === 'uninstall'
          ? uninstallHooks(repository, target)
          : hookStates(repository, target)
    if (action === 'uninstall') {
      if (context.args.flag('json')) context.json({ removed: reports.map(({ path }) => path) })
      else if (reports.length === 0) context.print('No hook of ours was installed.')
      else for (const { path } of reports) context.print(`removed  ${shown(path)}`)
      return 0
    }
    // simple-git is loaded by the commands that use it only.
    const { configuredHooksPath } = await import('../workspace/porcelain.js')
    await printHooks(context, reports, await configuredHooksPath(repository))
    return reports.every(({ state }) => state === 'active') ? 0 : 1
  },
}

const explanations: Record<HookState, string> = {
  active: 'active',
  outdated: 'of another version or place: memory hooks install',
  missing: 'not installed: memory hooks install',
  foreign: 'another hook stands there; it is left alone and ours is not installed',
  elsewhere: 'core.hooksPath leads Git elsewhere; nothing is installed there',
  'not executable': 'not executable, so Git does not run it: memory hooks install',
}

export async function printHooks(
  { args, json, print }: Context,
  reports: readonly HookReport[],
  hooksPath: string | null,
): Promise<void> {
  if (args.flag('json')) {
    json({ hooksPath, hooks: reports })
    return
  }
  if (hooksPath !== null) print(`core.hooksPath is ${shown(hooksPath)}`)
  for (const { name, state } of reports) print(`${name.padEnd(14)} ${explanations[state]}`)
}
