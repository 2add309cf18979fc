import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { hookStates } from '../hooks/install.js'
import { installMerging, mergesPages } from '../hooks/merging.js'
import type { TriedServer } from '../clients/try-servers.js'
import {
  MemoryError,
  openWorkspace,
  packageRoot,
  type Examined,
  type SecretSearch,
  type SlipsMended,
  type Workspace,
} from '../index.js'
import type { Command, Context } from './command.js'
import { install } from './hooks.js'
import { foundIn, searchedBy } from './secrets.js'
import { target } from './target.js'
import { count, shown } from './text.js'

interface Sought {
  readonly workspace: Workspace
  readonly context: Context
  /** The state of the index's files before they were opened. */
  readonly before: FilesBefore
  /** Undefined where the index cannot be opened at all; `failure` then says why. */
  readonly examined: Examined | undefined
  readonly failure: MemoryError | undefined
  /** The bullets that `--fix` would move; undefined where the index does not open. */
  readonly slips: SlipsMended | undefined
  /** Undefined where the search was not asked for, or the index does not open. */
  readonly secrets: SecretSearch | undefined
  /** Undefined where it was not asked for. */
  readonly servers: readonly TriedServer[] | undefined
}

interface DoctorFinding {
  readonly what: string
  readonly details?: readonly string[]
  /** What `--fix` would do; undefined where it can do nothing. */
  readonly would?: string
  readonly advice?: string
  /** What the examination itself has mended already. */
  readonly mended?: string
}

interface Check {
  readonly name: string
  /** The check is left out where SQLite does not load, or where the index does not open either. */
  readonly needs?: 'sqlite' | 'index'
  readonly flag?: 'clients' | 'secrets'
  readonly look: (sought: Sought) => DoctorFinding | undefined
  readonly fix?: (sought: Sought) => Promise<void>
  /** Set where the fix edits a person's files: what it is about to change is then shown once more. */
  readonly edits?: true
  /** What the check looked at, for the report where nothing is wrong. */
  readonly right?: (sought: Sought) => string | undefined
}

interface FilesBefore {
  readonly modes: readonly string[]
  readonly wal: number
}

