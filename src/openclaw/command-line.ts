import type { Workspace } from '../index.js'
import { withNotices } from '../model/with-notices.js'
import { packageVersion } from '../model/version.js'
import { safeJsonText } from '../text/safe-text.js'
import { briefStanding } from './brief.js'
import type { PluginApi, Program, ToolContext } from './api.js'
import { openclawTools, toolName } from './tools.js'
import { withWorkspace, type CalledWorkspace } from './with-workspace.js'

/** The name of our command; `memory` is memory-core's. */
export const commandName = 'wsmem'
export const commandAbout = 'Workspace memory: how it stands, and asking it (JSON)'

/**
 * Adds `openclaw wsmem` and `openclaw wsmem status|brief|recall`, which print one JSON value on stdout. All other verbs
 * are those of `memory`, in the workspace's folder.
 */
export function addCommands(
  program: Program,
  api: PluginApi,
  placeOf: (context: ToolContext) => CalledWorkspace,
): void {
  const status = async ({ agent }: AgentFlag): Promise<void> => {
    const place = placeOf(contextOf(agent))
    print({
      version: packageVersion,
      workspace: place.folder,
      tools: openclawTools.map(toolName),
      brief: briefStanding(api),
      slot: {
        owned: false,
        why: 'plugins.slots.memory stays with its owner; so public artifacts are its business too',
      },
      memory: await asked(place, (opened) => opened.status()).catch(faultOf),
    })
  }
  const root = agentFlag(program.command(commandName).description(commandAbout)).action(status)
  agentFlag(root.command('status').description('How memory and this plugin stand')).action(
    (_flags: AgentFlag, command: RunCommand) => status(flagsOf(command)),
  )
  agentFlag(root.command('brief').description('What to know at the start')).action(
    async (_flags: AgentFlag, command: RunCommand) => {
      const { briefBudget: budget } = api.pluginConfig ?? {}
      print(
        await asked(placeOf(contextOf(flagsOf(command).agent)), (opened) =>
          opened.brief(budget === undefined ? {} : { budget }),
        ),
      )
    },
  )
  agentFlag(root.command('recall <question...>').description('Ask memory')).action(
    async (question: readonly string[], _flags: AgentFlag, command: RunCommand) =>
      print(await asked(placeOf(contextOf(flagsOf(command).agent)), (opened) => opened.recall(question.join(' ')))),
  )
}

const asked = (place: CalledWorkspace, question: (opened: Workspace) => Promise<object>): Promise<object> =>
  withWorkspace(place, async (opened, noticed) => withNotices(await question(opened), noticed))

interface AgentFlag {
  readonly agent?: string
}

/** The command that commander gives an action. The value of a flag that the root command has too is at the root. */
interface RunCommand {
  readonly optsWithGlobals: () => AgentFlag
}

const flagsOf = (command: RunCommand): AgentFlag => command.optsWithGlobals()
const agentFlag = (command: Program): Program =>
  command.option('--agent <id>', 'The agent whose workspace it is').option('--json', 'JSON, as without it')
const contextOf = (agentId: string | undefined): ToolContext => (agentId === undefined ? {} : { agentId })

const faultOf = (cause: unknown): { readonly error: string } => ({
  error: cause instanceof Error ? cause.message : String(cause),
})

/** Writes to stdout itself: where `--json` stands, OpenClaw sends what `console` prints to stderr. */
const print = (value: object): void => void process.stdout.write(`${safeJsonText(JSON.stringify(value))}\n`)
