import {
  MemoryError,
  openWorkspace,
  type Landed,
  type LandedOnBranch,
  type SummaryOptions,
  type Workspace,
} from '../index.js'
import type { Args, Command, Context } from './command.js'
import { comparedLines } from './impact.js'
import { readLines } from './reader.js'
import { takenLines } from './inbox.js'
import { count, shown } from './text.js'
import { asTheLogsSay, backLines, noTicks, ticksTaken, writePagesWithProgress } from './write-pages.js'

interface Way {
  /** Other options that may be given with it. */
  readonly takes: readonly string[]
  /** @returns the exit status */
  readonly run: (workspace: Workspace, options: SummaryOptions, context: Context) => Promise<number>
}

const limits = ['since', 'entity'] as const
const pagesBranch = 'memory/reflect'

/** The ways of `reflect`, each by the option that chooses it. A new way is a row and an option. */
const ways: Readonly<Record<string, Way>> = {
  read: { takes: ['since', 'all', 'branch', 'commit', 'summary', 'most', 'tokens', 'pages', 'dry-run'], run: tellRead },
  'dry-run': { takes: limits, run: tellPages },
  commit: { takes: [...limits, 'propose-core'], run: commitPages },
  branch: { takes: [...limits, 'propose-core', 'summary', 'links'], run: branchPages },
  summary: { takes: [...limits, 'propose-core', 'links'], run: summary },
  discard: { takes: [], run: discard },
  without: { takes: ['diff'], run: tellWithout },
}
const writing: Way = { takes: limits, run: writePagesWithProgress }

export const reflect: Command = {
  name: 'reflect',
  positional: '',
  summary: 'Write the pages of bank/ in the working tree, as the hooks do',
  group: 'every day',
  options: {
    'dry-run': { type: 'boolean', describe: 'Only say which pages would change' },
    commit: {
      type: 'boolean',
      describe: 'Commit the pages, nothing else, with the reasons in the message; with --read what it brings',
    },
    branch: {
      type: 'string',
      bare: pagesBranch,
      describe: 'Build this branch of the pages upon HEAD, for a pull request (named alone: memory/reflect)',
    },
    summary: { type: 'string', bare: 'md', describe: 'Print the body of that pull request, in Markdown (md)' },
    links: { type: 'string', describe: 'With --summary: what stands in front of a path, to make links' },
    'propose-core': {
      type: 'boolean',
      describe: 'With --commit or --branch: propose lines for MEMORY.md, in a commit of their own',
    },
    since: { type: 'string', describe: 'Only pages of what was noted since: a date, or 7d, 2w, 3mo' },
    entity: { type: 'strings', describe: 'Only the pages of these entities' },
    without: {
      type: 'string',
      describe: 'Say what would be believed had this never been: ^id, a path, an import, a commit, an author',
    },
    diff: { type: 'boolean', describe: 'With --without: also print how the pages would differ' },
    read: {
      type: 'boolean',
      describe: 'Have the reader of this clone draft bullets, verdicts and summaries, on the branch memory/read',
    },
    all: { type: 'boolean', describe: 'With --read: every log, in place of those of the last week' },
    most: { type: 'number', describe: 'With --read: so many packets at most' },
    tokens: { type: 'number', describe: 'With --read: so many tokens at most' },
    pages: { type: 'string', describe: 'With --read: write the pages first, as commit or branch does' },
    discard: { type: 'boolean', describe: "Put HEAD's pages back where only generated lines differ" },
  },
  examples: [
    ['memory reflect && git diff bank/', 'write all pages, then review'],
    ['memory reflect --dry-run', 'which pages would change'],
    ['memory reflect --entity Peter', 'his page only'],
    ['memory reflect --commit', 'land what the logs say; your own uncommitted edits stay yours'],
    ['memory reflect --branch', 'the same on the branch memory/reflect, for a pull request'],
    ['memory reflect --summary', 'what would change, as the body of a pull request'],
    ['memory reflect --without memory/2025-11-27.md', 'what would be believed without that log; nothing is written'],
    ['memory reflect --read --all --dry-run', 'how much a reader would be asked to read'],
    ['memory reflect --discard && git switch topic', 'out of the way of a switch or pull; nothing of yours is lost'],
  ],
  async run(context) {
    const { args, open } = context
    const way = wayOf(args)
    const format = args.text('summary')
    if (format !== undefined && format !== 'md')
      throw new MemoryError('bad-argument', `--summary takes md, got ${format}`)
    const options: SummaryOptions = {
      since: args.text('since'),
      entities: args.texts('entity').length > 0 ? args.texts('entity') : undefined,
      proposeCore: args.flag('propose-core'),
      links: linksOf(args.text('links')),
    }
    const workspace = openWorkspace(open)
    try {
      return await way.run(workspace, options, context)
    } finally {
      workspace.close()
    }
  },
}