/** The checks, one row for each thing that can be wrong, in the order of the report. */
const checks: readonly Check[] = [
  {
    name: 'SQLite module',
    look: ({ failure }) =>
      failure?.code === 'native-missing'
        ? {
            what: failure.message,
            advice:
              'it is compiled for one version of Node: after an upgrade, or an installation without scripts, it has to be compiled again, for which npm asks github.com and nodejs.org; npm_config_better_sqlite3_binary_host and npm_config_nodedir name other places. Node 22.16 or later has SQLite itself',
          }
        : undefined,
    right: ({ examined }) => examined?.sqlite,
  },
  {
    name: 'settings',
    needs: 'sqlite',
    look: ({ failure }) => (failure?.code === 'bad-config' ? { what: failure.message } : undefined),
  },
  {
    name: 'ignored folders',
    look: ({ workspace }) =>
      listed(
        ['memory/', 'bank/'].filter((folder) => workspace.repository.ignored([`${folder}x.md`]).length > 0),
        'Git ignores what is written here, so no hook and no clone ever sees it; git check-ignore -v says which rule does',
      ),
  },
  {
    name: 'hooks',
    look({ workspace }) {
      const wrong = hookStates(workspace.repository, target).filter(({ state }) => state !== 'active')
      if (wrong.length === 0) return undefined
      const refused = wrong.every(({ state }) => state === 'refused')
      return {
        what: `${count(wrong.length, 'hook')} not active`,
        details: wrong.map(({ path, state, reason }) => `${path} ${state}${reason ? `: ${reason}` : ''}`),
        ...(refused ? {} : { would: 'write our part into them, beside whatever is there' }),
      }
    },
    fix: async ({ workspace, context }) => void (await install(workspace.repository, context)),
  },
  {
    name: 'merging',
    look: ({ workspace }) =>
      mergesPages(workspace.repository, target)
        ? undefined
        : {
            what: 'this clone has not our merge driver: pages that two people regenerated will conflict',
            would: 'write it to .git/config and .git/info/attributes',
          },
    fix: ({ workspace }) => Promise.resolve(installMerging(workspace.repository, target)),
  },
  {
    name: 'permissions',
    look: ({ before, examined }) =>
      before.modes.length === 0
        ? undefined
        : {
            what: 'others could read the index',
            details: before.modes,
            ...(examined?.hindrance
              ? { advice: 'a command sets them where it can write there' }
              : { mended: 'every command sets them' }),
          },
  },
  {
    name: 'unclean end',
    look: ({ before }) =>
      before.wal === 0
        ? undefined
        : {
            what: `a process ended in the middle of its work, or is at it now: ${before.wal} bytes stand beside the index`,
            mended: 'whatever it had finished is in, the rest is not',
          },
  },
  {
    name: 'index file',
    needs: 'sqlite',
    look({ failure, examined }) {
      if (failure && failure.code !== 'native-missing' && failure.code !== 'bad-config')
        return { what: failure.message }
      return examined?.hindrance
        ? {
            what: `it cannot be written: ${examined.hindrance}`,
            advice:
              'questions are answered in memory, which takes longer each time; nothing can be retained or reflected',
          }
        : undefined
    },
  },
  {
    name: 'index',
    needs: 'index',
    look: ({ examined }) =>
      examined?.indexDiffers
        ? { what: 'the index is not what HEAD gives', would: 'build it anew: memory rebuild' }
        : undefined,
    fix: async ({ workspace }) => void (await workspace.rebuild()),
  },
  {
    name: 'tracked index',
    needs: 'index',
    look: ({ examined }) => unread(examined, true, 'Git tracks an index, which nothing reads', 'git rm --cached'),
  },
  {
    name: 'old index',
    needs: 'index',
    look: ({ examined }) =>
      unread(examined, false, 'what stands where the index stood once is none of ours, and nothing reads it', 'rm'),
  },
  {
    name: 'conflict markers',
    needs: 'index',
    look: ({ examined }) =>
      listed(
        examined?.conflicts.map(({ path, line }) => `${path}:${line}`),
        'a merge was not resolved',
      ),
  },
  {
    name: 'repeated bullets',
    needs: 'index',
    look: ({ examined }) =>
      listed(
        examined?.repeated.map(({ path, first }) => `${path}:${first}`),
        'a merge may have kept a line twice; one of each can go',
      ),
  },
  {
    name: 'bullets outside Retain',
    needs: 'index',
    look({ slips }) {
      const notes = slips?.notes ?? []
      const many = notes.reduce((sum, { bullets }) => sum + bullets, 0)
      const found = listed(
        notes.flatMap(({ path, lines }) => lines.map(({ sign, line, text }) => `${path}:${line}  ${sign}${text}`)),
        `${count(many, 'typed bullet')} in ${count(notes.length, 'log')} ${many === 1 ? 'is no fact' : 'are no facts'}`,
      )
      return found && { ...found, would: 'move them below Retain, line for line: an edit to commit, as shown' }
    },
    edits: true,
    fix: async ({ workspace }) => void (await workspace.mendSlips()),
  },
  {
    name: 'colliding names',
    needs: 'index',
    look: ({ examined }) =>
      listed(
        examined?.colliding.map((paths) => paths.join(' and ')),
        'a file system that folds case or accents holds one of them only',
      ),
  },
  {
    name: 'conflict copies',
    needs: 'index',
    look({ examined }) {
      const found = listed(
        examined?.copies.map(({ path, of }) => `${path} beside ${of}`),
        'a program that keeps folders alike left second versions, and both are read',
      )
      return found && { ...found, advice: 'put what both say into one of each, and delete the other' }
    },
  },
  {
    name: 'clients',
    flag: 'clients',
    look({ servers = [] }) {
      const details = servers.flatMap(({ path, why }) => (why === undefined ? [] : [`${path}: ${why}`]))
      const found = listed(details, 'a client that passes on HOME and PATH alone, as Codex does, gets no server')
      return (
        found && {
          ...found,
          advice: `the program memory has to be in the workspace (memory init --with npm), on the PATH, or where npm installs by ~/.npmrc; for this machine alone, write into the entry: command ${JSON.stringify(target.node)}, with the arguments ${JSON.stringify([join(packageRoot, 'bin/memory.js'), 'mcp'])}`,
        }
      )
    },
    right: ({ servers = [] }) => `${count(servers.length, 'server')} started`,
  },
  {
    name: 'secrets',
    needs: 'index',
    flag: 'secrets',
    look: ({ secrets }) => secrets && foundIn(secrets),
    right: ({ secrets }) => searchedBy(secrets!),
  },
]

function unread(
  examined: Examined | undefined,
  tracked: boolean,
  what: string,
  remedy: string,
): DoctorFinding | undefined {
  const details = (examined?.oldIndex ?? []).flatMap((file) => (file.tracked === tracked ? [file.path] : []))
  return details.length === 0 ? undefined : { what, details, advice: `${remedy} ${details.join(' ')}` }
}

const listed = (details: readonly string[] | undefined, what: string): DoctorFinding | undefined =>
  details && details.length > 0 ? { what, details } : undefined

