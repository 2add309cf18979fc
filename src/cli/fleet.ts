import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  MemoryError,
  openFleet,
  type Fleet,
  type FleetFinding,
  type FleetResult,
  type FleetStatus,
  type MemberRow,
  type WorkerStep,
} from '../index.js'
import type { Command, Context } from './command.js'
import { nothingFound } from '../model/evidence.js'
import { askedLines, filterOptions, optionsOf, supportAsked, supportOptions } from './filters.js'
import { resultLines } from './recall.js'
import { count, shown } from './text.js'

/** @returns the exit status */
type FleetAction = (fleet: Fleet, given: readonly string[], context: Context) => Promise<number>

export const fleet: Command = {
  name: 'fleet',
  positional: '[words..]',
  summary: 'Many workspaces in one PostgreSQL: init, add, list, grant, sync, recall, brief, status, doctor, remove',
  group: 'connect',
  stays: true,
  options: {
    db: {
      type: 'string',
      describe: 'postgres://user@host/fleet, or a folder for one in it (default: MEMORY_FLEET, PGHOST …)',
    },
    as: { type: 'string', describe: 'With recall and brief: who asks; what they may not read is not there' },
    in: { type: 'strings', describe: 'With recall and brief: workspaces alone whose name holds this' },
    k: { type: 'number', describe: 'With recall: results at most' },
    ...filterOptions,
    ...supportOptions,
    ref: { type: 'string', describe: 'With add: a branch other than the remote’s own, refs/heads/notes' },
    folder: { type: 'string', describe: 'With add: the folder of the workspace in its repository' },
    from: { type: 'string', describe: 'With grant: a file with a line "principal workspace" a grant; all others end' },
    revoke: { type: 'boolean', describe: 'With grant: end it' },
    watch: { type: 'boolean', describe: 'With sync: go on, and ask each remote again' },
    every: { type: 'number', describe: 'With sync: seconds until a remote is asked again (default: 60)' },
    cache: {
      type: 'string',
      describe: 'With sync: where repositories are kept; may be deleted (default: ~/.cache/memory-fleet)',
    },
    wake: { type: 'boolean', describe: 'With sync: only let workers ask at once; for a webhook' },
    'allow-files': { type: 'boolean', describe: 'With add and sync: paths of this machine are remotes too' },
    partitions: { type: 'number', describe: 'With init: parts of each table (default: 8; 64 for 10,000 workspaces)' },
    prometheus: { type: 'boolean', describe: 'With status: as Prometheus reads it' },
  },
  examples: [
    ['memory fleet init --db postgres://owner@db.example/fleet', 'make the tables, once'],
    ['memory fleet add https://git.example/team/notes', 'one more workspace'],
    ['memory fleet grant alice team/notes', 'who may read it; "*" is whoever asks'],
    ['memory fleet sync', 'read what is new, of every remote'],
    ['memory fleet sync --watch', 'a worker; any number may run'],
    ['memory fleet recall "who owns the rollout" --as alice', 'one answer from all that Alice may read'],
    ['memory fleet brief --as alice --budget 3000', 'what to know at the start, one workspace after another'],
    ['memory fleet status --prometheus', 'for a monitor'],
  ],
  async run(context) {
    const { args, io } = context
    const [name = '', ...given] = args.positional
    if (!Object.hasOwn(actions, name))
      throw new MemoryError(
        'bad-argument',
        `fleet takes ${Object.keys(actions).join(', ')}, got ${shown(name) || 'nothing'}`,
      )
    const opened = await openFleet({
      db: args.text('db'),
      environment: io.environment,
      allowsFiles: args.flag('allow-files'),
      now: io.now,
    })
    try {
      return await actions[name]!(opened, given, context)
    } finally {
      await opened.close()
    }
  },
}

