import { existsSync } from 'node:fs'
import { MemoryError } from '../model/error.js'
import { askGit } from '../git/ask-git.js'
import type { Repository } from '../git/repository.js'
import { placesOf, type LocalTarget } from './carried.js'
import { runsPrograms } from './run-program.js'
import { inCrontab } from './schedule-crontab.js'
import { inSystemd } from './schedule-systemd.js'
import { keeperNames, type FoundSchedule, type Keeper, type KeeperName } from './schedule-keeper.js'
import { checkPaths, cronLine, type Schedule } from './schedule-text.js'

export type Keepers = Readonly<Record<KeeperName, Keeper>>

export function keepersFor(repository: Repository, environment: NodeJS.ProcessEnv): Keepers {
  const run = runsPrograms(repository, environment)
  return { systemd: inSystemd(run, environment), cron: inCrontab(run) }
}

/**
 * The schedule for a workspace: it writes the pages to a branch where a remote lets others review it, otherwise it
 * commits them here.
 *
 * @param local the paths to Node and to `bin/memory.js`
 * @throws MemoryError bad-argument where it would run something that a commit can replace, unsafe-path
 */
export async function scheduleFor(
  repository: Repository,
  environment: NodeJS.ProcessEnv,
  local: LocalTarget,
  { workspace, at, read = false }: Pick<Schedule, 'workspace' | 'at'> & { readonly read?: boolean },
): Promise<Schedule> {
  const [inside] = placesOf(repository, local)
  // A hook asks each time whether a commit has files in the place of what it runs. At night nobody would ask.
  if (inside)
    throw new MemoryError(
      'bad-argument',
      `${inside.holds || local.node} stands in the working tree, where a commit can put something else in its place: npm install --global workspace-memory, and memory schedule install from there`,
    )
  const remotes = await askGit(repository, environment)(['remote'])
  const way = remotes === '' ? 'commit' : 'branch'
  // The pages go to HEAD or to a branch. What a reader proposes always waits for a person.
  const asked = read ? ['--read', '--pages', way] : [`--${way}`]
  const schedule = { workspace, at, runs: [local.node, local.hook, 'reflect', '--workspace', workspace, ...asked] }
  checkPaths(schedule)
  return schedule
}

/**
 * The keeper that was asked for, or else the first that works.
 *
 * @throws MemoryError bad-argument where none works, with a cron line for any other scheduler
 */
export async function chooseKeeper(
  keepers: Keepers,
  asked: KeeperName | undefined,
  schedule: Schedule,
): Promise<KeeperName> {
  const names = asked === undefined ? keeperNames : [asked]
  for (const name of names) if (await keepers[name].works()) return name
  const why = names.map((name) => keepers[name].lacks).join(', and ')
  const other =
    asked === undefined ? 'install cron, or' : `take --by ${keeperNames.find((name) => name !== asked)!}, or`
  throw new MemoryError('bad-argument', `${why}: ${other} put this line where it runs: ${cronLine(schedule)}`)
}

/**
 * Write a schedule with one keeper, and remove it from the others, so that it runs once a day. The new one comes first:
 * an interruption leaves at least one.
 *
 * @returns `removed`: the places from which it was removed
 */
export async function installSchedule(
  keepers: Keepers,
  by: KeeperName,
  schedule: Schedule,
): Promise<{ readonly written: boolean; readonly removed: readonly string[] }> {
  const written = await keepers[by].install(schedule)
  const removed: string[] = []
  for (const name of keeperNames) if (name !== by) removed.push(...(await keepers[name].remove(schedule.workspace)))
  return { written, removed }
}

export async function removeSchedule(keepers: Keepers, workspace: string): Promise<string[]> {
  const removed: string[] = []
  for (const name of keeperNames) removed.push(...(await keepers[name].remove(workspace)))
  return removed
}

export interface ScheduleState extends Omit<FoundSchedule, 'isOurs' | 'asleep'> {
  readonly by: KeeperName
  /** Why it would not do what it should; empty where it will. */
  readonly problems: readonly string[]
}

/** Every keeper's schedule of a workspace; reads only. */
export async function scheduleStates(keepers: Keepers, workspace: string): Promise<ScheduleState[]> {
  const states: ScheduleState[] = []
  for (const by of keeperNames) {
    const found = await keepers[by].find(workspace)
    if (found) states.push({ by, schedule: found.schedule, next: found.next, problems: problemsOf(found) })
  }
  return states
}

function problemsOf({ schedule, isOurs, asleep }: FoundSchedule): string[] {
  const paths = schedule ? [...schedule.runs.slice(0, 2), schedule.workspace] : []
  return [
    ...(isOurs ? [] : ['it is not as memory schedule writes it']),
    ...(asleep === '' ? [] : [asleep]),
    ...paths.filter((path) => !existsSync(path)).map((path) => `${path} is gone`),
  ]
}
