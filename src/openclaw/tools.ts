import { answerOf } from '../mcp/answer.js'
import { argumentsAsMeant } from '../mcp/schema.js'
import { tools, type Tool } from '../mcp/tools.js'
import type { AgentTool, ToolContext } from './api.js'
import { agentName, errorForOpenClaw, withWorkspace, type CalledWorkspace } from './with-workspace.js'

/** The beginning of our tools' names: `memory_search` and `memory_recall` are other plugins' tools. */
const prefix = 'wsmem_'

/** @throws the error that OpenClaw tells its model */
function argumentsOf({ takes }: Tool, given: unknown, place: CalledWorkspace): unknown {
  try {
    return argumentsAsMeant(takes, given ?? {})
  } catch (cause) {
    throw errorForOpenClaw(cause, place)
  }
}

export const toolName = ({ name }: Pick<Tool, 'name'>): string => `${prefix}${name}`

/** OpenClaw's tools: the verbs that MCP has, in their order. */
export const openclawTools: readonly Tool[] = tools

/**
 * A verb as a tool of one agent; null where the agent must not have it. In a sandbox it works on a copy of the
 * workspace, so it gets no verb that would write to the workspace itself.
 */
export function agentTool(
  tool: Tool,
  context: ToolContext,
  placeOf: (context: ToolContext) => CalledWorkspace,
): AgentTool | null {
  if (context.sandboxed && !tool.reads) return null
  return {
    name: toolName(tool),
    label: tool.title,
    description: tool.description,
    parameters: tool.takes,
    async execute(_callId, given) {
      const place = placeOf(context)
      const asked = argumentsOf(tool, given, place)
      const { value, text } = await withWorkspace(place, (workspace, noticed) =>
        answerOf(tool, workspace, asked, agentName, noticed),
      )
      return { content: [{ type: 'text', text }], details: value }
    },
  }
}