function wayOf(args: Args): Way {
  const given = (name: string): boolean =>
    args.flag(name) || args.text(name) !== undefined || args.number(name) !== undefined || args.texts(name).length > 0
  const asked = Object.keys(ways).filter(given)
  const [first] = asked
  const way = first === undefined ? writing : ways[first]!
  const other = asked.find((name) => name !== first && !way.takes.includes(name))
  if (other !== undefined)
    throw new MemoryError('bad-argument', `--${first} and --${other} do different things: give one`)
  const astray = ['propose-core', 'links', 'diff', 'all', 'most', 'tokens', 'pages', ...limits].find(
    (name) => given(name) && !way.takes.includes(name),
  )
  if (astray !== undefined)
    throw new MemoryError(
      'bad-argument',
      `--${astray} goes with ${goesWith(astray)}${first === undefined ? '' : `, not with --${first}`}`,
    )
  if (args.text('links') !== undefined && args.text('summary') === undefined)
    throw new MemoryError('bad-argument', '--links goes with --summary')
  return way
}

const goesWith = (option: string): string =>
  Object.entries(ways)
    .flatMap(([name, { takes }]) => (takes.includes(option) ? [`--${name}`] : []))
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')

async function tellRead(
  workspace: Workspace,
  _: SummaryOptions,
  { args, json, print, note }: Context,
): Promise<number> {
  const named = args.text('branch')
  const pages = args.text('pages')
  if (pages !== undefined && pages !== 'commit' && pages !== 'branch')
    throw new MemoryError('bad-argument', `--pages takes commit or branch, got ${pages}`)
  // Pages are written first, so that they are there even if reading the logs fails.
  if (pages !== undefined && !args.flag('dry-run')) await writtenAs(workspace, pages)
  const found = await workspace.readLogs({
    since: args.text('since'),
    all: args.flag('all'),
    // `--branch` without a name means the branch for what a reader proposes, not that for pages.
    branch: named === pagesBranch && !args.flag('commit') ? undefined : named,
    commit: args.flag('commit'),
    most: args.number('most'),
    tokens: args.number('tokens'),
    dryRun: args.flag('dry-run'),
  })
  const asked = args.text('summary') !== undefined
  if (args.flag('json')) json(found)
  else {
    // Stdout may go into a file as the body of a pull request, so the lines for a person then go to stderr.
    for (const line of readLines(found, args.flag('dry-run'))) (asked ? note : print)(line)
    if (asked) print(found.summary.trimEnd())
  }
  return found.stopped !== null && found.read === 0 ? 1 : 0
}

const writtenAs = (workspace: Workspace, way: 'commit' | 'branch'): Promise<unknown> =>
  way === 'commit' ? workspace.commit() : workspace.branch(pagesBranch)

