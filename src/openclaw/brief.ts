import { answerOf } from '../mcp/answer.js'
import { leastToolBudget, usualToolBudget } from '../mcp/fit.js'
import { tools } from '../mcp/tools.js'
import type { HostConfig, PluginApi, PromptChange, ToolContext } from './api.js'
import { agentName, withWorkspace, type CalledWorkspace } from './with-workspace.js'

export const pluginId = 'workspace-memory'

const briefTool = tools.find(({ name }) => name === 'brief')!

export interface BriefStanding {
  readonly on: boolean
  readonly why: string
}

/** Whether sessions get the brief, and why (not). OpenClaw wants two permissions; `plugins doctor` reports a lack. */
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
 * Whether others may read a session: `agent:main:telegram:group:-100…`, `agent:main:discord:channel:123`,
 * `agent:main:subagent:…`. Such a session must not tell who the owner is; OpenClaw keeps MEMORY.md out of it, too.
 */
const isShared = (sessionKey: string): boolean => /:(?:group|channel|room|subagent|cron|hook)(?::|$)/i.test(sessionKey)

/**
 * The brief for a turn, as quoted data; undefined where there is none. It has the same bytes for the same commit, so
 * that a provider's cache holds. Where memory cannot be opened, the turn goes on without it.
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
