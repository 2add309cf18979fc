import { dirname } from 'node:path'
import { hooksFolder } from '../hooks/hooks-folder.js'
import { inHuskysWay, othersInHusky } from '../hooks/husky-folder.js'
import { activeHooks, installHooks, servedHere, uninstallHooks } from '../hooks/install.js'
import { trackMerging } from '../hooks/merging.js'
import { MemoryError, openWorkspace, packageRoot, packageVersion, type Workspace } from '../index.js'
import { namePackage, namesPackage } from '../hooks/npm.js'
import { workflowPaths, writeWorkflows, type Workflow, type WorkflowName } from '../hooks/workflow.js'
import { clientNames } from '../clients/client-names.js'
import {
  completionPlace,
  removeCompletion,
  writeCompletion,
  type CompletionPlace,
  type CompletionState,
} from '../clients/completion-file.js'
import { clientsOf, clientsPlanned } from './clients.js'
import type { Args, Command, Context } from './command.js'
import { completionScript } from './completion.js'
import { install, printHooks, switchHuskyOn } from './hooks.js'
import { namesOffered } from './names-offered.js'
import { openclawPlan, openclawSteps, type OpenclawPlan } from './openclaw-steps.js'
import { target } from './target.js'
import { count, howToRetain, offerLine, shown, wayTo } from './text.js'

interface InitPart {
  readonly about: string
  /** How a person undoes it. */
  readonly undo: string
  /** @returns what a person does next, '' where nothing changed */
  readonly add: (workspace: Workspace, context: Context) => Promise<string>
}

/** The parts that `--with` adds. A new part is a row here. */
const parts = {
  husky: {
    about: 'tracked hooks that every clone runs',
    undo: 'memory hooks uninstall takes our part out of .husky/',
    add: (workspace, context) => useHusky(workspace, context).then(() => ''),
  },
  gitattributes: {
    about: 'how logs merge, for clones without this package',
    undo: 'delete our two lines from .gitattributes',
    add: ({ root }) =>
      Promise.resolve(trackMerging(root) ? '.gitattributes says how logs and pages merge: commit it.' : ''),
  },
  github: {
    about: 'workflows: one reflects in a pull request, one tells on pull requests what merging would do',
    undo: `delete ${Object.values(workflowPaths).join(' and ')}`,
    add({ repository }) {
      const written = writeWorkflows(repository, packageRoot, packageVersion)
      const told = (Object.keys(written) as WorkflowName[]).map((name) => toldOf(name, written[name]))
      return Promise.resolve(told.filter((line) => line !== '').join('\n'))
    },
  },
  npm: {
    about: 'a package.json that names this package',
    undo: 'npm uninstall workspace-memory',
    add({ repository }) {
      const written = namePackage(repository, packageVersion)
      return Promise.resolve(
        written.length === 0
          ? ''
          : `${written.join(' and ')} written: run npm install, then commit ${['package.json', 'package-lock.json', ...written.slice(1)].join(', ')}. A clone then needs: npm ci && npx --no memory-rebuild`,
      )
    },
  },
  completion: {
    about: 'the Tab key completes commands: a file of its own for bash, zsh or fish, as SHELL says',
    undo: 'memory init --without completion',
    add: (_workspace, { io }) => {
      const place = completionPlace(io.environment)
      const script = completionScript(place.shell)
      return Promise.resolve(completionLine(place, writeCompletion(place, script)))
    },
  },
  openclaw: {
    about: "what OpenClaw's configuration needs for our plugin, shown; written with --yes",
    undo: 'memory init --without openclaw',
    add: ({ root }, { io }) => openclawSteps(root, io.environment),
  },
} as const satisfies Record<string, InitPart>

type PartName = keyof typeof parts
const partNames = Object.keys(parts) as readonly PartName[]

const about = (table: Readonly<Record<string, string>>): string =>
  Object.entries(table)
    .map(([name, what]) => `${name} (${what})`)
    .join(', ')
const partsAbout = Object.fromEntries(partNames.map((name) => [name, parts[name].about]))