function linksOf(url: string | undefined): string | undefined {
  if (url === undefined || /^https?:\/\/[^\s()<>|`"'\\]+$/.test(url)) return url?.replace(/\/+$/, '')
  throw new MemoryError(
    'bad-argument',
    `--links takes an address such as https://github.com/me/notes/blob/main, got ${url}`,
  )
}

export async function tellPages(
  workspace: Workspace,
  options: SummaryOptions,
  { args, json, print }: Context,
): Promise<number> {
  const would = await workspace.preview(options)
  if (args.flag('json')) json({ pages: [...would.keys()] })
  else if (would.size === 0) print(asTheLogsSay(workspace))
  else for (const [path, text] of would) print(`would ${text === null ? 'remove' : 'write'}  ${shown(path)}`)
  return 0
}

export async function commitPages(
  workspace: Workspace,
  options: SummaryOptions,
  { args, json, print }: Context,
): Promise<number> {
  const ticked = await ticksTaken(workspace, { commit: true })
  const landed = await workspace.commit(options)
  if (!args.flag('json')) takenLines(ticked ?? noTicks).forEach((line) => print(line))
  if (args.flag('json')) json({ ...landed, ...(ticked ? { ticked } : {}) })
  else if (landed.commit === null) print('HEAD has every page as its logs say.')
  else {
    printProposed(landed, print)
    print(`${landed.commit.slice(0, 10)} holds ${held(landed)}: git show ${landed.commit.slice(0, 10)}`)
  }
  if (!args.flag('json')) backLines(landed.deleted).forEach((line) => print(line))
  return 0
}

export async function branchPages(
  workspace: Workspace,
  options: SummaryOptions,
  { args, json, print, note }: Context,
): Promise<number> {
  const { summary: body, ...landed } = await workspace.branch(args.text('branch')!, options)
  const asked = args.text('summary') !== undefined
  if (args.flag('json')) json(asked ? { ...landed, summary: body } : landed)
  else for (const line of toldOf(landed)) (asked ? note : print)(line)
  if (asked && !args.flag('json')) print(body.trimEnd())
  return 0
}

function toldOf(landed: Omit<LandedOnBranch, 'summary'>): string[] {
  const { branch: name, before, commit: made, carried } = landed
  const kept = carried.map((path) => `kept      ${shown(path)}: what was edited on ${name}`)
  if (made === null)
    return [
      before === null
        ? 'HEAD has every page as its logs say: no branch was made.'
        : `${name} is at HEAD, which has every page as its logs say.`,
    ]
  const proposed: string[] = []
  printProposed(landed, (line) => proposed.push(line))
  const same = made === before
  return [
    ...kept,
    ...proposed,
    same
      ? `${name} is at ${made.slice(0, 10)} already, with ${held(landed)} upon HEAD.`
      : `${name} is at ${made.slice(0, 10)} now, with ${held(landed)} upon HEAD: git diff HEAD ${name}`,
  ]
}

const held = ({ pages, proposed }: Landed): string =>
  [
    ...(pages.length > 0 || proposed.length === 0 ? [count(pages.length, 'page')] : []),
    ...(proposed.length > 0 ? [count(proposed.length, 'proposed line')] : []),
  ].join(' and ')

function printProposed({ proposed }: Landed, print: (line: string) => void): void {
  for (const line of proposed) print(`proposed  ${shown(line)}`)
}

async function summary(workspace: Workspace, options: SummaryOptions, { args, json, print }: Context): Promise<number> {
  const body = await workspace.summary(options)
  if (args.flag('json')) json({ summary: body })
  else print(body.trimEnd())
  return 0
}

async function discard(workspace: Workspace, _: SummaryOptions, { args, json, print }: Context): Promise<number> {
  const { restored, removed, kept } = await workspace.discard()
  if (args.flag('json')) json({ restored, removed, kept })
  else {
    for (const path of [...restored, ...removed]) print(`put back  ${shown(path)}`)
    for (const path of kept) print(`left      ${shown(path)}: it holds words that HEAD does not`)
    if (restored.length + removed.length + kept.length === 0) print('Every page is as HEAD has it.')
  }
  return kept.length > 0 ? 1 : 0
}

async function tellWithout(workspace: Workspace, _options: SummaryOptions, context: Context): Promise<number> {
  const { args, print, json, paint } = context
  const found = await workspace.without(args.text('without')!)
  if (args.flag('json')) {
    json(found)
    return 0
  }
  const { source, lines, headline, diff } = found
  const taken =
    source.what === 'commits'
      ? count(source.commits.length, 'commit')
      : source.what === 'files'
        ? count(source.paths.length, 'file')
        : `^${source.id}`
  print(
    `Without ${shown(found.without)} (${taken}, ${count(lines.gone, 'line')} less and ${lines.come} back): ${headline}`,
  )
  for (const line of comparedLines(found, paint)) print(line)
  if (args.flag('diff') && diff !== '') {
    print()
    for (const line of diff.trimEnd().split('\n')) print(shown(line))
  }
  return 0
}
