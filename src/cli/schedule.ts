import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ScheduleState } from '../hooks/schedule.js'
import { keeperNames, type KeeperName } from '../hooks/schedule-keeper.js'
import type { Schedule } from '../hooks/schedule-text.js'
import { MemoryError, openWorkspace, packageRoot, type Workspace } from '../index.js'
import { inQuotes } from '../text/safe-text.js'
import type { Args, Command, Context } from './command.js'
import { target } from './target.js'
import { shown } from './text.js'

const actions = ['install', 'remove', 'status'] as const
const forInstalling = ['at', 'by', 'read', 'dry-run'] as const

export const schedule: Command = {
  name: 'schedule',
  positional: '<action>',
  summary: 'Have the pages written once a day: install, remove, status',
  group: 'care',
  options: {
    at: { type: 'string', describe: "With install: when, by the machine's clock (default: 03:00)" },
    by: { type: 'string', describe: 'With install: systemd or cron (default: the first that works here)' },
    read: { type: 'boolean', describe: 'With install: have the reader of this clone read new logs too' },
    'dry-run': { type: 'boolean', describe: 'With install: only say what would be written, and what would run' },
  },
  examples: [
    ['memory schedule install --dry-run', 'what would be written where, and what would run'],
    ['memory schedule install --at 21:30', 'once a day; a second time changes only what is said otherwise'],
    ['memory schedule install --read', 'read the logs of the last week too, onto the branch memory/read'],
    ['memory schedule status', 'what is installed, and whether it would run'],
    ['memory schedule remove', 'takes out what install wrote, and nothing else'],
  ],
  async run(context) {
    const action = actionOf(context.args)
    const { repository } = openWorkspace({ ...context.open, here: true })
    if (action === 'install') return install(repository, context)
    return action === 'remove' ? remove(repository, context) : tellStatus(repository, context)
  },
}

function actionOf(args: Args): (typeof actions)[number] {
  const given = args.positional[0]
  const action = actions.find((name) => name === given)
  if (action === undefined)
    throw new MemoryError('bad-argument', `schedule takes ${actions.join(', ')}, got ${given ?? 'nothing'}`)
  const astray = forInstalling.find((name) => args.flag(name) || args.text(name) !== undefined)
  if (action !== 'install' && astray !== undefined)
    throw new MemoryError('bad-argument', `--${astray} goes with schedule install, not with ${action}`)
  return action
}

/** The time of `--at`, with two digits for the hour: `3:00` is `03:00`. */
function timeOf(args: Args): string {
  const given = args.text('at') ?? '03:00'
  if (!/^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(given))
    throw new MemoryError('bad-argument', `--at takes a time of day such as 03:00 or 21:30, got ${given}`)
  return given.padStart(5, '0')
}

function keeperOf(args: Args): KeeperName | undefined {
  const given = args.text('by')
  const by = keeperNames.find((name) => name === given)
  if (given !== undefined && by === undefined)
    throw new MemoryError('bad-argument', `--by takes ${keeperNames.join(' or ')}, got ${given}`)
  return by
}

/** The workspace's folder with links resolved: one folder has one schedule, whatever link leads to it. */
const folderOf = ({ root }: Workspace['repository']): string => realpathSync(root)

const command = { node: target.node, hook: join(packageRoot, 'bin', 'memory.js') }

const runs = (words: Schedule['runs']): string => shown(words.map(inQuotes).join(' '))

async function install(repository: Workspace['repository'], { args, io, json, print }: Context): Promise<number> {
  const [at, asked] = [timeOf(args), keeperOf(args)]
  const { chooseKeeper, installSchedule, keepersFor, scheduleFor } = await import('../hooks/schedule.js')
  const workspace = folderOf(repository)
  const wanted = await scheduleFor(repository, io.environment, command, { workspace, at, read: args.flag('read') })
  const all = keepersFor(repository, io.environment)
  const isDry = args.flag('dry-run')
  const by = isDry && asked !== undefined ? asked : await chooseKeeper(all, asked, wanted)
  const files = all[by].writes(wanted)
  const done = isDry ? { written: false, removed: [] } : await installSchedule(all, by, wanted)
  if (args.flag('json')) {
    json({ by, ...wanted, files, dryRun: isDry, ...done })
    return 0
  }
  const verb = isDry ? 'would write' : done.written ? 'wrote' : 'unchanged'
  for (const { place, text } of files) {
    print(`${verb}  ${shown(place)}`)
    for (const line of text.trimEnd().split('\n')) print(line === '' ? '' : `    ${shown(line)}`)
  }
  for (const place of done.removed) print(`removed from  ${shown(place)}`)
  print(`${isDry ? 'Would run' : 'Runs'} every day at ${at}, by ${by}: ${runs(wanted.runs)}`)
  if (by === 'systemd' && !isDry)
    print('While you are logged in, or at the next login: loginctl enable-linger lets it run without.')
  return 0
}

async function remove(repository: Workspace['repository'], { args, io, json, print }: Context): Promise<number> {
  const { keepersFor, removeSchedule } = await import('../hooks/schedule.js')
  const removed = await removeSchedule(keepersFor(repository, io.environment), folderOf(repository))
  if (args.flag('json')) json({ removed })
  else if (removed.length === 0) print('No schedule was installed for this workspace.')
  else for (const place of removed) print(`removed from  ${shown(place)}`)
  return 0
}

async function tellStatus(repository: Workspace['repository'], context: Context): Promise<number> {
  const { args, io, json } = context
  const { keepersFor, scheduleStates } = await import('../hooks/schedule.js')
  const states = await scheduleStates(keepersFor(repository, io.environment), folderOf(repository))
  if (args.flag('json')) json({ schedules: states })
  else printStates(states, context)
  return states.every(({ problems }) => problems.length === 0) ? 0 : 1
}

function printStates(states: readonly ScheduleState[], { print, paint }: Context): void {
  if (states.length === 0) print('No schedule for this workspace: memory schedule install writes one.')
  for (const { by, schedule: found, next, problems } of states) {
    print(found ? `Every day at ${shown(found.at)}, by ${by}: ${runs(found.runs)}` : `By ${by}, but it cannot be read.`)
    if (next !== null) print(`next  ${shown(next)}`)
    for (const problem of problems) print(paint.warn(`${shown(problem)}: memory schedule install`))
  }
}
