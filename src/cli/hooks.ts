import { hooksFolder } from '../hooks/hooks-folder.js'
import { installAutostash, uninstallAutostash } from '../hooks/autostash.js'
import { hookStates, installHooks, uninstallHooks, type HookReport, type HookState } from '../hooks/install.js'
import { installMerging, uninstallMerging } from '../hooks/merging.js'
import { MemoryError, openWorkspace, type Workspace } from '../index.js'
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
    ['memory hooks install', 'beside whatever hooks are there: theirs run as before'],
    ['memory hooks uninstall', 'what was there before is there again, byte for byte'],
  ],
  async run(context) {
    const action = context.args.positional[0]
    if (!actions.some((name) => name === action))
      throw new MemoryError('bad-argument', `hooks takes ${actions.join(', ')}, got ${action ?? 'nothing'}`)
    const { repository } = openWorkspace({ ...context.open, here: true })
    if (action === 'uninstall') {
      const removed = uninstallHooks(repository)
      uninstallAutostash(repository)
      uninstallMerging(repository)
      if (context.args.flag('json')) context.json({ removed: removed.map(({ path }) => path) })
      else if (removed.length === 0) context.print('No hook of ours was installed.')
      else for (const { path } of removed) context.print(`removed from  ${shown(path)}`)
      return 0
    }
    const reports = action === 'install' ? await install(repository, context) : hookStates(repository, target)
    await printHooks(context, repository, reports)
    return reports.every(({ state }) => state === 'active') ? 0 : 1
  },
}

/** Install, and wake husky where it sleeps: its own files are ignored by Git, so a linked worktree or a clone has none. */
export async function install(
  repository: Workspace['repository'],
  { args, io, print }: Context,
): Promise<HookReport[]> {
  installMerging(repository, target)
  const set = installAutostash(repository)
  if (set.length > 0 && !args.flag('json'))
    print(`Set for this clone: ${set.join(', ')}. Git puts uncommitted pages aside while it pulls, and back after.`)
  const reports = installHooks(repository, target)
  if (!reports.some(({ state }) => state === 'asleep')) return reports
  const { activateHusky } = await import('../workspace/husky.js')
  await activateHusky(repository, io.environment)
  return installHooks(repository, target)
}

const explanations: Record<HookState, string> = {
  active: 'active',
  outdated: 'of another version or place: memory hooks install',
  missing: 'not installed: memory hooks install',
  'not executable': 'not executable, so Git does not run it: memory hooks install',
  asleep: 'installed, but husky was not run in this working tree: memory hooks install',
  refused: 'not installed',
}

const besides: Record<HookReport['beside'], string> = {
  '': '',
  'in one file': ', in one file with the hook that was there',
  'called after ours': ', before the hook that was there',
}

export async function printHooks(
  { args, json, print, paint }: Context,
  repository: Workspace['repository'],
  reports: readonly HookReport[],
): Promise<void> {
  const folder = hooksFolder(repository)
  // simple-git is loaded by the commands that use it only.
  const { configuredHooksPath } = await import('../workspace/porcelain.js')
  const configured = await configuredHooksPath(repository)
  if (args.flag('json')) {
    json({ folder: { kind: folder.kind, path: folder.path }, hooksPath: configured?.value ?? null, hooks: reports })
    return
  }
  if (configured) print(`core.hooksPath is ${shown(configured.value)}, set in ${shown(configured.file)}`)
  const reasons = new Set(reports.map(({ reason }) => reason ?? ''))
  const shared = reasons.size === 1 ? [...reasons][0]! : ''
  for (const { name, state, beside, reason } of reports) {
    const told = `${explanations[state]}${state === 'active' ? besides[beside] : ''}`
    const look = state === 'active' ? paint.good : paint.warn
    print(`${name.padEnd(19)} ${look(told)}${reason && shared === '' ? ` (${shown(reason)})` : ''}`)
  }
  if (shared !== '') print(shown(shared))
  if (folder.kind === 'tracked' || folder.kind === 'husky')
    print('They hold no path of this machine: commit them, and they run in every clone that has the package.')
}
