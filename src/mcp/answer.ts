import type { Workspace } from '../index.js'
import { withNotices } from '../model/with-notices.js'
import { noticeLine } from './lines.js'
import { fenceQuotes } from './quoted.js'
import type { Tool } from './tools.js'

/** What a call is answered with: for a model, and for a program. */
export interface CallAnswer {
  readonly text: string
  readonly value: object
}

/** @param noticed notices that the workspace gives during the call, which are not in the library's answer */
export async function answerOf(
  tool: Tool,
  workspace: Workspace,
  given: unknown,
  agent: string,
  noticed: Set<string>,
): Promise<CallAnswer> {
  const { value, lines, known } = await tool.run(workspace, given as never, agent, noticed)
  return { text: fenceQuotes([...[...noticed].map(noticeLine), ...lines], known), value: withNotices(value, noticed) }
}
