import { createHash } from 'node:crypto'
import type { PluginApi, ToolContext } from './api.js'
import { briefFor, briefStanding, pluginId } from './brief.js'
import { addCommands, commandAbout, commandName } from './command-line.js'
import { corpusOf } from './corpus.js'
import { agentTool, openclawTools, toolName } from './tools.js'
import { workspaceFolder } from './where.js'
import type { CalledWorkspace } from './with-workspace.js'

/**
 * The entry of the plugin, which `package.json` names under `openclaw.extensions`. It claims no slot: the owner of
 * `plugins.slots.memory` goes on, and this plugin works beside it.
 */
export default {
  id: pluginId,
  name: 'Workspace Memory',
  description:
    'Offline, Git-native memory: cited facts from the logs of the workspace, and beliefs that move with evidence.',
  /** Does nothing but register: OpenClaw calls it several times for one command. */
  register(api: PluginApi): void {
    const placeOf = (context: ToolContext): CalledWorkspace => ({
      folder: workspaceFolder(api, context),
      packageRoot: api.rootDir,
      session: context.sessionKey === undefined ? undefined : sessionNamed(context.sessionKey),
    })
    for (const tool of openclawTools)
      api.registerTool((context) => agentTool(tool, context, placeOf), { name: toolName(tool) })
    api.registerMemoryCorpusSupplement(corpusOf(placeOf))
    api.registerCli(({ program }) => addCommands(program, api, placeOf), {
      descriptors: [{ name: commandName, description: commandAbout, hasSubcommands: true, machineOutput: () => true }],
    })
    if (briefStanding(api).on)
      api.on('before_prompt_build', (_event, context) =>
        briefFor(context, placeOf(context), api.pluginConfig?.briefBudget),
      )
  },
}

/** A session's key as a digest, for commits: it can name a chat or a telephone number (`agent:main:whatsapp:+43…`). */
const sessionNamed = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12)
