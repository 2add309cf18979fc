import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientNames, type ClientName } from '../clients/client-names.js'
import type { SetUpStep } from '../clients/set-up.js'
import { MemoryError, packageRoot, type Workspace } from '../index.js'
import type { Args, Context } from './command.js'
import { shown, wayTo } from './text.js'

const names = Object.keys(clientNames) as readonly ClientName[]

/** The most lines of an entry that are printed; `--json` has all. */
const mostLines = 5

interface ChosenClients {
  readonly clients: readonly ClientName[]
  readonly without: readonly ClientName[]
}

export function clientsOf(args: Args): ChosenClients {
  const given = args.texts('without')
  const known: readonly string[] = [...names, 'completion', 'openclaw']
  const unknown = given.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new MemoryError('bad-argument', `--without takes ${known.join(', ')}, got ${unknown}`)
  const clients = names.filter((name) => args.texts('with').includes(name))
  const without = names.filter((name) => given.includes(name))
  const both = clients.find((name) => without.includes(name))
  if (both !== undefined)
    throw new MemoryError('bad-argument', `${both} is given to --with and to --without: choose one`)
  return { clients, without }
}

/** Writes nothing itself: `apply` shows the steps, does them, and returns what a person does next. */
export async function clientsPlanned(
  { root, repository }: Workspace,
  chosen: ChosenClients,
  { args, io, print }: Context,
): Promise<{ readonly steps: readonly SetUpStep[]; readonly apply: () => string }> {
  if (chosen.clients.length + chosen.without.length === 0) return { steps: [], apply: () => '' }
  const { planClients } = await import('../clients/set-up.js')
  const instructions = readFileSync(join(packageRoot, 'templates/agents/instructions.md'), 'utf8')
  const plan = planClients(root, { ...chosen, instructions })
  return {
    steps: plan.steps,
    apply() {
      if (!args.flag('json')) for (const line of plan.steps.flatMap(linesOf)) print(line)
      plan.apply()
      const written = [...new Set(plan.steps.filter(({ does }) => does === 'write').map(({ path }) => path))]
      const ignored = repository.ignored(written)
      const tracked = written.filter((path) => !ignored.includes(path))
      const isLine = plan.steps.some(
        ({ client, path, does }) => client === 'claude' && path === 'CLAUDE.md' && does === 'write',
      )
      return [
        isLine ? 'Claude Code reads CLAUDE.md, and AGENTS.md by the line @AGENTS.md in it.' : '',
        tracked.length === 0
          ? ''
          : `For all who clone this: ${wayTo(root, io.cwd)}git add ${shown(tracked.join(' '))} && git commit`,
        ignored.length === 0 ? '' : `Git ignores ${shown(ignored.join(', '))}: for this machine alone.`,
      ]
        .filter((line) => line !== '')
        .join('\n')
    },
  }
}

function linesOf({ path, does, entry }: SetUpStep): string[] {
  const place = shown(path)
  if (does === 'unchanged') return [`unchanged   ${place}`]
  if (does === 'remove') return [`takes out   ${entry}, of ${place}`]
  if (does === 'left alone')
    return [
      `left alone  ${place}: ${entry} is not as memory init writes it, so it is yours: where you delete it, --with writes it anew.`,
    ]
  const lines = entry.split('\n')
  const most = lines.length > mostLines ? mostLines : lines.length
  const more = lines.length > most ? [`    … and ${lines.length - most} lines more`] : []
  return [
    `writes      ${place}`,
    ...lines.slice(0, most).map((line) => (line === '' ? '' : `    ${shown(line)}`)),
    ...more,
  ]
}