export const init: Command = {
  name: 'init',
  positional: '',
  summary: 'Make this repository a memory: install the hooks and build the index',
  group: 'every day',
  options: {
    with: {
      type: 'strings',
      describe: `Also, separated by commas: ${about({ ...partsAbout, ...clientNames })}`,
    },
    without: {
      type: 'strings',
      describe: `Take out again, and do nothing else: ${[...Object.keys(clientNames), 'completion', 'openclaw'].join(', ')}`,
    },
    yes: { type: 'boolean', describe: "With --with openclaw: write into OpenClaw's configuration what it shows" },
  },
  examples: [
    ['memory init', 'in the repository around you, or the folder of it that holds the logs; safe to repeat'],
    ['memory init --with husky', 'tracked hooks that every clone of a team runs'],
    ['memory init --with agents,claude', 'tells agents how to use memory, and sets Claude Code up'],
    ['memory init --with openclaw', 'in the workspace of an OpenClaw: says how it gets our plugin'],
    ['memory init --with openclaw --yes', "adds it to OpenClaw's configuration; --without openclaw takes it out"],
    ['memory init --without claude', 'the files are again as they were before'],
    ['memory init --with completion', 'the Tab key completes commands; --without completion removes that file'],
    ['memory init --workspace notes', 'a folder of the repository'],
  ],
  async run(context) {
    const { args, open, json, print } = context
    const chosen = partsOf(args)
    const clients = clientsOf(args)
    // Asked before anything is written, since it fails without a known shell or a home.
    if ([...args.texts('with'), ...args.texts('without')].includes('completion'))
      completionPlace(context.io.environment)
    const isRemoval = args.texts('without').length > 0 && args.texts('with').length === 0
    const workspace = openWorkspace({ ...open, here: true, make: !isRemoval })
    try {
      const plan = await clientsPlanned(workspace, clients, context)
      const openclaw = await plannedOpenclaw(workspace, context)
      const told = openclaw && { openclaw: { config: openclaw.config, steps: openclaw.steps } }
      if (isRemoval) {
        plan.apply()
        const said = [openclaw?.apply() ?? '']
        if (args.texts('without').includes('completion')) {
          const place = completionPlace(context.io.environment)
          said.push(completionLine(place, removeCompletion(place)))
        }
        if (args.flag('json')) json({ workspace: workspace.root, clients: plan.steps, ...told })
        else for (const line of said) if (line !== '') print(line)
        return 0
      }
      const report = await workspace.sync()
      const next: string[] = [plan.apply()]
      if (openclaw) next.push(openclaw.apply())
      for (const name of chosen)
        if (name !== 'openclaw' || !openclaw) next.push(await parts[name].add(workspace, context))
      const hooks = await install(workspace.repository, context)
      const status = hooks.every(({ state }) => state === 'active') ? 0 : 1
      if (args.flag('json')) {
        json({ workspace: workspace.root, ...report, hooks, clients: plan.steps, ...told })
        return status
      }
      const { counts, uncommitted, untagged, offer, readerAtHand, credentials } = await workspace.status({
        offer: true,
        once: true,
        credentials: true,
      })
      const { root, repository } = workspace
      const why = root === repository.top ? '' : `, a folder of the repository at ${shown(repository.top)}`
      print(`${shown(root)} is a memory workspace${why}.`)
      await printHooks(context, workspace.repository, hooks)
      print(
        report.commit === null
          ? 'No commit yet: the first one, which is yours to make, is indexed by the hook.'
          : `The index stands for ${report.commit.slice(0, 10)}: ${count(counts.notes, 'note')}.`,
      )
      for (const line of next) if (line !== '') print(line)
      if (credentials !== null)
        print(
          `${count(credentials, 'line')} ${credentials === 1 ? 'looks' : 'look'} like a credential: memory doctor --secrets lists ${credentials === 1 ? 'it' : 'them'}.`,
        )
      if (offer) print(`By the way, ${offerLine(offer)}.`)
      if (readerAtHand !== null) print(readerOffered(readerAtHand))
      const names = await namesOffered(workspace, { untagged, pages: counts.pages })
      if (names !== '') print(names)
      print(await nextStep(workspace, uncommitted, untagged, wayTo(root, context.io.cwd)))
      if (!namesPackage(workspace.root))
        print('For clones: memory init --with npm names this package in package.json, so that npm ci installs it.')
      return status
    } finally {
      workspace.close()
    }
  },
}