const actions: Readonly<Record<string, FleetAction>> = {
  async init(opened, _given, { args, json, print }) {
    const made = await opened.init(args.number('partitions'))
    if (args.flag('json')) json({ made })
    else print(made.length === 0 ? 'The fleet is there, and of this version.' : `Made: ${made.join(', ')}.`)
    return 0
  },
  async add(opened, given, { args, json, print }) {
    const source = (remote: string) => ({ remote, ref: args.text('ref') ?? 'HEAD', folder: args.text('folder') ?? '' })
    const added: { remote: string; ws: number }[] = []
    for (const remote of some(given, 'add', 'https://git.example/team/notes'))
      added.push({ remote, ws: await opened.add(source(remote)) })
    if (args.flag('json')) json({ added })
    else for (const { remote } of added) print(`Added ${shown(remote)}: memory fleet sync reads it.`)
    return 0
  },
  async list(opened, _given, { args, json, print }) {
    const members = await opened.list()
    if (args.flag('json')) json({ members })
    else members.flatMap(memberLines).forEach((line) => print(line))
    return 0
  },
  async grant(opened, given, { args, json, print, io }) {
    const file = args.text('from')
    const [principal, ...names] = given
    const asked =
      file === undefined
        ? names.map((name) => ({ principal: principal ?? '', name }))
        : grantsIn(readText(io.cwd, file), file)
    if (file === undefined && asked.length === 0)
      throw new MemoryError(
        'bad-argument',
        'grant takes who, and what they may read: memory fleet grant alice team/notes',
      )
    const grants: { principal: string; ws: number }[] = []
    for (const one of asked) grants.push({ principal: one.principal, ws: (await opened.named(one.name)).ws })
    await opened.grant(grants, file !== undefined ? 'set' : args.flag('revoke') ? 'remove' : 'add')
    if (args.flag('json')) json({ grants })
    else print(`${count(grants.length, 'grant')} ${args.flag('revoke') ? 'ended' : 'written'}.`)
    return 0
  },
  async sync(opened, given, { args, json, print, io, note }) {
    const members: number[] = []
    for (const name of given) members.push((await opened.named(name)).ws)
    await opened.wake(given.length === 0 ? undefined : members)
    if (args.flag('wake')) return 0
    const cache = resolve(io.cwd, args.text('cache') ?? join(cacheHome(io.environment), 'memory-fleet'))
    const steps = await work(
      opened,
      { cache, every: args.number('every') },
      args.flag('watch'),
      (step) => {
        if (!args.flag('json')) print(stepLine(step))
      },
      note,
    )
    const elsewhere = args.flag('watch') ? 0 : (await opened.status()).leased
    if (elsewhere > 0) note(`${count(elsewhere, 'workspace')} with another worker, which is at it: memory fleet status`)
    if (args.flag('json')) json({ steps, elsewhere })
    return steps.some(({ what }) => what === 'failed') ? 1 : 0
  },
  async recall(opened, given, { args, json, print, note, paint, width }) {
    const among = args.texts('in')
    const k = args.number('k')
    const answer = await opened.recall(given.join(' '), {
      ...optionsOf(args),
      ...supportAsked(args),
      ...(k === undefined ? {} : { k }),
      ...(among.length === 0 ? {} : { in: among }),
      as: args.text('as') ?? '',
    })
    for (const notice of answer.notices) note(`memory: ${shown(notice)}`)
    if (args.flag('json')) {
      const { plan: _plan, ...rest } = answer
      json({ ...rest, results: answer.results.map(({ why: _why, ...result }) => result) })
      return 0
    }
    askedLines(answer).forEach((line) => print(paint.faint(line)))
    if (answer.results.length === 0) print(nothingFound(answer.leftOut, '--all'))
    for (const result of answer.results)
      for (const line of placedLines(result, paint.faint, { paint, width })) print(line)
    if (answer.results.length > 0 && answer.evidence !== null) print(paint.faint(`evidence: ${answer.evidence}`))
    print(paint.faint(`${answer.opened} of ${count(answer.readable, 'workspace')} looked into`))
    return 0
  },
  async brief(opened, _given, { args, json, print, note }) {
    const among = args.texts('in')
    const told = await opened.brief({
      budget: args.number('budget'),
      ...(among.length === 0 ? {} : { in: among }),
      as: args.text('as') ?? '',
    })
    for (const notice of told.notices) note(`memory: ${shown(notice)}`)
    if (args.flag('json')) json(told)
    else print(told.text)
    return 0
  },
  async status(opened, _given, { args, json, print, io }) {
    const status = await opened.status()
    if (args.flag('prometheus')) io.stdout.write(status.metrics)
    else if (args.flag('json')) {
      const { metrics: _metrics, ...rest } = status
      json(rest)
    } else statusLines(status).forEach((line) => print(line))
    return 0
  },
  async doctor(opened, _given, { args, json, print }) {
    const findings = await opened.examine()
    if (args.flag('json')) json({ findings })
    else for (const { state, what } of findings) print(`${state.padEnd(6)} ${shown(what)}`)
    return findings.some(({ state }: FleetFinding) => state === 'fault') ? 1 : 0
  },
  async remove(opened, given, { args, json, print }) {
    const removed: MemberRow[] = []
    for (const name of some(given, 'remove', 'team/notes')) {
      const member = await opened.named(name)
      await opened.remove(member.ws)
      removed.push(member)
    }
    if (args.flag('json')) json({ removed: removed.map(({ remote }) => remote) })
    else
      for (const { remote } of removed) print(`Removed ${shown(remote)} from the fleet; its repository is as it was.`)
    return 0
  },
}

