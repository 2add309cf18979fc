import { hooksFolder } from '../hooks/hooks-folder.js'
import { activeHooks, uninstallHooks } from '../hooks/install.js'
import { trackMerging } from '../hooks/merging.js'
import { MemoryError, openWorkspace, type Workspace } from '../index.js'
import type { Args, Command, Context } from './command.js'
import { install, printHooks } from './hooks.js'
import { count, shown } from './text.js'

const optional = ['husky', 'gitattributes'] as const
type Part = (typeof optional)[number]

export const init: Command = {
  name: 'init',
  positional: '',
  summary: 'Make this repository a memory: install the hooks and build the index',
  group: 'every day',
  options: {
    with: { type: 'string', describe: `Optional parts, separated by commas: ${optional.join(', ')}` },
  },
  examples: [
    ['memory init', 'in the repository around you; safe to repeat'],
    ['memory init --with husky', 'tracked hooks that every clone of a team runs'],
    ['memory init --workspace notes', 'a folder of the repository'],
  ],
  async run(context) {
    const { args, open, json, print } = context
    const workspace = openWorkspace({ ...open, here: true })
    try {
      const report = await workspace.sync()
      const parts = partsOf(args)
      if (parts.has('husky')) await useHusky(workspace.repository, context)
      const tracked = parts.has('gitattributes') && trackMerging(workspace.root)
      const hooks = await install(workspace.repository, context)
      if (args.flag('json')) {
        json({ workspace: workspace.root, ...report, hooks })
        return 0
      }
      const { counts } = await workspace.status()
      print(`${shown(workspace.root)} is a memory workspace.`)
      await printHooks(context, workspace.repository, hooks)
      if (tracked) print('.gitattributes says how logs and pages merge: commit it.')
      print(
        report.commit === null
          ? 'No commit yet: the first one is indexed by the hook.'
          : `The index stands for ${report.commit.slice(0, 10)}: ${count(counts.notes, 'note')}.`,
      )
      const pages = await workspace.firstBank()
      if (pages !== null) {
        print(
          `These logs have no pages yet. \`memory reflect\` would write ${count(pages, 'page')} in bank/; no hook does before you have.`,
        )
        return 0
      }
      print('Next: write a log in memory/YYYY-MM-DD.md with a "## Retain" section, and commit it.')
      return 0
    } finally {
      workspace.close()
    }
  },
}

function partsOf(args: Args): ReadonlySet<Part> {
  const named = (args.text('with') ?? '').split(',').filter((name) => name !== '')
  const unknown = named.find((name) => !optional.some((part) => part === name))
  if (unknown !== undefined)
    throw new MemoryError('bad-argument', `--with takes ${optional.join(', ')}, got ${unknown}`)
  return new Set(named as Part[])
}

/** Hand the hooks over to husky, unless that would switch somebody's off. */
async function useHusky(repository: Workspace['repository'], { io }: Context): Promise<void> {
  const folder = hooksFolder(repository)
  if (folder.kind === 'husky') return
  if (folder.kind !== 'own')
    throw new MemoryError('bad-argument', `husky would replace core.hooksPath, which is ${folder.path}: unset it first`)
  const bypassed = activeHooks(folder.path)
  if (bypassed.length > 0)
    throw new MemoryError(
      'bad-argument',
      `husky would switch off ${bypassed.join(', ')} in ${folder.path}: move ${bypassed.length === 1 ? 'it' : 'them'} to .husky/ first`,
    )
  uninstallHooks(repository)
  const { activateHusky } = await import('../workspace/husky.js')
  await activateHusky(repository, io.environment)
}
