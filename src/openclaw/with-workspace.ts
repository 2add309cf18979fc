import type { Workspace } from '../index.js'
import { inToolWords } from '../mcp/tool-words.js'

/** Who a commit of these tools is of. */
export const agentName = 'openclaw'

/**
 * Open the memory of a folder for one call. The library is loaded by the first, for OpenClaw registers a plugin at each of
 * its own commands; nothing stays open behind a call, so that a gateway which replaces the plugin leaves no index behind.
 *
 * @throws ToolInputError with what the library found wrong
 */
export async function withWorkspace<T>(folder: string, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const { openWorkspace } = await import('../index.js')
  try {
    const workspace = openWorkspace({ workspace: folder })
    try {
      return await work(workspace)
    } finally {
      workspace.close()
    }
  } catch (cause) {
    throw told(cause)
  }
}

/** By its name OpenClaw knows an error whose message is for who called: of any other, a caller over HTTP learns nothing. */
export function told(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause.name !== 'MemoryError') return cause
  const error = new Error(`${(cause as Error & { code: string }).code}: ${inToolWords(cause.message)}`, { cause })
  error.name = 'ToolInputError'
  return error
}