function some(given: readonly string[], action: string, such: string): readonly string[] {
  if (given.length === 0)
    throw new MemoryError('bad-argument', `${action} takes a name: memory fleet ${action} ${such}`)
  return given
}

/** An XDG path that is empty or not absolute counts as not set, as the specification has it. */
function cacheHome({ XDG_CACHE_HOME: named = '' }: NodeJS.ProcessEnv): string {
  return isAbsolute(named) ? named : join(homedir(), '.cache')
}

function readText(cwd: string, path: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8')
  } catch (cause) {
    throw new MemoryError('file-failed', `${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/**
 *     # who    what
 *     alice    team/notes  # until May
 *     #bob     team/notes
 */
function grantsIn(text: string, file: string): { principal: string; name: string }[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    const [principal, name, ...more] = line
      .replace(/^\s*#.*$|\s#(?:\s.*)?$/, '')
      .split(/\s+/)
      .filter((part) => part !== '')
    if (principal === undefined) return []
    if (name === undefined || more.length > 0)
      throw new MemoryError(
        'bad-argument',
        `${file}, line ${at + 1}: a grant is "principal workspace", got ${shown(line).slice(0, 60)}`,
      )
    return [{ principal, name }]
  })
}

/** Seconds that an idle worker waits before it looks again. */
const pause = 2

async function work(
  opened: Fleet,
  options: { readonly cache: string; readonly every: number | undefined },
  isWatching: boolean,
  report: (step: WorkerStep) => void,
  note: (what: string) => void,
): Promise<WorkerStep[]> {
  const ended = new AbortController()
  const end = (): void => ended.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  const steps: WorkerStep[] = []
  try {
    while (!ended.signal.aborted) {
      const step = await opened.workOnce(options).catch((cause: unknown) => {
        if (!isWatching || !(cause instanceof MemoryError) || cause.code !== 'fleet-failed') throw cause
        note(cause.message)
      })
      if (step && (!isWatching || step.what !== 'unchanged')) report(step)
      if (step && !isWatching) steps.push(step)
      if (step === undefined && !isWatching) break
      if (step === undefined) await sleep(pause * 1000, undefined, { signal: ended.signal }).catch(() => undefined)
    }
    return steps
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
  }
}

const stepLine = ({ name, what, commit, message }: WorkerStep): string =>
  `${what.padEnd(9)} ${shown(name)}${commit === null ? '' : ` ${commit.slice(0, 12)}`}${message === undefined ? '' : `: ${shown(message)}`}`

/**
 *     https://git.example/team/notes  3f2a9c11d2e4  312 facts, landed 2026-11-28T10:00:00Z
 *             alice, bob
 */
function memberLines({ name, head, facts, landed, failed, readers }: MemberRow): string[] {
  const state = head === null ? 'nothing read yet' : `${head.slice(0, 12)}  ${count(facts, 'fact')}, landed ${landed}`
  return [
    `${shown(name)}  ${state}`,
    ...(failed === null ? [] : [`        failed: ${shown(failed)}`]),
    ...(readers.length === 0 ? [] : [`        ${shown(readers.join(', '))}`]),
  ]
}

function statusLines(status: FleetStatus): string[] {
  const { server, bytes, workspaces, facts, lines, empty, failing, waiting, principals } = status
  return [
    `PostgreSQL ${server}, ${(bytes / 2 ** 20).toFixed(0)} MB`,
    `${count(workspaces, 'workspace')}, ${count(facts, 'fact')}, ${count(lines, 'line')}; ${count(principals, 'principal')} may read some`,
    ...(empty > 0 ? [`${count(empty, 'workspace')} not read yet`] : []),
    ...(failing > 0 ? [`${count(failing, 'remote')} failing: memory fleet list`] : []),
    ...(waiting > 0 ? [`one is due for ${waiting} s: memory fleet sync`] : []),
  ]
}

/**
 *     O 0.95  Prefers concise replies. — Peter
 *             memory/2025-11-27.md#L4  ^k3f9a2c1x7
 *             https://git.example/team/notes@3f2a9c11d2e4
 */
const placedLines = (
  result: FleetResult,
  faint: (text: string) => string,
  shape: Parameters<typeof resultLines>[1],
): string[] => [
  ...resultLines(result, shape),
  faint(`        ${shown(result.link ?? result.cite.slice(0, -result.source.length - 1))}`),
]