/** zsh needs one more step: it looks for completions in no folder of a person's own. */
function completionLine({ shell, path }: CompletionPlace, state: CompletionState): string {
  const told: Readonly<Record<CompletionState, string>> = {
    written: `written: the next ${shell} completes memory${shell === 'bash' ? ', with bash-completion' : ''}.`,
    'there already': 'is as it was.',
    removed: 'removed.',
    'not there': 'is not there.',
    'left alone': 'is not as memory init writes it, so it is yours and left alone.',
  }
  const line = `${shown(path)} ${told[state]}`
  if (shell !== 'zsh' || state !== 'written') return line
  return `${line} Your ~/.zshrc has to name its folder before compinit: fpath=(${shown(dirname(path))} $fpath)`
}

const readerOffered = (name: string): string =>
  `${name} could read the logs and draft bullets for you to review: memory reader set --command ${name}, then memory reflect --read --all --dry-run says how much there is.`

/** @param way what stands before a command that has to run in the workspace's folder */
async function nextStep(
  workspace: Workspace,
  uncommitted: readonly string[],
  untagged: boolean,
  way: string,
): Promise<string> {
  const pages = await workspace.firstBank()
  if (pages !== null)
    return `These logs have no pages yet: memory reflect writes ${count(pages, 'page')} in bank/, and no hook does before you have.`
  const ignored = workspace.repository.ignored(uncommitted)
  const waiting = uncommitted.filter((path) => !ignored.includes(path))
  const places = [...new Set(waiting.map((path) => path.split('/')[0]!))]
  if (waiting.length > 0)
    return `${count(waiting.length, 'note')} ${waiting.length === 1 ? 'is' : 'are'} here that no commit holds; recall finds ${waiting.length === 1 ? 'it' : 'them'} already. Next: ${way}git add ${shown(places.join(' '))} && git commit`
  if (ignored.length > 0)
    return `Git ignores ${count(ignored.length, 'note')} here, so no hook ever sees ${ignored.length === 1 ? 'it' : 'them'}: ${way}git check-ignore -v ${shown(ignored[0]!)}`
  if (untagged) return howToRetain
  return 'Next: write a log in memory/YYYY-MM-DD.md with a "## Retain" section, and commit it.'
}

function partsOf(args: Args): readonly PartName[] {
  const named = args.texts('with')
  const known: readonly string[] = [...partNames, ...Object.keys(clientNames)]
  const unknown = named.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new MemoryError('bad-argument', `--with takes ${known.join(', ')}, got ${unknown}`)
  const without = args.texts('without')
  const isTakenOut = (name: PartName): boolean => name === 'openclaw' || name === 'completion'
  const kept = partNames.find((name) => !isTakenOut(name) && without.includes(name))
  if (kept !== undefined)
    throw new MemoryError('bad-argument', `--without takes no ${kept}, which is undone by hand: ${parts[kept].undo}`)
  const both = partNames.find((name) => named.includes(name) && without.includes(name))
  if (both !== undefined)
    throw new MemoryError('bad-argument', `${both} is given to --with and to --without: choose one`)
  if (args.flag('yes') && !named.includes('openclaw'))
    throw new MemoryError('bad-argument', '--yes goes with --with openclaw')
  return partNames.filter((part) => named.includes(part))
}

async function plannedOpenclaw({ root }: Workspace, { args, io }: Context): Promise<OpenclawPlan | undefined> {
  const isOut = args.texts('without').includes('openclaw')
  return isOut || args.flag('yes') ? openclawPlan(root, io.environment, { isOut }) : undefined
}

const nextFor: Readonly<Record<WorkflowName, string>> = {
  reflect: 'commit and push it, and let workflows open pull requests (Settings, Actions, General).',
  impact: 'commit and push it; on a pull request that changes memory it comments what merging would do.',
}

function toldOf(name: WorkflowName, workflow: Workflow): string {
  const path = workflowPaths[name]
  if (workflow === 'there already') return ''
  if (workflow === 'left alone')
    return `${path} is not as memory init wrote it, and is left alone: to have ours again, delete it and repeat.`
  return `${path} written: ${nextFor[name]}`
}

/** Hand the hooks over to husky, unless it would disable other hooks or run files of a commit that nobody looked at. */
async function useHusky({ repository }: Workspace, { io }: Context): Promise<void> {
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
  const others = othersInHusky(repository)
  if (inHuskysWay(repository) === '' && others.length > 0)
    throw new MemoryError(
      'bad-argument',
      `husky is not switched on: a commit carries .husky/${others.join(', .husky/')}, which it would run: read that, run husky yourself (npx husky), and repeat`,
    )
  const also = servedHere(repository)
  await switchHuskyOn(repository, io.environment)
  uninstallHooks(repository)
  installHooks(repository, target, also)
}
