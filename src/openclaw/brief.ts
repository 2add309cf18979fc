import { answerOf } from '../mcp/answer.js'
import { leastToolBudget, usualToolBudget } from '../mcp/fit.js'
import { tools } from '../mcp/tools.js'
import type { HostConfig, PluginApi, PromptChange, ToolContext } from './api.js'
import { agentName, withWorkspace, type CalledWorkspace } from './with-workspace.js'

export const pluginId = 'workspace-memory'

const briefTool = tools.find(({ name }) => name === 'brief')!

/** Whether a session gets the brief, and why not. */
export interface BriefStanding {
  readonly on: boolean
  readonly why: string
}

/** OpenClaw asks for two permissions; a hook that is registered without them is a fault to `plugins doctor`. */
export function briefStanding({ config, pluginConfig }: Pick<PluginApi, 'config' | 'pluginConfig'>): BriefStanding {
  const at = `plugins.entries.${pluginId}`
  const hooks = hooksOf(config)
  if (pluginConfig?.brief === false) return { on: false, why: `${at}.config.brief is false` }
  if (hooks?.allowPromptInjection === false) return { on: false, why: `${at}.hooks.allowPromptInjection is false` }
  if (hooks?.allowConversationAccess !== true)
    return {
      on: false,
      why: `OpenClaw wants ${at}.hooks.allowConversationAccess: true before a plugin adds to a prompt`,
    }
  return { on: true, why: 'direct sessions have it behind their system prompt; groups, channels and subagents do not' }
}

const hooksOf = (config: HostConfig | undefined) => config?.plugins?.entries?.[pluginId]?.hooks

/**
 * What others read along must not tell who the owner is, which is why OpenClaw itself keeps MEMORY.md out of these:
 * `agent:main:telegram:group:-100…`, `agent:main:discord:channel:123`, `agent:main:subagent:…`.
 */
const isShared = (sessionKey: string): boolean => /:(?:group|channel|room|subagent|cron|hook)(?::|$)/i.test(sessionKey)

/**
 * The brief for a turn, as quoted data; undefined where there is none. The same bytes for the same commit, so that a
 * provider's cache holds. Memory that cannot be opened takes nobody's turn away.
 */
export async function briefFor(
  context: ToolContext,
  place: CalledWorkspace,
  budget: number = usualToolBudget,
): Promise<PromptChange | undefined> {
  if (isShared(context.sessionKey ?? '')) return undefined
  try {
    const { text } = await withWorkspace(place, (workspace, noticed) =>
      answerOf(briefTool, workspace, { budget: Math.max(budget, leastToolBudget) }, agentName, noticed),
    )
    return { appendSystemContext: text }
  } catch {
    return undefined
  }
}