export const doctor: Command = {
  name: 'doctor',
  positional: '',
  summary: 'Look for what goes wrong unseen, and mend it with --fix',
  group: 'care',
  options: {
    fix: { type: 'boolean', describe: 'Mend what can be mended; each says what it will do first' },
    'dry-run': { type: 'boolean', describe: 'With --fix: only say what it would do' },
    clients: {
      type: 'boolean',
      describe: "Start what clients' files name as our server, as a client does: this runs it",
    },
    secrets: { type: 'boolean', describe: 'Look for likely credentials in notes and pages too' },
  },
  examples: [
    ['memory doctor', 'look only'],
    ['memory doctor --fix', 'mend, and look again'],
    ['memory doctor --fix --dry-run', 'what that would do, and which lines of notes it would move'],
    ['memory doctor --clients', 'whether each client gets its server; read what .mcp.json and its like name first'],
    ['memory doctor --secrets', 'keys and tokens that somebody wrote down'],
  ],
  async run(context) {
    const isDry = context.args.flag('dry-run')
    if (isDry && !context.args.flag('fix')) throw new MemoryError('bad-argument', '--dry-run goes with --fix')
    const first = await look(context)
    if (context.args.flag('fix') && !isDry) {
      for (const { check, found } of first.wrong) {
        if (!check.fix || found.would === undefined) continue
        if (!context.args.flag('json')) {
          context.print(`${check.name}: ${shown(found.would)}`)
          for (const detail of check.edits ? (found.details ?? []) : [])
            context.print(`       ${context.paint.place(shown(detail))}`)
        }
        await check.fix(first.sought)
      }
      first.sought.workspace.close()
      return report(context, await look(context))
    }
    return report(context, first)
  },
}

interface LookedFile {
  readonly sought: Sought
  readonly wrong: readonly { readonly check: Check; readonly found: DoctorFinding }[]
  readonly flagged: readonly Check[]
  /** Those of `flagged` whose `needs` were met. */
  readonly looked: readonly Check[]
}

async function look(context: Context): Promise<LookedFile> {
  const workspace = openWorkspace(context.open)
  const before = filesBefore(workspace.repository.ownFolder)
  const flagged = checks.filter(({ flag }) => flag === undefined || context.args.flag(flag))
  let examined: Examined | undefined
  let slips: SlipsMended | undefined
  let failure: MemoryError | undefined
  try {
    examined = await workspace.examine()
    slips = await workspace.mendSlips({ dryRun: true })
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause
    failure = cause
  }
  const secrets = examined && context.args.flag('secrets') ? await workspace.secrets() : undefined
  const servers = context.args.flag('clients')
    ? await (await import('../clients/try-servers.js')).tryServers(workspace.root, context.io.environment)
    : undefined
  const sought: Sought = { workspace, context, before, examined, slips, failure, secrets, servers }
  const can = { index: examined !== undefined, sqlite: failure?.code !== 'native-missing' }
  const looked = flagged.filter(({ needs }) => needs === undefined || can[needs])
  const wrong = looked.flatMap((check) => {
    const found = check.look(sought)
    return found ? [{ check, found }] : []
  })
  return { sought, wrong, flagged, looked }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // there is none, or it is closed to us
  }
}

function filesBefore(folder: string): FilesBefore {
  const statOf = (path: string): Stats | undefined => {
    try {
      return lstatSync(path)
    } catch {
      return undefined // there is none, or its folder is closed to us
    }
  }
  const open = (path: string, allowed: number): string[] => {
    const mode = (statOf(path)?.mode ?? 0) & 0o777
    return (mode & ~allowed) === 0 ? [] : [`${path} was ${mode.toString(8)}`]
  }
  const indexes = namesIn(folder).filter((name) => /^index.*\.sqlite$/.test(name))
  const paths = indexes.map((name) => join(folder, name))
  return {
    modes: [...open(folder, 0o700), ...paths.flatMap((index) => open(index, 0o600))],
    wal: Math.max(0, ...paths.map((index) => statOf(`${index}-wal`)?.size ?? 0)),
  }
}

function report({ args, json, print, paint }: Context, { sought, wrong, flagged, looked }: LookedFile): number {
  sought.workspace.close()
  if (args.flag('json')) {
    json({
      checked: looked.map(({ name }) => name),
      found: wrong.map(({ check, found }) => ({ name: check.name, ...found })),
      ...(sought.examined && { sqlite: sought.examined.sqlite }),
      ...(sought.secrets && { secrets: sought.secrets }),
    })
  } else {
    for (const check of flagged) {
      const { name } = check
      if (!looked.includes(check)) {
        print(paint.faint(`--   ${name}: not looked at`))
        continue
      }
      const found = wrong.find((each) => each.check === check)?.found
      const mark = !found ? paint.good('ok  ') : found.mended === undefined ? paint.bad('bad ') : paint.warn('was ')
      const what = found?.what ?? check.right?.(sought)
      print(`${mark} ${name}${what === undefined ? '' : `: ${shown(what)}`}`)
      for (const detail of found?.details ?? []) print(`       ${paint.place(shown(detail))}`)
      if (found?.would !== undefined) print(`       memory doctor --fix would ${shown(found.would)}`)
      if (found?.advice !== undefined) print(`       ${shown(found.advice)}`)
      if (found?.mended !== undefined) print(`       mended: ${shown(found.mended)}`)
    }
  }
  return wrong.some(({ found }) => found.mended === undefined) ? 1 : 0
}
